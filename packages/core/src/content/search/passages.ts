/** The sections of the best pages that are most likely to answer a question, with their texts. Pure. */
import type { SearchQuery } from "../content-index/SearchQuery.ts"
import { narrow } from "../content-index/terms.ts"
import { firstOf, type ReadySection, readySection, type Sought, soughtOf, wordEnd, wordStart } from "./excerpt.ts"

/** A page that was found, with its sections as its reader sees them. */
export interface FoundSections {
  readonly title: string
  readonly score: number
  readonly sections: ReadonlyArray<ReadySection>
}

/** A section of a page, with as much of its text as there is room for. */
export interface ChosenSection<A extends FoundSections = FoundSections> {
  readonly page: A
  readonly anchor: string
  readonly title: string
  readonly text: string
}

/** A section that says something near to the question, in whatever words. */
export interface NearPlace<A extends FoundSections = FoundSections> {
  readonly page: A
  /** Which of its sections. */
  readonly at: number
}

export interface PassageBounds {
  readonly count: number
  /** In UTF-16 units, of one section and of all together. */
  readonly length: number
  readonly total: number
}

export const passageBounds: PassageBounds = { count: 12, length: 3_000, total: 12_000 }

/** What a word counts in the title of a section, and in that of its page; a word in the text counts 1. */
const inTitle = 2
const inPageTitle = 0.5
/** What the place of a page among those found counts beside what its section has of the question. */
const ofPage = 0.5
/** How much of a long section stands before the first word that tells most. */
const before = 400
/**
 * How little the first places of two orders count more than the next ones where both are made one (reciprocal rank fusion:
 * Cormack, Clarke and Büttcher, 2009); scores of words and of vectors are not to be compared.
 */
const ofRank = 60
/** What is left for one more section is not worth cutting for when it is shorter. */
const leastLength = 200

/**
 * @param pages the best first
 * @param near the nearest first, of these pages or others
 */
export const choosePassages = <A extends FoundSections>(
  pages: ReadonlyArray<A>,
  query: SearchQuery,
  near: ReadonlyArray<NearPlace<A>> = [],
  bounds: PassageBounds = passageBounds
): ReadonlyArray<ChosenSection<A>> => {
  const sought = [
    ...soughtOf(query),
    ...query.identifiers.map((text): ReadonlyArray<Sought> => [{ text: narrow(text), isPrefix: false, isFree: false }])
  ]
  const placesOf = ({ plain }: ReadySection) => sought.map((terms) => firstOf(plain, terms, 0))
  const best = Math.max(...pages.map(({ score }) => score), Number.MIN_VALUE)
  const rows = pages.flatMap((page) =>
    page.sections
      .filter(({ text }) => text.trim() !== "")
      .map((section) => ({ page, section, places: placesOf(section) }))
  )
  const told = sought.map((_, n) => {
    const having = rows.filter(({ places }) => places[n] !== -1).length
    return having === 0 ? 0 : Math.log(1 + rows.length / having)
  })
  const most = inTitle * told.reduce((sum, one) => sum + one, 0)
  const titles = new Map(
    pages.map((page) => [page, readySection({ anchor: "", title: page.title, text: "" }).plain] as const)
  )
  const ranked = rows
    .map((row) => {
      const { page, places, section } = row
      let score = 0
      for (const [n, place] of places.entries()) {
        if (place !== -1) score += told[n]! * (place < section.title.length ? inTitle : 1)
        else if (firstOf(titles.get(page)!, sought[n]!, 0) !== -1) score += told[n]! * inPageTitle
      }
      return { ...row, hasWord: score > 0, score: (most === 0 ? 0 : score / most) + (ofPage * page.score) / best }
    })
    .filter(({ hasWord }) => hasWord)
    .sort((a, b) => b.score - a.score)
  const fused = new Map(
    ranked.map(({ page, places, section }, i) => [section, { page, places, section, worth: 1 / (ofRank + i) }])
  )
  for (const [i, { at, page }] of near.entries()) {
    const section = page.sections[at]
    if (section === undefined || section.text.trim() === "") continue
    const known = fused.get(section)
    const worth = (known?.worth ?? 0) + 1 / (ofRank + i)
    fused.set(section, known === undefined ? { page, places: placesOf(section), section, worth } : { ...known, worth })
  }
  const order = near.length === 0 ? ranked : [...fused.values()].sort((a, b) => b.worth - a.worth)
  const chosen: Array<ChosenSection<A>> = []
  let left = bounds.total
  for (const { page, places, section } of order) {
    if (chosen.length === bounds.count || left < leastLength) break
    const { anchor, title } = section
    const text = windowOf(section, placeOf(places, told), Math.min(bounds.length, left))
    left -= text.length
    chosen.push({ page, anchor, title, text })
  }
  return chosen
}

/** Where the word stands that tells most. */
const placeOf = (places: ReadonlyArray<number>, told: ReadonlyArray<number>): number => {
  let at = -1
  let most = 0
  for (const [n, place] of places.entries())
    if (place !== -1 && told[n]! > most) {
      at = place
      most = told[n]!
    }
  return at
}

/** A section's text, or the part of it around a place of `plain`. */
const windowOf = ({ text, title }: ReadySection, place: number, length: number): string => {
  if (text.length <= length) return text
  const at = Math.max(0, place - title.length - 1)
  const start = at <= before ? 0 : wordStart(text, at - before, at)
  const end = start + length >= text.length ? text.length : wordEnd(text, start + length)
  return text.slice(start, end)
}
