/**
 * The pages of published sites, as answers without a socket: what a URL means, its HTML, its files. The server and the
 * embedded engine turn them into HTTP.
 */

import { missingIsDamage } from "@octavo/core/content/revisions/missingIsDamage"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { askedPage } from "@octavo/core/content/search/resultPages"
import { Neighbours } from "@octavo/core/content/spaces/Neighbours"
import { FollowRedirects } from "@octavo/core/delivery/redirects/FollowRedirects"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { Epoch } from "@octavo/core/kernel/shared/Epoch"
import type { StorageError, TooManyRequests } from "@octavo/core/kernel/shared/errors"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { makeSingleFlight } from "@octavo/core/kernel/shared/singleFlight"
import { makeTurns } from "@octavo/core/kernel/shared/turns"
import { pageHref } from "@octavo/render/resolver"
import type { SpaceIndex } from "@octavo/render/spaceIndex"
import { Context, Effect, Layer } from "effect"
import { renderNotFound } from "../page/page.ts"
import { nothingFound, renderFound, renderSearch } from "../page/search.ts"
import { ASK_PATH, SEARCH_PATH } from "../page/searchForm.ts"
import { siteUrl } from "./addresses.ts"
import { makeAgents } from "./agents.ts"
import { keyWith, makeAnswerCache } from "./answerCache.ts"
import {
  fragment,
  htmlAnswer,
  htmlText,
  missingMarkdown,
  personal,
  type SiteAnswer,
  type SiteRequest,
  staticFiles,
  type TextAnswer
} from "./answers.ts"
import { BEACON_PATH, type Beacon, makeBeacon } from "./beacon.ts"
import { makeContents, type OpenIndex } from "./contents.ts"
import { diagramAnswer } from "./diagrams.ts"
import { makeDrawPage } from "./drawPage.ts"
import { feedFormats } from "./feed.ts"
import { makeGate } from "./gate.ts"
import { makeLooks } from "./look.ts"
import { makeMachineFiles } from "./machineFiles.ts"
import { isMachineFile, isRobotsFile, markdownPage, prefersMarkdown } from "./machines.ts"
import { makeNamedFiles } from "./namedFiles.ts"
import { linkedSpaces, pathTo, targetHref } from "./navigation.ts"
import { makeOtherSpaces } from "./otherSpaces.ts"
import {
  branchesName,
  drawBranches,
  languageOf,
  type PageContext,
  type PublishedContent,
  placeIn,
  siteView
} from "./pageContext.ts"
import { makePageFeed } from "./pageFeed.ts"
import { makePdf } from "./pdf.ts"
import { makeQuestions, type SiteAnswering } from "./questions.ts"
import { makeRedirected } from "./redirected.ts"
import { makeRequestCache } from "./requestCache.ts"
import { firstPages, makeSiteSearch, searchQuery } from "./siteSearch.ts"
import { makeSocialPictures } from "./socialPictures.ts"
import { makeSwitches, structureName } from "./switches.ts"
import { makeWholeSite, type WholeSite } from "./wholeSite.ts"

export interface SiteOptions {
  /** Pages load pictures of other hosts; without it they lead to them. */
  readonly remoteImages?: boolean | undefined
  /** Pages are to be files that any host sends: what this server alone can answer is not on them. */
  readonly asFiles?: boolean | undefined
  /** Short pages with code that are drawn by another thread at a time, where no more of one site's wait than usual may. */
  readonly drawnAhead?: number | undefined
}

export class SitePages extends Context.Service<
  SitePages,
  {
    /** The answer to a visitor; `undefined` when the address belongs to no published site. */
    readonly answer: (request: SiteRequest) => Effect.Effect<SiteAnswer | undefined, StorageError | TooManyRequests>
    /** All that is at the site of an address, for writing it as files; `undefined` where there is none for everybody. */
    readonly whole: (request: SiteRequest) => Effect.Effect<WholeSite | undefined, StorageError | TooManyRequests>
    /** The same at once, for a page whose answer still holds; else `undefined`. */
    readonly cached: (request: SiteRequest) => TextAnswer | undefined
    /** The answer of the site's MCP endpoint; `undefined` when there is none at this address. */
    readonly agent: (
      request: SiteRequest,
      web: Request
    ) => Effect.Effect<Response | undefined, StorageError | TooManyRequests>
    /** Takes the beacon of a page's script as an event; `undefined` when there is nothing to send at this address. */
    readonly takeBeacon: (
      request: SiteRequest,
      sent: Beacon
    ) => Effect.Effect<boolean | undefined, StorageError | TooManyRequests>
    /**
     * What is answered to a question, which `body` has as JSON; `false` when it has none, `undefined` when nobody can ask
     * at this address.
     */
    readonly ask: (
      request: SiteRequest,
      body: string
    ) => Effect.Effect<SiteAnswering | false | undefined, StorageError | TooManyRequests>
  }
>()("@octavo/site/SitePages") {
  static readonly layer = ({ asFiles = false, drawnAhead, remoteImages = false }: SiteOptions = {}) =>
    Layer.effect(
      SitePages,
      Effect.gen(function* () {
        const { gated, locate } = yield* makeGate
        const contents = yield* makeContents
        const drawPage = yield* makeDrawPage(contents, remoteImages, drawnAhead)
        const { lookFile, lookOf } = yield* makeLooks(contents, { asFiles, remoteImages })
        const redirected = makeRedirected(yield* FollowRedirects)
        const machineFiles = yield* makeMachineFiles(contents, asFiles)
        const { machineFile, markdownAnswer, robotsFile } = machineFiles
        const pageFeed = yield* makePageFeed(contents, asFiles)
        const search = yield* makeSiteSearch(contents, lookOf)
        const pdf = yield* makePdf
        const socialPicture = makeSocialPictures(contents)
        const namedFile = makeNamedFiles()
        const questions = yield* makeQuestions(contents, lookOf)
        const agents = yield* makeAgents(contents, machineFiles, search, questions)
        const beacon = yield* makeBeacon(contents)
        const instance = yield* Instance
        const neighbours = yield* Neighbours
        const epoch = yield* Epoch
        const answers = makeAnswerCache(answerCacheBytes)
        // ids of the other spaces that an answer depended on, by its key without them
        const dependencies = makeLru<ReadonlyArray<string>>(dependencyBytes, "page-dependencies")

        const drawOnce = makeSingleFlight()
        // a search takes as long as two pages, and who types waits for it: it goes before those that wait to be drawn
        const turns = makeTurns({ allowed: (searches) => searches, atOnce: false })
        const wholeSite = yield* makeWholeSite(contents, lookOf)
        const { siblingsOf, switches } = yield* makeSwitches(contents)

        const missing = (
          location: PublishedLocation,
          shown: PublishedContent,
          index: OpenIndex,
          context: PageContext
        ): SiteAnswer =>
          htmlAnswer(404, renderNotFound({ site: siteView(location, shown, index, [], context) }), remoteImages)

        const file = (location: PublishedLocation, index: SpaceIndex): SiteAnswer | undefined => {
          const [, id, version] = location.rest
          const record = index.fileById.get(id ?? "")
          // only files of the spaces of this very site are found here (threat: assets across tenants)
          return record === undefined || record.blob.slice(0, 16) !== version ? undefined : contents.file(record)
        }

        /** The copy of a picture of another host that the space shows. */
        const picture = Effect.fnUntraced(function* (location: PublishedLocation) {
          const [, id, version] = location.rest
          const found = (yield* contents.picturesOf(location.siteSpace.spaceId)).files.get(id ?? "")
          return found === undefined || found.blob.slice(0, 16) !== version ? undefined : contents.file(found)
        })

        /** What a query finds: a page, or for its script the list alone. */
        const searchPage = Effect.fnUntraced(function* (
          location: PublishedLocation,
          shown: PublishedContent,
          index: OpenIndex,
          parameters: string,
          context: PageContext
        ) {
          const query = searchQuery(parameters)
          const asked = new URLSearchParams(parameters)
          const isBeginning = asked.get("part") === "list"
          const findings =
            query === ""
              ? nothingFound
              : yield* search(location, query, isBeginning ? undefined : askedPage(asked.get("page")))
          const place = {
            language: languageOf(shown, context),
            searchHref: location.basePath + SEARCH_PATH,
            others: findings.count === 0 ? firstPages(index, location.basePath) : [],
            isBeginning
          }
          const page = isBeginning
            ? renderFound(query, findings, place)
            : renderSearch(siteView(location, shown, index, [], context), query, findings, place)
          const made = htmlAnswer(200, page, remoteImages)
          return { ...made, headers: { ...made.headers, "x-robots-tag": "noindex" }, fleeting: true as const }
        })

        const agent = Effect.fnUntraced(function* (request: SiteRequest, web: Request) {
          const location = yield* locate(request)
          return location === undefined ? undefined : yield* agents(location, request, web)
        })

        const whole = Effect.fnUntraced(function* (request: SiteRequest) {
          const location = yield* locate(request)
          return location?.forAll ? yield* wholeSite(location) : undefined
        })

        const takeBeacon = Effect.fnUntraced(function* (request: SiteRequest, sent: Beacon) {
          const location = yield* locate(request)
          if (location === undefined || location.rest.join("/") !== BEACON_PATH) return undefined
          return yield* beacon(location, request, sent)
        })

        const ask = Effect.fnUntraced(function* (request: SiteRequest, body: string) {
          const location = yield* locate(request)
          if (location === undefined || location.rest.join("/") !== ASK_PATH) return undefined
          return yield* questions.post(location, body)
        })

        const answer = Effect.fnUntraced(function* (request: SiteRequest) {
          // the frame has no origin, and with it no cookie: nothing of any site is in its files, and every path has them
          const file = yield* diagramAnswer(request.path)
          return file ?? (yield* gated(request, (location) => inside(request, location)))
        })

        const inside = Effect.fnUntraced(function* (request: SiteRequest, location: PublishedLocation) {
          if (location.rest[0] === "_octavo")
            return staticFiles.get(location.rest.join("/")) ?? (yield* namedFile(location.rest.slice(1).join("/")))
          // the same for everybody, whatever there is to see
          if (isRobotsFile(location)) return robotsFile(location)
          const shown = yield* contents.shownAt(location.siteSpace)
          if (shown === null) return undefined
          const look = yield* lookOf(location)
          const path = location.rest.join("/")
          const markdown = prefersMarkdown(request.accept)
          const siblings = yield* siblingsOf(location, look)
          const otherSpaces = makeOtherSpaces(contents, location, neighbours)
          const made = Effect.gen(function* () {
            const index = yield* contents.indexOf(shown, location.judge)
            yield* otherSpaces.look([...linkedSpaces(index), ...neighbours.of(shown.space.id)])
            const context = { ...look, otherSpaces, switches: yield* switches(location, index, siblings, path, look) }
            const { answer, keep } = yield* make(location, shown, index, {
              context,
              markdown,
              path,
              query: request.query
            })
            const fits = location.judge.audience()
            return { answer: personal(answer, fits), fits, keep }
          })
          // what becomes files is asked for once
          if (asFiles) return (yield* made).answer
          const key = [
            location.site.id,
            location.site.updatedAt,
            structureName(location),
            location.basePath,
            shown.space.emoji,
            shown.root,
            (yield* contents.picturesOf(shown.space.id)).version,
            yield* contents.historyOf(shown.space.id),
            shown.repositoryTree,
            ...siblings.map(({ shown }) => shown.root),
            yield* contents.apiStamp(location.site.organizationId),
            look.version,
            path,
            markdown,
            location.pass.kind === "member"
          ].join("\n")
          // what an answer says of other spaces changes with them: which these are is known once it was made
          const known = dependencies.get(key) ?? []
          yield* otherSpaces.note(known)
          const kept = answers.get(keyWith(key, otherSpaces.noted()), location.visitor)
          if (kept !== undefined) return kept

          const draw = Effect.gen(function* () {
            const { answer, fits, keep } = yield* made
            if (!keep) return answer
            const noted = otherSpaces.noted()
            if (noted.size > known.length) dependencies.set(key, [...noted.keys()], key.length)
            return answers.add(keyWith(key, noted), answer, fits)
          })
          // what is found hangs on the query, which is not in the key
          if (path === SEARCH_PATH) {
            turns.came()
            return yield* draw
          }
          const drawn = Effect.gen(function* () {
            yield* otherSpaces.note(dependencies.get(key) ?? [])
            return answers.get(keyWith(key, otherSpaces.noted()), location.visitor)
          })
          return yield* drawOnce(key, drawn, Effect.andThen(turns.next, draw))
        })

        /** The answer to a request, and whether it is worth keeping. */
        const make = Effect.fnUntraced(function* (
          location: PublishedLocation,
          shown: PublishedContent,
          index: OpenIndex,
          {
            context,
            markdown,
            path,
            query
          }: {
            readonly context: PageContext
            readonly markdown: boolean
            readonly path: string
            readonly query: string
          }
        ): Effect.fn.Return<{ readonly answer: SiteAnswer; readonly keep: boolean }, StorageError> {
          const kept = (answer: SiteAnswer) => ({ answer, keep: true })
          const once = (answer: SiteAnswer) => ({ answer, keep: false })
          const onceIf = (answer: SiteAnswer | undefined) => once(answer ?? missing(location, shown, index, context))
          if (isMachineFile(location)) return once(yield* machineFile(location))
          if (location.rest[0] === "~navigation") {
            const [, language, root, ...more] = location.rest
            const current =
              language === languageOf(shown, context) &&
              root === branchesName(location, shown, index, context) &&
              more.length === 0
            if (!current) return onceIf(undefined)
            return kept(fragment(drawBranches(location, shown, index, context)))
          }
          if (path === SEARCH_PATH) return once(yield* searchPage(location, shown, index, query, context))
          const feed = feedFormats.find(({ name }) => name === location.rest.at(-1))
          if (feed !== undefined) {
            const found = index.pageByPath.get(location.rest.slice(0, -1).join("/"))
            const made = found && (yield* pageFeed(location, shown, index, found, feed, context))
            if (made !== undefined) return kept(made)
          }
          if (location.rest[0] === "~files") return onceIf(file(location, index))
          if (location.rest[0] === "~pictures") return onceIf(yield* picture(location))
          if (location.rest[0] === "~social") return onceIf(yield* socialPicture(location, index, context))
          if (location.rest[0] === "~look") return onceIf(yield* lookFile(context, location.rest.slice(1).join("/")))
          const wantsMarkdown = (markdown || path.endsWith(".md")) && location.site.agentsContext === "included"
          const source = wantsMarkdown ? markdownPage(index, path) : undefined
          if (source !== undefined) {
            return kept(yield* markdownAnswer(location, index, source))
          }
          const found = path === "" ? index.home?.page : yield* missingIsDamage(shown.tree.pageByPath(path))
          // a page that is not shown to this visitor is none
          const page = found !== undefined && index.pageById.has(found.id) ? found : undefined
          if (page !== undefined) return kept(yield* showPage(location, shown, index, page, path, context))
          const printed = path.endsWith(".pdf") ? yield* pdf(location, shown, index, path, context) : undefined
          if (printed !== undefined) return once(printed)
          const [first] = index.reading
          if (path === "" && first !== undefined) {
            return once({ kind: "redirect", location: pageHref(location.basePath, first) })
          }
          const led = yield* redirected(location)
          if (led !== undefined) return once(led)
          // addresses that lead nowhere are as many as somebody cares to ask for: they are not kept
          return once(
            wantsMarkdown ? missingMarkdown(siteUrl(instance, location)) : missing(location, shown, index, context)
          )
        })

        const showPage = (
          location: PublishedLocation,
          shown: PublishedContent,
          index: OpenIndex,
          page: PageRecord,
          path: string,
          context: PageContext
        ): Effect.Effect<SiteAnswer, StorageError> => {
          const { basePath } = location
          switch (page.type) {
            case "document": {
              const here = index.pageById.get(page.id)!
              // the home page is served at the root of the site space, and nowhere else
              return here.path === path
                ? Effect.map(drawPage(location, shown, index, page, context), ({ html, needs }) =>
                    (asFiles ? htmlText : htmlAnswer)(200, html, remoteImages, needs)
                  )
                : Effect.succeed({ kind: "redirect", location: pageHref(basePath, here) })
            }
            case "group": {
              const first = index.reading.find((one) => pathTo(index, one.page).includes(page.id))
              return Effect.succeed(
                first === undefined
                  ? missing(location, shown, index, context)
                  : { kind: "redirect", location: pageHref(basePath, first) }
              )
            }
            default: {
              const target = targetHref(index, placeIn(location, context), page)
              return Effect.succeed(
                target === undefined || target.external === true
                  ? missing(location, shown, index, context)
                  : { kind: "redirect", location: target.href }
              )
            }
          }
        }

        const requests = asFiles
          ? { answer: (request: SiteRequest) => epoch.reading(answer(request)), cached: () => undefined }
          : makeRequestCache(epoch, answer, requestCacheBytes)
        return SitePages.of({ ...requests, agent, ask, takeBeacon, whole })
      })
    )
}

/** Of the cache of what answers depend on: mostly keys, which are as long as what they are made of. */
const dependencyBytes = 8 * 1024 * 1024
const answerCacheBytes = 64 * 1024 * 1024
/** Mostly pages that the cache of answers has, too. */
const requestCacheBytes = 32 * 1024 * 1024
