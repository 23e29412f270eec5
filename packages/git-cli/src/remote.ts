/** What is asked of a server: which branches there are, and the newest commit of one. */
import { GitError } from "@octavo/core/content/git/Git"
import type { Credentials } from "@octavo/core/content/git/repository"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Effect } from "effect"
import { classify } from "./failures.ts"
import { type GitProgram, runGit } from "./process.ts"
import { type Progress, progressReader } from "./progress.ts"
import type { RemoteUrl } from "./source.ts"

export interface Remote {
  readonly program: GitProgram
  readonly url: RemoteUrl
  readonly credentials: Credentials | undefined
  readonly env: Record<string, string>
}

/** Kilobytes of memory: an endless list of branches, or a delta that unfolds to gigabytes, ends there. */
export const memory = { list: 524_288, transfer: 2_097_152 }

/** How much of a trace is looked at: what a server says of an empty repository is short. */
const traceBytes = 65_536

/** Git does not look whether there is something to pack. */
export const withoutMaintenance: ReadonlyArray<string> = ["-c", "maintenance.auto=false"]

/** How many branches a message names. */
const namedBranches = 8

/** Where a branch is, and how long the ids of its repository are. */
export interface Tip {
  /** Undefined for a branch that does not exist. */
  readonly oid: string | undefined
  readonly sha256: boolean
}

/** Asks the server for the commit a ref points to. */
export const findCommit = traced("git.findCommit")(function* (remote: Remote, ref: string) {
  const heads = yield* listHeads(remote, ref)
  if (heads.oid !== undefined) return heads.oid
  if (heads.count > 0) return yield* refNotFound(ref, heads.names, heads.count)
  yield* probeEmpty(remote)
  return yield* new GitError({ reason: "Empty", message: "The repository has no branch yet. Push a first commit." })
})

/** As `findCommit`, where a branch that does not exist is an answer too. */
export const findTip = traced("git.findTip")(function* (remote: Remote, ref: string) {
  const { count, oid, sha256 } = yield* listHeads(remote, ref)
  const tip: Tip = { oid, sha256: count > 0 ? sha256 : (yield* probeEmpty(remote)).sha256 }
  return tip
})

/** The branches that are taken for the first one where the server names none. */
const usualBranches = ["main", "master"]

/** The branch that the server calls HEAD, where that exists; else one that is usual, else the first. */
export const findDefault = traced("git.findDefault")(function* (remote: Remote) {
  let output = ""
  const { code, stderr } = yield* runGit(remote.program, {
    args: ["ls-remote", "--symref", "--", remote.url.href, "HEAD"],
    env: remote.env,
    memory: memory.list,
    onOutput: (chunk) => {
      output = (output + chunk.toString()).slice(0, traceBytes)
      return true
    }
  })
  if (code !== 0) return yield* classify(stderr, remote.credentials)
  const named = /^ref: (refs\/heads\/\S+)\tHEAD$/m.exec(output)?.[1]
  if (named !== undefined) return named
  for (const name of usualBranches) {
    if ((yield* listHeads(remote, `refs/heads/${name}`)).oid !== undefined) return `refs/heads/${name}`
  }
  const [first] = (yield* listHeads(remote, "")).names
  return first === undefined ? undefined : `refs/heads/${first}`
})

/** Where a fetch puts what it gets. */
export interface Into {
  readonly gitDirectory: string
  /** The ref that points to it then. */
  readonly target: string
  /** Whether git is to pack what is there once it has fetched. */
  readonly maintain: boolean
}

/** Fetches the newest commit of a ref, without its history, and points `target` of the local repository to it. */
export const fetchCommit = traced("git.fetchCommit")(function* (
  remote: Remote,
  { gitDirectory, maintain, target }: Into,
  ref: string,
  onProgress: (progress: Progress) => void
) {
  const { code, stderr } = yield* runGit(remote.program, {
    args: [
      `--git-dir=${gitDirectory}`,
      ...(maintain ? [] : withoutMaintenance),
      "fetch",
      "--progress",
      "--depth=1",
      "--no-tags",
      "--no-recurse-submodules",
      "--no-write-fetch-head",
      "--",
      remote.url.href,
      `+${ref}:${target}`
    ],
    env: remote.env,
    memory: memory.transfer,
    onMessage: progressReader(onProgress)
  })
  if (code !== 0) return yield* classify(stderr, remote.credentials)
})

/** The error for a branch that does not exist, naming some that do. */
export const refNotFound = (ref: string, names: ReadonlyArray<string>, count: number): GitError => {
  const more = count > names.length ? ` and ${count - names.length} more` : ""
  const branches = names.map((name) => name.slice(0, 100)).join(", ")
  return new GitError({
    reason: "RefNotFound",
    message: `The branch ${ref.replace("refs/heads/", "")} does not exist. There are: ${branches}${more}.`
  })
}

// ---------------------------------------------------------------------------------------------------------------------

const lsRemote = (remote: Remote): ReadonlyArray<string> => ["ls-remote", "--heads", "--", remote.url.href]

/** A page that is no repository looks like a repository without branches, unless the packets are traced. */
const probeEmpty = Effect.fnUntraced(function* (remote: Remote) {
  let trace = ""
  yield* runGit(remote.program, {
    args: lsRemote(remote),
    env: { ...remote.env, GIT_TRACE_PACKET: "1" },
    memory: memory.list,
    onMessage: (text) => {
      trace = (trace + text).slice(0, traceBytes)
    }
  })
  if (!trace.includes("packet:"))
    return yield* new GitError({
      reason: "NotARepository",
      message: "There is no Git repository at this URL. Check its spelling."
    })
  return { sha256: /object-format=sha256\b/.test(trace) }
})

const listHeads = Effect.fnUntraced(function* (remote: Remote, ref: string) {
  const names: Array<string> = []
  let oid: string | undefined
  let count = 0
  let sha256 = false
  let rest = ""
  const onOutput = (chunk: Buffer) => {
    const lines = (rest + chunk.toString("latin1")).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      const [, id, name = ""] = /^([0-9a-f]{40,64})\trefs\/heads\/(.+)$/.exec(line) ?? []
      if (id === undefined) continue
      count++
      sha256 = id.length === 64
      if (`refs/heads/${name}` === Buffer.from(ref).toString("latin1")) oid = id
      if (names.length < namedBranches) names.push(Buffer.from(name, "latin1").toString())
    }
    return oid === undefined
  }
  const { code, stderr } = yield* runGit(remote.program, {
    args: lsRemote(remote),
    env: remote.env,
    memory: memory.list,
    onOutput
  })
  if (oid === undefined && code !== 0) return yield* classify(stderr, remote.credentials)
  return { oid, names, count, sha256 }
})
