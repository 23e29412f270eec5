/** The bytes of a stream, kept until they are used: small ones in memory, others in a file, so that memory stays flat. */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { type FileHandle, open, rm, writeFile } from "node:fs/promises"
import { GitError } from "@octavo/core/content/git/Git"
import { printablePath } from "@octavo/core/content/git/paths"
import { Effect, type Scope, Stream } from "effect"

export interface Spooled {
  readonly size: number
  /** As often as needed, while the scope is open. */
  readonly chunks: () => AsyncIterable<Uint8Array>
  /** Puts them into the file, where they are not yet. */
  readonly save: () => Promise<void>
}

/** Reads a stream to its end. `file` is for what is too large for memory, and removed when the scope closes. */
export const spool = (
  path: string,
  bytes: Stream.Stream<Uint8Array, GitError>,
  file: string,
  limit: number
): Effect.Effect<Spooled, GitError, Scope.Scope> =>
  Effect.gen(function* () {
    const kept: Array<Uint8Array> = []
    let size = 0
    let handle: FileHandle | undefined
    const io = <A>(use: () => Promise<A>) => Effect.tryPromise({ try: use, catch: spoolError })
    yield* Effect.addFinalizer(() => Effect.promise(() => rm(file, { force: true }).catch(() => {})))
    const writing = Effect.acquireRelease(
      Effect.tap(
        io(() => open(file, "wx")),
        (opened) => Effect.sync(() => (handle = opened))
      ),
      (opened) => Effect.promise(() => opened.close())
    )
    const write = Effect.fnUntraced(function* (chunk: Uint8Array) {
      size += chunk.length
      if (size > limit)
        return yield* new GitError({
          reason: "TooLarge",
          message: `The file ${printablePath(path)} is larger than ${limit} bytes, which is the limit for a file.`
        })
      kept.push(chunk)
      if (size <= memoryBytes) return
      const target = handle ?? (yield* writing)
      yield* io(() => target.writev(kept.splice(0)))
    })
    yield* Effect.scoped(Stream.runForEach(bytes, write))
    const spooled: Spooled =
      handle === undefined
        ? { size, chunks: () => inMemory(kept), save: () => writeFile(file, kept, { flag: "wx" }) }
        : { size, chunks: () => createReadStream(file), save: async () => {} }
    return spooled
  })

/** The id that git gives the bytes as a blob. */
export const hashBlob = (
  chunks: AsyncIterable<Uint8Array>,
  size: number,
  sha256: boolean
): Effect.Effect<string, GitError> =>
  Effect.tryPromise({
    try: async () => {
      const hash = createHash(sha256 ? "sha256" : "sha1").update(`blob ${size}\0`)
      for await (const chunk of chunks) hash.update(chunk)
      return hash.digest("hex")
    },
    catch: spoolError
  })

/** The error for a file that could not be written. */
export const spoolError = (error: unknown): GitError => {
  const { code } = error as NodeJS.ErrnoException
  const cause = code === "ENOSPC" ? ": the disk is full" : code === undefined ? "" : ` (${code})`
  return new GitError({ reason: "Failed", message: `A file could not be written${cause}.` })
}

// ---------------------------------------------------------------------------------------------------------------------

/** Up to this size a file stays in memory. */
const memoryBytes = 1 << 20

async function* inMemory(chunks: ReadonlyArray<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks
}
