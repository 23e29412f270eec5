/** The catalogue of blocks: found by what people call them, and writable wherever they may stand. */
import { describe, expect, it } from "vitest"
import { blockKinds, commands, findKinds, fromEditor, schema, toEditor, turnKinds } from "../src/index.ts"
import { answers } from "./acts.ts"
import { after, stateOf } from "./carets.ts"
import { read, said, write } from "./documents.ts"

describe("a caret between two blocks", () => {
  it("is none where what is typed there would be no paragraph", () => {
    const seen = new Set<unknown>()
    for (const { contentMatch, isLeaf, inlineContent, spec, name } of Object.values(schema.nodes)) {
      if (isLeaf || inlineContent) continue
      const reached = [contentMatch]
      for (const match of reached) {
        for (let edge = 0; edge < match.edgeCount; edge++) {
          const { next } = match.edge(edge)
          if (!reached.includes(next)) reached.push(next)
        }
        const made = match.defaultType
        if (made === null || !made.isTextblock || made.name === "paragraph" || made.spec.isolating !== true) continue
        expect(spec["allowGapCursor"], name).toBe(false)
        seen.add(name)
      }
    }
    expect([...seen]).toEqual(["expandable", "table_head"])
  })
})

describe("kinds are found", () => {
  it.each([
    ["heading 2", "Heading 2"],
    ["h3", "Heading 3"],
    ["##", "Heading 2"],
    ["HINT", "Hint"],
    ["callout", "Hint"],
    ["wárning", "Hint"],
    ["todo", "Task list"],
    ["table", "Table"],
    ["tab", "Table"],
    ["youtube", "Embed"],
    ["toggle", "Expandable"],
    ["footnote", "Annotation"],
    ["include", "Reusable content"],
    ["if", "Condition"],
    ["page link", "Link to a page"],
    ["list task", "Task list"]
  ])("%j is %s", (words, name) => {
    expect(findKinds(words)[0]?.name).toBe(name)
  })

  it("by name before keywords, all of them for nothing, none for nonsense", () => {
    expect(findKinds("list").map(({ name }) => name)).toEqual(["Bulleted list", "Numbered list", "Task list"])
    expect(findKinds(" ")).toEqual(blockKinds)
    expect(findKinds("xyzzy")).toEqual([])
  })

  it("have names of their own, and keywords in lower case", () => {
    expect(new Set(blockKinds.map(({ name }) => name)).size).toBe(blockKinds.length)
    for (const { keywords } of blockKinds) for (const word of keywords) expect(word).toBe(word.toLowerCase())
  })
})

/** Every node that stands alone in the dialect is of a kind, or is said here to be none that a person makes. */
it("the catalogue has all that the schema has", () => {
  const made = new Set<string>()
  for (const kind of blockKinds) {
    const node = kind.make(kind.needs && { ...answers[kind.needs] })
    made.add(node.type.name)
    node.descendants(({ type }) => {
      made.add(type.name)
    })
  }
  const others = Object.values(schema.nodes).filter(
    ({ name, spec }) => (spec.group ?? "").length > 0 && !made.has(name) && name !== "text"
  )
  expect(others.map(({ name }) => name)).toEqual([
    "marked_code_block", // becomes of code by marks
    "drawing", // made by a program of GitBook's
    "swagger", // older than openapi-operation
    "integration", // of services that are not here
    "unknown_element",
    "unknown_tag",
    "raw_html",
    "raw_tag",
    "source",
    "inline_source",
    "hard_break",
    "raw",
    "emoji" // a character does
  ])
})

const places: Readonly<Record<string, string>> = {
  "a paragraph": "a¦\n",
  "an empty paragraph": "¦\n",
  "a cell": "| a | b |\n|---|---|\n| c¦ | d |\n",
  "an empty cell": "| a | b |\n|---|---|\n| ¦ | d |\n",
  "a list in a cell":
    '<table><thead><tr><th width="100">a</th></tr></thead><tbody><tr><td><ul><li>a¦</li></ul></td></tr></tbody></table>\n',
  "a title": "<details>\n\n<summary>a¦</summary>\n\nb\n\n</details>\n",
  "a caption": '<figure><img src="a.png" alt=""><figcaption><p>a¦</p></figcaption></figure>\n',
  "an item": "- a¦\n",
  "a task": "- [ ] a¦\n",
  "a quotation": "> a¦\n",
  code: "```\na¦\n```\n",
  "a step": "{% stepper %}\n{% step %}\n#### a¦\n{% endstep %}\n{% endstepper %}\n",
  "the head of a table": "| a¦ | b |\n|---|---|\n| c | d |\n",
  "an element without a form": "<section class='a'>\n\na¦\n\n</section>\n"
}

describe.each(Object.entries(places))("in %s", (_, text) => {
  it.each(blockKinds.map((kind) => [kind.name, kind] as const))("%s can be made, written and read", (_, kind) => {
    const state = after(stateOf(text), commands.insertBlock(kind, kind.needs && { ...answers[kind.needs] }))
    if (state === undefined) {
      expect(kind.group).toBe("In the text")
      return
    }
    const document = fromEditor(state.doc)
    const result = write(document, "", false)
    expect(result).toHaveProperty("text")
    if ("text" in result) expect(said(fromEditor(toEditor(read(result.text, false))))).toBeDefined()
  })

  it.each(turnKinds.map((kind) => [kind.name, kind] as const))("what is there becomes %s, or stays", (_, kind) => {
    const state = after(stateOf(text), commands.turnInto(kind))
    if (state !== undefined) expect(write(fromEditor(state.doc), "", false)).toHaveProperty("text")
  })
})
