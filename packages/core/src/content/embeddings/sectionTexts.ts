/** What of a page is made vectors of, and the names that they are kept under. Pure. */
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import type { SearchSection } from "../content-index/terms.ts"

/** Longest text that a vector is made of, in UTF-16 units: models read no more of one. */
const longestText = 2_000
/** Most sections of a page that have vectors. */
const mostOfPage = 300

/** A text and the name of its vector: the same text is asked for once. */
export interface NamedText {
  readonly at: number
  readonly hash: string
  readonly text: string
}

const named = (...parts: ReadonlyArray<string>): string => contentHash(utf8.encode(parts.join("\0")))

/** What a page is, for a model: its vectors are of that, or they are none of it. */
export const markOf = (model: string, { body, strong }: { readonly body: string; readonly strong: string }): string =>
  named(model, body, strong)

/** The texts of a page's sections: where they stand and what they say. */
export const textsOf = (
  model: string,
  pageTitle: string,
  sections: ReadonlyArray<SearchSection>
): ReadonlyArray<NamedText> =>
  sections.slice(0, mostOfPage).flatMap(({ text, title }, at) => {
    if (text.trim() === "") return []
    const heading = [pageTitle, title].filter((one) => one !== "").join(" > ")
    const whole = `${heading}\n${text}`.slice(0, longestText).toWellFormed()
    return [{ at, text: whole, hash: named(model, whole) }]
  })
