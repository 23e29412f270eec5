/** What a folder says of its files, so that the same docs are the same site each time, on every machine. */
import { statSync } from "node:fs"
import { join } from "node:path"
import type { Origin } from "@octavo/core/content/git/Git"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { GitCli } from "@octavo/git-cli"
import { Effect } from "effect"

const begin = new Date(0).toISOString()

/** Files are dated by the last commit that changed them, and those that no commit has by when they were written. */
export const originOf = Effect.fnUntraced(function* (directory: string) {
  const commits = yield* GitCli.lastCommits(directory)
  return {
    changedAt: (path) =>
      path === undefined ? begin : (commits.get(path)?.changedAt ?? writtenAt(join(directory, path))),
    authorsOf: (path) => commits.get(path)?.authors ?? [],
    // of the form that ids have
    idOf: (name) => `p${contentHash(utf8.encode(name)).replace(/[-_]/g, "0").slice(0, 21)}`
  } satisfies Origin
})

const writtenAt = (file: string): string => {
  try {
    // whole seconds, as copies and archives keep them
    return new Date(Math.floor(statSync(file).mtimeMs / 1000) * 1000).toISOString()
  } catch {
    return begin
  }
}
