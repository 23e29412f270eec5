/** A commit's directory as a snapshot of the port, read from a repository on this machine. */
import { type GitCommit, GitError, type GitLimits, type GitSnapshot } from "@octavo/core/git/Git"
import { Effect } from "effect"
import { parseCommit } from "./commit.ts"
import { localEnvironment } from "./environment.ts"
import { damaged, type Listing, listTree } from "./listing.ts"
import type { Objects } from "./objects.ts"
import { collectGit, type GitProgram } from "./process.ts"

/** What a snapshot says before any blob is read. */
export interface Contents extends Listing {
  readonly commit: GitCommit
  readonly tree: string
}

/** Largest commit object that is read. */
const commitBytes = 4_000_000

/** Reads commit, tree and listing. `Failed` means that the repository is damaged. */
export const readContents = Effect.fn("git.readContents")(function* (
  program: GitProgram,
  gitDirectory: string,
  commit: string,
  directory: string,
  limits: GitLimits
) {
  const env = localEnvironment(program)
  const base = `--git-dir=${gitDirectory}`
  const found = yield* collectGit(
    program,
    { args: [base, "cat-file", "--batch-check"], env, input: `${commit}^{tree}\n${commit}:${directory}\n` },
    20_000
  )
  const [root = "", own = ""] = found.stdout.toString().split("\n")
  if (found.code !== 0 || !/ tree \d+$/.test(root)) return yield* damaged()
  if (!/^[0-9a-f]+ tree \d+$/.test(own))
    return yield* new GitError({
      reason: "DirectoryNotFound",
      message: `The repository has no directory ${directory} on this branch.`
    })
  const object = yield* collectGit(program, { args: [base, "cat-file", "commit", commit], env }, commitBytes)
  if (object.code !== 0) return yield* damaged()
  const tree = own.slice(0, own.indexOf(" "))
  const listing = yield* listTree(program, gitDirectory, tree, limits)
  const contents: Contents = { commit: parseCommit(commit, object.stdout), tree, ...listing }
  return contents
})

/** Puts contents and a reader of blobs together; checks the limit of each read. */
export const makeSnapshot = (contents: Omit<GitSnapshot, "read" | "stream">, objects: Objects): GitSnapshot => ({
  ...contents,
  read: (entry, limit) =>
    entry.size > limit
      ? new GitError({
          reason: "TooLarge",
          message: `The file ${entry.path} has ${entry.size} bytes; at most ${limit} are read.`
        })
      : objects.read(entry),
  stream: objects.stream
})
