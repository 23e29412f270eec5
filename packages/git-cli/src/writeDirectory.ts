/** Changes in a plain folder of this machine: what a commit does to a branch, without Git. */
import { randomUUID } from "node:crypto"
import type { Stats } from "node:fs"
import { chmod, lstat, mkdir, readdir, realpath, rename, rmdir, unlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { defaultGitLimits, GitError, type TreeChange } from "@octavo/core/content/git/Git"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Effect } from "effect"
import { checkChanges, refusePath } from "./changes.ts"
import { bytesOf } from "./directory.ts"
import { parentsOf } from "./folders.ts"
import { hashBlob, spool, spoolError } from "./spool.ts"

/** How many files were made or replaced, removed, and left as they were. */
export interface Written {
  readonly written: number
  readonly deleted: number
  readonly unchanged: number
}

/**
 * Applies changes to a folder, which is made where it does not exist. Every path is checked before anything is written;
 * a file appears whole or not at all, keeps its mode, and is left alone when its bytes are the same already. Links are
 * never followed, and no other file is touched.
 */
export const writeDirectory: (path: string, changes: ReadonlyArray<TreeChange>) => Effect.Effect<Written, GitError> =
  traced("git.writeDirectory")(function* (path, changes) {
    yield* checkChanges(changes, "")
    const root = yield* io(async () => {
      await mkdir(path, { recursive: true })
      return realpath(path)
    })
    yield* io(() => checkTargets(root, changes))
    let [written, deleted, unchanged] = [0, 0, 0]
    // what goes goes first, so that a file may become a folder and the reverse
    for (const { bytes, path } of changes) if (bytes === null && (yield* io(() => remove(root, path)))) deleted++
    for (const { bytes, path } of changes) {
      if (bytes === null) continue
      if (yield* writeFile(root, path, bytes)) written++
      else unchanged++
    }
    return { written, deleted, unchanged }
  })

// ---------------------------------------------------------------------------------------------------------------------

const io = <A>(use: () => Promise<A>): Effect.Effect<A, GitError> =>
  Effect.tryPromise({ try: use, catch: (error) => (error instanceof GitError ? error : spoolError(error)) })

/** Undefined for what does not exist. */
const look = async (file: string): Promise<Stats | undefined> => {
  try {
    return await lstat(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOENT" || code === "ENOTDIR") return undefined
    throw error
  }
}

/** Refuses links on the way, and files where folders are and the reverse, unless they go. */
const checkTargets = async (root: string, changes: ReadonlyArray<TreeChange>): Promise<void> => {
  const deletions = new Set(changes.flatMap(({ bytes, path }) => (bytes === null ? [path] : [])))
  const writes = new Set(changes.flatMap(({ bytes, path }) => (bytes === null ? [] : [path])))
  for (const path of parentsOf(changes.map(({ path }) => path))) {
    const found = await look(join(root, path))
    if (found?.isSymbolicLink()) throw refusePath(path, "is a symbolic link, which is not followed")
  }
  for (const path of parentsOf(writes)) {
    const found = await look(join(root, path))
    if (found !== undefined && !found.isDirectory() && !deletions.has(path))
      throw refusePath(path, "is a file, not a folder")
    if (writes.has(path)) throw refusePath(path, "is to be a file and a folder")
  }
  for (const { bytes, path } of changes) {
    const found = await look(join(root, path))
    if (found === undefined || found.isFile()) continue
    if (!found.isDirectory()) {
      if (bytes !== null || !found.isSymbolicLink()) throw refusePath(path, "is no ordinary file")
    } else if (bytes === null) throw refusePath(path, "is a folder, not a file")
    else if (!(await empties(root, path, deletions))) throw refusePath(path, "is a folder that holds files")
  }
}

/** Whether the deletions leave nothing of a folder. */
const empties = async (root: string, path: string, deletions: ReadonlySet<string>): Promise<boolean> => {
  const children = await readdir(join(root, path), { withFileTypes: true })
  for (const child of children) {
    const below = `${path}/${child.name}`
    if (!(child.isDirectory() ? await empties(root, below, deletions) : deletions.has(below))) return false
  }
  return children.length > 0
}

/** Removes a file, and the folders that are empty then; answers whether it was there. */
const remove = async (root: string, path: string): Promise<boolean> => {
  const file = join(root, path)
  if ((await look(file)) === undefined) return false
  await unlink(file)
  for (let at = dirname(file); at !== root; at = dirname(at)) {
    if ((await readdir(at)).length > 0) break
    await rmdir(at)
  }
  return true
}

/** Writes beside the file and puts the whole in its place; answers whether the bytes were others. */
const writeFile = Effect.fnUntraced(function* (root: string, path: string, bytes: NonNullable<TreeChange["bytes"]>) {
  const target = join(root, path)
  yield* io(() => mkdir(dirname(target), { recursive: true }))
  const file = join(dirname(target), `.octavo-${randomUUID()}.tmp`)
  const spooled = yield* spool(path, bytes, file, defaultGitLimits.fileBytes)
  const current = yield* io(() => look(target))
  if (current !== undefined && current.size === spooled.size) {
    const hash = (chunks: AsyncIterable<Uint8Array>) => hashBlob(chunks, spooled.size, true)
    if ((yield* hash(spooled.chunks())) === (yield* hash(bytesOf(target)))) return false
  }
  yield* io(async () => {
    await spooled.save()
    if (current !== undefined) await chmod(file, current.mode & 0o777)
    await rename(file, target)
  })
  return true
}, Effect.scoped)
