/**
 * Locks by name, with one holder at a time: a semaphore between the fibers of a process, and a lock file between processes
 * that share a disk. The file carries its owner and is touched while it is held; one whose owner is gone is taken over.
 */
import { mkdir, open, readFile, rm, stat, utimes } from "node:fs/promises"
import { dirname } from "node:path"
import { GitError } from "@octavo/core/content/git/Git"
import { Effect, Schedule, type Scope, Semaphore } from "effect"
import { isRunning, processNamespace } from "./processIdentity.ts"

interface Owner {
  readonly pid: number
  /** Where `pid` means something. */
  readonly place: string
  readonly token: string
}

/** Milliseconds between touches, between tries, and after which an untouched file counts as left behind. */
const touchMs = 5_000
const tryMs = 50
const staleMs = 30_000

/** Holds the lock at `path` until the scope closes; waits for it as long as it takes. */
export const makeLocks = (): ((path: string) => Effect.Effect<void, GitError, Scope.Scope>) => {
  const inside = new Map<string, { readonly semaphore: Semaphore.Semaphore; users: number }>()
  const enter = (path: string) =>
    Effect.gen(function* () {
      const entry = inside.get(path) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
      inside.set(path, entry)
      entry.users++
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          if (--entry.users === 0) inside.delete(path)
        })
      )
      yield* Effect.acquireRelease(entry.semaphore.take(1), () => entry.semaphore.release(1), { interruptible: true })
    })
  return (path) => Effect.andThen(enter(path), lockFile(path))
}

// ---------------------------------------------------------------------------------------------------------------------

const lockFile = (path: string) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const owner: Owner = { pid: process.pid, place: processNamespace, token: crypto.randomUUID() }
      const text = JSON.stringify(owner)
      while (!(yield* acquire(path, text))) yield* restore(Effect.sleep(tryMs))
      yield* Effect.addFinalizer(() => Effect.promise(() => release(path, text)))
      const touch = Effect.promise(() => utimes(path, new Date(), new Date()).catch(() => {}))
      yield* Effect.forkScoped(Effect.repeat(touch, Schedule.spaced(touchMs)))
    })
  )

/** One try. */
const acquire = (path: string, text: string): Effect.Effect<boolean, GitError> =>
  Effect.tryPromise({
    try: async () => {
      await mkdir(dirname(path), { recursive: true })
      if (await create(path, text)) return true
      if (await isLeftBehind(path)) await takeAway(path)
      return false
    },
    catch: (error) =>
      new GitError({
        reason: "Failed",
        message: `The Git cache cannot be written (${(error as NodeJS.ErrnoException).code}). Check its directory.`
      })
  })

const create = async (path: string, text: string): Promise<boolean> => {
  try {
    const file = await open(path, "wx")
    await file.writeFile(text).finally(() => file.close())
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  }
}

/** Removes a file that was left behind. A second file guards the look and the removal, so that no new lock is lost. */
const takeAway = async (path: string): Promise<void> => {
  const guard = `${path}.takeover`
  if (!(await create(guard, ""))) {
    if ((await ageOf(guard)) > staleMs) await rm(guard, { force: true })
    return
  }
  try {
    if (await isLeftBehind(path)) await rm(path, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}

const isLeftBehind = async (path: string): Promise<boolean> => {
  const age = await ageOf(path)
  if (age > staleMs) return true
  const owner = await readOwner(path)
  return owner !== undefined && owner.place === processNamespace && !isRunning(owner.pid)
}

const ageOf = async (path: string): Promise<number> => {
  try {
    return Date.now() - (await stat(path)).mtimeMs
  } catch {
    return 0
  }
}

/** Undefined while the owner is still writing its name. */
const readOwner = async (path: string): Promise<Owner | undefined> => {
  try {
    return JSON.parse(await readFile(path, "utf8"))
  } catch {
    return undefined
  }
}

const release = async (path: string, text: string): Promise<void> => {
  const current = await readFile(path, "utf8").catch(() => undefined)
  if (current === text) await rm(path, { force: true })
}
