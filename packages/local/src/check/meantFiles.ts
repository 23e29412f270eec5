/** Files that nothing shows, and that say in a comment that this is as it should be. */
import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { hasComments, isSilenced, type LintProblem, silencedIn, wholeFile } from "@octavo/document"
import { Effect } from "effect"
import type { ListedFolder } from "./lintFolders.ts"
import { textOf } from "./textOf.ts"

/** Bytes of the largest file that is read for its comments, and files that are read before others have their turn. */
const largest = 2_000_000
const atOnce = 50

/**
 * Takes problems of such files out; a file is read again when it has changed.
 * @param directory absolute path, which paths are below
 */
export const makeMeantFilter = (directory: string) => {
  const known = new Map<string, { readonly oid: string; readonly isMeant: boolean }>()

  return Effect.fnUntraced(function* (problems: ReadonlyArray<LintProblem>, listed: ReadonlyArray<ListedFolder>) {
    const paths = new Set(
      problems.flatMap(({ path, rule }) => (rule === "unused-file" && hasComments(path) ? [path] : []))
    )
    for (const path of known.keys()) if (!paths.has(path)) known.delete(path)
    if (paths.size === 0) return problems
    let read = 0
    for (const { files, folder } of listed)
      for (const { oid, path, size } of files) {
        const whole = posix.join(folder, path)
        if (!paths.has(whole) || size > largest || known.get(whole)?.oid === oid) continue
        if (read++ % atOnce === 0) yield* Effect.yieldNow
        const silenced = silencedIn(path, textOf(readFileSync(join(directory, whole))))
        known.set(whole, { oid, isMeant: isSilenced(silenced, "unused-file", wholeFile) })
      }
    return problems.filter(({ path, rule }) => rule !== "unused-file" || known.get(path)?.isMeant !== true)
  })
}
