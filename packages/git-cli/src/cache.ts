/**
 * Bare repositories on this machine, one per URL, that make the second import fast. Nothing in them is needed: each
 * may be removed at any time, and one that turns out damaged is thrown away and fetched anew.
 */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { GitError, type GitLimits } from "@octavo/core/git/Git"
import { Cause, Effect, Option, Schedule, type Scope } from "effect"
import { localEnvironment } from "./environment.ts"
import { damaged } from "./listing.ts"
import { collectGit, type GitProgram, runGit } from "./process.ts"
import type { Progress } from "./progress.ts"
import { fetchCommit, type Remote } from "./remote.ts"
import { type Contents, readContents } from "./snapshot.ts"

export interface Wanted {
  readonly remote: Remote
  readonly ref: string
  readonly directory: string
  readonly limits: GitLimits
  /** What the server says the ref points to now. */
  readonly commit: string
  readonly onProgress: (progress: Progress) => void
}

export interface Cached {
  readonly gitDirectory: string
  readonly contents: Contents
}

type Lock = (path: string) => Effect.Effect<void, GitError, Scope.Scope>

/** Brings the cache up to date with the wanted commit, unless it has it already, and reads its contents. */
export const openCached = Effect.fn("git.openCached")(
  function* (cacheDirectory: string, lock: Lock, wanted: Wanted) {
    const gitDirectory = directoryOf(cacheDirectory, wanted)
    yield* lock(lockOf(gitDirectory))
    const existed = existsSync(join(gitDirectory, "HEAD"))
    const attempt = Effect.flatMap(update(gitDirectory, wanted), (commit) =>
      readContents(wanted.remote.program, gitDirectory, commit, wanted.directory, wanted.limits)
    )
    const contents = yield* attempt.pipe(
      Effect.catchIf(
        (error) => existed && error.reason === "Failed",
        () => Effect.andThen(discard(gitDirectory), attempt)
      ),
      Effect.onError((cause) => {
        const reason = Option.getOrUndefined(Cause.findErrorOption(cause))?.reason
        if (reason === "TooLarge" || reason === "Failed") return discard(gitDirectory)
        return existed ? tidy(gitDirectory) : discardIncomplete(gitDirectory, wanted)
      })
    )
    const cached: Cached = { gitDirectory, contents }
    return cached
  },
  // the lock ends here, before the blobs are read
  Effect.scoped
)

/** Throws a cache repository away that turned out damaged while it was read. */
export const discardCached = Effect.fn("git.discardCached")(function* (gitDirectory: string, lock: Lock) {
  yield* lock(lockOf(gitDirectory))
  yield* discard(gitDirectory)
}, Effect.scoped)

// ---------------------------------------------------------------------------------------------------------------------

/** Milliseconds between looks at the size of what is being received. */
const watchMs = 200

const hash = (text: string): string => createHash("sha256").update(text).digest("hex")

/** Repositories with SHA-256 objects, which have longer ids, lie apart: git does not mix them. */
const directoryOf = (cacheDirectory: string, { commit, remote }: Wanted): string =>
  join(cacheDirectory, `${hash(remote.url.href)}${commit.length === 64 ? "-sha256" : ""}.git`)

const lockOf = (gitDirectory: string): string => `${gitDirectory}.lock`

/** A flat name, so that a branch `a` that became `a/b` is no conflict. */
const targetOf = (ref: string): string => `refs/octavo/${hash(ref)}`

/** Fetches unless the cache has the wanted commit; answers the commit that the cache has then. */
const update = Effect.fnUntraced(function* (gitDirectory: string, wanted: Wanted) {
  const { program } = wanted.remote
  if (!existsSync(join(gitDirectory, "HEAD"))) yield* initialize(program, gitDirectory, wanted.commit)
  const target = targetOf(wanted.ref)
  const current = yield* readRef(program, gitDirectory, target)
  if (current === wanted.commit) return current
  yield* tidy(gitDirectory)
  yield* Effect.raceFirst(
    fetchCommit(wanted.remote, gitDirectory, wanted.ref, target, wanted.onProgress),
    watchSize(gitDirectory, wanted.limits)
  )
  return (yield* readRef(program, gitDirectory, target)) ?? (yield* damaged())
})

const initialize = Effect.fnUntraced(function* (program: GitProgram, gitDirectory: string, commit: string) {
  yield* discard(gitDirectory)
  const format = commit.length === 64 ? ["--object-format=sha256"] : []
  const { code, stderr } = yield* runGit(program, {
    args: ["init", "--quiet", "--bare", "--template=", ...format, "--", gitDirectory],
    env: localEnvironment(program)
  })
  if (code !== 0)
    return yield* new GitError({
      reason: "Failed",
      message: `The Git cache cannot be written${/No space left/.test(stderr) ? ": the disk is full" : ""}. Check its directory.`
    })
})

/** Undefined when the ref is not there; fails when the repository is damaged. */
const readRef = Effect.fnUntraced(function* (program: GitProgram, gitDirectory: string, ref: string) {
  const { code, stdout } = yield* collectGit(
    program,
    {
      args: [`--git-dir=${gitDirectory}`, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`],
      env: localEnvironment(program)
    },
    1000
  )
  if (code === 0) return stdout.toString().trim()
  return code === 1 ? undefined : yield* damaged()
})

/** Fails once more bytes were received than an import may have; never succeeds. */
const watchSize = (gitDirectory: string, limits: GitLimits): Effect.Effect<never, GitError> =>
  Effect.promise(() => receivedBytes(gitDirectory)).pipe(
    Effect.flatMap((bytes) =>
      bytes <= limits.totalBytes
        ? Effect.void
        : new GitError({
            reason: "TooLarge",
            message: `The branch has more than ${limits.totalBytes} bytes, which is the limit.`
          })
    ),
    Effect.repeat(Schedule.spaced(watchMs)),
    Effect.andThen(Effect.never)
  )

const packs = (gitDirectory: string): string => join(gitDirectory, "objects", "pack")

const temporaryPacks = async (gitDirectory: string): Promise<ReadonlyArray<string>> => {
  const names = await readdir(packs(gitDirectory)).catch((): Array<string> => [])
  return names.filter((name) => name.startsWith("tmp_")).map((name) => join(packs(gitDirectory), name))
}

const receivedBytes = async (gitDirectory: string): Promise<number> => {
  const files = await temporaryPacks(gitDirectory)
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file)
        .then(({ size }) => size)
        .catch(() => 0)
    )
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Removes what a git that was killed left behind: half packs, and locks that would stop the next one. */
const tidy = (gitDirectory: string): Effect.Effect<void> =>
  Effect.promise(async () => {
    const refs = join(gitDirectory, "refs", "octavo")
    const locks = (await readdir(refs).catch((): Array<string> => [])).filter((name) => name.endsWith(".lock"))
    const files = [
      ...(await temporaryPacks(gitDirectory)),
      ...locks.map((name) => join(refs, name)),
      ...["shallow.lock", "packed-refs.lock", "config.lock", "HEAD.lock", "gc.pid"].map((name) =>
        join(gitDirectory, name)
      )
    ]
    for (const file of files) await rm(file, { force: true }).catch(() => {})
  })

/** HEAD goes first: a directory without it is never read. */
const discard = (gitDirectory: string): Effect.Effect<void> =>
  Effect.promise(async () => {
    await rm(join(gitDirectory, "HEAD"), { force: true }).catch(() => {})
    await rm(gitDirectory, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  })

/** After a first fetch that did not end well: only a complete one is kept. */
const discardIncomplete = (gitDirectory: string, wanted: Wanted): Effect.Effect<void> =>
  readRef(wanted.remote.program, gitDirectory, targetOf(wanted.ref)).pipe(
    Effect.orElseSucceed(() => undefined),
    Effect.flatMap((commit) => (commit === undefined ? discard(gitDirectory) : Effect.void))
  )
