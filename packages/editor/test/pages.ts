/** Pages for the tests of the mapping: of the corpora, of the forms that people write, and generated ones. */
import { printBlocks } from "@octavo/document"
import fc from "fast-check"
import { hasCorpora, pages } from "../../document/test/corpora.ts"
import { fragments } from "../../document/test/fragments.ts"
import { blocks } from "../../document/test/print/block-trees.ts"
import { forms } from "../../document/test/rich/forms.ts"

export { forms, hasCorpora, pages }

/** 60 pages of the corpora, spread over them; all of them with OCTAVO_TEST_ALL. */
export const somePages = (): Array<{ name: string; text: string }> => {
  const all = pages()
  const every = process.env["OCTAVO_TEST_ALL"] === undefined ? Math.ceil(all.length / 60) : 1
  return all.filter((_, index) => index % every === 0)
}

/** Blocks of every kind, in each other. */
export const trees = blocks(2, 1).map((nodes) => printBlocks(nodes))

/** What a document can hold of pieces of the dialect, glued and cut. */
export const broken = fc
  .array(fc.tuple(fc.constantFrom(...fragments), fc.nat(40)), { maxLength: 14 })
  .map((parts) => parts.map(([text, cut]) => text.slice(0, text.length - (cut % 9 === 0 ? cut : 0))).join(""))
  .filter((text) => text.isWellFormed() && !text.includes("\0"))

/** Some blocks as people write them, with rules between them. */
export const written = fc
  .array(fc.constantFrom(...forms.map(([, text]) => text)), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join("\n***\n\n"))
