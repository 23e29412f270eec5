/**
 * A cache of answers by the request that they answered, in front of everything: host, path and kind of text, and for what
 * was made for one visitor also query and cookies, to the letter. The next commit of the store ends all entries.
 */
import type { Epoch } from "@octavo/core/kernel/shared/Epoch"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { Effect } from "effect"
import type { SiteAnswer, SiteRequest, TextAnswer } from "./answers.ts"
import { prefersMarkdown } from "./machines.ts"

/** Whether the request brings what the gate must see: a token, claims that are to be remembered. */
const goesThroughTheGate = ({ query }: SiteRequest): boolean =>
  query !== "" && /(?:^|&)(?:jwt_token=|visitor\.)/.test(query)

/**
 * The cache around what answers. A hit resolves nothing. Keys hold what a client sent, so they count in its bytes; what a
 * token had a part in is not in it, because a token ends.
 */
export const makeRequestCache = <E>(
  epoch: Epoch["Service"],
  answer: (request: SiteRequest) => Effect.Effect<SiteAnswer | undefined, E>,
  bytes: number
) => {
  const answers = makeLru<TextAnswer>(bytes, "pages")
  let seen: number | undefined
  const keyOf = ({ accept, host, path }: SiteRequest): string =>
    `${prefersMarkdown(accept) ? "m" : "h"} ${host} ${path}`
  const personalKey = ({ cookie = "", query }: SiteRequest, key: string): string => `${key}\n${query}\n${cookie}`
  return {
    answer: (request: SiteRequest) =>
      Effect.suspend(() => {
        const before = epoch.read()
        return Effect.tap(answer(request), (made) =>
          Effect.sync(() => {
            if (made?.kind !== "text" || made.status !== 200 || made.fleeting === true) return
            // a commit meanwhile may or may not be in it
            if (before === undefined || epoch.read() !== before) return
            if (before !== seen) answers.clear()
            seen = before
            const key = made.fits === undefined ? keyOf(request) : personalKey(request, keyOf(request))
            answers.set(key, made, made.body.length + key.length)
          })
        )
      }),
    cached: (request: SiteRequest): TextAnswer | undefined => {
      if (seen === undefined || epoch.read() !== seen || goesThroughTheGate(request)) return undefined
      const key = keyOf(request)
      return answers.get(key) ?? answers.get(personalKey(request, key))
    }
  }
}
