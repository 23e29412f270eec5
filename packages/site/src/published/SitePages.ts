/**
 * The pages of published sites, as answers without a socket: what a URL means, its HTML, its files. The server and the
 * embedded engine turn them into HTTP.
 */
import { Blobs } from "@octavo/core/content/Blobs"
import type { FileRecord, PageRecord } from "@octavo/core/content/model/Records"
import { type Revision, RevisionTree } from "@octavo/core/content/model/RevisionTree"
import { RevisionStore } from "@octavo/core/content/RevisionStore"
import { stored } from "@octavo/core/content/SpaceContent"
import { Epoch, makeEpochCache } from "@octavo/core/shared/Epoch"
import type { StorageError } from "@octavo/core/shared/errors"
import { Instance, publishedUrl } from "@octavo/core/shared/Instance"
import { makeLru } from "@octavo/core/shared/lru"
import { type PublishedLocation, PublishedSites } from "@octavo/core/sites/PublishedSites"
import type { SpaceRecord } from "@octavo/core/spaces/Space"
import { SpaceStore } from "@octavo/core/spaces/SpaceStore"
import { type ParsedPage, parsePage, type Root, visit } from "@octavo/document"
import { Context, Effect, Layer, type Stream } from "effect"
import { renderBody } from "../body/render.ts"
import { makeHighlighter } from "../highlight.ts"
import { renderNotFound, renderPage } from "../page/page.ts"
import type { Cover, SiteView } from "../view.ts"
import { html, nothing, plain, type SiteAnswer, staticFiles } from "./answers.ts"
import {
  isMachineFile,
  listedPages,
  type MachineSpace,
  markdownPage,
  markdownPath,
  pageMarkdown,
  prefersMarkdown,
  renderLlms,
  renderRobots,
  renderSitemap
} from "./machines.ts"
import { breadcrumbs, navigationTree, neighbours, pathTo, targetHref } from "./navigation.ts"
import { includePath, makeResolver, pageHref, type Surroundings, toResolvedFile } from "./resolver.ts"
import { type IndexedPage, makeSpaceIndex, type SpaceIndex } from "./spaceIndex.ts"

export interface SiteRequest {
  /** The `Host` header. */
  readonly host: string
  /** Path of the request target, as it came, without the query. */
  readonly path: string
  /** The `Accept` header: whoever prefers `text/markdown` to HTML gets the page so. */
  readonly accept?: string | undefined
}

export class SitePages extends Context.Service<
  SitePages,
  {
    /** The answer to a visitor; `undefined` when the address belongs to no published site. */
    readonly answer: (request: SiteRequest) => Effect.Effect<SiteAnswer | undefined, StorageError>
  }
>()("@octavo/site/SitePages") {
  static readonly layer = Layer.effect(
    SitePages,
    Effect.gen(function* () {
      const sites = yield* PublishedSites
      const spaces = yield* SpaceStore
      const revisions = yield* RevisionStore
      const trees = yield* RevisionTree
      const blobs = yield* Blobs
      const instance = yield* Instance
      const epoch = yield* Epoch
      const heads = makeEpochCache<Shown | null>(epoch, 10_000)
      const indexes = makeLru<SpaceIndex>(indexBytes)
      const pages = makeLru<SiteAnswer>(pageBytes)
      const highlighter = makeHighlighter()

      /** The space of a location at its active revision. */
      const shownAt = (spaceId: string) =>
        heads(
          spaceId,
          Effect.gen(function* () {
            const space = yield* spaces.get(spaceId)
            if (space === undefined || space.deletedAt !== null) return null
            const revision = yield* revisions.get(spaceId, space.head.revisionId)
            return { space, root: space.head.root, repositoryTree: revision?.git?.tree }
          })
        )

      const indexOf = Effect.fnUntraced(function* (root: string, tree: Revision) {
        const kept = indexes.get(root)
        if (kept !== undefined) return kept
        const index = makeSpaceIndex({
          tree: yield* stored(tree.pages()),
          files: yield* stored(tree.files(undefined, Number.MAX_SAFE_INTEGER)),
          reusables: yield* stored(tree.reusableContents()),
          variables: yield* stored(tree.variables())
        })
        indexes.set(root, index, (index.pageById.size + index.fileById.size) * entryBytes)
        return index
      })

      /** Reusable contents that a page shows, and those that they show, parsed. */
      const includesOf = Effect.fnUntraced(function* (index: SpaceIndex, from: string, page: ParsedPage) {
        const found = new Map<string, Root>()
        let wanted = includedPaths(from, page.root)
        for (let depth = 0; depth < deepestInclude && wanted.length > 0; depth++) {
          const next: Array<string> = []
          for (const path of wanted) {
            const reusable = index.reusableByPath.get(path)
            if (reusable === undefined || found.has(path)) continue
            const { root } = parsePage((yield* stored(trees.body(reusable.body))).text)
            found.set(path, root)
            next.push(...includedPaths(path, root))
          }
          wanted = next
        }
        return found
      })

      const render = Effect.fnUntraced(function* (
        location: PublishedLocation,
        shown: Shown,
        index: SpaceIndex,
        page: PageRecord
      ) {
        const { basePath } = location
        const text = page.body === undefined ? "" : (yield* stored(trees.body(page.body))).text
        const parsed = parsePage(text)
        const from = page.git?.path ?? ""
        const around: Surroundings = {
          index,
          basePath,
          repositoryTree: shown.repositoryTree,
          includes: yield* includesOf(index, from, parsed)
        }
        const resolver = { ...makeResolver(around, from, page.variables ?? {}), highlight: highlighter.highlight }
        // grammars are loaded when a page first needs them
        yield* Effect.promise(() => highlighter.prepare(parsed.root, resolver))
        const language = shown.space.language ?? "en"
        const path = pathTo(index, page)
        const here = index.pageById.get(page.id)!
        const html = renderPage({
          site: siteView(location, shown, index, path),
          page: {
            title: page.title,
            emoji: page.emoji,
            icon: page.icon,
            description: page.description,
            cover: coverOf(page, index, basePath),
            layout: page.layout,
            breadcrumbs: breadcrumbs(index, basePath, path),
            outline: parsed.outline.flatMap(({ id, level, text: title }) =>
              id === undefined || level > 3 ? [] : [{ anchor: id, title, depth: level }]
            ),
            ...neighbours(index, basePath, page),
            updatedAt: page.updatedAt,
            markdownUrl:
              location.site.agentsContext === "included" ? basePath + encodeURI(markdownPath(here)) : undefined,
            canonicalUrl: canonicalUrl(location) + pageHref("", here),
            noRobotsIndex: location.site.visibility !== "public" || page.noIndex === true || page.noRobotsIndex === true
          },
          body: renderBody(parsed.root, resolver, { title: page.title, language })
        })
        return html
      })

      /** Where the site space is for the world, with a slash at the end. */
      const canonicalUrl = ({ site, siteSpace }: PublishedLocation): string =>
        publishedUrl(instance, {
          siteId: site.id,
          basename: site.basename,
          hostname: site.hostname,
          ...(siteSpace.isDefault ? {} : { path: siteSpace.path })
        })

      const missing = (location: PublishedLocation, shown: Shown, index: SpaceIndex): SiteAnswer =>
        html(404, renderNotFound({ site: siteView(location, shown, index, []) }), location)

      const file = (location: PublishedLocation, index: SpaceIndex): SiteAnswer | undefined => {
        const [, id, version] = location.rest
        const record = index.fileById.get(id ?? "")
        // only files of the spaces of this very site are found here (threat 17)
        return record === undefined || record.blob.slice(0, 16) !== version ? undefined : toAnswer(record)
      }

      const toAnswer = (record: FileRecord): SiteAnswer => ({
        kind: "file",
        contentType: record.contentType,
        size: record.size,
        hash: record.blob,
        bytes: (range) => blobs.read(record.blob, range) as Stream.Stream<Uint8Array, StorageError>
      })

      const answer = Effect.fnUntraced(function* (request: SiteRequest) {
        const location = yield* sites.resolve(request).pipe(Effect.catchTag("Invalid", () => Effect.succeed(undefined)))
        if (location === undefined) return undefined
        if (location.rest[0] === "_octavo") return staticFiles.get(location.rest.join("/"))
        const shown = yield* shownAt(location.siteSpace.spaceId)
        if (shown === null) return undefined
        const path = location.rest.join("/")
        const markdown = prefersMarkdown(request.accept)
        const key = [location.site.id, location.site.updatedAt, location.basePath, shown.root, path, markdown].join(
          "\n"
        )
        const kept = pages.get(key)
        if (kept !== undefined) return kept

        const tree = yield* stored(trees.open(shown.root))
        const index = yield* indexOf(shown.root, tree)
        if (isMachineFile(location)) return yield* machineFile(location)
        if (location.rest[0] === "~files") return file(location, index) ?? missing(location, shown, index)
        const source = markdown || path.endsWith(".md") ? markdownPage(index, path) : undefined
        if (source !== undefined && location.site.agentsContext === "included") {
          const made = yield* markdownAnswer(location, index, source)
          pages.set(key, made, made.body.length + key.length)
          return made
        }
        const page = yield* stored(tree.pageByPath(path))
        const made = yield* page === undefined
          ? Effect.succeed(missing(location, shown, index))
          : showPage(location, shown, index, page, path)
        const size = made.kind === "text" ? made.body.length + key.length : key.length
        // addresses that lead nowhere are as many as somebody cares to ask for: they are not kept
        if (page !== undefined) pages.set(key, made, size)
        return made
      })

      /** All spaces that the site shows, as machines read them. */
      const machineSpaces = Effect.fnUntraced(function* (location: PublishedLocation) {
        const spaces: Array<MachineSpace> = []
        for (const siteSpace of location.siteSpaces) {
          if (siteSpace.hidden) continue
          const shown = yield* shownAt(siteSpace.spaceId)
          if (shown === null) continue
          const index = yield* indexOf(shown.root, yield* stored(trees.open(shown.root)))
          spaces.push({ title: siteSpace.title, url: canonicalUrl({ ...location, siteSpace }), index })
        }
        return spaces
      })

      const markdownOf = Effect.fnUntraced(function* (index: SpaceIndex, { page }: IndexedPage) {
        const text = page.body === undefined ? "" : (yield* stored(trees.body(page.body))).text
        return pageMarkdown(text, page, index)
      })

      const machineFile = Effect.fnUntraced(function* (location: PublishedLocation) {
        const name = location.rest[0]
        const { site } = location
        const url = publishedUrl(instance, { siteId: site.id, basename: site.basename, hostname: site.hostname })
        if (name === "robots.txt") return plain(renderRobots(location, url), "text/plain")
        const hidden = name === "sitemap.xml" ? site.visibility !== "public" : site.agentsContext === "excluded"
        if (hidden) return nothing
        const spaces = yield* machineSpaces(location)
        switch (name) {
          case "sitemap.xml":
            return plain(renderSitemap(spaces), "application/xml")
          case "llms.txt":
            return plain(renderLlms(site.title, spaces), "text/plain")
          default: {
            const texts: Array<string> = []
            for (const space of spaces) {
              for (const page of listedPages(space.index)) texts.push(yield* markdownOf(space.index, page))
            }
            return plain(texts.join("\n\n---\n\n"), "text/plain")
          }
        }
      })

      const markdownAnswer = (location: PublishedLocation, index: SpaceIndex, page: IndexedPage) =>
        Effect.map(markdownOf(index, page), (text) => {
          const made = plain(text, "text/markdown")
          const canonical = canonicalUrl(location) + pageHref("", page)
          return {
            ...made,
            headers: {
              ...made.headers,
              vary: "accept",
              link: `<${canonical}>; rel="canonical"`,
              "x-robots-tag": "noindex"
            }
          }
        })

      const showPage = (
        location: PublishedLocation,
        shown: Shown,
        index: SpaceIndex,
        page: PageRecord,
        path: string
      ): Effect.Effect<SiteAnswer, StorageError> => {
        const { basePath } = location
        switch (page.type) {
          case "document": {
            const here = index.pageById.get(page.id)!
            // the first page is served at the root of the site space, and nowhere else
            return here.path === path
              ? Effect.map(render(location, shown, index, page), (text) => html(200, text, location))
              : Effect.succeed({ kind: "redirect", location: pageHref(basePath, here) })
          }
          case "group": {
            const first = index.reading.find((one) => pathTo(index, one.page).includes(page.id))
            return Effect.succeed(
              first === undefined
                ? missing(location, shown, index)
                : { kind: "redirect", location: pageHref(basePath, first) }
            )
          }
          default: {
            const target = targetHref(index, basePath, page)
            return Effect.succeed(
              target === undefined || target.external === true
                ? missing(location, shown, index)
                : { kind: "redirect", location: target.href }
            )
          }
        }
      }

      return SitePages.of({ answer })
    })
  )
}

/** What a site space shows now. */
interface Shown {
  readonly space: SpaceRecord
  readonly root: string
  readonly repositoryTree: string | undefined
}

const indexBytes = 64 * 1024 * 1024
const pageBytes = 64 * 1024 * 1024
/** What an entry of an index takes, roughly. */
const entryBytes = 400
/** Includes within includes within includes: deeper ones are cycles or mistakes. */
const deepestInclude = 5

const includedPaths = (from: string, root: Root): Array<string> => {
  const paths: Array<string> = []
  visit(root, (node) => {
    if (node.type === "include") paths.push(includePath(from, node.path))
    return true
  })
  return paths
}

const siteView = (
  location: PublishedLocation,
  shown: Shown,
  index: SpaceIndex,
  path: ReadonlyArray<string>
): SiteView => {
  const { basePath, site, siteBasePath, siteSpace, siteSpaces } = location
  const others = siteSpaces.filter((one) => !one.hidden && !one.draft)
  return {
    title: site.title,
    language: shown.space.language ?? "en",
    basePath: siteBasePath.replace(/\/$/, ""),
    homeHref: siteBasePath,
    ...(shown.space.emoji === "" ? {} : { emoji: shown.space.emoji }),
    navigation: navigationTree(index, basePath, path),
    ...(others.length < 2
      ? {}
      : {
          variants: others.map((one) => ({
            title: one.title,
            href: one.isDefault ? siteBasePath : `${siteBasePath}${encodeURIComponent(one.path)}/`,
            active: one.id === siteSpace.id
          }))
        })
  }
}

const coverOf = (page: PageRecord, index: SpaceIndex, basePath: string): Cover | undefined => {
  const ref = page.cover?.ref
  const file = ref?.kind === "file" ? index.fileById.get(ref.file) : undefined
  const url = ref?.kind === "url" && /^https?:/.test(ref.url) ? ref.url : file && toResolvedFile(basePath, file).url
  if (url === undefined) return undefined
  return { url, y: page.cover?.yPos, height: page.cover?.height, size: page.layout?.coverSize }
}
