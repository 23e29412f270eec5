/** Comments that silence rules, in every file that has comments and in which a rule finds something. */
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, it } from "vitest"
import { checkedFolders } from "./checkedFolders.ts"
import { page, planted } from "./plantedFaults.ts"

const { check, folderOf, found } = checkedFolders()

interface Report {
  readonly path: string
  readonly line: number | undefined
  readonly column: string | undefined
  readonly rule: string
}

const readReport = (report: string): Report => {
  const [, path = "", line, column, rule = ""] = /^(.*?)(?::(\d+):(\d+))? (\S+)$/.exec(report)!
  return { path, line: line === undefined ? undefined : Number(line), column, rule }
}

const writeReport = ({ column, line, path, rule }: Report): string =>
  line === undefined ? `${path} ${rule}` : `${path}:${line}:${column} ${rule}`

/** A comment in a file; `undefined` where it can have none. */
const commentIn = (path: string, words: string): string | undefined => {
  if (/\.(?:md|svg|html)$|TOC\.txt$/.test(path)) return `<!-- ${words} -->\n`
  return /\.(?:yaml|txt)$/.test(path) ? `# ${words}\n` : undefined
}

const cases = planted.flatMap(([fault, files, ...expected]) =>
  expected.flatMap((report) => {
    const read = readReport(report)
    return commentIn(read.path, "") === undefined ? [] : [{ fault, files, expected, report, ...read }]
  })
)

/** Where the text behind frontmatter begins: comments of Markdown can't stand above. */
const bodyOf = (bytes: Buffer): number => /^\ufeff?---\n.*?\n---\n/s.exec(bytes.toString("latin1"))?.[0].length ?? 0

const lineAt = (bytes: Buffer, line: number): number => {
  let at = 0
  for (let n = 1; n < line; n++) at = bytes.indexOf(10, at) + 1
  return at
}

const inserted = (bytes: Buffer, at: number, text: string): Buffer =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at)])

describe("until the end of the file, from its beginning", () => {
  it.each(cases)("$fault: $rule in $path", async ({ files, path, rule }) => {
    const bytes = Buffer.from(files[path]!)
    const withComment = (words: string) => ({
      ...files,
      [path]: inserted(bytes, bodyOf(bytes), `${commentIn(path, words)}\n`)
    })
    const left = async (words: string): Promise<ReadonlyArray<Report>> =>
      (await found(withComment(words))).map(readReport).filter((one) => one.path === path)
    for (const words of [`octavo-check-disable ${rule}`, `octavo-check-disable image-alt, ${rule}`])
      expect((await left(words)).filter((one) => one.rule === rule)).toEqual([])
    expect(await left("octavo-check-disable")).toEqual([])
    const other = rule === "openapi" ? "settings" : "openapi"
    for (const words of [`octavo-check-disable ${other}`, "octavo-check-enable", "octavo-check-disabled", "a comment"])
      expect((await left(words)).map((one) => one.rule)).toContain(rule)
  })
})

describe("of the next line", () => {
  const placed = cases.flatMap((one) => {
    const { files, line, path } = one
    const bytes = Buffer.from(files[path]!)
    return line === undefined || lineAt(bytes, line) < bodyOf(bytes) ? [] : [{ ...one, line, bytes }]
  })

  it.each(placed)("$fault: $report", async ({ bytes, expected, files, line, path, rule }) => {
    const comment = commentIn(path, `octavo-check-disable-next-line ${rule}`)!
    const left = expected.map(readReport).flatMap((one) => {
      if (one.path !== path || one.line === undefined) return [one]
      if (one.line === line && one.rule === rule) return []
      return [{ ...one, line: one.line >= line ? one.line + 1 : one.line }]
    })
    expect(await found({ ...files, [path]: inserted(bytes, lineAt(bytes, line), comment) })).toEqual(
      left.map(writeReport)
    )
  })
})

it("every rule is silenced in every kind of file that it is told in, where that has comments", () => {
  const kind = (path: string): string => {
    const name = basename(path)
    if (/^(?:SUMMARY\.md|TOC\.txt)$/.test(name)) return "table of contents"
    if (/^(?:octavo|\.gitbook|vars|tags)\.yaml$/.test(name)) return name
    if (/^api\./.test(name)) return "description"
    return name.endsWith(".md") ? "page" : "file"
  }
  const told = planted.flatMap(([, , ...expected]) => expected.map(readReport))
  const pairs = (reports: ReadonlyArray<Report>) => new Set(reports.map(({ path, rule }) => `${rule}: ${kind(path)}`))
  expect(pairs(cases)).toEqual(pairs(told))
  const without = told.filter(({ path }) => commentIn(path, "") === undefined).map(({ path }) => basename(path))
  expect(new Set(without.map((name) => name.split(".").at(-1)))).toEqual(new Set(["json", "png"]))
})

/** YAML in which the words stand, and what becomes of a fault behind them. */
const yaml: ReadonlyArray<readonly [what: string, lines: ReadonlyArray<string>, isSilenced: boolean]> = [
  ["at the end of a line", ["root: . # octavo-check-disable", "wrong: 1"], true],
  ["further in", ["root: .", "    # octavo-check-disable settings", "wrong: 1"], true],
  ["below a mark of the document", ["%YAML 1.2", "---", "# octavo-check-disable", "wrong: 1"], true],
  ["behind a mark of byte order", ["\ufeff# octavo-check-disable", "wrong: 1"], true],
  ["above an empty line", ["# octavo-check-disable-next-line", "", "wrong: 1"], true],
  ["with lines as Windows ends them", ["# octavo-check-disable-next-line\r", "wrong: 1\r"], true],
  ["above another line", ["# octavo-check-disable-next-line", "root: .", "wrong: 1"], false],
  ["ended", ["# octavo-check-disable", "root: .", "# octavo-check-enable", "wrong: 1"], false],
  ["ended for another rule", ["# octavo-check-disable settings", "# octavo-check-enable encoding", "wrong: 1"], true],
  ["below", ["wrong: 1", "# octavo-check-disable"], false],
  ["in a text", ['root: "# octavo-check-disable"', "wrong: 1"], false],
  ["in a text of lines", ["root: |", "  # octavo-check-disable", "wrong: 1"], false],
  ["in a text without marks", ["root: a#octavo-check-disable", "wrong: 1"], false],
  ["as HTML has it", ["# <!-- octavo-check-disable -->", "wrong: 1"], false]
]

it.each(yaml)("YAML: words %s", async (_, lines, isSilenced) => {
  const files = { ...page(""), ".gitbook.yaml": `${lines.join("\n")}\n` }
  const line = lines.findIndex((one) => one.startsWith("wrong")) + 1
  const isTold = (await found(files)).includes(`.gitbook.yaml:${line}:1 settings`)
  expect(isTold).toBe(!isSilenced)
})

it("--fix leaves alone what comments silence, and what octavo.yaml says", async () => {
  const silenced = [
    "<!-- octavo-check-disable-next-line broken-link -->",
    "[a](Guide.md)",
    "",
    "<!-- octavo-check-disable -->",
    "[b](guide#Part)",
    "<!-- octavo-check-enable -->",
    ""
  ].join("\n")
  const files = {
    "README.md": `# Home\n\n${silenced}\n[c](Guide.md)\n`,
    "archive/old.md": "[d](../Guide.md)\n",
    "guide.md": "# Guide\n\n## Part\n\n[e](#Part)\n",
    "octavo.yaml": "check: { rules: { broken-anchor: off }, ignore: [archive/**] }\n"
  }
  const directory = folderOf(files)
  expect((await check(directory, { fix: true })).fixed).toBe(1)
  for (const [path, text] of Object.entries({ ...files, "README.md": `# Home\n\n${silenced}\n[c](guide.md)\n` }))
    expect(readFileSync(join(directory, path), "utf8"), path).toBe(text)
})

it("leaves out what comments silence, and what octavo.yaml says", async () => {
  const text = [
    "# Home",
    "",
    "<!-- octavo-check-disable-next-line broken-link -->",
    "[a](gone.md) ![](cat.png)",
    "",
    "<!-- octavo-check-disable -->",
    "",
    "[b](gone.md)",
    "",
    "<!-- octavo-check-enable -->",
    "",
    "[c](gone.md)",
    ""
  ].join("\n")
  const files = { "README.md": text, "cat.png": "x", "archive/old.md": "# Old\n\n[x](gone.md)\n" }
  expect(await found(files)).toEqual([
    "README.md:4:14 image-alt",
    "README.md:12:5 broken-link",
    "archive/old.md:3:5 broken-link"
  ])
  const project = "check:\n  rules: { image-alt: error, broken-link: off }\n"
  const { findings } = await check(folderOf({ ...files, "octavo.yaml": project }))
  expect(findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(["image-alt error"])
  expect(await found({ ...files, "octavo.yaml": 'check: { ignore: ["archive/**", README.md] }\n' })).toEqual([])
  expect(await found({ ...files, "octavo.yaml": "check: { rules: { broken-lnk: off } }\n" })).toContain(
    "octavo.yaml:1:19 settings"
  )
})
