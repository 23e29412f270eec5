/** What keeps a description of an API from being read, with its place. Pure. */
import { isMap, parseDocument } from "yaml"
import type { LintProblem } from "./rules.ts"
import { isSilenced, silencedInYaml } from "./silenced.ts"

/** UTF-16 units of the longest one that is looked at: one in YAML takes a second for each million. */
const longest = 2_000_000

/** Without the path, which the text does not know; `undefined` where it can be read. */
export const lintDescription = (text: string): Omit<LintProblem, "path"> | undefined => {
  const problem = text.length > longest ? undefined : problemOf(text)
  return problem === undefined || isSilenced(silencedInYaml(text), problem.rule, problem.start) ? undefined : problem
}

const problemOf = (text: string): Omit<LintProblem, "path"> | undefined => {
  const problem = (at: number, message: string): Omit<LintProblem, "path"> => {
    const start = Math.max(0, Math.min(at, text.length - 1))
    return { rule: "openapi", start, end: start + 1, message }
  }
  if (/^\ufeff?\s*[{[]\s*["}\]]/.test(text)) {
    try {
      return lackOf(JSON.parse(text.replace(/^\ufeff/, "")), problem)
    } catch (error) {
      const { message } = error as Error
      const [, position = text.length] = / at position (\d+)/.exec(message) ?? []
      return problem(
        Number(position),
        `The description can't be read: ${message.replace(/ in JSON at position.*$/s, "")}`
      )
    }
  }
  const options = {
    merge: true,
    uniqueKeys: false,
    stringKeys: false,
    logLevel: "silent",
    prettyErrors: false
  } as const
  const { contents, errors } = parseDocument(text, options)
  const [error] = errors
  if (error !== undefined)
    return problem(error.pos[0], `The description can't be read: ${error.message.split("\n")[0]!.trim()}`)
  return lackOf(
    isMap(contents) ? { openapi: contents.get("openapi"), swagger: contents.get("swagger") } : null,
    problem,
    contents?.range[0]
  )
}

/** What is no description, whatever else it is. */
const lackOf = (root: unknown, problem: (at: number, message: string) => Omit<LintProblem, "path">, at = 0) => {
  const { openapi, swagger } = (root ?? {}) as { readonly openapi?: unknown; readonly swagger?: unknown }
  if (/^3(?:\.|$)/.test(String(openapi)) || /^2(?:\.|$)/.test(String(swagger))) return undefined
  return problem(at, "This describes no API: write openapi: 3.x or swagger: 2.0 at its top")
}
