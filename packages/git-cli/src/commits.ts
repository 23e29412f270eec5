/**
 * Makes one commit on top of a branch and pushes it, without a checkout: the files become objects in a staging
 * repository, the touched trees and the commit in the cache.
 */
import { GitError, type NewCommit, type Signature } from "@octavo/core/content/git/Git"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Clock, Effect } from "effect"
import { type Base, branchMoved, holdCached, type Lock, type Repository, readCached, targetOf } from "./cache.ts"
import { checkChanges } from "./changes.ts"
import { localEnvironment } from "./environment.ts"
import { claimFile, emptyFolder, type Folder, parentsOf, readFolders, removeFile, writeFolders } from "./folders.ts"
import { damaged } from "./listing.ts"
import { collectGit, type GitProgram, runGit } from "./process.ts"
import { pushCommit } from "./push.ts"
import { findTip, type Remote } from "./remote.ts"
import { type Claim, stage } from "./staging.ts"
import { answerMs, timeoutAfter } from "./timeouts.ts"

export interface CommitCall extends Omit<Base, "commit" | "sha256" | "onProgress"> {
  readonly cacheDirectory: string
  readonly lock: Lock
  readonly directory: string
  readonly commit: NewCommit
  readonly onProgress: (step: { readonly message: string; readonly fraction: number | undefined }) => void
}

/** Answers the commit that the branch has then: the new one, or the base when nothing would change. */
export const commitOnto = traced("git.commitOnto")(function* (call: CommitCall, end: number) {
  const { cacheDirectory, commit, lock, remote } = call
  const left = Effect.map(Clock.currentTimeMillis, (now) => Math.max(1, end - now))
  const bounded = <A, R>(effect: Effect.Effect<A, GitError, R>) =>
    Effect.flatMap(left, (ms) => timeoutAfter(ms)(effect))
  const { base, changed, objects, trees } = yield* bounded(prepare(call))
  const isMade = commit.from !== undefined
  const same = changed ? undefined : commit.base
  if (same !== undefined && !isMade) return { oid: same, tree: trees.tree }
  const repository = yield* bounded(holdCached(cacheDirectory, lock, base))
  return yield* Effect.gen(function* () {
    if (objects !== undefined) yield* objects.moveInto(repository.gitDirectory)
    const oid = same ?? (yield* bounded(makeCommit(remote.program, repository, commit, trees)))
    // bounds itself: when time runs out, the server may have taken the commit
    yield* pushCommit(remote, {
      gitDirectory: repository.gitDirectory,
      ref: call.ref,
      oid,
      base: isMade ? undefined : commit.base,
      timeoutMs: yield* left,
      onProgress: call.onProgress
    })
    yield* Effect.ignore(keep(remote, repository.gitDirectory, targetOf(call.ref), oid))
    return { oid, tree: trees.tree }
  }).pipe(Effect.tapError(({ reason }) => (reason === "Failed" ? repository.discard : Effect.void)))
}, Effect.scoped)

// ---------------------------------------------------------------------------------------------------------------------

/** Checks the changes against the branch and stages the files, which stay until the scope closes. */
const prepare = Effect.fnUntraced(function* (call: CommitCall) {
  const { cacheDirectory, commit, directory, onProgress, ref, remote } = call
  yield* checkChanges(commit.changes, directory)
  if (commit.base !== undefined && !/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit.base))
    return yield* new GitError({ reason: "Refused", message: "The base is not the id of a commit." })
  const tip = yield* findTip(remote, ref).pipe(timeoutAfter(answerMs))
  // a branch that is to be made must not be there
  if (tip.oid !== (commit.from === undefined ? commit.base : undefined)) return yield* branchMoved()
  const base: Base = { ...call, ref: commit.from ?? ref, commit: commit.base, sha256: tip.sha256 }
  const root = yield* readBase(call, base)
  const { claims, removed } = yield* plan(root, call)
  const onFile = (count: number) => onProgress({ message: "Storing files", fraction: count / claims.length })
  const objects =
    claims.length === 0 ? undefined : yield* stage(remote.program, cacheDirectory, claims, base.sha256, onFile)
  const trees = writeFolders(root, directory, base.sha256)
  return { base, objects, trees, changed: removed || objects !== undefined }
})

/** The folders that the changes touch, as they are in the base. */
const readBase = Effect.fnUntraced(function* (
  { cacheDirectory, commit, directory, lock, remote }: CommitCall,
  base: Base
) {
  if (base.commit === undefined) return emptyFolder()
  const paths = parentsOf(commit.changes.map(({ path }) => inside(directory, path)).concat(inside(directory, "x")))
  const { contents } = yield* readCached(cacheDirectory, lock, base, (gitDirectory, oid) =>
    oid === base.commit ? readFolders(remote.program, gitDirectory, oid, paths) : Effect.fail(branchMoved())
  )
  return contents
})

const inside = (directory: string, path: string): string => (directory === "" ? path : `${directory}/${path}`)

/** Applies the changes to the folders: what goes goes first, so that a file may become a folder and the reverse. */
const plan = Effect.fnUntraced(function* (root: Folder, { commit: { base, changes }, directory }: CommitCall) {
  let removed = false
  for (const { bytes, path } of changes)
    if (bytes === null && (yield* removeFile(root, inside(directory, path)))) removed = true
  const claims: Array<Claim> = []
  for (const { bytes, path } of changes)
    if (bytes !== null) claims.push({ change: { path, bytes }, entry: yield* claimFile(root, inside(directory, path)) })
  if (base === undefined && claims.length === 0)
    return yield* new GitError({ reason: "Refused", message: "The first commit of a branch needs at least one file." })
  return { claims, removed }
})

/** Longest name or address that is written. */
const longestName = 200

const makeCommit = Effect.fnUntraced(function* (
  program: GitProgram,
  { gitDirectory }: Repository,
  { author, base, committer, message }: NewCommit,
  { input, root }: ReturnType<typeof writeFolders>
) {
  const git = `--git-dir=${gitDirectory}`
  const env = localEnvironment(program)
  const mktree = { args: [git, "mktree", "-z", "--missing", "--batch"], env, input }
  const written = yield* collectGit(program, mktree, treesBytes)
  if (written.code !== 0 || written.stdout.toString().trimEnd().split("\n").at(-1) !== root) return yield* damaged()
  const date = `@${Math.floor((yield* Clock.currentTimeMillis) / 1000)} +0000`
  const made = yield* collectGit(
    program,
    {
      args: [git, "commit-tree", root, ...(base === undefined ? [] : ["-p", base])],
      env: { ...env, ...identity("AUTHOR", author, date), ...identity("COMMITTER", committer, date) },
      input: message.toWellFormed().replaceAll("\0", "")
    },
    1000
  )
  return made.code === 0 ? made.stdout.toString().trim() : yield* damaged()
})

/** One id a line for each tree that was written. */
const treesBytes = 67_108_864

const identity = (role: "AUTHOR" | "COMMITTER", { email, name }: Signature, date: string): Record<string, string> => {
  const clean = (text: string) =>
    text
      .toWellFormed()
      .replace(/[<>\u0000-\u001f\u007f]+/g, "")
      .trim()
      .slice(0, longestName)
      .toWellFormed()
  const named = clean(name)
  return {
    // git refuses a name of punctuation alone
    [`GIT_${role}_NAME`]: /[^\s.,:;"\\']/.test(named) ? named : "Unknown",
    [`GIT_${role}_EMAIL`]: clean(email),
    [`GIT_${role}_DATE`]: date
  }
}

/** Points the cache to the new commit, so that the next reader fetches nothing, and lets git tidy up. */
const keep = Effect.fnUntraced(function* (remote: Remote, gitDirectory: string, target: string, oid: string) {
  const git = `--git-dir=${gitDirectory}`
  yield* runGit(remote.program, { args: [git, "update-ref", target, oid], env: localEnvironment(remote.program) })
  yield* runGit(remote.program, { args: [git, "gc", "--auto", "--quiet"], env: remote.env })
})
