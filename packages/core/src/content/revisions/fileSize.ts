/** How large files may be that people put into content: one by itself, and all that an installation keeps. */
import { Effect } from "effect"
import { Invalid, type StorageError } from "../../kernel/shared/errors.ts"
import { reference } from "../../kernel/shared/reference.ts"
import { BlobStore } from "./BlobStore.ts"

/** Bytes that one file has at most where nothing is set. */
export const defaultFileBytes = 100_000_000

/** What an installation allows. What was stored when it allowed more stays as it is, and can be read. */
export const MaxFileBytes = reference<number>("@octavo/core/content/revisions/MaxFileBytes", () => defaultFileBytes)

/** Bytes of all files together; nothing is counted where it is not set. */
export const MaxStorageBytes = reference<number | undefined>(
  "@octavo/core/content/revisions/MaxStorageBytes",
  () => undefined
)

const grouped = (count: number): string => count.toLocaleString("en-US")

/** What is wrong with a file of so many bytes, in words; `undefined` when it is not too large. */
export const fileSizeProblem = (bytes: number, most: number): string | undefined =>
  bytes <= most
    ? undefined
    : `is ${grouped(bytes)} bytes, and a file has at most ${grouped(most)} here: make it smaller, or ask the operator of this server to allow larger ones`

/** @param path of the size, or of what has the bytes, in the input */
export const fileTooLarge = (path: string, problem: string): Invalid =>
  new Invalid({ message: `${path} ${problem}`, details: [{ path, message: problem }], tooLarge: true })

/**
 * Says, for so many more bytes, what is wrong when all files have no room for them; `undefined` when they do. What comes
 * at the same moment is not counted.
 */
export const makeRoomProblem: Effect.Effect<
  (bytes: number) => Effect.Effect<string | undefined, StorageError>,
  never,
  BlobStore
> = Effect.gen(function* () {
  const store = yield* BlobStore
  const most = yield* MaxStorageBytes
  return (bytes) =>
    most === undefined
      ? Effect.succeed(undefined)
      : Effect.map(store.bytes, (kept) =>
          kept + bytes <= most
            ? undefined
            : `is ${grouped(bytes)} bytes, and all files together have no room for them: this server keeps at most ${grouped(most)} bytes. Its operator can allow more`
        )
})
