/** Reading content with Promises: every operation of an open revision, of a space's primary content or of an old one. */

import type { OpenContent } from "@octavo/core/content/space-content/OpenContent"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { withCurrentIds } from "@octavo/core/kernel/shared/currentIds"
import { Effect } from "effect"
import { type Lenient, lenient, type Run } from "./promiseService.ts"

const operations = [
  "content",
  "pages",
  "page",
  "pageByPath",
  "files",
  "file",
  "reusableContent",
  "pageDocument",
  "reusableDocument",
  "metaLinks"
] as const satisfies ReadonlyArray<keyof OpenContent>

type Name = (typeof operations)[number]
type Args<N extends Name> = Lenient<Parameters<OpenContent[N]>>
type Answer<N extends Name> = Effect.Success<ReturnType<OpenContent[N]>>

/** One revision, to be read. */
export type RevisionContent = { readonly [N in Name]: (...args: Args<N>) => Promise<Answer<N>> }

/** Reads the primary content of the space that is named first; `at` reads any revision of it. */
export type ContentArea = {
  readonly [N in Name]: (spaceId: string, ...args: Args<N>) => Promise<Answer<N>>
} & {
  readonly at: (spaceId: string, revisionId: string) => RevisionContent
}

export const contentArea = (run: Run): ContentArea => {
  const call = (name: Name, spaceId: string, revisionId: string | undefined, args: ReadonlyArray<unknown>) =>
    run(
      Effect.gen(function* () {
        const content = yield* SpaceContent
        const open = yield* content.open(
          withCurrentIds(spaceId),
          revisionId === undefined ? undefined : withCurrentIds(revisionId)
        )
        const operation = open[name] as (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
        const current = args.map((arg) => (typeof arg === "string" ? withCurrentIds(arg) : arg))
        return yield* operation(...lenient(current, operation.length))
      })
    )
  const named = <F>(make: (name: Name) => F) => Object.fromEntries(operations.map((name) => [name, make(name)]))
  return {
    ...named(
      (name) =>
        (spaceId: string, ...args: ReadonlyArray<unknown>) =>
          call(name, spaceId, undefined, args)
    ),
    at: (spaceId: string, revisionId: string) =>
      named(
        (name) =>
          (...args: ReadonlyArray<unknown>) =>
            call(name, spaceId, revisionId, args)
      )
  } as ContentArea
}
