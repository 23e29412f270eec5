/**
 * Takes out of the cache what belongs to repositories that no space has any more: what was private once would lie there for
 * ever. Whatever its name is; a cache is made anew for who asks. Decision 0121.
 */
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Effect } from "effect"
import { discard, keyOf, type Lock, lockOf } from "./cache.ts"
import { parseUrl } from "./source.ts"

/** Milliseconds without a change after which something is unused: an import that runs is noted when it ends. */
const unusedMs = 86_400_000

/** @param urls addresses of the repositories that stay; answers how many entries went */
export const removeUnused = traced("git.removeUnused")(function* (
  cacheDirectory: string,
  lock: Lock,
  urls: Iterable<string>
) {
  const kept = new Set<string>()
  for (const text of urls) {
    // what is no address has no repository
    const url = yield* Effect.orElseSucceed(parseUrl(text), () => undefined)
    if (url !== undefined) kept.add(keyOf(url))
  }
  let removed = 0
  for (const name of yield* namesIn(cacheDirectory)) {
    if (kept.has(name.slice(0, keyLength)) || !(yield* isUnused(cacheDirectory, name))) continue
    yield* remove(cacheDirectory, lock, name)
    removed++
  }
  return removed
})

// ---------------------------------------------------------------------------------------------------------------------

/** Digits of a SHA-256. */
const keyLength = 64

const namesIn = (directory: string) => Effect.promise(() => readdir(directory).catch(() => []))

const isUnused = (cacheDirectory: string, name: string) =>
  Effect.promise(async () => {
    const places = [name, join(name, "objects", "pack")]
    const times = await Promise.all(
      places.map((place) =>
        stat(join(cacheDirectory, place)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0
        )
      )
    )
    return Math.max(...times) < Date.now() - unusedMs
  })

const remove = Effect.fnUntraced(function* (cacheDirectory: string, lock: Lock, name: string) {
  const path = join(cacheDirectory, name)
  if (!name.endsWith(".git")) {
    return yield* Effect.promise(() => rm(path, { recursive: true, force: true }).catch(() => {}))
  }
  // whoever reads it holds it
  yield* lock(lockOf(path))
  if (yield* isUnused(cacheDirectory, name)) yield* discard(path)
}, Effect.scoped)
