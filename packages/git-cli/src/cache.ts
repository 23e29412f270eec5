/**
 * A cache of bare repositories on this machine's disk, by URL, which makes the second import fast. Nothing in it is needed:
 * an entry may be removed at any time, and one that turns out damaged is thrown away and fetched anew.
 */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { GitError, type GitLimits } from "@octavo/core/content/git/Git"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Cause, Effect, Option, Schedule, type Scope } from "effect"
import { localEnvironment } from "./environment.ts"
import { damaged } from "./listing.ts"
import { collectGit, type GitProgram } from "./process.ts"
import type { Progress } from "./progress.ts"
import { fetchCommit, type Remote } from "./remote.ts"
import type { RemoteUrl } from "./source.ts"

export interface Wanted {
  readonly remote: Remote
  readonly ref: string
  readonly limits: GitLimits
  /** What the server says the ref points to now; undefined to take what the fetch finds. */
  readonly commit: string | undefined
  readonly sha256: boolean
  readonly onProgress: (progress: Progress) => void
}

/** A repository that commits are made in: it has the base, if there is one. */
export type Base = Wanted

export interface Repository {
  readonly gitDirectory: string
  /** The ref that stands for the remote's branch. */
  readonly target: string
  /** For one that turns out damaged. */
  readonly discard: Effect.Effect<void>
}

export type Lock = (path: string) => Effect.Effect<void, GitError, Scope.Scope>

/** The kind of ids of a URL's cache repository; undefined when there is none, or one of each. */
export const cachedFormat = (cacheDirectory: string, remote: Remote): { readonly sha256: boolean } | undefined => {
  const [sha1, sha256] = [false, true].map((long) =>
    existsSync(join(directoryOf(cacheDirectory, remote, long), "HEAD"))
  )
  return sha1 === sha256 ? undefined : { sha256: sha256 === true }
}

/** Brings the cache up to date with the wanted commit, unless it has it already, and reads from it. */
export const readCached = traced("git.readCached")(
  function* <A>(
    cacheDirectory: string,
    lock: Lock,
    wanted: Wanted,
    read: (gitDirectory: string, commit: string) => Effect.Effect<A, GitError>
  ) {
    const gitDirectory = directoryOf(cacheDirectory, wanted.remote, wanted.sha256)
    yield* lock(lockOf(gitDirectory))
    const existed = existsSync(join(gitDirectory, "HEAD"))
    const attempt = Effect.flatMap(update(gitDirectory, wanted), (commit) => read(gitDirectory, commit))
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
    return { gitDirectory, contents }
  },
  // the lock ends here, before the blobs are read
  Effect.scoped
)

/** Keeps others away from the cache repository until the scope closes; it has the base then. */
export const holdCached = traced("git.holdCached")(function* (cacheDirectory: string, lock: Lock, base: Base) {
  const { commit, ref, remote, sha256 } = base
  const gitDirectory = directoryOf(cacheDirectory, remote, sha256)
  yield* lock(lockOf(gitDirectory))
  if (commit !== undefined) {
    if ((yield* update(gitDirectory, base)) !== commit) return yield* branchMoved()
  } else if (!existsSync(join(gitDirectory, "HEAD"))) yield* initialize(gitDirectory, sha256)
  yield* tidy(gitDirectory)
  const repository: Repository = { gitDirectory, target: targetOf(ref), discard: discard(gitDirectory) }
  return repository
})

/** The error for a branch that somebody else was faster on. */
export const branchMoved = (): GitError =>
  new GitError({
    reason: "Moved",
    message: "The branch is no longer at the commit that the change was made on. Read it again."
  })

/** Throws a cache repository away that turned out damaged while it was read. */
export const discardCached = traced("git.discardCached")(function* (gitDirectory: string, lock: Lock) {
  yield* lock(lockOf(gitDirectory))
  yield* discard(gitDirectory)
}, Effect.scoped)

// ---------------------------------------------------------------------------------------------------------------------

/** Milliseconds between looks at the size of what is being received. */
const watchMs = 200

const hash = (text: string): string => createHash("sha256").update(text).digest("hex")

/** What the names of all that is kept of a repository begin with. */
export const keyOf = (url: RemoteUrl): string => hash(url.href)

/** Repositories with SHA-256 objects, which have longer ids, lie apart: git does not mix them. */
export const directoryOf = (
  cacheDirectory: string,
  remote: Remote,
  sha256: boolean,
  kind: "" | "-history" = ""
): string => join(cacheDirectory, `${keyOf(remote.url)}${kind}${sha256 ? "-sha256" : ""}.git`)

export const lockOf = (gitDirectory: string): string => `${gitDirectory}.lock`

/** A flat name, so that a branch `a` that became `a/b` is no conflict. */
export const targetOf = (ref: string): string => `refs/octavo/${hash(ref)}`

/** Fetches unless the cache has the wanted commit; answers the commit that the cache has then. */
const update = Effect.fnUntraced(function* (gitDirectory: string, wanted: Wanted) {
  const { program } = wanted.remote
  const target = targetOf(wanted.ref)
  if (!existsSync(join(gitDirectory, "HEAD"))) yield* initialize(gitDirectory, wanted.sha256)
  else if (wanted.commit !== undefined && (yield* readRef(program, gitDirectory, target)) === wanted.commit)
    return wanted.commit
  yield* tidy(gitDirectory)
  const maintain = yield* hasMuchToPack(gitDirectory)
  yield* Effect.raceFirst(
    fetchCommit(wanted.remote, { gitDirectory, target, maintain }, wanted.ref, wanted.onProgress),
    watchSize(gitDirectory, wanted.limits.totalBytes)
  )
  return (yield* readRef(program, gitDirectory, target)) ?? (yield* damaged())
})

/**
 * Makes an empty bare repository, as `git init --bare` does (gitrepository-layout), without a process for two small files.
 * HEAD comes last: a directory without it is never read.
 */
export const initialize = Effect.fnUntraced(function* (gitDirectory: string, sha256: boolean) {
  yield* discard(gitDirectory)
  const core = `[core]\n\trepositoryformatversion = ${sha256 ? 1 : 0}\n\tfilemode = true\n\tbare = true\n`
  const extensions = sha256 ? "[extensions]\n\tobjectformat = sha256\n" : ""
  yield* Effect.tryPromise({
    try: async () => {
      for (const name of ["objects/info", "objects/pack", "refs/heads", "refs/tags"])
        await mkdir(join(gitDirectory, name), { recursive: true })
      await writeFile(join(gitDirectory, "config"), core + extensions)
      await writeFile(join(gitDirectory, "HEAD"), "ref: refs/heads/main\n")
    },
    catch: (error) =>
      new GitError({
        reason: "Failed",
        message: `The Git cache cannot be written${
          (error as NodeJS.ErrnoException).code === "ENOSPC" ? ": the disk is full" : ""
        }. Check its directory.`
      })
  })
})

/** Undefined when the ref is not there; fails when the repository is damaged. */
export const readRef = Effect.fnUntraced(function* (program: GitProgram, gitDirectory: string, ref: string) {
  // as git writes it; what else there is, git itself finds. Whether the commit is there shows when it is read
  const loose = yield* Effect.promise(() => readFile(join(gitDirectory, ref), "utf8").catch(() => ""))
  if (/^([0-9a-f]{40}|[0-9a-f]{64})\n$/.test(loose)) return loose.trim()
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

/** Fails once more bytes were received than there may be; never succeeds. */
export const watchSize = (gitDirectory: string, most: number): Effect.Effect<never, GitError> =>
  Effect.promise(() => receivedBytes(gitDirectory)).pipe(
    Effect.flatMap((bytes) =>
      bytes <= most
        ? Effect.void
        : new GitError({
            reason: "TooLarge",
            message: `The branch has more than ${most} bytes, which is the limit.`
          })
    ),
    Effect.repeat(Schedule.spaced(watchMs)),
    Effect.andThen(Effect.never)
  )

const packs = (gitDirectory: string): string => join(gitDirectory, "objects", "pack")

export const packFiles = (gitDirectory: string): Promise<ReadonlyArray<string>> =>
  readdir(packs(gitDirectory)).catch((): Array<string> => [])

/** Above what `git gc --auto` packs: `gc.autoPackLimit`, and `gc.auto` in one of its 256 directories. */
const gcThreshold = { packs: 50, looseObjects: Math.ceil(6700 / 256) }

/** Whether git would find something to pack: that it looks is a process of its own for each fetch. */
const hasMuchToPack = (gitDirectory: string): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    const loose = await readdir(join(gitDirectory, "objects", "17")).catch((): Array<string> => [])
    const packs = (await packFiles(gitDirectory)).filter((name) => name.endsWith(".pack"))
    return packs.length > gcThreshold.packs || loose.length > gcThreshold.looseObjects
  })

const temporaryPacks = async (gitDirectory: string): Promise<ReadonlyArray<string>> => {
  const names = await packFiles(gitDirectory)
  return names.filter((name) => name.startsWith("tmp_")).map((name) => join(packs(gitDirectory), name))
}

const unindexedPacks = async (gitDirectory: string): Promise<ReadonlyArray<string>> => {
  const names = await packFiles(gitDirectory)
  return names
    .filter((name) => name.endsWith(".pack") && !names.includes(name.replace(/pack$/, "idx")))
    .map((name) => join(packs(gitDirectory), name))
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

/** Removes what was left behind by a kill: half packs, packs without an index, and locks that would stop the next git. */
export const tidy = (gitDirectory: string): Effect.Effect<void> =>
  Effect.promise(async () => {
    const refs = join(gitDirectory, "refs", "octavo")
    const locks = (await readdir(refs).catch((): Array<string> => [])).filter((name) => name.endsWith(".lock"))
    const files = [
      ...(await temporaryPacks(gitDirectory)),
      ...(await unindexedPacks(gitDirectory)),
      ...locks.map((name) => join(refs, name)),
      ...["shallow.lock", "packed-refs.lock", "config.lock", "HEAD.lock", "gc.pid"].map((name) =>
        join(gitDirectory, name)
      )
    ]
    for (const file of files) await rm(file, { force: true }).catch(() => {})
  })

/** HEAD goes first: a directory without it is never read. */
export const discard = (gitDirectory: string): Effect.Effect<void> =>
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
