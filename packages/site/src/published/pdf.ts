/**
 * A site's pages as PDFs: `{page}.pdf` is one page, `~pdf/pages.pdf` below a site space all that it lists, and
 * `~pdf/site.pdf` below the site's root all that the site lists.
 */

import type { FileRecord } from "@octavo/core/content/revisions/model/Records"
import type { PdfError } from "@octavo/core/delivery/pdf/PdfRenderer"
import { type PdfFile, Pdfs } from "@octavo/core/delivery/pdf/Pdfs"
import { mostPages } from "@octavo/core/delivery/pdf/selection"
import { localizedTo } from "@octavo/core/delivery/site-records/localized"
import { publicUrl } from "@octavo/core/delivery/site-records/Site"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import type { NotFound, StorageError } from "@octavo/core/kernel/shared/errors"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { fileHref } from "@octavo/render/resolver"
import { type IndexedPage, nameOfPage, pageNamed, type SpaceIndex } from "@octavo/render/spaceIndex"
import { Effect } from "effect"
import { canonicalUrl } from "./addresses.ts"
import { plain, type SiteAnswer } from "./answers.ts"
import { languageOf, type PageContext, type PublishedContent, siteSpaceOf } from "./pageContext.ts"

const ALL_PATH = "~pdf/pages.pdf"
const SITE_PATH = "~pdf/site.pdf"

export const pagePdfHref = (basePath: string, page: IndexedPage): string =>
  `${basePath}${encodeURI(nameOfPage(page))}.pdf`

/** `undefined` when these are too many for one file. */
export const allPdfHref = (basePath: string, { reading }: SpaceIndex): string | undefined =>
  reading.length > mostPages ? undefined : basePath + ALL_PATH

/** `undefined` when the site lists one space: its own PDF has all. */
export const sitePdfHref = ({ siteBasePath, siteSpaces }: PublishedLocation): string | undefined =>
  listed(siteSpaces).length < 2 ? undefined : siteBasePath + SITE_PATH

const listed = (siteSpaces: PublishedLocation["siteSpaces"]) => siteSpaces.filter(({ hidden }) => !hidden)

/** Whose PDF an address asks for: a page's, or everything's; `undefined` when it asks for none. */
const asked = (index: SpaceIndex, path: string): IndexedPage | "all" | undefined => {
  if (path === ALL_PATH) return "all"
  const wanted = /^(.+)\.pdf$/.exec(path)?.[1]
  return wanted === undefined ? undefined : pageNamed(index, wanted)
}

const headers = {
  "content-type": "application/pdf",
  "content-disposition": "inline",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
  "x-robots-tag": "noindex",
  // what is printed is not kept, and may be for one visitor
  "cache-control": "private, no-store"
}

export const makePdf = Effect.gen(function* () {
  const pdfs = yield* Pdfs
  const instance = yield* Instance

  /** What a site shows of a space. */
  const partOf = (location: PublishedLocation, siteSpace: PublishedLocation["siteSpace"], language: string) => {
    const url = canonicalUrl(instance, { ...location, siteSpace })
    const { pageId: home, spaceId } = siteSpace
    return { spaceId, home, url, language, addressOf: (file: FileRecord) => fileHref(url, file) }
  }

  /** Where the site shows each of its spaces to this visitor. */
  const spacesOf = (location: PublishedLocation) =>
    Object.fromEntries(
      location.siteSpaces.map(({ spaceId }) => {
        const siteSpace = siteSpaceOf(location, spaceId) ?? location.siteSpace
        return [spaceId, canonicalUrl(instance, { ...location, siteSpace })]
      })
    )

  const answered = (printed: Effect.Effect<PdfFile, NotFound | PdfError | StorageError>) =>
    printed.pipe(
      Effect.map(({ bytes }): SiteAnswer => ({ kind: "stream", headers, bytes: () => bytes })),
      Effect.catchTag("PdfError", ({ message }) => Effect.succeed(busy(message)))
    )

  /** All that the site lists for its visitor. */
  const whole = (location: PublishedLocation, language: string, { locale, view }: PageContext) => {
    const { judge, site, siteSpaces } = location
    const parts = listed(siteSpaces).map((siteSpace) => ({
      ...partOf(location, siteSpace, locale),
      headings: headingsOf(location, siteSpace, language)
    }))
    return answered(
      pdfs.publishedSite({
        ...{ title: view.title, url: publicUrl(instance, site), language, judge, parts },
        spaces: spacesOf(location)
      })
    ).pipe(Effect.catchTag("NotFound", () => Effect.succeed(tooMany)))
  }

  /** `undefined` when the address asks for no PDF that there is. */
  return Effect.fnUntraced(function* (
    location: PublishedLocation,
    shown: PublishedContent,
    index: SpaceIndex,
    path: string,
    look: PageContext
  ): Effect.fn.Return<SiteAnswer | undefined, StorageError> {
    if (!look.actions.includes("pdf")) return undefined
    const { basePath, judge, siteBasePath, siteSpace } = location
    if (path === SITE_PATH && basePath === siteBasePath && sitePdfHref(location) !== undefined) {
      return yield* whole(location, languageOf(shown, look), look)
    }
    const wanted = asked(index, path)
    if (wanted === undefined) return undefined
    return yield* answered(
      pdfs.published({
        ...partOf(location, siteSpace, languageOf(shown, look)),
        headings: [],
        ...(wanted === "all" ? {} : { page: wanted.page.id }),
        spaces: spacesOf(location),
        judge
      })
    ).pipe(Effect.catchTag("NotFound", () => Effect.undefined))
  })
})

/** What a space is below in the PDF of its site: its section, and its own title where the section lists several. */
const headingsOf = (
  { sections, siteSpaces }: PublishedLocation,
  { id, sectionId, title }: PublishedLocation["siteSpace"],
  language: string
) => {
  const section = sections.find((one) => one.id === sectionId)
  const own = { id, title }
  if (section === undefined) return [own]
  const alone = listed(siteSpaces).filter((one) => one.sectionId === sectionId).length < 2
  const named = localizedTo(language, section.title, section.localizedTitle)
  return [{ id: section.id, title: named }, ...(alone ? [] : [own])]
}

/** Of a site as a whole; its sections may still be printed. */
const tooMany: SiteAnswer = {
  ...plain(
    `A PDF holds at most ${mostPages} pages, and this site has more: open the PDF of one of its parts\n`,
    "text/plain",
    "no-store"
  ),
  status: 404,
  fleeting: true
}

/** Printing takes its time: only so many readers are served at once. */
const busy = (message: string): SiteAnswer => {
  const made = plain(`${message}\n`, "text/plain", "no-store")
  return { ...made, status: 503, headers: { ...made.headers, "retry-after": "60" }, fleeting: true }
}
