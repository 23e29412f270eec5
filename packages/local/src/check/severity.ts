/** How bad a problem is, as `octavo.yaml` says it under `check`. Pure. */
import { type LintRule, lintRules, type Severity } from "@octavo/document"
import picomatch from "picomatch"
import type { Project } from "../project.ts"

/** The severity of problems of a project; `undefined` for those that nobody is told of. */
export const makeSeverityOf = ({ check }: Project) => {
  const { ignore = [], rules = {} } = check ?? {}
  const isIgnored = ignore.length === 0 ? () => false : picomatch([...ignore], { dot: true })
  return ({ path, rule }: { readonly rule: LintRule; readonly path: string }): Severity | undefined => {
    const severity = rules[rule] ?? lintRules[rule][0]
    return severity === "off" || isIgnored(path) ? undefined : severity
  }
}
