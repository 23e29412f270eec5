/**
 * The file of a backup: 16 letters that say what it is, then frames. A frame is the length of its payload (4 bytes,
 * big-endian), a SHA-256 (32 bytes) and the payload: one part of the portable form, compressed with Zstandard. The hash
 * is of the hash before it and of the payload, so that the last one is a checksum of the whole file.
 */
import { createHash, randomUUID } from "node:crypto"
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { promisify } from "node:util"
import { zstdCompress, zstdDecompress } from "node:zlib"
import { BackupDamaged, BackupFailed } from "@octavo/core/connections/backups/errors"
import { decodePart, encodePart, type Part } from "@octavo/core/connections/backups/Portable"
import { Effect, Option, Stream } from "effect"
import { describeError, ExpectedError } from "./errorMessages.ts"

const magic = Buffer.from("octavo backup 1\n")
const headBytes = 4 + 32

/**
 * Bytes that one part may have when it is unfolded. Parts aim at `partBytes`, and one row is never this large: what
 * unfolds to more was made to fill the memory.
 */
const mostPartBytes = 256 * 1024 * 1024

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export interface WrittenBackup {
  /** Absolute path. */
  readonly file: string
  /** Size of the file. */
  readonly bytes: number
  /** The last hash, as hexadecimal. */
  readonly checksum: string
}

const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, BackupFailed> =>
  Effect.tryPromise({ try: run, catch: (cause) => new BackupFailed({ message: describeError(cause) }) })

const isAbsent = (cause: unknown): boolean => (cause as NodeJS.ErrnoException).code === "ENOENT"

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    (cause) => {
      if (isAbsent(cause)) return false
      throw cause
    }
  )

const linked = (before: Uint8Array, payload: Uint8Array): Buffer =>
  createHash("sha256").update(before).update(payload).digest()

/**
 * Writes parts into a file that only this user can read, under another name until it is whole and on the disk; a file
 * that has the name already is replaced then.
 */
export const writeBackup = <E, R>(
  path: string,
  parts: Stream.Stream<Part, E, R>
): Effect.Effect<WrittenBackup, E | BackupFailed, R> =>
  Effect.scoped(
    Effect.gen(function* () {
      const target = resolve(path)
      if (yield* attempt(() => isDirectory(target))) {
        return yield* new BackupFailed({ message: `${target} is a directory: name a file in it` })
      }
      const temporary = `${target}.${randomUUID()}.part`
      const file = yield* Effect.acquireRelease(
        attempt(() =>
          open(temporary, "wx", 0o600).catch((cause) => {
            throw isAbsent(cause) ? new ExpectedError(`There is no directory ${dirname(target)}`) : cause
          })
        ),
        (file) =>
          Effect.promise(async () => {
            await file.close().catch(() => undefined)
            await rm(temporary, { force: true }).catch(() => undefined)
          })
      )
      let hash: Buffer = Buffer.alloc(32)
      let bytes = magic.length
      yield* attempt(() => file.writeFile(magic))
      yield* Stream.runForEach(parts, (part) =>
        attempt(async () => {
          const payload = await compress(encodePart(part))
          hash = linked(hash, payload)
          const head = Buffer.alloc(headBytes)
          head.writeUInt32BE(payload.length)
          hash.copy(head, 4)
          await file.writeFile(Buffer.concat([head, payload]))
          bytes += headBytes + payload.length
        })
      )
      yield* attempt(async () => {
        await file.sync()
        await file.close()
        await rename(temporary, target)
        const directory = await open(dirname(target), "r")
        await directory.sync().finally(() => directory.close())
      })
      return { file: target, bytes, checksum: hash.toString("hex") }
    })
  )

const damaged = (message: string) => new BackupDamaged({ message })

const readExactly = async (file: FileHandle, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length)
  let at = 0
  while (at < length) {
    const { bytesRead } = await file.read(buffer, at, length - at)
    if (bytesRead === 0) throw damaged("The backup ends in the middle: it was cut off")
    at += bytesRead
  }
  return buffer
}

interface Frame {
  readonly payload: Buffer
  readonly hash: Buffer
}

/** The frames of a file, each compared with its hash. */
const frames = (path: string): Stream.Stream<Frame, BackupDamaged | BackupFailed> => {
  const read = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({
      try: run,
      catch: (cause) => (cause instanceof BackupDamaged ? cause : new BackupFailed({ message: describeError(cause) }))
    })
  return Stream.unwrap(
    Effect.gen(function* () {
      const file = yield* Effect.acquireRelease(
        read(() =>
          open(path, "r").catch((cause) => {
            throw isAbsent(cause) ? new ExpectedError(`There is no file ${path}`) : cause
          })
        ),
        (file) => Effect.promise(() => file.close())
      )
      const { size } = yield* read(() => stat(path))
      const begin = yield* read(() => readExactly(file, Math.min(magic.length, size)))
      if (!begin.equals(magic)) return yield* damaged(`${path} is not a backup of Octavo that this program can read`)
      let left = size - magic.length
      let hash: Buffer = Buffer.alloc(32)
      return Stream.paginate(undefined, () =>
        read(async () => {
          if (left === 0) return [[], Option.none<undefined>()] as const
          const head = await readExactly(file, headBytes)
          const length = head.readUInt32BE()
          left -= headBytes + length
          if (left < 0) throw damaged("The backup is cut off, or a length in it is not as it was written")
          const payload = await readExactly(file, length)
          hash = linked(hash, payload)
          if (!head.subarray(4).equals(hash)) {
            throw damaged(`The backup is not as it was written: the checksum at byte ${size - left - length} is wrong`)
          }
          return [[{ payload, hash }], Option.some(undefined)] as const
        })
      )
    })
  )
}

const decoded = ({ payload }: Frame): Effect.Effect<Part, BackupDamaged> =>
  Effect.tryPromise({
    try: async () => decodePart(await decompress(payload, { maxOutputLength: mostPartBytes })),
    catch: (cause) =>
      damaged(
        (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE"
          ? `The backup has a part of more than ${mostPartBytes} bytes, which no Octavo writes`
          : "The backup has a part that this program cannot read: use a newer Octavo"
      )
  })

/** The parts of a backup. Each is compared with its checksum. */
export const readBackup = (path: string): Stream.Stream<Part, BackupDamaged | BackupFailed> =>
  Stream.mapEffect(frames(path), decoded)

/** Reads a whole backup for whether it is as it was written, and answers its checksum. */
export const checkBackup = (path: string): Effect.Effect<string, BackupDamaged | BackupFailed> =>
  Effect.gen(function* () {
    const last = yield* Stream.runFold(
      frames(path),
      (): Frame | undefined => undefined,
      (_, frame) => frame
    )
    if (last === undefined || (yield* decoded(last)).kind !== "end") {
      return yield* damaged("The backup ends before its end: it was cut off")
    }
    return last.hash.toString("hex")
  })
