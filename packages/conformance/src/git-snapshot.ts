/** Commits as an import finds them. */
import type { GitSnapshot } from "@octavo/core/git/Git"
import { contentHash, utf8 } from "@octavo/core/shared/hash"
import { Effect, Stream } from "effect"

/** Texts by path. */
export type Files = Readonly<Record<string, string>>

/** A commit with these files; `during` happens when the first of them is read. */
export const snapshotOf = (files: Files, during: Effect.Effect<void> = Effect.void): GitSnapshot => {
  let isBegun = false
  const bytesOf = (path: string) => utf8.encode(files[path]!)
  return {
    tree: contentHash(utf8.encode(JSON.stringify(files))),
    entries: Object.keys(files).map((path) => ({
      path,
      oid: contentHash(bytesOf(path)),
      size: bytesOf(path).length
    })),
    skipped: [],
    read: ({ path }) =>
      Effect.gen(function* () {
        const isFirst = !isBegun
        isBegun = true
        if (isFirst) yield* during
        return bytesOf(path)
      }),
    stream: ({ path }) => Stream.succeed(bytesOf(path))
  }
}
