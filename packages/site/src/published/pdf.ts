/** A site's pages as PDFs: `{page}.pdf` is one page, `~pdf/pages.pdf` below a site space all that it lists. */

import { Pdfs } from "@octavo/core/pdf/Pdfs"
import { mostPages } from "@octavo/core/pdf/selection"
import type { StorageError } from "@octavo/core/shared/errors"
import { Instance } from "@octavo/core/shared/Instance"
import type { PublishedLocation } from "@octavo/core/sites/PublishedSites"
import { Effect } from "effect"
import { canonicalUrl } from "./addresses.ts"
import { plain, type SiteAnswer } from "./answers.ts"
import { fileHref } from "./resolver.ts"
import { type Around, languageOf, type Shown } from "./shown.ts"
import { type IndexedPage, nameOfPage, pageNamed, type SpaceIndex } from "./spaceIndex.ts"

const ALL_PATH = "~pdf/pages.pdf"

export const pagePdfHref = (basePath: string, page: IndexedPage): string =>
  `${basePath}${encodeURI(nameOfPage(page))}.pdf`

/** `undefined` when these are too many for one file. */
export const allPdfHref = (basePath: string, { reading }: SpaceIndex): string | undefined =>
  reading.length > mostPages ? undefined : basePath + ALL_PATH

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

  /** `undefined` when the address asks for no PDF that there is. */
  return Effect.fnUntraced(function* (
    location: PublishedLocation,
    shown: Shown,
    index: SpaceIndex,
    path: string,
    look: Around
  ): Effect.fn.Return<SiteAnswer | undefined, StorageError> {
    const wanted = look.actions.includes("pdf") ? asked(index, path) : undefined
    if (wanted === undefined) return undefined
    const url = canonicalUrl(instance, location)
    return yield* pdfs
      .published({
        spaceId: location.siteSpace.spaceId,
        home: location.siteSpace.pageId,
        ...(wanted === "all" ? {} : { page: wanted.page.id }),
        judge: location.judge,
        url,
        language: languageOf(shown, look),
        addressOf: (file) => fileHref(url, file)
      })
      .pipe(
        Effect.map(({ bytes }): SiteAnswer => ({ kind: "stream", headers, bytes: () => bytes })),
        Effect.catchTags({
          NotFound: () => Effect.undefined,
          PdfError: ({ message }) => Effect.succeed(busy(message))
        })
      )
  })
})

/** Printing takes its time: only so many readers are served at once. */
const busy = (message: string): SiteAnswer => {
  const made = plain(`${message}\n`, "text/plain", "no-store")
  return { ...made, status: 503, headers: { ...made.headers, "retry-after": "60" }, fleeting: true }
}
