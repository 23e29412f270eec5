/** How what a translation makes is called: the slugs of its pages, and its space. */
import { makeSlugSet, type SlugSet, titleToSlug, uniqueSlug } from "@octavo/document"
import type { PageRecord } from "../revisions/model/Records.ts"

/** Slugs of titles; pages without one and computed ones keep what they have, and siblings never share one. */
export const makeSlugs = (pages: ReadonlyArray<PageRecord>) => {
  const taken = new Map<string | null, SlugSet>()
  for (const { parent, slug, type } of pages) {
    const siblings = taken.get(parent) ?? makeSlugSet()
    taken.set(parent, siblings)
    if (type === "computed") siblings.slugs.add(slug)
  }
  return ({ parent, slug, title }: PageRecord): string => {
    if (slug === "") return slug
    return uniqueSlug(titleToSlug(title) || slug, taken.get(parent)!)
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
