/**
 * Pictures of pages, as networks show them beside their addresses: the title, what the page is in, and the look of the
 * site. Each is drawn when it is first asked for, by another thread, and kept in memory by what is on it.
 */

import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { computeAsking, noAnswer } from "@octavo/core/kernel/compute/Compute"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { makeSingleFlight } from "@octavo/core/kernel/shared/singleFlight"
import { textOn } from "@octavo/render/contrast"
import { isInstalled, type OptionalFont, optionalFonts } from "@octavo/render/optionalFonts"
import type { IndexedPage, SpaceIndex } from "@octavo/render/spaceIndex"
import { Effect, Stream } from "effect"
import { type SocialPicture, socialPictureTask } from "../drawing/socialPicture.ts"
import { type SiteAnswer, staticFile } from "./answers.ts"
import type { Contents } from "./contents.ts"
import { breadcrumbs, pathTo } from "./navigation.ts"
import type { PageContext } from "./pageContext.ts"

/** Below the root of a site space. */
const SOCIAL = "~social"

const cacheBytes = 16 * 1024 * 1024
const mostLogoBytes = 256 * 1024
/** Of texts, in UTF-16 units: more is never to be seen. */
const longestTitle = 300
const longestDescription = 500

/** What the fonts have letters of that are always there. */
const written =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]/u
/** Of those that are installed by who wants them: whether they are. */
const installed = new Map<OptionalFont, boolean>()

const isThere = (font: OptionalFont): boolean => {
  const known = installed.get(font) ?? isInstalled(font)
  installed.set(font, known)
  return known
}
/** What it has none of, and nobody misses. */
const pictograms = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/gu

const text = (value: string, longest: number): string =>
  value.slice(0, longest).toWellFormed().replace(pictograms, "").replace(/\s+/g, " ").trim()

const canBeWritten = (character: string): boolean =>
  written.test(character) || optionalFonts.some((font) => font.letters.test(character) && isThere(font))

/** A text as it is on the picture: nothing where a letter of it can't be drawn, since words with gaps mislead. */
const drawable = (value: string, longest: number): string => {
  const shown = text(value, longest)
  return Array.from(shown).every(canBeWritten) ? shown : ""
}

/**
 * What is on the picture of a page, its logo by the hash of its bytes. Where its title can't be written it shows the
 * site; `undefined` for a page that has none.
 */
const shownOn = (
  location: PublishedLocation,
  index: SpaceIndex,
  { page }: IndexedPage,
  { social, view }: PageContext
) => {
  const path = pathTo(index, page)
  const section =
    location.sections.length > 1
      ? location.sections.find(({ id }) => id === location.siteSpace.sectionId)?.title
      : breadcrumbs(index, "", path)[0]?.title
  const shown = {
    title: drawable(page.title, longestTitle),
    description: drawable(page.description ?? "", longestDescription) || undefined,
    section: drawable(section ?? "", longestTitle) || undefined,
    site: drawable(view.title, longestTitle),
    primary: social.primary,
    onPrimary: textOn(social.primary)
  } satisfies Omit<SocialPicture, "logo">
  if (text(page.title, longestTitle) === "") return undefined
  return { shown, version: contentHash(utf8.encode(JSON.stringify([shown, social.logo?.blob]))).slice(0, 22) }
}

/** Address of the picture of a page below its site space; it names what is on it, so it may be cached for ever. */
export const socialPictureHref = (
  location: PublishedLocation,
  index: SpaceIndex,
  page: IndexedPage,
  look: PageContext
): string | undefined => {
  const made = look.social.isDrawn && location.forAll ? shownOn(location, index, page, look) : undefined
  return made && `${SOCIAL}/${page.page.id}/${made.version}.png`
}

export const makeSocialPictures = (contents: Contents) => {
  const cache = makeLru<Uint8Array>(cacheBytes, "social-pictures")
  const drawOnce = makeSingleFlight()

  /** The bytes of a logo, where they are few enough. */
  const logoOf = Effect.fnUntraced(function* ({ social }: PageContext) {
    if (social.logo === undefined) return undefined
    const { blob, contentType } = social.logo
    const file = yield* contents.blob(blob, contentType)
    if (file?.kind !== "file" || file.size > mostLogoBytes) return undefined
    const parts = yield* Stream.runCollect(file.bytes())
    return { contentType, base64: Buffer.concat(parts).toString("base64") }
  })

  /** `undefined` where the address is that of no picture. */
  return Effect.fnUntraced(function* (
    location: PublishedLocation,
    index: SpaceIndex,
    look: PageContext
  ): Effect.fn.Return<SiteAnswer | undefined, StorageError> {
    const [directory, id, name, ...more] = location.rest
    if (directory !== SOCIAL || more.length > 0 || !look.social.isDrawn) return undefined
    const page = index.pageById.get(id ?? "")
    const made = page?.page.type === "document" ? shownOn(location, index, page, look) : undefined
    if (page === undefined || made === undefined) return undefined
    const { shown, version } = made
    // who has an address of before is shown what is there now
    if (name !== `${version}.png`) {
      return { kind: "redirect", location: `${location.basePath}${SOCIAL}/${page.page.id}/${version}.png` }
    }
    const kept = Effect.sync(() => cache.get(version))
    const draw = Effect.gen(function* () {
      const logo = yield* logoOf(look)
      const png = yield* computeAsking(
        socialPictureTask,
        { ...shown, logo },
        noAnswer,
        Number.POSITIVE_INFINITY,
        `site ${location.site.id}`
      )
      cache.set(version, png, png.length)
      return png
    })
    const png = (yield* kept) ?? (yield* drawOnce(version, kept, draw))
    return staticFile({ path: "", contentType: "image/png", body: png, hash: version })
  })
}
