/** The form of a list of changes, before anything is read or written. */
import { GitError, type TreeChange } from "@octavo/core/content/git/Git"
import { isSafePath, printablePath } from "@octavo/core/content/git/paths"
import { Effect } from "effect"

/** Every path may be written below the directory, and is named once. */
export const checkChanges = (changes: ReadonlyArray<TreeChange>, directory: string): Effect.Effect<void, GitError> => {
  const seen = new Set<string>()
  for (const { path } of changes) {
    if (!isSafePath(directory === "" ? path : `${directory}/${path}`))
      return refusePath(path, "leads out of the directory, or holds a name that is not allowed")
    if (seen.has(path)) return refusePath(path, "is named twice")
    seen.add(path)
  }
  return Effect.void
}

/** The refusal of one path. */
export const refusePath = (path: string, problem: string): GitError =>
  new GitError({ reason: "Refused", message: `The path ${printablePath(path)} ${problem}.` })
