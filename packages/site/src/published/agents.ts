/** What agents do on a site, through its MCP endpoint. */

import { failureWords } from "@octavo/core/content/answers/answering"
import { type PublishedLocation, PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { networkOf } from "@octavo/core/kernel/rate-limits/network"
import { RateLimiting } from "@octavo/core/kernel/rate-limits/RateLimiting"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { RequestAddress } from "@octavo/core/kernel/shared/RequestAddress"
import { Clock, Effect, Stream } from "effect"
import { canonicalUrl, siteUrl } from "./addresses.ts"
import type { SiteRequest } from "./answers.ts"
import type { Contents } from "./contents.ts"
import type { MachineFiles } from "./machineFiles.ts"
import { markdownPage } from "./machines.ts"
import type { ToolAnswer, Tools } from "./mcp.ts"
import type { Questions } from "./questions.ts"
import type { SiteSearch } from "./siteSearch.ts"

/** Address of the endpoint below the site's root. */
export const MCP_PATH = "~mcp"

export const makeAgents = Effect.fnUntraced(function* (
  contents: Contents,
  { listing, markdownOf }: MachineFiles,
  search: SiteSearch,
  questions: Questions
) {
  const sites = yield* PublishedSites
  const instance = yield* Instance
  const { ask: meter } = yield* RateLimiting

  /** Below the site's root: what follows its address, its path, or the path itself. */
  const below = (location: PublishedLocation, address: string): string => {
    const [bare] = address.trim().split(/[?#]/) as [string]
    const base = siteUrl(instance, location)
    if (bare.startsWith(base)) return bare.slice(base.length)
    const path = URL.canParse(bare) ? new URL(bare).pathname : `/${bare.replace(/^\//, "")}`
    return path.startsWith(location.siteBasePath) ? path.slice(location.siteBasePath.length) : path.slice(1)
  }

  const read = (request: SiteRequest, location: PublishedLocation) =>
    Effect.fnUntraced(function* (address: string) {
      const key = location.keyInPath === undefined ? "" : `${location.keyInPath}/`
      const path = location.askedBasePath + key + below(location, address)
      const there = yield* sites
        .resolve({ ...request, path })
        .pipe(Effect.catchTags({ Invalid: () => Effect.undefined, TooManyRequests: () => Effect.undefined }))
      if (there?.site.id !== location.site.id) return undefined
      const shown = yield* contents.shownAt(there.siteSpace)
      if (shown === null) return undefined
      const index = yield* contents.indexOf(shown, there.judge)
      const page = markdownPage(index, there.rest.join("/"))
      return page && (yield* markdownOf(there, index, canonicalUrl(instance, there), page, true))
    })

  /** Counts one more question of the address: one of an agent costs what one of a reader does. */
  const isTooMuch = Effect.fnUntraced(function* (address: string | null) {
    if (meter === undefined || address === null) return false
    return meter.take(networkOf(address), yield* Clock.currentTimeMillis).exceeded
  })

  const answer = (location: PublishedLocation, address: string | null) =>
    Effect.fnUntraced(function* (question: string): Effect.fn.Return<ToolAnswer, StorageError> {
      if (yield* isTooMuch(address))
        return { problem: "Too many questions came from this address; ask again in a minute." }
      const { sentences, sources } = yield* questions.ask(location, question)
      return yield* Stream.runCollect(sentences).pipe(
        Effect.map((all): ToolAnswer => {
          const named = new Set(all.flatMap((sentence) => sentence.sources))
          return {
            sentences: all,
            sources: sources.filter(({ number }) => named.has(number))
          }
        }),
        Effect.catch((error) => Effect.succeed<ToolAnswer>({ problem: failureWords(error) }))
      )
    })

  /** The answer to an agent's request; `undefined` when the site has no endpoint at this address. */
  return Effect.fnUntraced(function* (location: PublishedLocation, request: SiteRequest, web: Request) {
    const { basePath, rest, site, siteBasePath } = location
    const isEndpoint = rest.length === 1 && rest[0] === MCP_PATH && basePath === siteBasePath
    if (!isEndpoint || site.agentsContext !== "included") return undefined
    const canonical = {
      ...location,
      siteBasePath: siteUrl(instance, location),
      basePath: canonicalUrl(instance, location)
    }
    const tools: Tools = {
      list: listing(location),
      search: (query) => search(canonical, query),
      read: read(request, location),
      ...((yield* questions.isOpen(location)) ? { ask: answer(canonical, yield* RequestAddress) } : {})
    }
    // the library and its schemas are loaded when the first agent comes
    const { answerAgent } = yield* Effect.promise(() => import("./mcp.ts"))
    return yield* answerAgent(location, tools, web)
  })
})
