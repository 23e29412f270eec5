/** When the files of a folder were last changed, and by whom they were written, as its history says. */
import type { FileHistory } from "@octavo/core/content/git/Git"
import { Effect } from "effect"
import { localEnvironment } from "./environment.ts"
import { historyReader, logArguments, newMark } from "./historyLog.ts"
import { findRepository } from "./local.ts"
import { findGit, runGit } from "./process.ts"

/** Longest history that is read, in bytes of what git lists of it; what is older is not dated. */
const historyBytes = 256_000_000

/**
 * The history of each file of a folder, by paths below it. Files that no commit has, and all files where there is no
 * repository, or no Git, are not in it.
 * @param commit up to which it is read; the one that is checked out without it
 */
export const lastCommits = Effect.fn("git.lastCommits")(
  function* (directory: string, gitPath = "git", commit = "HEAD") {
    const repository = findRepository(directory)
    if (repository === undefined) return new Map<string, FileHistory>()
    const program = yield* findGit(gitPath)
    const mark = newMark()
    const reader = historyReader(mark, repository.directory)
    let bytes = 0
    yield* runGit(program, {
      args: [`--git-dir=${repository.gitDirectory}`, ...logArguments(mark, commit, repository.directory)],
      env: localEnvironment(program),
      onOutput: (chunk) => {
        reader.add(chunk)
        bytes += chunk.length
        return bytes <= historyBytes
      }
    })
    return reader.histories
  },
  Effect.orElseSucceed((): ReadonlyMap<string, FileHistory> => new Map())
)
