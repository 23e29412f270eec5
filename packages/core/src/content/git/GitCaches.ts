/** What this server keeps of repositories, which goes when no space has them any more: each server sees to its own disk. */
import { Context, Effect, Layer } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { Git } from "./Git.ts"
import { GitStore } from "./GitStore.ts"

/** Spaces that are read at once. */
const batch = 1000

export class GitCaches extends Context.Service<
  GitCaches,
  {
    /** Takes away what is kept of repositories that no space is synchronized with; answers how much that was. */
    readonly sweep: Effect.Effect<number, StorageError>
  }
>()("@octavo/core/content/git/GitCaches") {
  static readonly layer = Layer.effect(
    GitCaches,
    Effect.gen(function* () {
      const store = yield* GitStore
      const git = yield* Git
      const sweep = Effect.gen(function* () {
        const urls = new Set<string>()
        let spaces = yield* store.addresses("", batch)
        while (spaces.length > 0) {
          for (const { url } of spaces) urls.add(url)
          spaces = spaces.length < batch ? [] : yield* store.addresses(spaces.at(-1)!.spaceId, batch)
        }
        return yield* git
          .removeUnused(urls)
          .pipe(
            Effect.catch(({ message }) => Effect.as(Effect.logWarning("The Git cache was not tidied", { message }), 0))
          )
      }).pipe(Effect.withSpan("GitCaches.sweep"))
      return GitCaches.of({ sweep })
    })
  )
}
