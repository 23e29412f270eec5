/** Exports as the command line runs them: to a directory of this machine, or to a repository and followed to the end. */
import { existsSync } from "node:fs"
import { GitError, type GitSnapshot } from "@octavo/core/content/git/Git"
import { GitExports } from "@octavo/core/content/git/GitExports"
import { type ExportInput, GitSync } from "@octavo/core/content/git/GitSync"
import { traced } from "@octavo/core/kernel/shared/traced"
import { GitCli } from "@octavo/git-cli"
import { Effect, Stream } from "effect"
import { followOperation, type Report } from "./imports.ts"

/**
 * Writes the content of a space into a directory, which is made where it does not exist. Only files of the space are
 * touched, and only where their bytes differ. Of what is no longer in the space only files go that an export wrote there.
 */
export const exportDirectory = traced("exports.directory")(function* (spaceId: string, path: string, report: Report) {
  const exports = yield* GitExports
  const target = existsSync(path) ? yield* GitCli.readDirectory(path) : nowhere
  const { changes, note } = yield* exports.plan(spaceId, target, path, report)
  yield* report("Writing files")
  const written = yield* GitCli.writeDirectory(path, changes)
  yield* note
  return written
}, Effect.scoped)

/** Asks for an export to a remote repository and follows it to its end. */
export const exportRemote = traced("exports.remote")(function* (spaceId: string, input: ExportInput, report: Report) {
  const git = yield* GitSync
  const started = yield* git.export(spaceId, input)
  return yield* followOperation(spaceId, started.id, report)
})

const absent = new GitError({ reason: "Failed", message: "An empty directory has no files" })

const nowhere: GitSnapshot = {
  tree: "",
  entries: [],
  skipped: [],
  read: () => Effect.fail(absent),
  stream: () => Stream.fail(absent)
}
