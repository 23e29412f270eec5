/** What agents do on a site, through its MCP endpoint. */

import { type PublishedLocation, PublishedSites } from "@octavo/core/delivery/sites/PublishedSites"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { Effect } from "effect"
import { canonicalUrl, siteUrl } from "./addresses.ts"
import type { SiteRequest } from "./answers.ts"
import type { Contents } from "./contents.ts"
import type { MachineFiles } from "./machineFiles.ts"
import { markdownPage } from "./machines.ts"
import type { Tools } from "./mcp.ts"
import type { SiteSearch } from "./siteSearch.ts"

/** Address of the endpoint below the site's root. */
export const MCP_PATH = "~mcp"

export const makeAgents = Effect.fnUntraced(function* (
  contents: Contents,
  { listing, markdownOf }: MachineFiles,
  search: SiteSearch
) {
  const sites = yield* PublishedSites
  const instance = yield* Instance

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
      read: read(request, location)
    }
    // the library and its schemas are loaded when the first agent comes
    const { answerAgent } = yield* Effect.promise(() => import("./mcp.ts"))
    return yield* answerAgent(location, tools, web)
  })
})
