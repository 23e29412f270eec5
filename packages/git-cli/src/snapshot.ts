/** A commit's directory as a snapshot of the port, read from a repository on this machine. */
import { type GitCommit, GitError, type GitLimits, type GitSnapshot } from "@octavo/core/content/git/Git"
import { traced } from "@octavo/core/kernel/shared/traced"
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
export const readContents = traced("git.readContents")(function* (
  program: GitProgram,
  gitDirectory: string,
  commit: string,
  directory: string,
  limits: GitLimits
) {
  const directoryTree = directory === "" ? commit : yield* subtree(program, gitDirectory, commit, directory)
  const [object, listing] = yield* Effect.all(
    [readCommit(program, gitDirectory, commit), listTree(program, gitDirectory, directoryTree, limits)],
    { concurrency: 2 }
  )
  const tree = directory === "" ? object.tree : directoryTree
  const contents: Contents = { commit: parseCommit(commit, object.bytes), tree, ...listing }
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

// ---------------------------------------------------------------------------------------------------------------------

const readCommit = Effect.fnUntraced(function* (program: GitProgram, gitDirectory: string, commit: string) {
  const args = [`--git-dir=${gitDirectory}`, "cat-file", "commit", commit]
  const { code, stdout } = yield* collectGit(program, { args, env: localEnvironment(program) }, commitBytes)
  const tree = /^tree ([0-9a-f]+)\n/.exec(stdout.toString("latin1", 0, 80))?.[1]
  return code === 0 && tree !== undefined ? { tree, bytes: stdout } : yield* damaged()
})

/** The id of a directory's tree. */
const subtree = Effect.fnUntraced(function* (
  program: GitProgram,
  gitDirectory: string,
  commit: string,
  directory: string
) {
  const args = [`--git-dir=${gitDirectory}`, "cat-file", "--batch-check"]
  const input = `${commit}^{tree}\n${commit}:${directory}\n`
  const { code, stdout } = yield* collectGit(program, { args, env: localEnvironment(program), input }, 20_000)
  const [root = "", own = ""] = stdout.toString().split("\n")
  if (code !== 0 || !/ tree \d+$/.test(root)) return yield* damaged()
  const tree = /^([0-9a-f]+) tree \d+$/.exec(own)?.[1]
  if (tree !== undefined) return tree
  return yield* new GitError({
    reason: "DirectoryNotFound",
    message: `The repository has no directory ${directory} on this branch.`
  })
})
