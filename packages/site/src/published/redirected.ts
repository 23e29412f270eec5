/** Where visitors are led who come to an address without a page. */
import type { FollowRedirects } from "@octavo/core/delivery/redirects/FollowRedirects"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { Effect } from "effect"
import type { SiteAnswer } from "./answers.ts"

const markdown = /\.md$/

/**
 * The redirect from where a request leads; `undefined`: there is none. Within the site it keeps to the address that the
 * visitor uses; the host of any other comes from what an editor wrote, never from the request (threat: open redirects).
 */
export const makeRedirected = ({ follow }: FollowRedirects["Service"]) => {
  const led = (location: PublishedLocation, segments: ReadonlyArray<string>, extension: string) =>
    Effect.map(follow(location, segments), (found): SiteAnswer | undefined => {
      if (found === "nowhere" || found === "loop") return undefined
      const { permanent, target } = found
      if (target.kind === "external") return { kind: "redirect", location: target.url, permanent }
      const isPage = /[^/]$/.test(target.path) && !/[?#]/.test(target.path)
      const path = isPage ? target.path + extension : target.path
      return { kind: "redirect", location: location.siteBasePath + path, permanent }
    })

  return Effect.fnUntraced(function* (
    location: PublishedLocation
  ): Effect.fn.Return<SiteAnswer | undefined, StorageError> {
    const { basePath, rest, siteBasePath } = location
    const above = basePath.slice(siteBasePath.length).split("/").slice(0, -1).map(decodeURIComponent)
    const segments = [...above, ...rest]
    const found = yield* led(location, segments, "")
    const last = segments.at(-1)
    if (found !== undefined || last === undefined || !markdown.test(last)) return found
    // the Markdown of a page that moved is where the page is
    return yield* led(location, [...segments.slice(0, -1), last.replace(markdown, "")], ".md")
  })
}
