/** What is said of a page by its text, without its tree. */
import { hasConditions, hrefsIn, type Include, type ParsedPage, type Root, readPage, visit } from "@octavo/document"
import type { Effect } from "effect"
import { compute, computeKept, inlineLength } from "../compute/Compute.ts"
import { task } from "../compute/Task.ts"
import type { StorageError } from "../shared/errors.ts"
import { contentHash, utf8 } from "../shared/hash.ts"
import { makeLru } from "../shared/lru.ts"
import { conditionsIn } from "./conditionsIn.ts"
import { expressionsIn, mayHaveExpressions } from "./inlineExpressions.ts"

export interface PageFacts extends Omit<ParsedPage, "root"> {
  /** Each destination once, those of definitions too. */
  readonly hrefs: ReadonlyArray<string>
  /** In order. */
  readonly includes: ReadonlyArray<Pick<Include, "path" | "position">>
  /** Conditions of its `{% if %}` blocks, each once; `undefined` when there is none. */
  readonly conditions: ReadonlyArray<string> | undefined
  /** What its inline expressions ask for, each once; `undefined` when there is none. */
  readonly expressions: ReadonlyArray<string> | undefined
  /** Where the first block begins; the length of a text without any. */
  readonly begin: number
}

/** Includes of a tree, in order. */
export const includesIn = (root: Root): ReadonlyArray<Include> => {
  const found: Array<Include> = []
  visit(root, (node) => {
    if (node.type === "include") found.push(node)
    return true
  })
  return found
}

/** Facts of short texts, in bytes: who edits, and who indexes what was edited, ask for the same. */
const shortFacts = makeLru<PageFacts>(16 * 1024 * 1024, "facts")

export const pageFacts = task("facts", ({ text }: { readonly text: string }): PageFacts => {
  if (text.length > inlineLength) return readFacts(text)
  const known = shortFacts.get(text)
  if (known !== undefined) return known
  const facts = readFacts(text)
  shortFacts.set(text, facts, text.length * 4 + 1000)
  return facts
})

/** @param parsed the text, parsed */
export const readFacts = (text: string, parsed: ParsedPage = readPage(text)): PageFacts => {
  const { root, ...page } = parsed
  return {
    ...page,
    hrefs: Array.from(hrefsIn({ ...page, root })),
    includes: includesIn(root).map(({ path, position }) => ({ path, position })),
    conditions: hasConditions(root) ? conditionsIn(root) : undefined,
    expressions: mayHaveExpressions(text) ? expressionsIn(text, root) : undefined,
    begin: root.children[0]?.position.start ?? text.length
  }
}

/** What a text says of itself; of long texts it is kept. */
export const factsOf = (text: string): Effect.Effect<PageFacts, StorageError> =>
  text.length <= inlineLength
    ? compute(pageFacts, { text }, text.length)
    : computeKept(pageFacts, contentHash(utf8.encode(text)), { text }, text.length)
