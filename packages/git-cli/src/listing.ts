/** The files of a tree, read from `git ls-tree` as it prints them and cut off at the limits. */
import { GitError, type GitLimits, type SkippedEntry, type TreeEntry } from "@octavo/core/content/git/Git"
import { isSafePath } from "@octavo/core/content/git/paths"
import { Effect } from "effect"
import { localEnvironment } from "./environment.ts"
import { type GitProgram, runGit } from "./process.ts"

export interface Listing {
  readonly entries: ReadonlyArray<TreeEntry>
  readonly skipped: ReadonlyArray<SkippedEntry>
}

/** Paths together may take this many bytes per allowed entry. */
const bytesPerEntry = 1024

/** Lists the regular files below a tree. Trees count towards the limit too, so that nested empty ones end as well. */
export const listTree = (
  program: GitProgram,
  gitDirectory: string,
  tree: string,
  limits: GitLimits
): Effect.Effect<Listing, GitError> =>
  Effect.suspend(() => {
    const collector = makeCollector(limits)
    const split = recordSplitter(limits.entries * bytesPerEntry, (record) => collector.add(record))
    let problem: GitError | undefined
    const onOutput = (chunk: Buffer): boolean => {
      problem ??= split(chunk)
      return problem === undefined
    }
    const args = [`--git-dir=${gitDirectory}`, "ls-tree", "-r", "-t", "-l", "-z", "--full-tree", tree]
    return Effect.flatMap(runGit(program, { args, env: localEnvironment(program), onOutput }), ({ code }) => {
      if (problem !== undefined) return Effect.fail(problem)
      return code === 0 ? Effect.succeed(collector.listing) : Effect.fail(damaged())
    })
  })

/** The error for objects that should be there and are not. */
export const damaged = (): GitError =>
  new GitError({ reason: "Failed", message: "The local copy of the repository is damaged. Try again." })

/** Checks sizes against the limits, file by file; shared with the reader of plain folders. */
export const makeSizeCheck = (limits: GitLimits): ((path: string, size: number) => GitError | undefined) => {
  let total = 0
  return (path, size) => {
    total += size
    if (size > limits.fileBytes)
      return tooLarge(`The file ${path} has ${size} bytes; the limit for a file is ${limits.fileBytes}.`)
    if (total > limits.totalBytes)
      return tooLarge(`The files up to ${path} have ${total} bytes together; the limit is ${limits.totalBytes}.`)
    return undefined
  }
}

/** The error for a tree with more files and folders than allowed. */
export const tooManyEntries = (limits: GitLimits): GitError =>
  tooLarge(`The directory holds more than ${limits.entries} files and folders, which is the limit.`)

// ---------------------------------------------------------------------------------------------------------------------

const tooLarge = (message: string) => new GitError({ reason: "TooLarge", message })

/** Cuts chunks into NUL-ended records; answers the first problem. */
const recordSplitter = (limit: number, onRecord: (record: Buffer) => GitError | undefined) => {
  let rest: Buffer = Buffer.alloc(0)
  let seen = 0
  return (chunk: Buffer): GitError | undefined => {
    seen += chunk.length
    if (seen > limit) return tooLarge("The directory's paths are too long together.")
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
      const problem = onRecord(bytes.subarray(start, end))
      if (problem !== undefined) return problem
      start = end + 1
    }
    rest = Buffer.from(bytes.subarray(start))
    return undefined
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Undefined when the bytes are no UTF-8 or the path is not safe. */
const decodePath = (bytes: Buffer): string | undefined => {
  try {
    const path = utf8.decode(bytes)
    return isSafePath(path) ? path : undefined
  } catch {
    return undefined
  }
}

const makeCollector = (limits: GitLimits) => {
  const entries: Array<TreeEntry> = []
  const skipped: Array<SkippedEntry> = []
  const paths = new Set<string>()
  const checkSize = makeSizeCheck(limits)
  let count = 0
  // everything below a bad directory is left out with it and named once
  let badDirectory: string | undefined

  const skip = (bytes: Buffer, reason: SkippedEntry["reason"]) => {
    skipped.push({ path: bytes.toString("utf8").replace(/\0/g, ""), reason })
    return undefined
  }

  /** `<mode> <type> <oid> <size padded>\t<path>` */
  const add = (record: Buffer): GitError | undefined => {
    if (++count > limits.entries) return tooManyEntries(limits)
    const tab = record.indexOf(9)
    const [mode = "", type = "", oid = "", size = ""] = record.toString("latin1", 0, tab).split(/ +/)
    const bytes = record.subarray(tab + 1)
    if (badDirectory !== undefined && bytes.toString("latin1").startsWith(badDirectory)) return undefined
    const path = decodePath(bytes)
    if (type === "tree") {
      badDirectory = path === undefined ? `${bytes.toString("latin1")}/` : undefined
      return path === undefined ? skip(bytes, "bad-path") : undefined
    }
    if (path === undefined || paths.has(path)) return skip(bytes, "bad-path")
    if (mode === "120000") return skip(bytes, "symlink")
    if (type !== "blob") return skip(bytes, "submodule")
    if (!/^\d+$/.test(size)) return damaged()
    paths.add(path)
    entries.push({ path, oid, size: Number(size) })
    return checkSize(path, Number(size))
  }

  return { add, listing: { entries, skipped } }
}
