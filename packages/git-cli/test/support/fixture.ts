/** What the tests share: a directory that goes away, a server over it, and the port over a cache in it. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Git, type GitError, type GitSource, type NewCommit, type TreeChange } from "@octavo/core/content/git/Git"
import { Resolver } from "@octavo/outbound/resolver"
import { Effect, Layer, type Scope, Stream } from "effect"
import { GitCli } from "../../src/index.ts"
import {
  type CommitFile,
  commitFiles,
  type GitServer,
  type GitServerOptions,
  git,
  startGitServer
} from "../../src/testing.ts"

export const temporaryDirectory: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "octavo-git-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
)

export interface Fixture {
  readonly root: string
  /** A repository's path on the disk. */
  readonly repository: string
  readonly cache: string
  readonly server: GitServer
  readonly source: GitSource
}

export const fixture = (options: GitServerOptions = {}): Effect.Effect<Fixture, never, Scope.Scope> =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const root = join(directory, "served")
    const server = yield* Effect.acquireRelease(
      Effect.promise(() => startGitServer(root, options)),
      (running) => Effect.promise(() => running.close())
    )
    const source = { url: `${server.url}/docs.git`, ref: "refs/heads/main", directory: "" }
    return { root, repository: join(root, "docs.git"), cache: join(directory, "cache"), server, source }
  })

/** Commits files on the server's side. */
export const seed = (at: Fixture, files: Readonly<Record<string, CommitFile>>, branch = "main") =>
  Effect.promise(() => commitFiles(at.repository, files, "seed", { branch }))

/** Where a branch of the server is. */
export const tip = (at: Fixture, branch = "main") => Effect.promise(() => git(at.repository, "rev-parse", branch))

/** The repository that the cache has of the fixture's. */
export const cacheRepository = (at: Fixture): string => {
  const name = readdirSync(at.cache).find((entry) => entry.endsWith(".git"))
  if (name === undefined) throw new Error(`nothing is cached in ${at.cache}`)
  return join(at.cache, name)
}

/** Names of a repository's packs. */
export const packsIn = (repository: string): ReadonlyArray<string> =>
  readdirSync(join(repository, "objects", "pack")).filter((name) => name.endsWith(".pack"))

/** Bytes of a repository's packs. */
export const packBytes = (repository: string): number =>
  packsIn(repository).reduce((sum, name) => sum + statSync(join(repository, "objects", "pack", name)).size, 0)

/** Gives the server's repository a hook. */
export const hook = (at: Fixture, name: string, script: string): void => {
  mkdirSync(join(at.repository, "hooks"), { recursive: true })
  writeFileSync(join(at.repository, "hooks", name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(at.repository, "hooks", name), 0o755)
}

/** The port over the fixture's cache; the loopback interface is reachable unless a test says otherwise. */
export const gitLayer = (cache: string, options: Partial<GitCli.GitCliOptions> = {}): Layer.Layer<Git> =>
  GitCli.layer({ cacheDirectory: cache, allowPrivateNetworks: true, ...options })

/** The port that may reach public networks only, with a name server of the test's own. */
export const publicLayer = (cache: string, addresses: Readonly<Record<string, ReadonlyArray<string>>>) =>
  gitLayer(cache, { allowPrivateNetworks: false }).pipe(
    Layer.provide(Layer.succeed(Resolver, (host) => Effect.succeed(addresses[host] ?? [])))
  )

export const open = (...args: Parameters<Git["Service"]["open"]>) => Git.use((git) => git.open(...args))

/** Runs with a layer of the port, in a scope of its own. */
export const withGit =
  (git: Layer.Layer<Git>) =>
  <A, E>(effect: Effect.Effect<A, E, Git | Scope.Scope>): Effect.Effect<A, E> =>
    Effect.scoped(effect).pipe(Effect.provide(git))

/** The error a source is answered with. */
export const openError = (git: Layer.Layer<Git>, ...args: Parameters<typeof open>): Effect.Effect<GitError> =>
  open(...args).pipe(Effect.flip, Effect.orDie, withGit(git))

export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

export const commit = (...args: Parameters<Git["Service"]["commit"]>) => Git.use((git) => git.commit(...args))

/** The error a commit is answered with. */
export const commitError = (git: Layer.Layer<Git>, ...args: Parameters<typeof commit>): Effect.Effect<GitError> =>
  commit(...args).pipe(Effect.flip, Effect.orDie, withGit(git))

/** Changes from paths and contents; `null` deletes. */
export const changes = (files: Readonly<Record<string, string | Uint8Array | null>>): ReadonlyArray<TreeChange> =>
  Object.entries(files).map(([path, content]) => ({
    path,
    bytes: content === null ? null : Stream.succeed(Buffer.from(content))
  }))

/** A commit of the test's own person. */
export const newCommit = (
  base: string | undefined,
  files: Readonly<Record<string, string | Uint8Array | null>>,
  more: Partial<NewCommit> = {}
): NewCommit => ({
  base,
  changes: changes(files),
  message: "Change",
  author: { name: "Ada", email: "ada@example.org" },
  committer: { name: "Octavo", email: "octavo@example.org" },
  ...more
})

/** The command lines of all processes of this machine. */
export const commandLines = (): ReadonlyArray<string> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
      } catch {
        return ""
      }
    })
