/** Which address stands for a page, and where it is in other languages: by the site, and by what its author says. */

import type { ContentReference } from "@octavo/core/content/revisions/model/Records"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import type { InstanceConfig } from "@octavo/core/kernel/shared/Instance"
import { makeResolver, pageHref } from "@octavo/render/resolver"
import type { IndexedPage } from "@octavo/render/spaceIndex"
import { Effect } from "effect"
import type { PageContent } from "../view.ts"
import { canonicalUrl } from "./addresses.ts"
import type { OpenIndex } from "./contents.ts"
import { spacesIn } from "./otherSpaces.ts"
import type { PageContext } from "./pageContext.ts"

type Alternates = NonNullable<PageContent["alternates"]>

/** A reference as a link in the page would have it; `undefined` for what is no page. */
const hrefOf = (reference: ContentReference): string | undefined => {
  switch (reference.kind) {
    case "url":
      return reference.url
    case "page":
      return reference.space === undefined
        ? `/pages/${reference.page}`
        : `https://app.gitbook.com/s/${reference.space}/~/pages/${reference.page}`
    default:
      return undefined
  }
}

/** Absolute addresses; `isOwn` where the page stands for itself. */
export const metaLinksOf = Effect.fnUntraced(function* (
  instance: InstanceConfig,
  location: PublishedLocation,
  index: OpenIndex,
  { page, ...place }: IndexedPage,
  { locale, otherSpaces, switches }: PageContext
) {
  const url = canonicalUrl(instance, location)
  const own = url + pageHref("", { page, ...place })
  const plain = { canonicalUrl: switches.canonicalUrl ?? own, alternates: switches.alternates }
  const named = page.metaLinks
  if (named === undefined || switches.canonicalUrl !== undefined) {
    return { ...plain, isOwn: plain.canonicalUrl === own }
  }
  const from = page.git?.path ?? ""
  const links = [named.canonical, ...(named.alternates ?? [])].flatMap((one) => {
    const href = one && hrefOf(one)
    return href === undefined ? [] : [href]
  })
  yield* otherSpaces.look(spacesIn(links.map((href) => ({ href }))))
  const { link } = makeResolver(
    {
      index,
      basePath: url,
      repositoryTree: undefined,
      includes: new Map(),
      spaceAt: (id) => otherSpaces.at(id, (siteSpace) => canonicalUrl(instance, { ...location, siteSpace })),
      outside: (path) => otherSpaces.outside(path, (siteSpace) => canonicalUrl(instance, { ...location, siteSpace }))
    },
    from,
    () => undefined
  )
  const addressOf = (reference: ContentReference | undefined): string | undefined => {
    const href = reference && hrefOf(reference)
    const found = href === undefined ? undefined : link(href, "link")
    return found !== undefined && (found.page !== undefined || /^https?:\/\//i.test(found.href))
      ? found.href
      : undefined
  }
  const canonical = addressOf(named.canonical)
  if (canonical !== undefined && canonical !== own) {
    return { canonicalUrl: canonical, alternates: undefined, isOwn: false }
  }
  /** Of what is at an address; nobody knows it of what is elsewhere. */
  const languageAt = (href: string): string | undefined => {
    const [there] = location.siteSpaces
      .map((siteSpace) => ({ siteSpace, base: canonicalUrl(instance, { ...location, siteSpace }) }))
      .filter(({ base }) => href.startsWith(base))
      .sort((a, b) => b.base.length - a.base.length)
    return there && (there.siteSpace.language ?? locale)
  }
  const byLanguage = new Map((plain.alternates ?? []).map((one) => [one.language, one.href]))
  for (const reference of named.alternates ?? []) {
    const href = addressOf(reference)
    const language = href && languageAt(href)
    if (href !== undefined && language !== undefined) byLanguage.set(language, href)
  }
  const language = location.siteSpace.language ?? locale
  if (byLanguage.size > 0) byLanguage.set(language, own)
  const alternates: Alternates = Array.from(byLanguage, ([language, href]) => ({ language, href }))
  return { ...plain, alternates: alternates.length < 2 ? undefined : alternates, isOwn: true }
})
