/**
 * The history of a branch: commits and trees without the bytes of files, in a repository of its own beside the cache's.
 * Deepening that one would make it ask for missing bytes whenever it is read. Decision 0121.
 */
import { existsSync } from "node:fs"
import { stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { GitError, type GitLimits } from "@octavo/core/content/git/Git"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Cause, Effect, Option } from "effect"
import {
  directoryOf,
  discard,
  initialize,
  type Lock,
  lockOf,
  packFiles,
  readCached,
  readRef,
  targetOf,
  tidy,
  watchSize
} from "./cache.ts"
import { localEnvironment } from "./environment.ts"
import { classify } from "./failures.ts"
import { historyReader, lastOfShallow, logArguments, newMark } from "./historyLog.ts"
import { collectGit, runGit } from "./process.ts"
import { memory, type Remote, withoutMaintenance } from "./remote.ts"
import { timeoutAfter } from "./timeouts.ts"

/** What may be read of a history. */
export interface HistoryBounds {
  /** Depth, in commits: what was not changed since is not dated. */
  readonly commits: number
  /** Of the repository, as it is received. A server that knows no filters sends all files, too, and is ended here. */
  readonly bytes: number
  /** Milliseconds for fetching, and for reading what was fetched. */
  readonly fetchMs: number
  readonly readMs: number
  /** Milliseconds after which one that was too large or slow is tried again. */
  readonly againMs: number
}

export const defaultHistoryBounds: HistoryBounds = {
  commits: 20_000,
  bytes: 256_000_000,
  fetchMs: 300_000,
  readMs: 120_000,
  againMs: 86_400_000
}

/** Bytes of what git lists of a history; what is older is not dated. */
const listBytes = 256_000_000
/** After so many fetches the repository is begun anew, in the place of packing it. */
const mostPacks = 50
const longestMailmap = 1_000_000

export interface HistoryCall {
  readonly cacheDirectory: string
  readonly lock: Lock
  readonly remote: Remote
  readonly ref: string
  /** A commit of the branch, which an import has read. */
  readonly commit: string
  readonly directory: string
  /** Paths below the directory. */
  readonly paths: ReadonlySet<string>
  readonly limits: GitLimits
  readonly bounds: HistoryBounds
}

/** The history of files up to a commit. A repository that stays makes the next one fetch what is new. */
export const readHistory = traced("git.readHistory")(function* (call: HistoryCall) {
  const { bounds, cacheDirectory, commit, lock, remote } = call
  const gitDirectory = directoryOf(cacheDirectory, remote, commit.length === 64, "-history")
  if (yield* isRefused(gitDirectory, bounds)) {
    return yield* new GitError({ reason: "TooLarge", message: "The history was too large or too slow a while ago." })
  }
  const mailmap = yield* readMailmap(call).pipe(timeoutAfter(bounds.fetchMs))
  yield* lock(lockOf(gitDirectory))
  return yield* Effect.gen(function* () {
    yield* bring(gitDirectory, call).pipe(timeoutAfter(bounds.fetchMs))
    return yield* readLog(gitDirectory, mailmap, call).pipe(timeoutAfter(bounds.readMs))
  }).pipe(
    Effect.onError((cause) => {
      const reason = Option.getOrUndefined(Cause.findErrorOption(cause))?.reason
      if (reason === "Failed") return discard(gitDirectory)
      return reason === "TooLarge" || reason === "Timeout"
        ? Effect.andThen(discard(gitDirectory), refuse(gitDirectory))
        : Effect.void
    })
  )
}, Effect.scoped)

// ---------------------------------------------------------------------------------------------------------------------

const refusalOf = (gitDirectory: string): string => `${gitDirectory}.refused`

const refuse = (gitDirectory: string): Effect.Effect<void> =>
  Effect.promise(() => writeFile(refusalOf(gitDirectory), "").catch(() => {}))

/** Whether it was found a while ago that there is too much: a server is not asked for that with every push. */
const isRefused = (gitDirectory: string, { againMs }: HistoryBounds): Effect.Effect<boolean> =>
  Effect.promise(() =>
    stat(refusalOf(gitDirectory)).then(
      ({ mtimeMs }) => Date.now() - mtimeMs < againMs,
      () => false
    )
  )

/** Makes the repository have the commit. */
const bring = Effect.fnUntraced(function* (gitDirectory: string, { bounds, commit, ref, remote }: HistoryCall) {
  const target = targetOf(ref)
  if (existsSync(join(gitDirectory, "HEAD"))) {
    if ((yield* Effect.orElseSucceed(readRef(remote.program, gitDirectory, target), () => undefined)) === commit) return
    yield* tidy(gitDirectory)
    const { bytes, count } = yield* packsOf(gitDirectory)
    if (count >= mostPacks || bytes > bounds.bytes) yield* discard(gitDirectory)
  }
  if (!existsSync(join(gitDirectory, "HEAD"))) yield* initialize(gitDirectory, commit.length === 64)
  yield* Effect.raceFirst(
    fetchHistory(remote, gitDirectory, `+${ref}:${target}`, bounds),
    watchSize(gitDirectory, bounds.bytes)
  )
  // what came faster than it was watched
  if ((yield* packsOf(gitDirectory)).bytes > bounds.bytes) return yield* tooLarge(bounds)
})

interface Packs {
  readonly count: number
  readonly bytes: number
}

const packsOf = (gitDirectory: string): Effect.Effect<Packs> =>
  Effect.promise(async () => {
    const packs = (await packFiles(gitDirectory)).filter((name) => name.endsWith(".pack"))
    const sizes = packs.map((name) =>
      stat(join(gitDirectory, "objects", "pack", name)).then(
        ({ size }) => size,
        () => 0
      )
    )
    return { count: packs.length, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) }
  })

const fetchHistory = Effect.fnUntraced(function* (
  remote: Remote,
  gitDirectory: string,
  refspec: string,
  { commits }: HistoryBounds
) {
  const { code, stderr } = yield* runGit(remote.program, {
    args: [
      `--git-dir=${gitDirectory}`,
      ...withoutMaintenance,
      ...["fetch", "--quiet", "--filter=blob:none", `--depth=${commits}`, "--no-tags"],
      ...["--no-recurse-submodules", "--no-write-fetch-head", "--", remote.url.href, refspec]
    ],
    env: remote.env,
    memory: memory.transfer
  })
  if (code !== 0) return yield* classify(stderr, remote.credentials)
})

/** The names that a repository says its people go by; empty where it has none. It is read where files are. */
const readMailmap = Effect.fnUntraced(function* ({ cacheDirectory, commit, limits, lock, ref, remote }: HistoryCall) {
  const { program } = remote
  const env = localEnvironment(program)
  const wanted = { remote, ref, limits, commit, sha256: commit.length === 64, onProgress: () => {} }
  const { contents } = yield* readCached(cacheDirectory, lock, wanted, (gitDirectory) =>
    Effect.gen(function* () {
      const git = `--git-dir=${gitDirectory}`
      const listed = yield* collectGit(program, { args: [git, "ls-tree", commit, "--", ".mailmap"], env }, 10_000)
      if (listed.code !== 0) return yield* unreadable()
      const [, oid] = /^100\d{3} blob ([0-9a-f]+)\t/.exec(listed.stdout.toString()) ?? []
      if (oid === undefined) return ""
      const { code, stdout } = yield* collectGit(program, { args: [git, "cat-file", "blob", oid], env }, longestMailmap)
      return code === 0 ? stdout : yield* unreadable()
    })
  )
  return contents
})

const tooLarge = ({ bytes }: HistoryBounds) =>
  new GitError({ reason: "TooLarge", message: `The history has more than ${bytes} bytes, which is the limit.` })

const unreadable = () => new GitError({ reason: "Moved", message: "The commit is no longer at hand." })

const readLog = Effect.fnUntraced(function* (
  gitDirectory: string,
  mailmap: string | Uint8Array,
  { commit, directory, paths, remote: { program } }: HistoryCall
) {
  const names = join(gitDirectory, "octavo-mailmap")
  yield* Effect.tryPromise({
    try: () => writeFile(names, mailmap, { mode: 0o600 }),
    catch: () => new GitError({ reason: "Failed", message: "The Git cache cannot be written." })
  })
  const mark = newMark()
  const unknown = yield* Effect.promise(() => lastOfShallow(gitDirectory))
  const reader = historyReader(mark, directory, { wanted: paths, unknown })
  let bytes = 0
  const { code } = yield* runGit(program, {
    args: [`--git-dir=${gitDirectory}`, "-c", `mailmap.file=${names}`, ...logArguments(mark, commit, directory)],
    env: localEnvironment(program),
    memory: memory.transfer,
    onOutput: (chunk) => {
      reader.add(chunk)
      bytes += chunk.length
      return bytes <= listBytes
    }
  })
  if (code !== 0 && bytes <= listBytes) {
    // a branch that was pushed over meanwhile: its next import brings the history of what is there then
    return yield* new GitError({ reason: "Failed", message: "The history of the commit is not whole." })
  }
  return reader.histories
})
