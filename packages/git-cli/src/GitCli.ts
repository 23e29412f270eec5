/**
 * The `Git` port over the system's git (2.30 or newer): bare cache repositories, fetched over http(s) only and read
 * without a checkout. Commits are made and pushed without one, too.
 */
import { mkdir } from "node:fs/promises"
import { resolve } from "node:path"
import {
  defaultGitLimits,
  Git,
  GitError,
  type GitLimits,
  type GitSource,
  type NewCommit
} from "@octavo/core/content/git/Git"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Resolver, resolvePublic } from "@octavo/outbound/resolver"
import { Clock, Effect, Fiber, Layer, Queue, Scope } from "effect"
import { cachedFormat, discardCached, readCached } from "./cache.ts"
import { commitOnto } from "./commits.ts"
import { isAddress, remoteEnvironment } from "./environment.ts"
import { defaultHistoryBounds, type HistoryBounds, readHistory } from "./history.ts"
import { makeLocks } from "./lock.ts"
import { openObjects } from "./objects.ts"
import { findGit, type GitProgram } from "./process.ts"
import { findCommit, findDefault, type Remote } from "./remote.ts"
import { withRepair } from "./repair.ts"
import { makeSnapshot, readContents } from "./snapshot.ts"
import { parseSource, type RemoteUrl } from "./source.ts"
import { answerMs, timeoutAfter } from "./timeouts.ts"

export { lastCommits } from "./dates.ts"
export { type KnownFiles, readDirectory } from "./directory.ts"
export { ignored } from "./ignored.ts"
export { isRepository, openLocal } from "./local.ts"
export { type Written, writeDirectory } from "./writeDirectory.ts"

import { removeUnused } from "./unused.ts"

export interface GitCliOptions {
  /** Where the cache repositories lie. May be removed at any time, and shared by processes. */
  readonly cacheDirectory: string
  /**
   * Lets git reach loopback and private addresses. Host names are then not pinned to checked addresses, and the proxy
   * variables of the environment are used.
   */
  readonly allowPrivateNetworks: boolean
  /** Milliseconds for opening one source, fetch included, or for one commit; ten minutes without it. */
  readonly timeoutMs?: number
  /** `git` on the PATH without it. */
  readonly gitPath?: string
  /** What may be read of a repository's history. */
  readonly history?: Partial<HistoryBounds>
}

/** The port over the system's git. */
export const layer = (options: GitCliOptions): Layer.Layer<Git> => Layer.effect(Git, make(options))

// ---------------------------------------------------------------------------------------------------------------------

const defaultTimeoutMs = 600_000

type Report = NonNullable<NonNullable<Parameters<Git["Service"]["open"]>[1]>["onProgress"]>

const make = Effect.fnUntraced(function* (options: GitCliOptions) {
  const cacheDirectory = resolve(options.cacheDirectory)
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs
  const lock = makeLocks()
  const resolver = yield* Resolver

  let found: GitProgram | undefined
  const program = Effect.suspend(() =>
    found === undefined
      ? Effect.tap(findGit(options.gitPath ?? "git"), (program) => Effect.sync(() => (found = program)))
      : Effect.succeed(found)
  )

  /** The only addresses that may be reached; undefined when any may. */
  const pin = (url: RemoteUrl): Effect.Effect<ReadonlyArray<string> | undefined, GitError> =>
    options.allowPrivateNetworks
      ? Effect.succeed(undefined)
      : resolvePublic(url.hostname).pipe(
          Effect.provideService(Resolver, resolver),
          Effect.mapError(
            ({ message, reason }) => new GitError({ reason: reason === "refused" ? "Refused" : "Unreachable", message })
          )
        )

  const connect = Effect.fnUntraced(function* (source: GitSource) {
    const { directory, ref, url } = yield* parseSource(source)
    const git = yield* program
    const pinned = yield* pin(url)
    if (pinned !== undefined && !isAddress(url.hostname) && !git.atLeast(2, 37)) return yield* cannotPin()
    const credentials = source.credentials ?? url.credentials
    const remote: Remote = { program: git, url, credentials, env: remoteEnvironment(git, url, credentials, pinned) }
    return { remote, ref, directory }
  })

  const makeCacheDirectory = Effect.tryPromise({
    try: () => mkdir(cacheDirectory, { recursive: true, mode: 0o700 }),
    catch: () => new GitError({ reason: "Failed", message: "The Git cache cannot be written." })
  })

  const update = (source: GitSource, limits: GitLimits, report: (step: Step) => void) =>
    Effect.gen(function* () {
      report({ message: "Connecting", fraction: undefined })
      const { directory, ref, remote } = yield* connect(source)
      const read = (commit: string | undefined, sha256: boolean) =>
        readCached(
          cacheDirectory,
          lock,
          { remote, ref, limits, commit, sha256, onProgress: report },
          (gitDirectory, commit) => readContents(remote.program, gitDirectory, commit, directory, limits)
        )
      const asked = Effect.gen(function* () {
        const commit = yield* findCommit(remote, ref).pipe(timeoutAfter(Math.min(timeoutMs, answerMs)))
        yield* makeCacheDirectory
        return yield* read(commit, commit.length === 64)
      })
      // a repository that is known is fetched without asking first: that spares two round trips
      const known = cachedFormat(cacheDirectory, remote)
      return known === undefined
        ? yield* asked
        : yield* read(undefined, known.sha256).pipe(Effect.catchIf(isUnexplained, () => asked))
    }).pipe(timeoutAfter(timeoutMs))

  const commitTo = (source: GitSource, commit: NewCommit, onProgress: (step: Step) => void) =>
    Effect.gen(function* () {
      const end = (yield* Clock.currentTimeMillis) + timeoutMs
      onProgress({ message: "Connecting", fraction: undefined })
      const connection = yield* connect(source).pipe(timeoutAfter(Math.min(timeoutMs, answerMs)))
      yield* makeCacheDirectory
      const limits = defaultGitLimits
      return yield* commitOnto({ ...connection, cacheDirectory, lock, commit, limits, onProgress }, end)
    })

  return Git.of({
    open: traced("Git.open")(function* (source, openOptions) {
      const limits = openOptions?.limits ?? defaultGitLimits
      const scope = yield* Scope.Scope
      const git = yield* program
      const cached = yield* reporting(openOptions?.onProgress, (report) => update(source, limits, report))
      const reopen = update(source, limits, () => {}).pipe(
        Effect.flatMap(({ gitDirectory }) => openObjects(git, gitDirectory)),
        Scope.provide(scope)
      )
      const giveUp = Effect.ignore(discardCached(cached.gitDirectory, lock))
      const objects = yield* openObjects(git, cached.gitDirectory)
      return makeSnapshot(cached.contents, yield* withRepair(objects, reopen, giveUp))
    }),
    commit: traced("Git.commit")(function* (source, commit, commitOptions) {
      return yield* reporting(commitOptions?.onProgress, (report) => commitTo(source, commit, report))
    }),
    history: traced("Git.history")(function* (source, commit, paths) {
      const connection = yield* connect(source).pipe(timeoutAfter(Math.min(timeoutMs, answerMs)))
      yield* makeCacheDirectory
      const bounds = { ...defaultHistoryBounds, ...options.history }
      const limits = defaultGitLimits
      return yield* readHistory({ ...connection, cacheDirectory, lock, commit, paths, limits, bounds })
    }),
    defaultBranch: traced("Git.defaultBranch")(
      function* (source) {
        const { remote } = yield* connect({ ...source, ref: "refs/heads/main", directory: "" })
        return yield* findDefault(remote)
      },
      timeoutAfter(Math.min(timeoutMs, answerMs))
    ),
    removeUnused: (urls) => removeUnused(cacheDirectory, lock, urls),
    validate: traced("Git.validate")(
      function* (source) {
        const { url } = yield* parseSource(source)
        yield* pin(url)
      },
      timeoutAfter(Math.min(timeoutMs, answerMs))
    )
  })
})

/** What the question for the branches explains better than a fetch. */
const isUnexplained = ({ reason }: GitError): boolean =>
  reason === "RefNotFound" || reason === "NotARepository" || reason === "Failed"

/** `http.curloptResolve` came with git 2.37; before it, a name could be resolved anew after it was checked. */
const cannotPin = () =>
  new GitError({
    reason: "Refused",
    message:
      "Git 2.37 or newer is needed to fetch from a host name safely. " +
      "Update git, use an address, or let the server reach private networks (OCTAVO_ALLOW_PRIVATE_NETWORKS=true)."
  })

interface Step {
  readonly message: string
  readonly fraction: number | undefined
}

/** Runs with a function that reports progress: in order, without waiting for it, dropping what is out of date. */
const reporting = <A, E, R>(
  onProgress: Report | undefined,
  use: (report: (step: Step) => void) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  if (onProgress === undefined) return use(() => {})
  const tell = ({ fraction, message }: Step) => onProgress(message, fraction)
  return Effect.gen(function* () {
    const queue = yield* Queue.sliding<Step>(16)
    const next = Effect.flatMap(Queue.take(queue), (step) => Effect.uninterruptible(tell(step)))
    const teller = yield* Effect.forkChild(Effect.forever(next))
    const result = yield* Effect.ensuring(
      use((step) => void Queue.offerUnsafe(queue, step)),
      Fiber.interrupt(teller)
    )
    yield* Effect.forEach(yield* Queue.clear(queue), tell, { discard: true })
    return result
  })
}
