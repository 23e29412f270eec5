/** Commits as an import finds them. */
import { blobOid } from "@octavo/core/content/git/blobOid"
import type { GitSnapshot } from "@octavo/core/content/git/Git"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect, Stream } from "effect"

/** Texts by path. */
export type Files = Readonly<Record<string, string>>

/** A commit with these files; `during` happens when the first of them is read. */
export const snapshotOf = (
  files: Files | ReadonlyMap<string, Uint8Array>,
  during: Effect.Effect<void> = Effect.void
): GitSnapshot => {
  let isBegun = false
  const all: ReadonlyMap<string, Uint8Array> =
    files instanceof Map ? files : new Map(Object.entries(files).map(([path, text]) => [path, utf8.encode(text)]))
  const entries = Array.from(all, ([path, bytes]) => ({ path, oid: blobOid(bytes, false), size: bytes.length }))
  return {
    tree: contentHash(utf8.encode(JSON.stringify(entries.map(({ oid, path }) => [path, oid]).sort()))),
    entries,
    skipped: [],
    read: ({ path }) =>
      Effect.gen(function* () {
        const isFirst = !isBegun
        isBegun = true
        if (isFirst) yield* during
        return all.get(path)!
      }),
    stream: ({ path }) => Stream.succeed(all.get(path)!)
  }
}
