import { describe, expect, it } from "vitest"
import { parsePage, printBlocks } from "../../src/index.ts"
import { hasCorpora, pages } from "../corpora.ts"
import { strip, withoutSpread } from "./strip.ts"

const read = (text: string): unknown => strip(parsePage(text).root.children, withoutSpread)

describe("printed anew", () => {
  it.each([
    ["a paragraph", "Text with *stars*, `code` and a [link](a.md).", "Text with _stars_, `code` and a [link](a.md).\n"],
    ["a list", "- a\n- b\n", "* a\n* b\n"],
    ["a rule", "a\n\n---\n", "a\n\n***\n"],
    ["a heading", "Title\n---\n", "## Title\n"]
  ])("%s is printed in the style of the bot", (_, text, printed) =>
    expect(`${printBlocks(parsePage(text).root.children)}\n`).toBe(printed)
  )

  it.skipIf(!hasCorpora).each(pages())("$name is read as it was", ({ text }) =>
    expect(read(printBlocks(parsePage(text).root.children))).toEqual(read(text))
  )
})
