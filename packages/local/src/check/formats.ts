/** What was found, as people read it and as programs of continuous integration do. Pure. */
import { defined } from "@octavo/core/kernel/shared/defined"
import { lintRules } from "@octavo/document"
import type { Log } from "sarif"
import type { Checked, Finding } from "./checkFolder.ts"
import type { CheckFormat } from "./formatNames.ts"
import { pathBelow } from "./pathsOfReaders.ts"

/**
 * The whole output; ends with a line break.
 * @param prefix what paths begin with
 */
export const formatChecked = (format: CheckFormat, found: Checked, version: string, prefix = ""): string => {
  const findings = found.findings.map((one) => ({ ...one, path: pathBelow(prefix, one.path) }))
  const checked = { ...found, findings }
  switch (format) {
    case "text":
      return textOf(checked)
    case "json":
      return `${JSON.stringify(checked, null, 2)}\n`
    case "sarif":
      return `${JSON.stringify(sarifOf(checked, version), null, 2)}\n`
    case "github":
      return githubOf(checked)
    case "junit":
      return junitOf(checked)
  }
}

const lines = (all: ReadonlyArray<string>): string => all.map((line) => `${line}\n`).join("")

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

const placeOf = ({ column, line, path }: Finding): string =>
  [path, line, column].filter((part) => part !== undefined).join(":")

const summaryOf = ({ findings, fixed, pages }: Checked): string => {
  const errors = findings.filter(({ severity }) => severity === "error").length
  const fixable = findings.filter((one) => one.fixable).length
  return [
    `${counted(errors, "error")} and ${counted(findings.length - errors, "warning")} in ${counted(pages, "file")}`,
    ...(fixed > 0 ? [`${fixed} mended`] : []),
    ...(fixable > 0 ? [`${fixable} can be mended with --fix`] : [])
  ].join("; ")
}

/** `path:line:column: severity: message (rule)`, as compilers say it and editors find it. */
const textOf = (checked: Checked): string =>
  lines([
    ...checked.findings.map((one) => `${placeOf(one)}: ${one.severity}: ${one.message} (${one.rule})`),
    summaryOf(checked)
  ])

/** Commands that GitHub Actions reads from the output of a step. */
const githubOf = (checked: Checked): string =>
  lines([
    ...checked.findings.map(({ column, endColumn, endLine, line, message, path, rule, severity }) => {
      // columns are taken of one line alone
      const columns = endLine === undefined || endLine === line ? { col: column, endColumn } : {}
      const parts = Object.entries({ file: path, line, endLine, ...columns, title: rule })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${escapedProperty(String(value))}`)
      return `::${severity} ${parts.join(",")}::${escapedData(message)}`
    }),
    summaryOf(checked)
  ])

const escapedData = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")
const escapedProperty = (text: string): string => escapedData(text).replaceAll(":", "%3A").replaceAll(",", "%2C")

/** What GitHub's code scanning takes of one run; it refuses the whole report where there are more. */
const mostResults = 25_000

/** What a report has room for, errors before warnings; how many it has not, in words. */
const reported = (findings: ReadonlyArray<Finding>) => {
  if (findings.length <= mostResults) return { results: findings, notes: [] }
  const { error = [], warning = [] } = Object.groupBy(findings, ({ severity }) => severity)
  const left = counted(findings.length - mostResults, "finding")
  return {
    results: [...error, ...warning].slice(0, mostResults),
    notes: [`${left} more: a report for code scanning has ${mostResults} at most, errors before warnings`]
  }
}

/** SARIF 2.1.0 (OASIS), of types that are made of its JSON schema. */
const sarifOf = ({ findings }: Checked, version: string): Log => {
  const { notes, results } = reported(findings)
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: notes.map((text) => ({ level: "warning" as const, message: { text } }))
          }
        ],
        tool: {
          driver: {
            name: "octavo check",
            version,
            rules: Object.entries(lintRules).map(([id, [level, text]]) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level }
            }))
          }
        },
        results: results.map(({ column, endColumn, endLine, line, message, path, rule, severity }) => ({
          ruleId: rule,
          level: severity,
          message: { text: message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: path.split("/").map(encodeURIComponent).join("/") },
                ...(line === undefined
                  ? {}
                  : {
                      region: {
                        startLine: line,
                        ...defined({ startColumn: column, endLine }),
                        endColumn: Math.max(endColumn ?? 1, 1)
                      }
                    })
              }
            }
          ]
        }))
      }
    ]
  }
}

/**
 * The XML that test reports are read as, by what Jenkins' and Surefire's schemas have in common: a case for each file with
 * something wrong. Nothing is measured, and Surefire asks each case for its time.
 */
const junitOf = ({ findings, pages }: Checked): string => {
  const cases = Array.from(
    Map.groupBy(findings, ({ path }) => path),
    ([path, ofFile]) => {
      const errors = ofFile.filter(({ severity }) => severity === "error")
      const told = (some: ReadonlyArray<Finding>) =>
        some.map((one) => escapedXml(`${placeOf(one)}: ${one.message} (${one.rule})`)).join("\n")
      const warnings = ofFile.filter(({ severity }) => severity === "warning")
      const failure =
        errors.length === 0
          ? ""
          : `<failure type="${rulesOf(errors)}" message="${escapedXml(counted(errors.length, "error"))}">${told(errors)}</failure>`
      const out = warnings.length === 0 ? "" : `<system-out>${told(warnings)}</system-out>`
      return {
        failed: errors.length > 0,
        xml: `<testcase classname="octavo check" name="${escapedXml(path)}" time="0">${failure}${out}</testcase>`
      }
    }
  )
  const failed = cases.filter((one) => one.failed).length
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="octavo check" tests="${Math.max(pages, cases.length)}" failures="${failed}" errors="0" skipped="0">\n${cases.map(({ xml }) => `${xml}\n`).join("")}</testsuite>\n</testsuites>\n`
}

const rulesOf = (findings: ReadonlyArray<Finding>): string =>
  Array.from(new Set(findings.map(({ rule }) => rule))).join(" ")

/** What XML has no way to write stands as U+FFFD. */
const escapedXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
