/** Files that a batch puts into content: from the body, an address, or an upload; what they are is what their bytes say. */
import { Effect, Stream } from "effect"
import { Fetcher } from "../../../kernel/outbound/Fetcher.ts"
import { defined } from "../../../kernel/shared/defined.ts"
import { Invalid } from "../../../kernel/shared/errors.ts"
import { concatBytes } from "../../../kernel/shared/hash.ts"
import { makeId } from "../../../kernel/shared/ids.ts"
import { Blobs } from "../Blobs.ts"
import { fileTooLarge, makeRoomProblem } from "../fileSize.ts"
import { mediaHeadBytes, readMedia } from "../media.ts"
import { missingIsDamage } from "../missingIsDamage.ts"
import type { FileRecord } from "../model/Records.ts"
import { UploadedFiles } from "../UploadedFiles.ts"
import { type InsertFile, maxFetchedFileBytes } from "./input.ts"
import { fromBase64, settleContentType } from "./media.ts"

/** What is said of bytes of which nothing is known. */
const unknownType = "application/octet-stream"

/** Gives what makes the record of a file, with its bytes kept. */
export const makeContentFiles = Effect.gen(function* () {
  const blobs = yield* Blobs
  const fetcher = yield* Fetcher
  const uploaded = yield* UploadedFiles
  const roomProblem = yield* makeRoomProblem

  /** The record of a file whose bytes are kept, as far as they tell what it is. */
  const uploadedFile = Effect.fnUntraced(function* (
    organizationId: string,
    { contentType, name, ref }: InsertFile,
    storageKey: string,
    path: string
  ) {
    const found = yield* uploaded.take(organizationId, storageKey)
    if ("problem" in found) return yield* Invalid.at(`${path}.storageKey`, found.problem)
    const head = blobs.read(found.blob, { start: 0, end: mediaHeadBytes })
    const media = yield* readMedia(name, concatBytes(yield* missingIsDamage(Stream.runCollect(head))))
    // what a browser says of a file that it does not know
    const announced = found.contentType === unknownType ? media.contentType : found.contentType
    const settled = settleContentType(contentType ?? announced, media.contentType)
    if (settled === undefined && contentType !== undefined) {
      return yield* Invalid.at(`${path}.contentType`, `says ${contentType}, the bytes are ${media.contentType}`)
    }
    const { blob, id, size } = found
    const record: FileRecord = {
      id,
      name,
      contentType: settled ?? media.contentType,
      size,
      blob,
      ...defined({ dimensions: media.dimensions })
    }
    return { ref, file: record }
  })

  /** Gets the bytes of a file, looks at what they are, and keeps them. */
  return Effect.fnUntraced(function* (organizationId: string, file: InsertFile, path: string) {
    if (file.storageKey !== undefined) return yield* uploadedFile(organizationId, file, file.storageKey, path)
    const { bytes, declared, isSure } = yield* Effect.gen(function* () {
      if (file.base64 !== undefined) {
        const decoded = fromBase64(file.base64)
        if (decoded === undefined) return yield* Invalid.at(`${path}.base64`, "is not base64")
        return { bytes: decoded, declared: file.contentType, isSure: true }
      }
      const fetched = yield* fetcher
        .fetch(file.url!, { maxBytes: maxFetchedFileBytes })
        .pipe(Effect.catch((error) => Invalid.at(`${path}.url`, error.message)))
      return {
        bytes: fetched.bytes,
        declared: file.contentType ?? fetched.contentType,
        isSure: file.contentType !== undefined
      }
    })
    const media = yield* readMedia(file.name, bytes.subarray(0, mediaHeadBytes))
    const settled = declared === undefined ? media.contentType : settleContentType(declared, media.contentType)
    if (settled === undefined && isSure) {
      return yield* Invalid.at(`${path}.contentType`, `says ${declared}, the bytes are ${media.contentType}`)
    }
    const problem = yield* roomProblem(bytes.length)
    if (problem !== undefined) return yield* fileTooLarge(path, problem)
    const { hash, size } = yield* blobs.put(Stream.make(bytes))
    const record: FileRecord = {
      id: makeId(),
      name: file.name,
      contentType: settled ?? media.contentType,
      size,
      blob: hash,
      ...defined({ dimensions: media.dimensions })
    }
    return { ref: file.ref, file: record }
  })
})
