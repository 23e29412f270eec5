/**
 * A cache of encoded answers about content, with the tag of the open content that each was made of. Content never changes
 * under its tag, so no entry is ever wrong; one ends when its room is needed, or with the next revision of what it is of. A
 * read costs the check of the token, of access and of the head, and then the same bytes go out again. Every answer has a
 * strong ETag.
 */

import type { OpenContent } from "@octavo/core/content/space-content/OpenContent"
import { type ContentAt, SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { cacheTags } from "@octavo/core/delivery/renderers/cacheTags"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { madeOnlyOf } from "@octavo/core/kernel/shared/Epoch"
import type { Forbidden, Invalid, NotFound, StorageError } from "@octavo/core/kernel/shared/errors"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { Context, Effect, Layer } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { cacheTagHeader } from "./apiHeaders.ts"
import { etagMatches } from "./conditional.ts"
import { hashedJson } from "./encodedJson.ts"

/** A JSON answer, ready to be sent. */
export interface Encoded {
  readonly body: Uint8Array
  readonly etag: string
  /** What the operation says of it, its tag among that. */
  readonly headers: Readonly<Record<string, string>>
}

/** One that is kept, with the tag of the content that it was made of. */
interface Tagged extends Encoded {
  readonly tag: string
}

export class ContentCache extends Context.Service<
  ContentCache,
  {
    /** The answer of one operation on one revision; made once, then kept. */
    readonly encoded: <A>(
      spaceId: string,
      at: ContentAt,
      key: ReadonlyArray<unknown>,
      make: (open: OpenContent) => Effect.Effect<A, NotFound | Invalid | StorageError>
    ) => Effect.Effect<Encoded, NotFound | Forbidden | Invalid | StorageError, CurrentActor>
    /** The same as a response: 200, or 304 when the caller has it. */
    readonly respond: <A>(
      spaceId: string,
      at: ContentAt,
      key: ReadonlyArray<unknown>,
      ifNoneMatch: string | undefined,
      make: (open: OpenContent) => Effect.Effect<A, NotFound | Invalid | StorageError>
    ) => Effect.Effect<
      HttpServerResponse.HttpServerResponse,
      NotFound | Forbidden | Invalid | StorageError,
      CurrentActor
    >
  }
>()("@octavo/http/ContentCache") {
  static readonly layer = Layer.effect(
    ContentCache,
    Effect.gen(function* () {
      const content = yield* SpaceContent
      const cache = makeLru<Tagged>(cacheBytes, "content")

      const answerOf = <A, E, R>(
        at: ContentAt,
        tag: string,
        key: ReadonlyArray<unknown>,
        open: OpenContent,
        make: Effect.Effect<A, E, R>
      ): Effect.Effect<Encoded, E, R> => {
        const name = `${placeOf(at, open) ?? tag}\n${JSON.stringify(key)}`
        const found = cache.get(name)
        if (found?.tag === tag) return Effect.succeed(found)
        return Effect.map(make, (value) => {
          const { body, hash } = hashedJson(value)
          const etag = `"${hash.slice(0, 22)}"`
          const headers = { etag, "cache-control": revalidate, ...computedHeaders(open) }
          const answer = { body, etag, headers, tag }
          if (body.length <= largestKept) cache.set(name, answer, body.length + (name.length + tag.length) * 2)
          return answer
        })
      }

      const encoded: ContentCache["Service"]["encoded"] = (spaceId, at, key, make) =>
        Effect.flatMap(content.open(spaceId, at), (open) =>
          key[0] === "content"
            ? Effect.flatMap(open.contentTag, (tag) => answerOf(at, tag, key, open, make(open)))
            : answerOf(at, open.tag, key, open, make(open))
        )

      return ContentCache.of({
        encoded,
        respond: (spaceId, at, key, ifNoneMatch, make) => {
          const answer = Effect.map(encoded(spaceId, at, key, make), ({ body, etag, headers }) =>
            etagMatches(ifNoneMatch, etag)
              ? HttpServerResponse.empty({ status: 304, headers })
              : HttpServerResponse.uint8Array(body, { contentType: "application/json", headers })
          )
          return Effect.tap(answer, madeOnlyOf([spaceId]))
        }
      })
    })
  )
}

/**
 * What moves on to another revision: the primary content, or a draft, of which one answer is kept at a time. Nobody asks
 * for those of the revision before by that name any more. `undefined` for a revision, and for visitors, who may each see
 * something else.
 */
const placeOf = (at: ContentAt, { judge, space }: OpenContent): string | undefined =>
  typeof at === "string" || judge !== undefined
    ? undefined
    : `${space.id}${at === undefined ? "" : ` #${at.changeRequest}`}`

/** Private, because it depends on the caller's rights; asked again each time, because heads move. */
export const revalidate = "private, no-cache"

/** Computed pages change under their revision. */
const computedHeaders = ({ expanded, space, tree }: OpenContent): Record<string, string> =>
  expanded === tree ? {} : { [cacheTagHeader]: cacheTags.computed(space.organizationId) }

const cacheBytes = 64 * 1024 * 1024
const largestKept = 8 * 1024 * 1024
