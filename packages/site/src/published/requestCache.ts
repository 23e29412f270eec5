/**
 * A cache of answers by the request that they answered, in front of everything: host, path and kind of text, and for what
 * was made for one visitor also query and cookies, to the letter. An entry ends when something that it was made of changes:
 * the site, one of the spaces that it shows, access.
 */
import { type Epoch, holds, type MadeOf, madeOf } from "@octavo/core/kernel/shared/Epoch"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { Context, Effect } from "effect"
import type { SiteAnswer, SiteRequest, TextAnswer } from "./answers.ts"
import { keeping } from "./keptBody.ts"
import { prefersMarkdown } from "./machines.ts"

/** Whether the request brings what the gate must see: a token, claims that are to be remembered. */
const goesThroughTheGate = ({ query }: SiteRequest): boolean =>
  query !== "" && /(?:^|&)(?:jwt_token=|visitor\.)/.test(query)

interface Kept {
  readonly answer: TextAnswer
  readonly of: MadeOf
}

/**
 * The cache around what answers. A hit resolves nothing. Keys hold what a client sent, so they count in its bytes; what a
 * token had a part in is not in it, because a token ends.
 */
export const makeRequestCache = <E>(
  epoch: Epoch["Service"],
  answer: (request: SiteRequest) => Effect.Effect<SiteAnswer | undefined, E>,
  bytes: number
) => {
  const answers = makeLru<Kept>(bytes, "pages")
  const keyOf = ({ accept, host, path }: SiteRequest): string =>
    `${prefersMarkdown(accept) ? "m" : "h"} ${host} ${path}`
  const personalKey = ({ cookie = "", query }: SiteRequest, key: string): string => `${key}\n${query}\n${cookie}`

  const found = (request: SiteRequest, context: Context.Context<never>): TextAnswer | undefined => {
    if (goesThroughTheGate(request)) return undefined
    const key = keyOf(request)
    const kept = answers.get(key) ?? answers.get(personalKey(request, key))
    return kept !== undefined && holds(epoch, kept.of, context) ? kept.answer : undefined
  }

  const make = (request: SiteRequest) =>
    Effect.map(madeOf(epoch, answer(request), []), ({ of, value: made }) => {
      if (of !== undefined && made?.kind === "text" && made.status === 200 && made.fleeting !== true) {
        const key = made.fits === undefined ? keyOf(request) : personalKey(request, keyOf(request))
        const answer = keeping(made)
        const { kept } = answer
        const entry = { answer, of }
        answers.set(key, entry, kept.weight + key.length)
        kept.onWeight(answers, () => answers.weigh(key, entry, kept.weight + key.length))
        return answer
      }
      return made
    })

  return {
    answer: (request: SiteRequest): Effect.Effect<SiteAnswer | undefined, E> =>
      epoch.reading(
        Effect.withFiber(({ context }): Effect.Effect<SiteAnswer | undefined, E> => {
          const kept = found(request, context)
          return kept === undefined ? make(request) : Effect.succeed(kept)
        })
      ),
    cached: (request: SiteRequest): TextAnswer | undefined => found(request, nowhere)
  }
}

/** Of who asks outside of a request. */
const nowhere = Context.empty()
