/**
 * The pages of published sites, as answers without a socket: what a URL means, its HTML, its files. The server and the
 * embedded engine turn them into HTTP.
 */
import type { PageRecord } from "@octavo/core/content/model/Records"
import { stored } from "@octavo/core/content/SpaceContent"
import { FollowRedirects } from "@octavo/core/redirects/FollowRedirects"
import { Epoch } from "@octavo/core/shared/Epoch"
import type { StorageError } from "@octavo/core/shared/errors"
import { Instance } from "@octavo/core/shared/Instance"
import { makeLru } from "@octavo/core/shared/lru"
import { type PublishedLocation, PublishedSites } from "@octavo/core/sites/PublishedSites"
import { Context, Effect, Layer } from "effect"
import { renderBranches } from "../page/navigation.ts"
import { renderNotFound } from "../page/page.ts"
import { renderFound, renderSearch } from "../page/search.ts"
import { SEARCH_PATH } from "../page/searchForm.ts"
import { siteUrl } from "./addresses.ts"
import { makeAgents } from "./agents.ts"
import {
  fragment,
  html,
  missingMarkdown,
  type SiteAnswer,
  type SiteRequest,
  staticFiles,
  type TextAnswer
} from "./answers.ts"
import { keepAnswers } from "./atHand.ts"
import { makeContents, type OpenIndex } from "./contents.ts"
import { makeDrawPage } from "./drawPage.ts"
import { FEED_NAME } from "./feed.ts"
import { makeLooks } from "./look.ts"
import { makeMachineFiles } from "./machineFiles.ts"
import { isMachineFile, markdownPage, prefersMarkdown } from "./machines.ts"
import { navigationTree, pathTo, targetHref } from "./navigation.ts"
import { makePageFeed } from "./pageFeed.ts"
import { makeRedirected } from "./redirected.ts"
import { pageHref } from "./resolver.ts"
import { type Around, branchesName, languageOf, type Shown, siteView } from "./shown.ts"
import { makeSiteSearch, searchQuery } from "./siteSearch.ts"
import type { SpaceIndex } from "./spaceIndex.ts"
import { makeSwitches, structureName } from "./switches.ts"

export interface SiteOptions {
  /** Pages load pictures of other hosts; without it they lead to them. */
  readonly remoteImages?: boolean | undefined
}

export class SitePages extends Context.Service<
  SitePages,
  {
    /** The answer to a visitor; `undefined` when the address belongs to no published site. */
    readonly answer: (request: SiteRequest) => Effect.Effect<SiteAnswer | undefined, StorageError>
    /** The same at once, for a page that was answered since the store's last commit; else `undefined`. */
    readonly atHand: (request: SiteRequest) => TextAnswer | undefined
    /** The answer of the site's MCP endpoint; `undefined` when there is none at this address. */
    readonly agent: (request: SiteRequest, web: Request) => Effect.Effect<Response | undefined, StorageError>
  }
>()("@octavo/site/SitePages") {
  static readonly layer = ({ remoteImages = false }: SiteOptions = {}) =>
    Layer.effect(
      SitePages,
      Effect.gen(function* () {
        const sites = yield* PublishedSites
        const contents = yield* makeContents
        const drawPage = yield* makeDrawPage(contents, remoteImages)
        const { lookFile, lookOf } = yield* makeLooks(contents, remoteImages)
        const redirected = makeRedirected(yield* FollowRedirects)
        const machineFiles = yield* makeMachineFiles(contents)
        const { machineFile, markdownAnswer } = machineFiles
        const pageFeed = yield* makePageFeed(contents)
        const search = yield* makeSiteSearch(contents)
        const agents = yield* makeAgents(contents, machineFiles, search)
        const instance = yield* Instance
        const epoch = yield* Epoch
        const pages = makeLru<SiteAnswer>(pageBytes)

        const { beside, switches } = yield* makeSwitches(contents)

        const missing = (location: PublishedLocation, shown: Shown, index: SpaceIndex, around: Around): SiteAnswer =>
          html(404, renderNotFound({ site: siteView(location, shown, index, [], around) }), location, remoteImages)

        const file = (location: PublishedLocation, index: SpaceIndex): SiteAnswer | undefined => {
          const [, id, version] = location.rest
          const record = index.fileById.get(id ?? "")
          // only files of the spaces of this very site are found here (threat 17)
          return record === undefined || record.blob.slice(0, 16) !== version ? undefined : contents.file(record)
        }

        /** What a query finds: a page, or for its script the list alone. */
        const searchPage = Effect.fnUntraced(function* (
          location: PublishedLocation,
          shown: Shown,
          index: SpaceIndex,
          parameters: string,
          around: Around
        ) {
          const query = searchQuery(parameters)
          const groups = query === "" ? [] : yield* search(location, query)
          const list = new URLSearchParams(parameters).get("part") === "list"
          const text = list
            ? renderFound(query, groups, languageOf(shown, around))
            : renderSearch(siteView(location, shown, index, [], around), query, groups)
          const made = html(200, text, location, remoteImages)
          return { ...made, headers: { ...made.headers, "x-robots-tag": "noindex" }, fleeting: true as const }
        })

        const locate = (request: SiteRequest) =>
          sites.resolve(request).pipe(Effect.catchTag("Invalid", () => Effect.succeed(undefined)))

        const agent = Effect.fnUntraced(function* (request: SiteRequest, web: Request) {
          const location = yield* locate(request)
          return location === undefined ? undefined : yield* agents(location, request, web)
        })

        const answer = Effect.fnUntraced(function* (request: SiteRequest) {
          const location = yield* locate(request)
          if (location === undefined) return undefined
          if (location.rest[0] === "_octavo") return staticFiles.get(location.rest.join("/"))
          const shown = yield* contents.shownAt(location.siteSpace.spaceId)
          if (shown === null) return undefined
          const look = yield* lookOf(location)
          const path = location.rest.join("/")
          const markdown = prefersMarkdown(request.accept)
          const others = yield* beside(location, look)
          const key = [
            location.site.id,
            location.site.updatedAt,
            structureName(location),
            location.basePath,
            shown.space.emoji,
            shown.root,
            ...others.map(({ shown }) => shown.root),
            look.version,
            path,
            markdown
          ].join("\n")
          const kept = pages.get(key)
          if (kept !== undefined) return kept

          const index = yield* contents.indexOf(shown)
          const around = { ...look, switches: yield* switches(location, shown, others, path, look) }
          if (isMachineFile(location)) return yield* machineFile(location)
          if (location.rest[0] === "~navigation") {
            const [, language, root, ...more] = location.rest
            const current =
              language === languageOf(shown, look) && root === branchesName(shown, look) && more.length === 0
            if (!current) return missing(location, shown, index, around)
            const entries = navigationTree(index, location.basePath, [], false)
            const made = fragment(renderBranches(entries, languageOf(shown, look), look.view.externalTarget))
            pages.set(key, made, made.body.length + key.length)
            return made
          }
          if (path === SEARCH_PATH) return yield* searchPage(location, shown, index, request.query, around)
          if (location.rest.at(-1) === FEED_NAME) {
            const found = index.pageByPath.get(location.rest.slice(0, -1).join("/"))
            const made = found && (yield* pageFeed(location, shown, index, found, look))
            if (made !== undefined) {
              pages.set(key, made, made.body.length + key.length)
              return made
            }
          }
          if (location.rest[0] === "~files") return file(location, index) ?? missing(location, shown, index, around)
          if (location.rest[0] === "~look") {
            return (yield* lookFile(look, location.rest.slice(1).join("/"))) ?? missing(location, shown, index, around)
          }
          const wantsMarkdown = (markdown || path.endsWith(".md")) && location.site.agentsContext === "included"
          const source = wantsMarkdown ? markdownPage(index, path) : undefined
          if (source !== undefined) {
            const made = yield* markdownAnswer(location, index, source)
            pages.set(key, made, made.body.length + key.length)
            return made
          }
          const page = yield* stored(shown.tree.pageByPath(path))
          const led = page === undefined ? yield* redirected(location) : undefined
          if (led !== undefined) return led
          if (page === undefined && wantsMarkdown) return missingMarkdown(siteUrl(instance, location))
          const made = yield* page === undefined
            ? Effect.succeed(missing(location, shown, index, around))
            : showPage(location, shown, index, page, path, around)
          const size = made.kind === "text" ? made.body.length + key.length : key.length
          // addresses that lead nowhere are as many as somebody cares to ask for: they are not kept
          if (page !== undefined) pages.set(key, made, size)
          return made
        })

        const showPage = (
          location: PublishedLocation,
          shown: Shown,
          index: OpenIndex,
          page: PageRecord,
          path: string,
          around: Around
        ): Effect.Effect<SiteAnswer, StorageError> => {
          const { basePath } = location
          switch (page.type) {
            case "document": {
              const here = index.pageById.get(page.id)!
              // the first page is served at the root of the site space, and nowhere else
              return here.path === path
                ? Effect.map(drawPage(location, shown, index, page, around), (text) =>
                    html(200, text, location, remoteImages)
                  )
                : Effect.succeed({ kind: "redirect", location: pageHref(basePath, here) })
            }
            case "group": {
              const first = index.reading.find((one) => pathTo(index, one.page).includes(page.id))
              return Effect.succeed(
                first === undefined
                  ? missing(location, shown, index, around)
                  : { kind: "redirect", location: pageHref(basePath, first) }
              )
            }
            default: {
              const target = targetHref(index, basePath, page)
              return Effect.succeed(
                target === undefined || target.external === true
                  ? missing(location, shown, index, around)
                  : { kind: "redirect", location: target.href }
              )
            }
          }
        }

        return SitePages.of({ ...keepAnswers(epoch, answer, atHandBytes), agent })
      })
    )
}

const pageBytes = 64 * 1024 * 1024
/** Mostly pages that are kept above, too. */
const atHandBytes = 32 * 1024 * 1024
