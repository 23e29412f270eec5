/**
 * Files' bytes in a directory: `ab/abcd…-id`, the hash of the bytes and what makes the name one of its own, below the
 * first two letters of the hash. A file is written under another name (`new/`), flushed to the disk, and renamed: what
 * has its name is whole, also after a power cut.
 */
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import type { BlobStorageShape } from "@octavo/core/content/revisions/BlobStorage"
import { ObjectMissing } from "@octavo/core/content/revisions/model/Objects"
import { makeHasher } from "@octavo/core/kernel/shared/hash"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { Effect, Option, Stream } from "effect"
import { failed } from "./errors.ts"

/** Bytes that are read of a file at a time. */
const pieceBytes = 256 * 1024

/** Where files are written until they are whole. */
const unfinished = "new"

/** What `write` makes. Another key, as a forged backup may have it, could lead out of the directory. */
const isKey = (key: string): boolean => /^[\w-]{43}-[\w-]+$/.test(key)

const groupOf = (key: string): string => key.slice(0, 2)

/** @param root an absolute path; it is made where need be */
export const directoryStorage = (root: string): BlobStorageShape => {
  const pathOf = (key: string): string => {
    if (!isKey(key)) throw new Error(`${JSON.stringify(key)} is no name of a file`)
    return join(root, groupOf(key), key)
  }

  const attempt = <A>(operation: string, run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: failed(operation) })

  /** A new file, which is gone with the scope unless it was renamed by then. */
  const temporary = Effect.acquireRelease(
    attempt("files.write", async () => {
      await mkdir(join(root, unfinished), { recursive: true, mode: 0o700 })
      const path = join(root, unfinished, makeId())
      return { path, file: await open(path, "wx", 0o600) }
    }),
    ({ file, path }) =>
      Effect.promise(async () => {
        await file.close().catch(() => undefined)
        await rm(path, { force: true }).catch(() => undefined)
      })
  )

  return {
    write: (bytes, note) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { file, path } = yield* temporary
          const hasher = makeHasher()
          let size = 0
          yield* Stream.runForEach(bytes, (piece) => {
            hasher.update(piece)
            size += piece.length
            return attempt("files.write", () => file.writeFile(piece))
          })
          const hash = hasher.digest()
          const stored = { key: `${hash}-${makeId()}`, hash, size }
          yield* attempt("files.write", async () => {
            await file.sync()
            await file.close()
            const group = join(root, groupOf(hash))
            await mkdir(group, { recursive: true, mode: 0o700 })
            await rename(path, pathOf(stored.key))
            // the names, too, must be on the disk
            await syncDirectory(group)
            await syncDirectory(root)
          })
          yield* note(stored)
          return stored
        })
      ),
    read: (key, { end, start }) =>
      Stream.unwrap(
        Effect.map(
          Effect.acquireRelease(
            Effect.tryPromise({
              try: () => open(pathOf(key), "r"),
              catch: (cause) =>
                (cause as NodeJS.ErrnoException).code === "ENOENT"
                  ? new ObjectMissing({ hash: key })
                  : failed("files.read")(cause)
            }),
            (file) => Effect.promise(() => file.close())
          ),
          (file) => Stream.paginate(start, (at) => readPiece(file, key, at, end))
        )
      ),
    remove: (keys) =>
      Effect.forEach(keys, (key) => attempt("files.remove", () => rm(pathOf(key), { force: true })), { discard: true }),
    before: (at) =>
      Stream.fromEffect(attempt("files.before", () => groupsIn(root))).pipe(
        Stream.flatMap((groups) => Stream.fromIterable(groups)),
        Stream.mapEffect((group) => attempt("files.before", () => olderThan(root, group, Date.parse(at))))
      )
  }
}

const readPiece = (file: FileHandle, key: string, at: number, end: number) =>
  Effect.tryPromise({
    try: async () => {
      const buffer = new Uint8Array(Math.min(pieceBytes, end - at))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      return buffer.subarray(0, bytesRead)
    },
    catch: failed("files.read")
  }).pipe(
    Effect.flatMap((piece) =>
      piece.length === 0
        ? Effect.fail(new ObjectMissing({ hash: key }))
        : Effect.succeed([
            [piece],
            at + piece.length < end ? Option.some(at + piece.length) : Option.none<number>()
          ] as const)
    )
  )

const syncDirectory = async (path: string): Promise<void> => {
  const directory = await open(path, "r")
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

const groupsIn = (root: string): Promise<ReadonlyArray<string>> =>
  readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })

/** Names in one group that were written before a time. What never became whole is removed on the way. */
const olderThan = async (root: string, group: string, time: number): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  const names = await readdir(join(root, group)).catch(() => [])
  for (const name of names) {
    const path = join(root, group, name)
    const info = await stat(path).catch(() => undefined)
    if (info === undefined || info.mtimeMs >= time) continue
    if (group === unfinished) await rm(path, { force: true })
    else if (groupOf(name) === group) found.push(name)
  }
  return found
}
