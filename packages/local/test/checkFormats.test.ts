/** What `octavo check` says, as people and programs of continuous integration read it. */
import { lintRules } from "@octavo/document"
import { describe, expect, it } from "vitest"
import type { Finding } from "../src/check/checkFolder.ts"
import type { CheckFormat } from "../src/check/formatNames.ts"
import { formatChecked } from "../src/check/formats.ts"
import { checkedFolders, type Files } from "./checkedFolders.ts"
import { junitProblems, sarifProblems } from "./logSchemas.ts"
import { planted } from "./plantedFaults.ts"

const { check, folderOf } = checkedFolders()

describe("formats", () => {
  const files: Files = {
    "my docs/a&b.md": '# A\n\n[x](gone.md)\n\n![](cat.png)\n\n[y](<100%, "gone": \u0007.md>)\n',
    "my docs/cat.png": "x",
    ".gitbook/assets/old.png": "x"
  }
  const output = async (format: CheckFormat): Promise<string> =>
    formatChecked(format, await check(folderOf(files)), "1.2.3")

  it("text: a line for each, as editors find it, and how many there are", async () => {
    const lines = (await output("text")).split("\n")
    expect(lines[0]).toBe(
      ".gitbook/assets/old.png: warning: Nothing shows this file: take it out, or link to it (unused-file)"
    )
    expect(lines[1]).toBe('my docs/a&b.md:3:5: error: There is no page "gone.md": name one that is there (broken-link)')
    expect(lines.at(-2)).toBe("2 errors and 2 warnings in 1 file")
  })

  it("json: what was found, as it is", async () => {
    expect(JSON.parse(await output("json")).findings[1]).toEqual({
      rule: "broken-link",
      severity: "error",
      path: "my docs/a&b.md",
      line: 3,
      column: 5,
      endLine: 3,
      endColumn: 12,
      message: 'There is no page "gone.md": name one that is there',
      fixable: false
    })
  })

  it("github: commands that Actions reads, one a line", async () => {
    const lines = (await output("github")).split("\n")
    expect(lines[0]).toBe(
      "::warning file=.gitbook/assets/old.png,title=unused-file::Nothing shows this file: take it out, or link to it"
    )
    expect(lines[1]).toBe(
      '::error file=my docs/a&b.md,line=3,endLine=3,col=5,endColumn=12,title=broken-link::There is no page "gone.md": name one that is there'
    )
    expect(lines[3]).toContain('::There is no page "100%25, ')
  })

  it("github: what ends a command or a part of it is written in codes, and columns are of one line", () => {
    const one: Finding = {
      rule: "image-alt",
      severity: "error",
      path: "a%0A,b:c\r\n::d.md",
      message: "100%, a: b\r\n::error::c",
      line: 3,
      column: 5,
      endLine: 3,
      endColumn: 9,
      fixable: false
    }
    const findings = [one, { ...one, endLine: 4 }]
    const file = "file=a%250A%2Cb%3Ac%0D%0A%3A%3Ad.md"
    const rest = "title=image-alt::100%25, a: b%0D%0A::error::c"
    expect(formatChecked("github", { findings, pages: 1, fixed: 0 }, "1.2.3").split("\n")).toEqual([
      `::error ${file},line=3,endLine=3,col=5,endColumn=9,${rest}`,
      `::error ${file},line=3,endLine=4,${rest}`,
      "2 errors and 0 warnings in 1 file",
      ""
    ])
  })

  it("sarif: every rule with its level, every result with its place", async () => {
    const { runs, version } = JSON.parse(await output("sarif"))
    expect(version).toBe("2.1.0")
    const [{ columnKind, results, tool }] = runs
    expect(columnKind).toBe("utf16CodeUnits")
    expect(tool.driver.rules.map(({ id }: { readonly id: string }) => id)).toEqual(Object.keys(lintRules))
    expect(results[1].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "my%20docs/a%26b.md" },
      region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 12 }
    })
    expect(results[0].locations[0].physicalLocation).toEqual({ artifactLocation: { uri: ".gitbook/assets/old.png" } })
  })

  it("sarif: no more than code scanning takes, errors first, and how many more there are", () => {
    const findings = Array.from({ length: 25_003 }, (_, n): Finding => {
      const severity = n >= 24_900 ? "error" : "warning"
      return { rule: "broken-link", severity, path: `${n}.md`, message: "Leads nowhere", line: 1, fixable: false }
    })
    for (const [count, left] of [
      [25_000, []],
      [25_001, ["1 finding more: a report for code scanning has 25000 at most, errors before warnings"]],
      [25_003, ["3 findings more: a report for code scanning has 25000 at most, errors before warnings"]]
    ] as const) {
      const sarif = formatChecked("sarif", { findings: findings.slice(0, count), pages: count, fixed: 0 }, "1.2.3")
      expect(sarifProblems(sarif)).toEqual([])
      const [{ invocations, results }] = JSON.parse(sarif).runs
      expect(results.length).toBe(25_000)
      expect(results.filter((one: { readonly level: string }) => one.level === "error").length).toBe(count - 24_900)
      expect(
        invocations[0].toolExecutionNotifications.map((note: { message: { text: string } }) => note.message.text)
      ).toEqual(left)
    }
  })

  it("junit: XML, whatever stands in it", async () => {
    const xml = await output("junit")
    expect(xml).toContain(
      '<testcase classname="octavo check" name="my docs/a&amp;b.md" time="0"><failure type="broken-link" message="2 errors">'
    )
    expect(xml).toContain('failures="1"')
    expect(xml).not.toMatch(/[\u0000-\u0008]|"gone":/)
  })

  it("sarif and junit: as their schemas want it, for every rule, and whatever stands in paths and texts", async () => {
    const hostile = 'a "b" <c> & \uFFFE \uD800 \u0001 ]]> 100%'
    const all: Array<Finding> = [
      { rule: "external-link", severity: "error", path: "a/ä #?%/[1]^.md", message: hostile, fixable: false },
      { rule: "encoding", severity: "warning", path: "a\u0007.md", message: hostile, line: 1, fixable: false }
    ]
    for (const [n, [, files]] of planted.entries())
      for (const one of (await check(folderOf(files))).findings) all.push({ ...one, path: `${n}/${one.path}` })
    expect(new Set(all.map(({ rule }) => rule))).toEqual(new Set(Object.keys(lintRules)))
    for (const findings of [all, all.slice(0, 1), []]) {
      const checked = { findings, pages: planted.length, fixed: 0 }
      const sarif = formatChecked("sarif", checked, "1.2.3")
      expect(sarifProblems(sarif)).toEqual([])
      const [{ results, tool }] = JSON.parse(sarif).runs
      const known = new Set(tool.driver.rules.map(({ id }: { readonly id: string }) => id))
      expect(results.filter(({ ruleId }: { readonly ruleId: string }) => !known.has(ruleId))).toEqual([])
      expect(junitProblems(formatChecked("junit", checked, "1.2.3"))).toEqual([])
    }
  })
})
