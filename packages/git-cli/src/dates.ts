/** When the files of a folder were last changed, and by whom they were written, as its history says. */
import { Effect } from "effect"
import { localEnvironment } from "./environment.ts"
import { findRepository } from "./local.ts"
import { collectGit, findGit } from "./process.ts"

/** Longest history that is read, in bytes of what git lists of it; what is older is not dated. */
const historyBytes = 256_000_000

/** What a history says of a file. */
export interface FileHistory {
  /** Of the last commit that changed it, ISO 8601. */
  readonly changedAt: string
  /** Names of those who wrote it, the latest first, as a `.mailmap` says them; no programs, and ten at most. */
  readonly authors: ReadonlyArray<string>
}

const mostAuthors = 10
const longestName = 100

/**
 * The history of each file of a folder, by paths below it. Files that no commit has, and all files where there is no
 * repository, or no Git, are not in it.
 */
export const lastCommits = Effect.fn("git.lastCommits")(
  function* (directory: string, gitPath = "git") {
    const repository = findRepository(directory)
    if (repository === undefined) return new Map<string, FileHistory>()
    const program = yield* findGit(gitPath)
    const { stdout } = yield* collectGit(
      program,
      {
        // a commit is a date and a name after a line of its own, then the paths that it changed, each before a zero byte
        args: [
          `--git-dir=${repository.gitDirectory}`,
          "log",
          "-z",
          "--format=%x01%ct %aN",
          "--name-only",
          "--no-renames",
          "HEAD",
          "--",
          repository.directory === "" ? "." : `:(top,literal)${repository.directory}`
        ],
        env: localEnvironment(program)
      },
      historyBytes
    )
    return historiesOf(stdout.toString("utf8"), repository.directory === "" ? "" : `${repository.directory}/`)
  },
  Effect.orElseSucceed(() => new Map<string, FileHistory>())
)

/** Of each path below `root`, from a log that has the newest commits first. */
const historiesOf = (log: string, root: string): ReadonlyMap<string, FileHistory> => {
  const histories = new Map<string, { readonly changedAt: string; readonly authors: Array<string> }>()
  for (const commit of log.split("\x01").slice(1)) {
    const [head = "", ...paths] = commit.split("\0").filter((part) => part !== "")
    const [, seconds = "", written = ""] = /^(\d+) ([^\n]*)/.exec(head) ?? []
    const changedAt = new Date(Number(seconds) * 1000).toISOString()
    const name = written.trim().slice(0, longestName).toWellFormed()
    const isPerson = name !== "" && !name.endsWith("[bot]")
    for (const path of paths.map((one) => one.replace(/^\n/, ""))) {
      if (!path.startsWith(root)) continue
      const own = path.slice(root.length)
      const known = histories.get(own) ?? { changedAt, authors: [] }
      histories.set(own, known)
      if (isPerson && known.authors.length < mostAuthors && !known.authors.includes(name)) known.authors.push(name)
    }
  }
  return histories
}
