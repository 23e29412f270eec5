/** Git repositories in memory: branches are trees of files, and commits are made on them as the real ones are. */
import {
  type FileHistory,
  GitError,
  type GitSnapshot,
  type GitSource,
  type NewCommit
} from "@octavo/core/content/git/Git"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect, Stream } from "effect"
import { snapshotOf } from "./git-snapshot.ts"

/** Who made a commit, and when. */
export interface Made {
  readonly at: string
  readonly author: string
}

interface Branch {
  readonly commit: string
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly made: Made
  readonly parent: Branch | undefined
}

/** Branches by address and ref. */
const branches = new Map<string, Branch>()

const keyOf = ({ ref, url }: Pick<GitSource, "url" | "ref">): string => `${url} ${ref}`

const commitOf = (files: ReadonlyMap<string, Uint8Array>, before: string | undefined): string =>
  contentHash(
    utf8.encode(JSON.stringify([before, [...files].map(([path, bytes]) => [path, contentHash(bytes)]).sort()]))
  ).slice(0, 40)

/** The files of a branch by their whole path; none for a branch that does not exist. */
export const filesOfBranch = (url: string, ref: string): ReadonlyMap<string, Uint8Array> =>
  branches.get(keyOf({ url, ref }))?.files ?? new Map()

/** Somebody pushes: the branch has these files from now on. */
export const pushFiles = (
  url: string,
  ref: string,
  files: ReadonlyMap<string, Uint8Array>,
  made: Made = { at: "2026-01-01T00:00:00.000Z", author: "A" }
): void => {
  const key = keyOf({ url, ref })
  const parent = branches.get(key)
  branches.set(key, { commit: commitOf(files, parent?.commit), files, made, parent })
}

/** What asking for the history of a repository comes to first, by its address: what fails there, or takes a while. */
export const beforeHistories = new Map<string, Effect.Effect<void, GitError>>()

/** Addresses of the repositories that were to stay when the others went, the last time. */
export const keptAddresses = new Set<string>()

export const removeUnusedOfMemory = (urls: Iterable<string>) =>
  Effect.sync(() => {
    keptAddresses.clear()
    for (const url of urls) keptAddresses.add(url)
    return 0
  })

export const historyOfMemory = Effect.fnUntraced(function* (
  { directory, ref, url }: GitSource,
  commit: string,
  paths: ReadonlySet<string>
) {
  yield* beforeHistories.get(url) ?? Effect.void
  const found = new Map<string, FileHistory>()
  const prefix = directory === "" ? "" : `${directory}/`
  let at = branches.get(keyOf({ url, ref }))
  while (at !== undefined && at.commit !== commit) at = at.parent
  for (; at !== undefined; at = at.parent) {
    for (const path of paths) {
      const [now, before] = [at, at.parent].map((branch) => branch?.files.get(prefix + path))
      if (now === undefined || (before !== undefined && contentHash(before) === contentHash(now))) continue
      const { authors, changedAt } = found.get(path) ?? { changedAt: at.made.at, authors: [] }
      found.set(path, { changedAt, authors: [...new Set([...authors, at.made.author])] })
    }
  }
  return found as ReadonlyMap<string, FileHistory>
})

/** What of a tree lies in a directory, by the path in it. */
export const filesBelow = (files: ReadonlyMap<string, Uint8Array>, directory: string) => {
  const prefix = directory === "" ? "" : `${directory}/`
  return new Map(
    [...files].flatMap(([path, bytes]) => (path.startsWith(prefix) ? [[path.slice(prefix.length), bytes]] : []))
  )
}

/** The first branch that was made in a repository. */
const defaultOf = (url: string): string | undefined =>
  [...branches.keys()].find((key) => key.startsWith(`${url} `))?.slice(url.length + 1)

export const defaultBranchOfMemory = ({ url }: Pick<GitSource, "url">) => Effect.sync(() => defaultOf(url))

export const openMemory = ({ directory, ref, url }: GitSource): Effect.Effect<GitSnapshot, GitError> => {
  const branch = branches.get(keyOf({ url, ref }))
  if (branch === undefined) {
    const isEmpty = defaultOf(url) === undefined
    return new GitError({ reason: isEmpty ? "Empty" : "RefNotFound", message: "There is no such branch" })
  }
  const signature = { name: "A", email: "a@test" }
  const commit = { message: "", author: signature, committer: signature, committedAt: "2026-01-01T00:00:00.000Z" }
  return Effect.succeed({
    ...snapshotOf(filesBelow(branch.files, directory)),
    commit: { ...commit, oid: branch.commit }
  })
}

export const commitMemory = Effect.fnUntraced(function* (
  { directory, ref, url }: GitSource,
  { base, changes, from }: NewCommit
) {
  const key = keyOf({ url, ref })
  const branch = branches.get(keyOf({ url, ref: from ?? ref }))
  if (branch?.commit !== base || (from !== undefined && branches.has(key)))
    return yield* new GitError({ reason: "Moved", message: "The branch moved" })
  const files = new Map(branch?.files)
  const prefix = directory === "" ? "" : `${directory}/`
  for (const { bytes, path } of changes) {
    if (bytes === null) files.delete(prefix + path)
    else files.set(prefix + path, Uint8Array.from((yield* Stream.runCollect(bytes)).flatMap((piece) => [...piece])))
  }
  pushFiles(url, ref, files)
  return { oid: branches.get(key)!.commit, tree: snapshotOf(filesBelow(files, directory)).tree }
})
