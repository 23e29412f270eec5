/** How what a translation makes is called: the slugs of its pages, and its space. */
import { titleToSlug } from "@octavo/document"
import type { PageRecord } from "../revisions/model/Records.ts"

/** Slugs of titles; pages without one and computed ones keep what they have, and siblings never share one. */
export const makeSlugs = (pages: ReadonlyArray<PageRecord>) => {
  const taken = new Map<string | null, Set<string>>()
  for (const { parent, slug, type } of pages) {
    const siblings = taken.get(parent) ?? new Set()
    taken.set(parent, type === "computed" ? siblings.add(slug) : siblings)
  }
  return ({ parent, slug, title }: PageRecord): string => {
    if (slug === "") return slug
    const siblings = taken.get(parent)!
    const wanted = titleToSlug(title) || slug
    let free = wanted
    for (let n = 1; siblings.has(free); n++) free = `${wanted}-${n}`
    siblings.add(free)
    return free
  }
}

const longestTitle = 50

/** The title of the source with the language in its own words. */
export const titleIn = (title: string, language: string): string => {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language
  const letters = [...title]
  const room = longestTitle - name.length - 3
  return `${letters.length > room ? `${letters.slice(0, room - 1).join("")}…` : title} (${name})`
}
