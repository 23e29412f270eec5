/** All that a site shows to everybody, for whoever writes it as files: its addresses, and an index to search in. */
import { pageContents } from "@octavo/core/content/content-index/pageContent"
import type { Names } from "@octavo/core/content/content-index/synonyms"
import { GlossaryStore } from "@octavo/core/content/glossary/GlossaryStore"
import { readGlossaryNames } from "@octavo/core/content/glossary/glossaryNames"
import { type FiledDocument, searchFileSteps } from "@octavo/core/content/search/searchFiles"
import { placeOf } from "@octavo/core/delivery/redirects/places"
import { RedirectStore } from "@octavo/core/delivery/redirects/RedirectStore"
import { sourceKey } from "@octavo/core/delivery/redirects/source"
import { visitorView } from "@octavo/core/delivery/site-records/audience"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { inScope } from "@octavo/core/delivery/sites/searchScope"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { app, Instance } from "@octavo/core/kernel/shared/Instance"
import { type Labels, labelsFor } from "@octavo/render/labels"
import { makePageEvaluator } from "@octavo/render/pageEvaluator"
import { pageHref } from "@octavo/render/resolver"
import { Effect } from "effect"
import type { OtherPage } from "../page/search.ts"
import { SEARCH_PATH } from "../page/searchForm.ts"
import type { Contents } from "./contents.ts"
import type { makeLooks } from "./look.ts"
import { markdownPath } from "./markdown.ts"
import { pathTo } from "./navigation.ts"
import { baseOf, languageOf, type PublishedContent, titleOf } from "./pageContext.ts"
import { firstPages } from "./siteSearch.ts"

export interface WholeSite {
  /** Path of its root, with a slash at its end. */
  readonly basePath: string
  readonly spaces: ReadonlyArray<WholeSpace>
  /** Paths that lead elsewhere; with `below`, so does all that is below them. */
  readonly redirects: ReadonlyArray<{ readonly path: string; readonly below: boolean }>
}

/** A space of a site. All addresses are paths of the site's host. */
export interface WholeSpace {
  /** Path of its root, with a slash at its end. */
  readonly basePath: string
  readonly pages: ReadonlyArray<string>
  /** Of the Markdown of pages, by the addresses of these. */
  readonly markdown: ReadonlyMap<string, string>
  readonly search: {
    /** Address of the search page. */
    readonly page: string
    /** The index by paths below the search page. */
    readonly files: ReadonlyMap<string, string>
    /** The spaces that are searched from here. */
    readonly places: ReadonlyArray<{ readonly title: string; readonly page: string }>
    /** Of its pages, as BCP 47 has it. */
    readonly language: string
    readonly words: Pick<
      Labels,
      "found" | "nothingFound" | "meant" | "goOn" | "moreFound" | "previous" | "next" | "pagination"
    >
    /** Pages to go on with where nothing is found. */
    readonly others: ReadonlyArray<OtherPage>
  }
}

/** An index, made so that requests are answered meanwhile. */
const searchFilesOf = Effect.fnUntraced(function* (
  documents: ReadonlyArray<FiledDocument>,
  glossary: ReadonlyArray<Names>
) {
  const steps = searchFileSteps(documents, glossary)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    yield* Effect.yieldNow
  }
})

/** So many redirects are read at a time. */
const readAtOnce = 500

export const makeWholeSite = Effect.fnUntraced(function* (
  contents: Contents,
  lookOf: Effect.Success<ReturnType<typeof makeLooks>>["lookOf"]
) {
  const redirects = yield* RedirectStore
  const glossaries = yield* GlossaryStore
  const instance = yield* Instance
  const context = yield* Effect.context<Effect.Services<ReturnType<ReturnType<typeof pageContents>>>>()

  /** What search has of the pages of a space, in their order. */
  const documentsOf = Effect.fnUntraced(function* (location: PublishedLocation, shown: PublishedContent) {
    const index = yield* contents.indexOf(shown, location.judge)
    const read = pageContents({ spaceId: shown.space.id, appUrl: app(instance, "") }, shown.tree, (page) => {
      const { decide } = makePageEvaluator(location.judge, index, page)
      return decide
    })
    const documents: Array<FiledDocument> = []
    for (const indexed of index.pageById.values()) {
      const { page } = indexed
      const { document } = yield* Effect.provideContext(read(page), context)
      if (document === undefined) continue
      documents.push({
        classes: document.classes,
        lines: document.lines,
        page: {
          title: page.title,
          href: pageHref(location.basePath, indexed),
          description: page.description ?? "",
          above: pathTo(index, page)
            .slice(0, -1)
            .flatMap((id) => index.pageById.get(id)?.page.title ?? []),
          sections: document.sections
        }
      })
    }
    return documents
  })

  const spaceOf = Effect.fnUntraced(function* (location: PublishedLocation, glossary: ReadonlyArray<Names>) {
    const shown = yield* contents.shownAt(location.siteSpace)
    if (shown === null) return undefined
    const { basePath, site, siteSpace, siteSpaces } = location
    const index = yield* contents.indexOf(shown, location.judge)
    const pages = Array.from(index.pageById.values())
    const documents = pages.filter(({ page }) => page.type === "document")
    const language = languageOf(shown, yield* lookOf(location))
    const { found, goOn, meant, moreFound, next, nothingFound, pagination, previous } = labelsFor(language)
    const searched = inScope(siteSpaces, { mode: "default", currentSiteSpace: siteSpace.id })
    return {
      basePath,
      pages: pages.flatMap((one) =>
        one.page.type === "link" ? [] : [pageHref(basePath, one), pageHref(basePath, { ...one, path: one.ownPath })]
      ),
      markdown: new Map(
        site.agentsContext === "included"
          ? documents.map((one) => [pageHref(basePath, one), basePath + encodeURI(markdownPath(one))])
          : []
      ),
      search: {
        page: basePath + SEARCH_PATH,
        files: yield* searchFilesOf(yield* documentsOf(location, shown), glossary),
        places: searched.map((one) => ({ title: titleOf(location, one), page: baseOf(location, one) + SEARCH_PATH })),
        language,
        words: { found, nothingFound, meant, goOn, moreFound, previous, next, pagination },
        others: firstPages(index, basePath)
      }
    } satisfies WholeSpace
  })

  /** Sources of the redirects of a site, and of those that its spaces' repositories ask for. */
  const redirectsOf = Effect.fnUntraced(function* ({ site, siteBasePath, siteSpaces }: PublishedLocation) {
    const all: Array<WholeSite["redirects"][number]> = []
    const root = siteBasePath.replace(/\/$/, "")
    let after: ReadonlyArray<string> | undefined
    do {
      const slice = { after, limit: readAtOnce }
      const { items } = yield* redirects.list(site, visitorView, { draft: false, orderBy: "source" }, slice)
      for (const { captureWildcard, source } of items)
        all.push({ path: root + sourceKey(source), below: captureWildcard })
      after = items.length < readAtOnce ? undefined : [items.at(-1)!.source]
    } while (after !== undefined)
    for (const siteSpace of siteSpaces) {
      const place = [root, ...placeOf(siteSpace).map(encodeURIComponent)].join("/")
      for (const { source } of yield* redirects.allOfSpace(siteSpace.spaceId))
        all.push({ path: place + source, below: false })
    }
    return all
  })

  return Effect.fnUntraced(function* (location: PublishedLocation): Effect.fn.Return<WholeSite, StorageError> {
    const glossary: Array<Names> = []
    yield* readGlossaryNames(glossaries, location.site.organizationId, (names) => glossary.push(names))
    const spaces: Array<WholeSpace> = []
    for (const siteSpace of location.siteSpaces) {
      const space = yield* spaceOf({ ...location, siteSpace, basePath: baseOf(location, siteSpace) }, glossary)
      if (space !== undefined) spaces.push(space)
    }
    return { basePath: location.siteBasePath, spaces, redirects: yield* redirectsOf(location) }
  })
})
