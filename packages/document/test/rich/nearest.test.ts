/** What Markdown cannot hold as it is: refused, or written in the nearest form that says the same letters. */
import { describe, expect, it } from "vitest"
import { readDocument, writeDocument } from "../../src/rich/index.ts"
import { references } from "./references.ts"

const text = (value: string, ...marks: ReadonlyArray<string>) => ({
  object: "text",
  leaves: [{ object: "leaf", text: value, marks: marks.map((type) => ({ object: "mark", type })) }]
})
const block = (type: string, data: object, ...nodes: ReadonlyArray<object>) => ({ object: "block", type, data, nodes })
const paragraph = (...nodes: ReadonlyArray<object>) => block("paragraph", {}, ...nodes)
const documentOf = (...nodes: ReadonlyArray<object>) => ({ object: "document", data: {}, nodes })
const inline = (type: string, data: object) => ({ object: "inline", type, data })

const write = (document: object, nearest: boolean) =>
  writeDocument(document, references, { titled: false, nearest, base: "" })

describe("what Markdown cannot hold", () => {
  it.each([
    ["an end of a tag in a title", block("code", { title: "a %} b" }, block("code-line", {}, text("x"))), "a % } b"],
    ["an end of a tag in a condition", block("if", { expression: 'a == "%}"' }, paragraph(text("x"))), "% }"],
    ["two words as a language", block("code", { syntax: "c sharp" }, block("code-line", {}, text("x"))), "```c sharp"],
    ["a blank at a language", block("code", { syntax: " js " }, block("code-line", {}, text("x"))), "```js\n"],
    ["lines in a title", block("code", { title: "a\nb" }, block("code-line", {}, text("x"))), '"a b"'],
    ["lines in a variable", paragraph(inline("expression", { expression: "a\nb" })), "a b"],
    ["signs of a formula in it", paragraph(inline("inline-math", { formula: "a$$b" })), "$$a$ $b$$"],
    ["a line of such signs", block("math", { formula: "a\n$$\nb" }), "$$\na\n$ $\nb\n$$"]
  ])("is written so that nothing else comes of it: %s", (_, given, expected) => {
    const document = documentOf(given, paragraph(text("After")))
    const refused = write(document, false)
    expect(refused).toMatchObject({ problem: { path: "nodes.0" } })
    const written = write(document, true)
    expect(written).toHaveProperty("text")
    const { text: markdown } = written as { readonly text: string }
    expect(markdown).toContain(expected)
    const read = readDocument(markdown, references, { titled: false })
    expect(read.nodes.map(({ type }) => type)).toEqual([given.type, "paragraph"])
    // and what is read is held as it is
    expect(write(read, false)).toEqual(written)
  })

  it("is refused where a letter would be lost, or said of something else", () => {
    const line = block("code-line", { highlighted: true }, text("a", "bold"))
    expect(write(documentOf(block("code", {}, line)), true)).toHaveProperty("problem")
    expect(write(documentOf(block("embed", {})), true)).toHaveProperty("problem")
    expect(write(documentOf(paragraph(inline("icon", { icon: "<b>" }))), true)).toHaveProperty("problem")
  })
})
