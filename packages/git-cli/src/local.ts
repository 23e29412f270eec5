/** A repository on this machine, opened as it is: for the command line only, which may read what its user may. */
import { existsSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { defaultGitLimits, GitError, type GitLimits, type GitSnapshot } from "@octavo/core/content/git/Git"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Effect, type Scope } from "effect"
import { localEnvironment } from "./environment.ts"
import { openObjects } from "./objects.ts"
import { collectGit, findGit, type GitProgram } from "./process.ts"
import { refNotFound } from "./remote.ts"
import { makeSnapshot, readContents } from "./snapshot.ts"

export interface LocalOptions {
  readonly limits?: GitLimits
  readonly gitPath?: string
}

/**
 * Opens a commit of a local repository, without its uncommitted changes: `ref` (a branch, tag or commit), or HEAD.
 * `path` may be a directory inside the work tree; then only that directory is read.
 */
export const openLocal: (
  path: string,
  ref?: string,
  options?: LocalOptions
) => Effect.Effect<GitSnapshot, GitError, Scope.Scope> = traced("git.openLocal")(function* (path, ref, options) {
  const repository = findRepository(path)
  if (repository === undefined)
    return yield* new GitError({ reason: "NotARepository", message: `There is no Git repository at ${path}.` })
  const program = yield* findGit(options?.gitPath ?? "git")
  const commit = yield* resolveCommit(program, repository.gitDirectory, ref)
  const contents = yield* readContents(
    program,
    repository.gitDirectory,
    commit,
    repository.directory,
    options?.limits ?? defaultGitLimits
  )
  return makeSnapshot(contents, yield* openObjects(program, repository.gitDirectory))
})

/** Whether a path is, or lies in, a Git repository: then `openLocal` can open it. */
export const isRepository = (path: string): boolean => findRepository(path) !== undefined

// ---------------------------------------------------------------------------------------------------------------------

export const findRepository = (
  path: string
): { readonly gitDirectory: string; readonly directory: string } | undefined => {
  const start = resolve(path)
  if (["HEAD", "objects", "refs"].every((name) => existsSync(join(start, name))))
    return { gitDirectory: start, directory: "" }
  for (let at = start; ; at = dirname(at)) {
    const gitDirectory = join(at, ".git")
    if (existsSync(gitDirectory)) return { gitDirectory, directory: relative(at, start).split(sep).join("/") }
    if (dirname(at) === at) return undefined
  }
}

const resolveCommit = Effect.fnUntraced(function* (program: GitProgram, gitDirectory: string, ref: string | undefined) {
  const run = (...args: ReadonlyArray<string>) =>
    collectGit(program, { args: [`--git-dir=${gitDirectory}`, ...args], env: localEnvironment(program) }, 1_000_000)
  const wanted = ref ?? "HEAD"
  if (wanted.startsWith("-") || /[\u0000-\u0020]/.test(wanted))
    return yield* new GitError({ reason: "Refused", message: "The ref is malformed." })
  const found = yield* run("rev-parse", "--verify", "--quiet", `${wanted}^{commit}`)
  if (found.code === 0) return found.stdout.toString().trim()
  const heads = yield* run("for-each-ref", "--format=%(refname:short)", "refs/heads/")
  if (heads.code !== 0)
    return yield* new GitError({ reason: "NotARepository", message: `${gitDirectory} is no Git repository.` })
  const names = heads.stdout.toString().split("\n").filter(Boolean)
  if (names.length === 0 || ref === undefined)
    return yield* new GitError({ reason: "Empty", message: "The repository has no commit yet. Make a first one." })
  return yield* refNotFound(wanted, names.slice(0, 8), names.length)
})
