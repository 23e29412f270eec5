/**
 * Encoded answers to reads that may be sent again, by caller and URL: besides these an answer of the API depends on the
 * store alone. An entry whose operation says what it is made of (`madeOnlyOf`) ends when that changes; every other one
 * with the next commit, of any process. An answer that says `no-store` or varies by a header does not get in.
 */

import { contextKey } from "@octavo/core/kernel/conditions/Visitor"
import type { Actor } from "@octavo/core/kernel/shared/Actor"
import { Epoch, holds, type MadeOf } from "@octavo/core/kernel/shared/Epoch"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { Context, Effect, Layer } from "effect"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

type Response = HttpServerResponse.HttpServerResponse

export class KeptAnswers extends Context.Service<
  KeptAnswers,
  {
    /** The answer to a GET of the caller, while all that it was made of is as it was. Asked within `Epoch.reading`. */
    readonly find: (actor: Actor, url: string, context: Context.Context<never>) => Response | undefined
    /** Keeps an answer, if it may be sent again. */
    readonly keep: (actor: Actor, url: string, response: Response, of: MadeOf) => void
  }
>()("@octavo/http/KeptAnswers") {
  static readonly layer = Layer.effect(
    KeptAnswers,
    Effect.gen(function* () {
      const epoch = yield* Epoch
      const untilChange = makeLru<Kept>(untilChangeBytes, "answers-by-part")
      const untilCommit = makeLru<Kept>(untilCommitBytes, "answers")
      let commit: number | undefined

      const set = (name: string, kept: Kept, size: number): void => {
        if (kept.of.commit === undefined) untilChange.set(name, kept, size)
        else {
          if (kept.of.commit !== commit) untilCommit.clear()
          commit = kept.of.commit
          untilCommit.set(name, kept, size)
        }
      }

      return KeptAnswers.of({
        find: (actor, url, context) => {
          const name = nameOf(actor, url)
          const found = untilChange.get(name) ?? untilCommit.get(name)
          return found !== undefined && holds(epoch, found.of, context) ? found.response : undefined
        },
        keep: (actor, url, response, of) => {
          const size = sizeToKeep(response)
          if (size === undefined) return
          const name = nameOf(actor, url)
          set(name, { of, response }, size + name.length * 2 + overhead)
        }
      })
    })
  )
}

interface Kept {
  readonly response: Response
  readonly of: MadeOf
}

const untilCommitBytes = 16 * 1024 * 1024
const untilChangeBytes = 64 * 1024 * 1024
/** What a kept answer weighs beside its body and name, roughly. */
const overhead = 1000

/**
 * Tokens with other scopes may get other answers, and so may sessions that count in one organization, and other visitors
 * of a site (threat: cache leaks).
 */
const callerOf = (actor: Actor): string => {
  switch (actor.kind) {
    case "user":
      return `${actor.userId} ${actor.tokenId} ${actor.session ?? ""}`
    case "site":
      return `${actor.siteId} ${JSON.stringify([actor.pass, actor.preview ?? null])} ${contextKey(actor.visitor)}`
    case "operator":
      return actor.kind
  }
}

const nameOf = (actor: Actor, url: string): string => `${callerOf(actor)} ${url}`

/** The bytes of an answer that may be sent again. */
const sizeToKeep = ({ body, headers, status }: Response): number | undefined =>
  status === 200 &&
  body._tag === "Uint8Array" &&
  headers["vary"] === undefined &&
  headers["cache-control"]?.includes("no-store") !== true
    ? body.contentLength
    : undefined
