/** A folder of Markdown as a space: read, imported, and what is wrong in it. */
import { readFileSync } from "node:fs"
import { GitError, type GitSnapshot, type Origin } from "@octavo/core/content/git/Git"
import type { SnapshotResult } from "@octavo/core/content/git/imported"
import { defined } from "@octavo/core/kernel/shared/defined"
import { isMarkdown, type PageLint } from "@octavo/document"
import { GitCli } from "@octavo/git-cli"
import { importSnapshot, type Report } from "@octavo/runtime/imports"
import { buildFile } from "@octavo/static-site/outputFolder"
import { Effect } from "effect"
import type { Changes } from "./watch.ts"

/** How a folder is read. */
export interface FolderReading {
  /** What is said of what is new in it; without it that is another thing each time. */
  readonly origin?: Origin | undefined
  /** Takes what rules see in its texts, by their ids, where all that is in them is asked for at once. */
  readonly lints?: Map<string, PageLint> | undefined
  /** A path below it that is no part of the docs. */
  readonly except?: string | undefined
}

/**
 * Makes a space hold what a folder has. What it answers reads the folder again: files that nobody touched are not read,
 * and where only the texts of some changed, only those are imported.
 * @param directory absolute path
 */
export const folderSpace = Effect.fnUntraced(function* (
  space: string,
  directory: string,
  report: Report,
  { except, lints, origin }: FolderReading
) {
  const known: GitCli.KnownFiles = new Map()
  let last: SnapshotResult | undefined

  let listed: GitSnapshot | undefined

  const readOnce = Effect.fnUntraced(function* (changes: Changes) {
    const since = listed === undefined || changes === "whole" ? undefined : { snapshot: listed, changed: changes }
    listed = undefined
    const snapshot = yield* GitCli.readDirectory(directory, { known, except, exceptWith: buildFile, since })
    listed = snapshot
    if (!snapshot.entries.some(({ path }) => isMarkdown(path))) {
      return yield* new GitError({ reason: "Empty", message: `There is no Markdown file in ${directory}` })
    }
    const read = { ...snapshot, ...defined({ lints, origin }) }
    return { snapshot, result: yield* importSnapshot(space, read, report, { last, indexesLater: true }) }
  }, Effect.scoped)

  return Effect.fnUntraced(function* (changes: Changes) {
    // a file may be written while it is read: then it is read again
    const { result, snapshot } = yield* readOnce(changes).pipe(
      Effect.catchIf(isUnsettled, () => Effect.retry(readOnce("whole"), { times: 2, while: isUnsettled }))
    )
    last = result
    const { counts, root } = result
    return { root, pages: counts.pages, files: snapshot.entries, warnings: counts.warnings }
  })
})

/** Answers what a folder holds now. */
export type FolderSpace = Effect.Success<ReturnType<typeof folderSpace>>

const isUnsettled = (error: unknown): boolean => error instanceof GitError && error.reason === "Failed"

/** The text of a file; `undefined` where there is none to read. */
export const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    // it is not there, or went away meanwhile
    return undefined
  }
}
