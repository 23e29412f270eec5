/** When the files of a folder were last changed, and by whom they were written, as its history says. */
import type { FileHistory } from "@octavo/core/content/git/Git"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Effect } from "effect"
import { localEnvironment } from "./environment.ts"
import { historyReader, lastOfShallow, logArguments, newMark } from "./historyLog.ts"
import { findRepository } from "./local.ts"
import { findGit, runGit } from "./process.ts"

/** Longest history that is read, in bytes of what git lists of it; what is older is not dated. */
const historyBytes = 256_000_000

/**
 * The history of each file of a folder, by paths below it. Files that no commit has, and all files where there is no
 * repository, or no Git, are not in it. What a shallow clone does not know the writers of is dated by its oldest commit.
 * @param commit up to which it is read; the one that is checked out without it
 */
export const lastCommits = traced("git.lastCommits")(
  function* (directory: string, gitPath = "git", commit = "HEAD") {
    const repository = findRepository(directory)
    if (repository === undefined) return new Map<string, FileHistory>()
    const program = yield* findGit(gitPath)
    const mark = newMark()
    const nameless = yield* Effect.promise(() => lastOfShallow(repository.gitDirectory))
    const reader = historyReader(mark, repository.directory, { nameless })
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
