/**
 * The pages of published sites, as answers without a socket: what a URL means, its HTML, its files. The server and the
 * embedded engine turn them into HTTP.
 */
import { Blobs } from "@octavo/core/content/Blobs"
import { ComputedContent } from "@octavo/core/content/computed/ComputedContent"
import type { FileRecord, PageRecord } from "@octavo/core/content/model/Records"
import { type Revision, RevisionTree } from "@octavo/core/content/model/RevisionTree"
import { RevisionStore } from "@octavo/core/content/RevisionStore"
import { stored } from "@octavo/core/content/SpaceContent"
import { Epoch, makeEpochCache } from "@octavo/core/shared/Epoch"
import type { StorageError } from "@octavo/core/shared/errors"
import { Instance, publishedUrl } from "@octavo/core/shared/Instance"
import { makeLru } from "@octavo/core/shared/lru"
import { type PublishedLocation, PublishedSites } from "@octavo/core/sites/PublishedSites"
import { SpaceStore } from "@octavo/core/spaces/SpaceStore"
import { type ParsedPage, parsePage, type Root, visit } from "@octavo/document"
import { Context, Effect, Layer, type Stream } from "effect"
import { renderBody } from "../body/render.ts"
import { makeHighlighter } from "../highlight.ts"
import { renderBranches } from "../page/navigation.ts"
import { renderNotFound, renderPage } from "../page/page.ts"
import {
  fragment,
  html,
  missingMarkdown,
  nothing,
  plain,
  type SiteAnswer,
  type SiteRequest,
  staticFiles,
  type TextAnswer
} from "./answers.ts"
import { keepAnswers } from "./atHand.ts"
import {
  isMachineFile,
  listedPages,
  type MachineSpace,
  markdownPage,
  prefersMarkdown,
  renderFull,
  renderLlms,
  renderRobots,
  renderSitemap
} from "./machines.ts"
import { markdownPath, pageMarkdown } from "./markdown.ts"
import { breadcrumbs, navigationTree, neighbours, pathTo, targetHref } from "./navigation.ts"
import { includePath, makeResolver, pageHref, type Surroundings } from "./resolver.ts"
import { coverOf, languageOf, type Shown, shortRoot, siteView } from "./shown.ts"
import { type IndexedPage, makeSpaceIndex, type SpaceIndex } from "./spaceIndex.ts"

export interface SiteOptions {
  /** Pages load pictures of other hosts; without it they lead to them. */
  readonly remoteImages?: boolean | undefined
}

/** What links of a space's content lead to, and its bodies. */
interface OpenIndex extends SpaceIndex {
  readonly body: Revision["body"]
}

export class SitePages extends Context.Service<
  SitePages,
  {
    /** The answer to a visitor; `undefined` when the address belongs to no published site. */
    readonly answer: (request: SiteRequest) => Effect.Effect<SiteAnswer | undefined, StorageError>
    /** The same at once, for a page that was answered since the store's last commit; else `undefined`. */
    readonly atHand: (request: SiteRequest) => TextAnswer | undefined
  }
>()("@octavo/site/SitePages") {
  static readonly layer = ({ remoteImages = false }: SiteOptions = {}) =>
    Layer.effect(
      SitePages,
      Effect.gen(function* () {
        const sites = yield* PublishedSites
        const spaces = yield* SpaceStore
        const revisions = yield* RevisionStore
        const trees = yield* RevisionTree
        const computed = yield* ComputedContent
        const blobs = yield* Blobs
        const instance = yield* Instance
        const epoch = yield* Epoch
        const heads = makeEpochCache<Shown | null>(epoch, 10_000)
        const indexes = makeLru<OpenIndex>(indexBytes)
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
              const tree = yield* stored(
                Effect.flatMap(trees.open(space.head.root), (stored) => computed.expand(space, stored))
              )
              return { space, tree, root: tree.hash, repositoryTree: revision?.git?.tree }
            })
          )

        const indexOf = Effect.fnUntraced(function* ({ root, tree }: Shown) {
          const kept = indexes.get(root)
          if (kept !== undefined) return kept
          const index = makeSpaceIndex({
            tree: yield* stored(tree.pages()),
            files: yield* stored(tree.files(undefined, Number.MAX_SAFE_INTEGER)),
            reusables: yield* stored(tree.reusableContents()),
            variables: yield* stored(tree.variables())
          })
          const opened: OpenIndex = { ...index, body: tree.body }
          indexes.set(root, opened, (index.pageById.size + index.fileById.size) * entryBytes)
          return opened
        })

        /** Reusable contents that a page shows, and those that they show, parsed. */
        const includesOf = Effect.fnUntraced(function* (index: SpaceIndex, from: string, page: ParsedPage) {
          const found = new Map<string, { readonly root: Root; readonly text: string }>()
          let wanted = includedPaths(from, page.root)
          for (let depth = 0; depth < deepestInclude && wanted.length > 0; depth++) {
            const next: Array<string> = []
            for (const path of wanted) {
              const reusable = index.reusableByPath.get(path)
              if (reusable === undefined || found.has(path)) continue
              const { text } = yield* stored(trees.body(reusable.body))
              const { root } = parsePage(text)
              found.set(path, { root, text })
              next.push(...includedPaths(path, root))
            }
            wanted = next
          }
          return found
        })

        const render = Effect.fnUntraced(function* (
          location: PublishedLocation,
          shown: Shown,
          index: OpenIndex,
          page: PageRecord
        ) {
          const { basePath } = location
          const text = page.body === undefined ? "" : (yield* stored(index.body(page.body))).text
          const parsed = parsePage(text)
          const from = page.git?.path ?? ""
          const included = yield* includesOf(index, from, parsed)
          const around: Surroundings = {
            index,
            basePath,
            repositoryTree: shown.repositoryTree,
            includes: new Map(Array.from(included, ([path, { root }]) => [path, root]))
          }
          const resolver = {
            ...makeResolver(around, from, page.variables ?? {}),
            highlight: highlighter.highlight,
            remoteImages
          }
          // grammars are loaded when a page first needs them
          yield* Effect.promise(() => highlighter.prepare(parsed.root, resolver))
          const language = languageOf(shown)
          const path = pathTo(index, page)
          const here = index.pageById.get(page.id)!
          const html = renderPage({
            site: siteView(location, shown, index, path),
            page: {
              title: page.title,
              emoji: page.emoji,
              icon: page.icon,
              description: page.description,
              cover: coverOf(page, index, basePath, remoteImages),
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
              noRobotsIndex:
                location.site.visibility !== "public" || page.noIndex === true || page.noRobotsIndex === true
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

        const siteUrl = ({ site }: PublishedLocation): string =>
          publishedUrl(instance, { siteId: site.id, basename: site.basename, hostname: site.hostname })

        const missing = (location: PublishedLocation, shown: Shown, index: SpaceIndex): SiteAnswer =>
          html(404, renderNotFound({ site: siteView(location, shown, index, []) }), location, remoteImages)

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
          const location = yield* sites
            .resolve(request)
            .pipe(Effect.catchTag("Invalid", () => Effect.succeed(undefined)))
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

          const index = yield* indexOf(shown)
          if (isMachineFile(location)) return yield* machineFile(location)
          if (location.rest[0] === "~navigation") {
            const [, language, root, ...more] = location.rest
            const current = language === languageOf(shown) && root === shortRoot(shown) && more.length === 0
            if (!current) return missing(location, shown, index)
            const entries = navigationTree(index, location.basePath, [], false)
            const made = fragment(renderBranches(entries, languageOf(shown)))
            pages.set(key, made, made.body.length + key.length)
            return made
          }
          if (location.rest[0] === "~files") return file(location, index) ?? missing(location, shown, index)
          const wantsMarkdown = (markdown || path.endsWith(".md")) && location.site.agentsContext === "included"
          const source = wantsMarkdown ? markdownPage(index, path) : undefined
          if (source !== undefined) {
            const made = yield* markdownAnswer(location, index, source)
            pages.set(key, made, made.body.length + key.length)
            return made
          }
          const page = yield* stored(shown.tree.pageByPath(path))
          if (page === undefined && wantsMarkdown) return missingMarkdown(siteUrl(location))
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
          const spaces: Array<MachineSpace & { readonly index: OpenIndex }> = []
          for (const siteSpace of location.siteSpaces) {
            if (siteSpace.hidden) continue
            const shown = yield* shownAt(siteSpace.spaceId)
            if (shown === null) continue
            const index = yield* indexOf(shown)
            spaces.push({ title: siteSpace.title, url: canonicalUrl({ ...location, siteSpace }), index })
          }
          return spaces
        })

        const markdownOf = Effect.fnUntraced(function* (
          index: OpenIndex,
          url: string,
          { page }: IndexedPage,
          header: boolean
        ) {
          const text = page.body === undefined ? "" : (yield* stored(index.body(page.body))).text
          const parsed = parsePage(text)
          const included = yield* includesOf(index, page.git?.path ?? "", parsed)
          const includes = new Map(Array.from(included, ([path, one]) => [path, one.text]))
          return pageMarkdown({ text, parsed, page, index, url, includes }, header)
        })

        const machineFile = Effect.fnUntraced(function* (location: PublishedLocation) {
          const name = location.rest[0]
          const { site } = location
          const url = siteUrl(location)
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
                for (const page of listedPages(space.index)) {
                  texts.push(renderFull(space, page, yield* markdownOf(space.index, space.url, page, false)))
                  // a long text is made beside other requests
                  yield* Effect.yieldNow
                }
              }
              return plain(texts.join("\n\n---\n\n"), "text/plain")
            }
          }
        })

        const markdownAnswer = (location: PublishedLocation, index: OpenIndex, page: IndexedPage) =>
          Effect.map(markdownOf(index, canonicalUrl(location), page, true), (text) => {
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
          index: OpenIndex,
          page: PageRecord,
          path: string
        ): Effect.Effect<SiteAnswer, StorageError> => {
          const { basePath } = location
          switch (page.type) {
            case "document": {
              const here = index.pageById.get(page.id)!
              // the first page is served at the root of the site space, and nowhere else
              return here.path === path
                ? Effect.map(render(location, shown, index, page), (text) => html(200, text, location, remoteImages))
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

        return SitePages.of(keepAnswers(epoch, answer, atHandBytes))
      })
    )
}

const indexBytes = 64 * 1024 * 1024
const pageBytes = 64 * 1024 * 1024
/** Mostly pages that are kept above, too. */
const atHandBytes = 32 * 1024 * 1024
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
