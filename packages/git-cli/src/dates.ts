/** When the files of a folder were last changed, as its history says. */
import { Effect } from "effect"
import { localEnvironment } from "./environment.ts"
import { findRepository } from "./local.ts"
import { collectGit, findGit } from "./process.ts"

/** Longest history that is read, in bytes of what git lists of it; what is older is not dated. */
const historyBytes = 256_000_000

/**
 * The date of the last commit that changed each file of a folder, ISO 8601, by paths below it. Files that no commit has,
 * and all files where there is no repository, or no Git, are not in it.
 */
export const lastCommits = Effect.fn("git.lastCommits")(
  function* (directory: string, gitPath = "git") {
    const repository = findRepository(directory)
    if (repository === undefined) return new Map<string, string>()
    const program = yield* findGit(gitPath)
    const { stdout } = yield* collectGit(
      program,
      {
        // a commit is a date after a line of its own, then the paths that it changed, each before a zero byte
        args: [
          `--git-dir=${repository.gitDirectory}`,
          "log",
          "-z",
          "--format=%x01%ct",
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
    return datesOf(stdout.toString("utf8"), repository.directory === "" ? "" : `${repository.directory}/`)
  },
  Effect.orElseSucceed(() => new Map<string, string>())
)

/** The first date of each path below `root` in a log that has the newest commits first. */
const datesOf = (log: string, root: string): ReadonlyMap<string, string> => {
  const dates = new Map<string, string>()
  for (const commit of log.split("\x01").slice(1)) {
    const [seconds = "", ...paths] = commit.split("\0").filter((part) => part !== "")
    const date = new Date(Number(seconds.trim()) * 1000).toISOString()
    for (const path of paths.map((one) => one.replace(/^\n/, ""))) {
      if (!path.startsWith(root)) continue
      const own = path.slice(root.length)
      if (!dates.has(own)) dates.set(own, date)
    }
  }
  return dates
}
