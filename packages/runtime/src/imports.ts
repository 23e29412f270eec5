/** Imports as the command line, the first start and the engine run them: from this machine, or followed to their end. */
import { existsSync } from "node:fs"
import { join, relative } from "node:path"
import { Git, GitError, GitErrorReason, type GitSnapshot } from "@octavo/core/content/git/Git"
import { GitImports } from "@octavo/core/content/git/GitImports"
import type { GitOperation } from "@octavo/core/content/git/GitOperation"
import { GitSync, type ImportInput } from "@octavo/core/content/git/GitSync"
import type { SnapshotOptions } from "@octavo/core/content/git/imported"
import { PageHistories } from "@octavo/core/content/git/PageHistories"
import { splitCredentials } from "@octavo/core/content/git/repository"
import { RemotePictures } from "@octavo/core/content/remote-pictures/RemotePictures"
import { traced } from "@octavo/core/kernel/shared/traced"
import { GitCli } from "@octavo/git-cli"
import { Effect, Schema, type Scope } from "effect"

/** Takes progress: what is done now, and how far it is, 0..1, where that is known. */
export type Report = (message: string, fraction?: number) => Effect.Effect<void>

export const silent: Report = () => Effect.void

export interface LocalSource {
  readonly path: string
  /** A branch, tag or commit; then, and at the root of a repository, what is committed is read and not the files. */
  readonly ref?: string | undefined
  /** Directory of the space below the path. */
  readonly directory?: string | undefined
}

/** Opens a folder, or a commit of a repository, of this machine. */
export const openLocalSource = ({
  path,
  ref,
  directory
}: LocalSource): Effect.Effect<GitSnapshot, GitError, Scope.Scope> => {
  // an empty path would be the directory that the program happens to stand in
  if (path === "") return new GitError({ reason: "DirectoryNotFound", message: "The path of what to import is empty." })
  const root = directory === undefined ? path : join(path, directory)
  if (/^\.\.(?:[\\/]|$)/.test(relative(path, root))) {
    const message = `The directory ${directory} is not below ${path}.`
    return new GitError({ reason: "DirectoryNotFound", message })
  }
  const bare = ["HEAD", "objects", "refs"].every((name) => existsSync(join(path, name)))
  if (bare && directory !== undefined) {
    return new GitError({
      reason: "Refused",
      message: "A directory of a bare repository can't be read; clone it first."
    })
  }
  return ref !== undefined || bare || existsSync(join(path, ".git"))
    ? GitCli.openLocal(root, ref)
    : GitCli.readDirectory(root)
}

/** Imports what is open; the space changes in one step at the end, or not at all. */
export const importSnapshot = traced("imports.snapshot")(function* (
  spaceId: string,
  snapshot: GitSnapshot,
  report: Report,
  options?: SnapshotOptions
) {
  const imports = yield* GitImports
  return yield* imports.importSnapshot(spaceId, snapshot, report, options)
})

/**
 * Dates the pages of an import from this machine by the history of the repository that its folder lies in, as
 * `octavo build` does, and notes who wrote them.
 * @param commit that was imported, where it was one
 */
export const noteHistory = traced("imports.noteHistory")(function* (
  spaceId: string,
  root: string,
  { directory = "", path }: LocalSource,
  commit: string | undefined
) {
  const found = yield* GitCli.lastCommits(join(path, directory), undefined, commit)
  if (found.size > 0) yield* (yield* PageHistories).note(spaceId, root, found)
})

/** The branches that are tried when none is named. */
const usualBranches = ["main", "master"] as const

/**
 * Reads a remote repository without importing it, so that a wrong URL, branch or directory is told before anything
 * changes, and the import that follows finds everything in the cache. Answers the full ref.
 */
export const tryRemoteSource = traced("imports.tryRemote")(function* (
  source: { readonly url: string; readonly branch: string | undefined; readonly directory: string },
  report: Report
) {
  const git = yield* Git
  const { url, credentials } = splitCredentials(source.url)
  const attempt = (branch: string) => {
    const ref = branch.startsWith("refs/") ? branch : `refs/heads/${branch}`
    return git
      .open({ url, credentials, ref, directory: source.directory }, { onProgress: report })
      .pipe(Effect.as(ref), Effect.scoped)
  }
  if (source.branch !== undefined) return yield* attempt(source.branch)
  const [first, second] = usualBranches
  return yield* attempt(first).pipe(
    Effect.catchIf(
      (error) => error.reason === "RefNotFound" && new RegExp(`\\b${second}\\b`).test(error.message),
      () => attempt(second)
    ),
    Effect.mapError((error) =>
      error.reason === "RefNotFound"
        ? new GitError({ reason: error.reason, message: `${error.message} Name one with --ref.` })
        : error
    )
  )
})

/** Asks for an import of a remote repository and follows it to its end. */
export const importRemote = traced("imports.remote")(function* (spaceId: string, input: ImportInput, report: Report) {
  const git = yield* GitSync
  const started = yield* git.import(spaceId, input)
  return yield* followOperation(spaceId, started.id, report)
})

/** How long a command waits for a history, in milliseconds: pages are there, and the next import has the rest. */
const historyMs = 60_000

/** Waits for what imports of this process read of the history of their repositories, which ends with the process. */
export const awaitHistory = traced("imports.history")(function* (report: Report) {
  const histories = yield* PageHistories
  yield* report("Reading the history")
  yield* Effect.timeoutOption(histories.settled, historyMs)
})

/** What became of the pictures of other hosts that a space shows. */
export interface TakenPictures {
  readonly kept: number
  /** Tried again later, by a server. */
  readonly waiting: number
  readonly failed: ReadonlyArray<{ readonly url: string; readonly reason: string }>
}

/** Takes in the pictures of other hosts that a space shows, and answers all of them. */
export const fetchPictures = traced("imports.pictures")(function* (spaceId: string, report: Report) {
  const pictures = yield* RemotePictures
  yield* report("Fetching pictures")
  return yield* pictures.take(spaceId, (done, total) => report(`Fetching pictures: ${done} of ${total}`, done / total))
})

/** The same, and answers what became of them. */
export const takePictures = (spaceId: string, report: Report) =>
  Effect.map(
    fetchPictures(spaceId, report),
    (all): TakenPictures => ({
      kept: all.filter(({ state }) => state === "kept").length,
      waiting: all.filter(({ state }) => state === "waiting").length,
      failed: all.flatMap(({ reason, state, url }) => (state === "failed" ? [{ url, reason: reason ?? "" }] : []))
    })
  )

/** How often the state of an operation is read. */
const pollMs = 200

/** Waits until an operation has ended; fails with its error when it failed. */
export const followOperation = traced("imports.follow")(function* (spaceId: string, id: string, report: Report) {
  const git = yield* GitSync
  let operation: GitOperation = yield* git.operation(spaceId, id)
  while (operation.state === "pending" || operation.state === "running") {
    yield* report(operation.progress?.message ?? "Waiting for a worker", operation.progress?.fraction)
    yield* Effect.sleep(pollMs)
    operation = yield* git.operation(spaceId, id)
  }
  if (operation.state === "completed") return operation
  const { message, reason } = operation.error ?? { message: "The import failed", reason: "Failed" as const }
  return yield* new GitError({ reason: isGitReason(reason) ? reason : "Failed", message })
})

/** An operation can also fail for reasons that are not Git's. */
const isGitReason = Schema.is(GitErrorReason)
