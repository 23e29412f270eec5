import type { StaticFile } from "@octavo/core/delivery/site-exports/StaticSites"
import { zipStream } from "@octavo/core/delivery/site-exports/zipStream"
import { StorageError } from "@octavo/core/kernel/shared/errors"
import { concatBytes, contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js"
import { Effect, Stream } from "effect"
import { expect, it } from "vitest"

const file = (path: string, text: string): StaticFile => {
  const bytes = utf8.encode(text)
  return { path, hash: contentHash(bytes), size: bytes.length, bytes }
}

/** The same each time for a seed, and nothing that packs (xorshift). */
const noise = (seed: number): Uint8Array => {
  let state = seed * 2_654_435_761
  return Uint8Array.from({ length: 65_536 }, () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state & 255
  })
}

/** So many pieces of 64 KB that do not pack. */
const large = (path: string, pieces: number): StaticFile => ({
  path,
  hash: path,
  size: pieces * 65_536,
  bytes: Stream.map(Stream.range(1, pieces), noise)
})

const zipOf = (files: ReadonlyArray<StaticFile>) =>
  zipStream((put) => Effect.forEach(files, put, { discard: true })).pipe(
    Stream.runCollect,
    Effect.map(concatBytes),
    Effect.runPromise
  )

it("holds what it was given, in that order, and says nothing of now", async () => {
  const files = [file("b.txt", "b"), file("a/empty", ""), file("größe.txt", "ß".repeat(9)), large("large.bin", 40)]
  const bytes = await zipOf(files)
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false, checkOverlappingEntry: true })
  const entries = await reader.getEntries()
  expect(entries.map((one) => [one.filename, one.uncompressedSize])).toEqual(
    files.map(({ path, size }) => [path, size])
  )
  for (const entry of entries) {
    expect([entry.rawLastModDate, entry.directory]).toEqual([0x210000, false])
    if (!entry.directory) await entry.getData(new Uint8ArrayWriter(), { checkSignature: true, useWebWorkers: false })
  }
  expect(contentHash(await zipOf(files))).toBe(contentHash(bytes))
})

/** So many pieces are between whoever hands over a file and whoever reads the zip: those that wait, and what packs. */
const between = 150

const counted = (pieces: number) => {
  const seen = { taken: 0, letGo: Promise.withResolvers<void>() }
  const { bytes, ...one } = large("large.bin", pieces)
  return {
    seen,
    zip: zipStream((put) =>
      put({
        ...one,
        bytes: (bytes as Stream.Stream<Uint8Array>).pipe(
          Stream.tap(() => Effect.sync(() => void seen.taken++)),
          Stream.ensuring(Effect.sync(seen.letGo.resolve))
        )
      })
    )
  }
}

it("takes no more than is read of it", async () => {
  const { seen, zip } = counted(400)
  let read = 0
  let ahead = 0
  await zip.pipe(
    Stream.runForEach(({ length }) => {
      read += length
      ahead = Math.max(ahead, seen.taken - read / 65_536)
      return Effect.sleep(1)
    }),
    Effect.runPromise
  )
  expect(seen.taken).toBe(400)
  expect(ahead).toBeLessThan(between)
})

it("lets go of its files when it is read no further", async () => {
  const { seen, zip } = counted(400)
  expect(await Effect.runPromise(Stream.runCollect(Stream.take(zip, 3)))).toHaveLength(3)
  await seen.letGo.promise
  expect(seen.taken).toBeLessThan(between)
})

it("fails with what fails on the way", async () => {
  const broken = new StorageError({ operation: "files.read", retryable: true })
  const half: StaticFile = { ...large("half.bin", 3), bytes: Stream.fail(broken) }
  const failed = (write: Parameters<typeof zipStream<void, StorageError | "else", never>>[0]) =>
    Effect.runPromise(Effect.flip(Stream.runDrain(zipStream(write))))
  expect(await failed((put) => put(half))).toBe(broken)
  expect(await failed((put) => Effect.andThen(put(file("a", "a")), Effect.fail("else" as const)))).toBe("else")
})
