/** Git repositories as people type them, and what imports and exports did, in words. Pure. */
import { parsedUrl } from "./addresses.ts"
import type { GitOperation } from "./api.ts"
import { counted } from "./words.ts"

type Operation = GitOperation

/** What is typed of a place in Git. */
export interface GitPlace {
  readonly url: string
  readonly branch: string
  /** Folder of the repository; empty for all of it. */
  readonly folder: string
}

export interface GitCredentials {
  readonly user: string
  readonly token: string
}

/** Whether an operation has not ended. */
export const isUnderWay = ({ state }: Pick<Operation, "state">): boolean => state === "pending" || state === "running"

/** A ref as people call it: a branch by its name. */
export const branchOf = (ref: string): string => ref.replace(/^refs\/heads\//, "")

/** A branch, or the whole name of a ref, as the API takes it. */
export const refOf = (branch: string): string => {
  const name = branch.trim()
  return name.startsWith("refs/") ? name : `refs/heads/${name}`
}

/** What is wrong with an address of a repository; `undefined` for a right one. */
export const repositoryProblem = (typed: string): string | undefined => {
  const url = parsedUrl(typed.trim())
  if (url === undefined) return "This is no address: it begins with https://."
  if (!/^https?:$/.test(url.protocol)) return "Repositories are read over http and https: take that address of it."
  return undefined
}

/** The user name that hosts take with a token when they ask for none in particular. */
const anyUser = "oauth2"

/** An address with what lets the server in, which the API seals for as long as the run takes. */
export const withCredentials = (typed: string, { token, user }: GitCredentials): string => {
  const address = typed.trim()
  if (token === "") return address
  const name = encodeURIComponent(user.trim() === "" ? anyUser : user.trim())
  return address.replace(/^(https?:\/\/)(?:[^/?#]*@)?/i, `$1${name}:${encodeURIComponent(token)}@`)
}

/** Parts of a path, without the ending that repositories have. */
const partsOf = (path: string): ReadonlyArray<string> =>
  path
    .split("/")
    .filter(Boolean)
    .map((part, at, all) => (at === all.length - 1 ? part.replace(/\.git$/, "") : part))

/** Where the branch is seen in a browser, by the hosts whose addresses are known; `undefined` for others. */
export const treeUrlOf = ({ branch, url }: Pick<GitPlace, "branch" | "url">): string | undefined => {
  const at = parsedUrl(url.trim())
  if (at === undefined || branch.trim().startsWith("refs/")) return undefined
  const parts = partsOf(at.pathname)
  const name = branch.trim().split("/").map(encodeURIComponent).join("/")
  if (parts.length === 0 || name === "") return undefined
  const repository = `${at.origin}/${parts.join("/")}`
  if (at.hostname === "github.com") return `${repository}/blob/${name}`
  return /(?:^|\.)gitlab\./.test(at.hostname) ? `${repository}/-/blob/${name}` : undefined
}

/** The name of a repository: the last two parts of its address. */
export const repositoryName = (url: string): string => {
  const parts = partsOf(parsedUrl(url)?.pathname ?? url)
  return parts.length === 0 ? url : parts.slice(-2).join("/")
}

/** Where an operation took from or wrote to: "acme/docs, main, folder handbook". */
export const placeWords = ({
  ref,
  repoProjectDirectory,
  url
}: Pick<Operation, "url" | "ref" | "repoProjectDirectory">) =>
  [repositoryName(url), branchOf(ref), ...(repoProjectDirectory === "" ? [] : [`folder ${repoProjectDirectory}`])].join(
    ", "
  )

/** How an operation is going, or went. */
export const stateWords = ({ attempts, kind, progress, state }: Operation): string => {
  if (state === "pending") return attempts === 0 ? "Waits for its turn" : "Waits to be tried again"
  if (state === "running") {
    const part = progress?.fraction === undefined ? "" : ` (${Math.round(progress.fraction * 100)} %)`
    return `${progress?.message ?? "Under way"}${part}`
  }
  if (state === "failed") return kind === "import" ? "Not imported" : "Not exported"
  return kind === "import" ? "Imported" : "Exported"
}

/** What an import made, once it is done. */
export const resultWords = ({ changeRequest, counts, state }: Operation): string | undefined => {
  if (state !== "completed" || counts === undefined) return undefined
  const all = `${counted(counts.pages, "page")} and ${counted(counts.files, "file")} in Git`
  if (changeRequest !== undefined) return `${all}. Both sides changed the same: Git's version waits.`
  const done = [
    counts.created === 0 ? [] : `${counted(counts.created, "page")} new`,
    counts.updated === 0 ? [] : `${counts.updated} changed`,
    counts.deleted === 0 ? [] : `${counts.deleted} deleted`
  ].flat()
  return `${all}: ${done.length === 0 ? "nothing was new here" : done.join(", ")}.`
}

/** The place that a space was synced with last: that of the newest run that succeeded, or else of the newest one. */
export const lastPlace = (operations: ReadonlyArray<Operation>): GitPlace | undefined => {
  const last = operations.find(({ state }) => state === "completed") ?? operations[0]
  return last && { url: last.url, branch: branchOf(last.ref), folder: last.repoProjectDirectory }
}
