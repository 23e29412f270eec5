/** More of one thing than a call has arguments: some 120,000. */
import { describe, expect, it } from "vitest"
import { parseSummary, printSummary, type SummaryEntry, type SummaryNode, writeDocument } from "../src/index.ts"

const many = 200_000
const references = { refOf: () => undefined, hrefOf: () => undefined }
const nodeOf = ({ line, children, ...entry }: SummaryEntry): SummaryNode => ({
  ...entry,
  id: String(line),
  children: children.map(nodeOf)
})

describe("a page or a table of contents of very many parts", () => {
  it("is written from a document", () => {
    const divider = { object: "block", type: "divider", isVoid: true, data: {} }
    const written = writeDocument({ object: "document", data: {}, nodes: Array(many).fill(divider) }, references)
    expect("text" in written ? written.text.match(/\*\*\*/g)?.length : written.problem).toBe(many)
  })

  it("keeps lines that are no entries, whatever becomes of those that are", () => {
    const lines = "Some words.\n".repeat(many)
    const previous = `# Table of contents\n\n* [One](one.md)\n\n${lines}\n* [Two](two.md)\n* [Three](three.md)\n`
    const before = parseSummary(previous).entries.map(nodeOf)
    const after = before.filter(({ title }) => title !== "Two")
    const text = printSummary(previous, before, after)
    expect(text.match(/Some words\./g)?.length).toBe(many)
    expect(parseSummary(text).entries.map(({ title }) => title)).toEqual(["One", "Three"])
  })
})
