/** What texts say to all who will ask, worked out at once: each is parsed once for the plan of its space, rules and indexes. */
import { lintPage, type PageLint, readPage, type Section, sections } from "@octavo/document"
import * as Effect from "effect/Effect"
import { keep } from "../compute/Compute.ts"
import { task } from "../compute/Task.ts"
import { type PageFacts, pageFacts, readFacts } from "./PageFacts.ts"

export interface TextReading {
  /** What rules see, and what a plan needs. */
  readonly lint: PageLint
  readonly facts: PageFacts
  /** For search; of a text that shows others only these have all of it. */
  readonly sections: ReadonlyArray<Section> | undefined
}

const readText = (text: string): TextReading => {
  const page = readPage(text)
  const facts = readFacts(text, page)
  const isAlone = facts.includes.length === 0 && facts.conditions === undefined
  return { lint: lintPage(text, page), facts, sections: isAlone ? sections(page) : undefined }
}

/** By their texts, until they are asked for. */
const readAhead = new Map<string, TextReading>()

/** Reads a text that somebody is about to ask this thread for. */
export const readTextAhead = (text: string): void => {
  readAhead.set(text, readText(text))
}

export const readTexts = task(
  "read",
  ({ texts }: { readonly texts: ReadonlyArray<string> }): ReadonlyArray<TextReading> =>
    texts.map((text) => {
      const known = readAhead.get(text)
      readAhead.delete(text)
      return known ?? readText(text)
    })
)

/** The sections of a text that shows no other and is shown as a whole. */
export const textSections = task(
  "sections",
  ({ text }: { readonly text: string }): ReadonlyArray<Section> => sections(readPage(text))
)

/**
 * Keeps what was read for who asks for it by the hash of the text.
 * @param length of the text, in UTF-16 units
 */
export const keepReading = Effect.fnUntraced(function* (
  hash: string,
  { facts, sections }: TextReading,
  length: number
) {
  yield* keep(pageFacts, hash, facts, length)
  if (sections !== undefined) yield* keep(textSections, hash, sections, length)
})
