/**
 * Queries made by rule from the pages of a space, each with the pages that should come: what people type who know what a
 * page is called, who mistype it, who ask in words, and who look for a name that stands in a code. The same pages give the
 * same queries.
 */

export interface SearchedPage {
  readonly id: string
  readonly title: string
  readonly markdown: string
  readonly sections: ReadonlyArray<{ readonly title: string; readonly text: string }>
  /** Its links to other pages. */
  readonly links: ReadonlyArray<{ readonly href: string; readonly target: string }>
}

export const kinds = ["heading", "link text", "identifier", "one typo", "question"] as const
export type QueryKind = (typeof kinds)[number]

export interface JudgedQuery {
  readonly kind: QueryKind
  readonly text: string
  /** Ids of the pages of which one must be among the first. */
  readonly expected: ReadonlySet<string>
}

/** Most pages that a query may be about: what more of them have, is about none of them. */
const mostExpected = 2

/** A number that looks like chance and follows from a text (FNV-1a). */
const chance = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  return hash
}

const words = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}]+/gu) ?? []
const normal = (text: string): string => words(text.toLowerCase()).join(" ")

/** @param count how many of each kind at most */
export const queriesOf = (pages: ReadonlyArray<SearchedPage>, count: number): ReadonlyArray<JudgedQuery> => {
  const vocabulary = new Set(
    pages
      .flatMap(({ sections, title }) => [title, ...sections.flatMap((one) => [one.title, one.text])].flatMap(words))
      .map((word) => word.toLowerCase())
  )
  const headings = chosen(headingsOf(pages), count)
  return [
    ...headings.map(([text, expected]) => ({ kind: "heading" as const, text, expected })),
    ...chosen(linkTextsOf(pages), count).map(([text, expected]) => ({ kind: "link text" as const, text, expected })),
    ...chosen(identifiersOf(pages), count).map(([text, expected]) => ({ kind: "identifier" as const, text, expected })),
    ...headings.flatMap(([text, expected]) => {
      const mistyped = withTypo(text, vocabulary)
      return mistyped === undefined ? [] : [{ kind: "one typo" as const, text: mistyped, expected }]
    }),
    ...headings.map(([text, expected]) => ({ kind: "question" as const, text: asQuestion(text), expected }))
  ]
}

type Found = readonly [text: string, expected: ReadonlySet<string>]

/** Some of them, spread over all. */
const chosen = (all: ReadonlyArray<Found>, count: number): ReadonlyArray<Found> =>
  all.toSorted(([a], [b]) => chance(a) - chance(b) || (a < b ? -1 : 1)).slice(0, count)

const gathered = (found: Iterable<readonly [text: string, id: string]>, most: number): ReadonlyArray<Found> => {
  const texts = new Map<string, { readonly text: string; readonly ids: Set<string> }>()
  for (const [text, id] of found) {
    const known = texts.get(normal(text)) ?? { text, ids: new Set<string>() }
    known.ids.add(id)
    texts.set(normal(text), known)
  }
  return [...texts.values()].flatMap(({ ids, text }) => (ids.size > most ? [] : [[text, ids] as const]))
}

/** Titles and headings of two words or more. */
const headingsOf = (pages: ReadonlyArray<SearchedPage>): ReadonlyArray<Found> =>
  gathered(
    pages.flatMap(({ id, sections, title }) =>
      [title, ...sections.map((one) => one.title)].map((one) => [one, id] as const)
    ),
    mostExpected
  ).filter(([text]) => words(text).length >= 2 && text.length >= 8 && text.length <= 80)

/** What pages call other pages. */
const linkTextsOf = (pages: ReadonlyArray<SearchedPage>): ReadonlyArray<Found> =>
  gathered(
    pages.flatMap(({ links, markdown }) => {
      const targets = new Map(links.map(({ href, target }) => [href, target]))
      return [...markdown.matchAll(/\[([^\][\n]{4,80})\]\(<?([^()<>\s]+)/g)].flatMap(([, text = "", href = ""]) => {
        const target = targets.get(href) ?? targets.get(href.split("#")[0]!)
        return target === undefined || words(text).length < 2 || generic.test(text) ? [] : [[text, target] as const]
      })
    }),
    1
  )

const generic =
  /^(?:this|the|that|our|see|click|read|learn|here|more|next|previous|following)\b|\b(?:here|page|guide|section|documentation)$/i

/** Names with signs in them that stand in a code, on few pages. */
const identifiersOf = (pages: ReadonlyArray<SearchedPage>): ReadonlyArray<Found> => {
  const named = gathered(
    pages.flatMap(({ id, markdown }) =>
      [...markdown.matchAll(/`([^`\n]{4,60})`/g)].flatMap(([, code = ""]) =>
        /^[-@$/]{0,2}[\p{L}\p{N}]+(?:[._/:-][\p{L}\p{N}]+)+$/u.test(code) ||
        /^(?:GET|POST|PUT|PATCH|DELETE) \/\S+$/.test(code)
          ? [[code, id] as const]
          : []
      )
    ),
    mostExpected
  )
  // a page that has it otherwise than as a code has it as well
  return named
    .map(([text]): Found => {
      const has = pages.filter(({ markdown }) => markdown.toLowerCase().includes(text.toLowerCase()))
      return [text, new Set(has.map(({ id }) => id))]
    })
    .filter(([, ids]) => ids.size > 0 && ids.size <= mostExpected + 1)
}

/** One typo in the longest word: letters that changed places, one too few, one too many, or another one. */
const withTypo = (text: string, vocabulary: ReadonlySet<string>): string | undefined => {
  const [longest = ""] = [...words(text)].filter((word) => /^[a-z]+$/i.test(word)).sort((a, b) => b.length - a.length)
  if (longest.length < 5) return undefined
  const seed = chance(text)
  const at = 1 + (seed % (longest.length - 2))
  const [before, letter, after] = [longest.slice(0, at), longest[at]!, longest.slice(at + 1)]
  const other = String.fromCharCode(97 + ((letter.toLowerCase().charCodeAt(0) - 97 + 1 + (seed % 24)) % 26))
  const typos = [
    before + after[0] + letter + after.slice(1),
    before + after,
    before + letter + letter + after,
    before + other + after
  ]
  for (let n = 0; n < typos.length; n++) {
    const typo = typos[(seed + n) % typos.length]!
    if (typo !== longest && !vocabulary.has(typo.toLowerCase())) return text.replace(longest, () => typo)
  }
  return undefined
}

const asked = [
  (what: string) => `how do I ${what}`,
  (what: string) => `what is ${what}?`,
  (what: string) => `where can I find ${what}`,
  (what: string) => `how to use the ${what}?`,
  (what: string) => `can I change ${what} for my team`
]

/** The same words put as a question, every other time one of them in another number. */
const asQuestion = (text: string): string => {
  const seed = chance(`${text}?`)
  const parts = words(text).map((word) => word.toLowerCase())
  const at = seed % parts.length
  const word = parts[at]!
  if (seed % 2 === 0 && /^[a-z]{4,}$/.test(word)) {
    parts[at] = word.endsWith("ss") ? word : word.endsWith("s") ? word.slice(0, -1) : `${word}s`
  }
  return asked[seed % asked.length]!(parts.join(" "))
}
