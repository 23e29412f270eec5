import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseSummary, printSummary, type SummaryEntry, type SummaryNode } from "../../src/index.ts"
import { corpora, filesOf, hasCorpora } from "../corpora.ts"
import { summaries } from "./summaries.ts"

const nodesOf = (entries: ReadonlyArray<SummaryEntry>): SummaryNode[] =>
  entries.map(({ line, children, ...entry }) => ({ ...entry, id: String(line), children: nodesOf(children) }))

const read = (text: string): SummaryNode[] => nodesOf(parseSummary(text).entries)

/** The tree without ids, to compare what two texts say. */
const said = (nodes: ReadonlyArray<SummaryNode>): unknown[] =>
  nodes.map(({ children, id, ...node }) => [node, said(children)])

/** Every list of siblings: all that can hold a page. */
const lists = (nodes: SummaryNode[]): SummaryNode[][] => [nodes, ...nodes.flatMap(({ children }) => lists(children))]

const all = (nodes: SummaryNode[]): SummaryNode[] => nodes.flatMap((node) => [node, ...all(node.children)])

const leaves = (nodes: SummaryNode[]): SummaryNode[] =>
  all(nodes).filter(({ children, kind }) => children.length === 0 && kind !== "group")

const detach = (nodes: SummaryNode[], node: SummaryNode): void => {
  for (const list of lists(nodes)) if (list.includes(node)) list.splice(list.indexOf(node), 1)
}

/** A place where a page may stand: at the root not between groups, since a page behind a group is in it. */
const places = (nodes: SummaryNode[]): Array<[list: SummaryNode[], at: number]> =>
  lists(nodes).flatMap((list) =>
    Array.from({ length: list.length + 1 }, (_, at): [SummaryNode[], number] => [list, at])
  )

const print = (text: string, after: SummaryNode[]): string => {
  const printed = printSummary(text, read(text), after)
  expect(said(read(printed))).toEqual(said(after))
  if (text.includes("\r\n")) expect(printed).not.toMatch(/(?<!\r)\n/)
  else expect(printed).not.toContain("\r")
  expect(printed.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"))
  if (text.trim() !== "") expect(printed.endsWith("\n")).toBe(text.endsWith("\n"))
  return printed
}

/** Without their line ends, of which `print` sees to. */
const linesOf = (text: string): string[] => text.replace("\uFEFF", "").split(/\r?\n/)

/** Blank lines and rules follow the groups. */
const isSpace = (line: string): boolean => /^\s*(?:\*\*\*|---)?\s*$/.test(line)

/** Lines of the first that the second lacks, in order; undefined when the second has others. */
const lacks = (more: ReadonlyArray<string>, fewer: ReadonlyArray<string>): string[] | undefined => {
  const gone: string[] = []
  let at = 0
  for (const line of more) {
    if (line === fewer[at]) at++
    else gone.push(line)
  }
  return at === fewer.length ? gone : undefined
}

const pick = <T>(list: ReadonlyArray<T>, at: number): T => {
  fc.pre(list.length > 0)
  return list[at % list.length]!
}

const runs = { numRuns: 1000 }

const rename = (text: string, at: number): void => {
  const after = read(text)
  const node = pick(
    all(after).filter(({ kind }) => kind !== "computed"),
    at
  )
  node.title = "Another [title]"
  const [before, printed] = [linesOf(text), linesOf(print(text, after))]
  expect(printed.length).toBe(before.length)
  expect(printed.flatMap((line, index) => (line === before[index] ? [] : [index + 1]))).toEqual([Number(node.id)])
}

const add = (text: string, at: number): void => {
  const after = read(text)
  fc.pre(after.length > 0)
  const [list, index] = pick(places(after), at)
  list.splice(index, 0, { id: "new", kind: "page", title: "Brand new", path: "brand/new.md", children: [] })
  const more = lacks(linesOf(print(text, after)), linesOf(text))
  expect(more?.filter((line) => !isSpace(line)).join("")).toMatch(/^[^[\n]*\[Brand new\]\(brand\/new\.md\)$/)
}

const remove = (text: string, at: number): void => {
  const after = read(text)
  const node = pick(leaves(after), at)
  const line = linesOf(text)[Number(node.id) - 1]!
  detach(after, node)
  fc.pre(after.length > 0)
  const [before, printed] = [linesOf(text), linesOf(print(text, after))]
  const trimmed = (lines: string[]) => lines.filter((one) => !isSpace(one)).map((one) => one.trimEnd())
  expect(trimmed(printed)).toEqual(trimmed(before.filter((_, index) => index !== Number(node.id) - 1)))
  expect(line).toContain(node.kind === "label" ? node.title : "](")
}

const move = (text: string, from: number, to: number): void => {
  const after = read(text)
  const node = pick(leaves(after), from)
  detach(after, node)
  const [list, index] = pick(places(after), to)
  list.splice(index, 0, node)
  const trimmed = (lines: string[]) => lines.filter((one) => !isSpace(one)).map((one) => one.trimEnd())
  const own = (line: string): boolean => line.trim().replace(/^\S+\s+/, "") === content
  const lines = trimmed(linesOf(text))
  const content = linesOf(text)
    [Number(node.id) - 1]!.trim()
    .replace(/^\S+\s+/, "")
  const printed = trimmed(linesOf(print(text, after)))
  expect(printed.filter(own).length).toBe(lines.filter(own).length)
  // of two entries that change places either one may move: the order of comments between them is open
  expect(printed.filter((line) => !own(line)).sort()).toEqual(lines.filter((line) => !own(line)).sort())
}

describe("a table of contents of any style", () => {
  it("stays as it is when its tree does", () => {
    fc.assert(
      fc.property(summaries, (text) => void expect(print(text, read(text))).toBe(text)),
      runs
    )
  })
  it("changes in one line for another title", () => {
    fc.assert(fc.property(summaries, fc.nat(30), rename), runs)
  })
  it("gets one line for a new page, wherever it stands", () => {
    fc.assert(fc.property(summaries, fc.nat(60), add), runs)
  })
  it("loses one line for a page that goes", () => {
    fc.assert(fc.property(summaries, fc.nat(30), remove), runs)
  })
  it("moves one line for a page that moves", () => {
    fc.assert(fc.property(summaries, fc.nat(30), fc.nat(60), move), runs)
  })
})

const known = !hasCorpora
  ? []
  : corpora.flatMap((corpus) =>
      [...filesOf(corpus)]
        .filter(([path]) => path.endsWith("SUMMARY.md"))
        .map(([path, content]) => ({ name: `${corpus}/${path}`, text: content.toString("utf8") }))
    )

describe.skipIf(!hasCorpora)("tables of contents of the corpora", () => {
  it.each(known)("$name changes by single lines", ({ text }) => {
    const any = fc.nat(5000)
    const few = { numRuns: 12 }
    fc.assert(
      fc.property(any, (at) => rename(text, at)),
      few
    )
    fc.assert(
      fc.property(any, (at) => add(text, at)),
      few
    )
    fc.assert(
      fc.property(any, (at) => remove(text, at)),
      few
    )
    fc.assert(
      fc.property(any, any, (from, to) => move(text, from, to)),
      few
    )
  })
})
