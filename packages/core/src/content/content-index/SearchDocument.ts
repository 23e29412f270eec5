/** What is kept of a page for searching: its sections as plain text, and its terms by how much they say. Pure. */
import type { Section } from "@octavo/document"
import type { PageRecord } from "../revisions/model/Records.ts"
import { identifiersOf, type PageTerms, type SearchSection, wordsOf } from "./terms.ts"

export interface SearchDocument extends PageTerms {
  /** Hash of the text with all that it includes; empty for a page without one. The sections follow from it alone. */
  readonly body: string
  readonly sections: ReadonlyArray<SearchSection>
  /** Some of the text is shown under a condition: what visitors of a site find of it is read anew for each. */
  readonly varies: boolean
}

/** Longest text of a page that is searched, in UTF-16 units. */
const maxText = 1_000_000
/** Most terms of a page, and most UTF-16 units of them together: what Postgres holds in one value. */
const maxTerms = 40_000
const maxTermUnits = 160_000

/** Most titles and headings of a page that are weighed each by itself. */
const maxLines = 300

/** A term of the body that stands there so often says what the page is about. */
const frequentFrom = 4
const maxFrequent = 40

/** Only documents that may be found are; `undefined` for the others. */
export const toSearchDocument = (
  page: PageRecord,
  body: string,
  sections: ReadonlyArray<Section>,
  varies: boolean
): SearchDocument | undefined => {
  if (page.type !== "document" || page.noIndex === true) return undefined
  const kept = bounded(sections)
  const taken = new Set<string>()
  let units = 0
  const take = (terms: Iterable<string>): Array<string> => {
    const fresh: Array<string> = []
    for (const term of terms) {
      if (taken.has(term) || taken.size >= maxTerms || units + term.length > maxTermUnits) continue
      taken.add(term)
      units += term.length
      fresh.push(term)
    }
    return fresh
  }
  const titles = [page.title, ...kept.flatMap(({ title }) => (title === "" ? [] : [title]))]
  const lines = titles.slice(0, maxLines).map((text) => [...new Set([...wordsOf(text), ...identifiers(text)])])
  const title = take(lines[0]!)
  const headings = take(lines.slice(1).flat())
  const counts = new Map<string, number>()
  for (const { text } of kept) for (const term of wordsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const often = Array.from(counts)
    // words of three letters are mostly those that every text has
    .filter(([term, count]) => count >= frequentFrom && (term.length > 3 || !/^[a-z]+$/.test(term)))
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, maxFrequent)
    .map(([term]) => term)
  const frequent = take([...wordsOf(page.description ?? ""), ...often])
  const others = [...titles.slice(maxLines), ...kept.map(({ text }) => text)]
  const all = take([...counts.keys(), ...titles.slice(maxLines).flatMap(wordsOf), ...others.flatMap(identifiers)])
  const isKept = (term: string) => taken.has(term)
  return {
    body,
    sections: kept,
    classes: [title, headings, frequent, all],
    lines: lines.map((line) => line.filter(isKept)),
    varies
  }
}

const identifiers = (text: string): ReadonlyArray<string> => identifiersOf(text).map((term) => term.text)

const bounded = (sections: ReadonlyArray<Section>): ReadonlyArray<SearchSection> => {
  const kept: Array<SearchSection> = []
  let left = maxText
  for (const { anchor, text, title } of sections) {
    if (left <= 0) break
    const whole = text.length <= left ? text : text.slice(0, left).replace(/[\uD800-\uDBFF]$/, "")
    left -= whole.length + title.length
    kept.push({ anchor, title, text: whole.normalize("NFC").replaceAll("\0", "\uFFFD") })
  }
  return kept
}
