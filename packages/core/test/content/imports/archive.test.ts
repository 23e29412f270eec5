import { type Archive, openArchive } from "@octavo/core/content/imports/archive"
import type { Blobs } from "@octavo/core/content/revisions/Blobs"
import { StorageError } from "@octavo/core/kernel/shared/errors"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js"
import { Effect, Stream } from "effect"
import { expect, it } from "vitest"

const large = new Uint8Array(3_000_000)
for (let i = 0; i < large.length; i++) large[i] = (i * 7919) >> (i % 13)

const zip = await (async () => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  await writer.add("large.bin", new Uint8ArrayReader(large), { level: 0 })
  await writer.add("a.md", new Uint8ArrayReader(utf8.encode("# A\n")))
  return writer.close()
})()

/** A store of the archive, and how much of it was read. */
const storeOf = (isAway: () => boolean = () => false) => {
  const asked: Array<number> = []
  const blobs = {
    read: (_: string, { end, start } = { start: 0, end: zip.length }) => {
      asked.push(end - start)
      return isAway()
        ? Stream.fail(new StorageError({ operation: "files.read", retryable: true }))
        : Stream.make(zip.slice(start, end))
    }
  } as unknown as Blobs["Service"]
  return { blobs, asked }
}

const open = (blobs: Blobs["Service"]): Promise<Archive> =>
  Effect.runPromise(openArchive(blobs, { name: "a.zip", blob: "x", size: zip.length }, { entries: 0, bytes: 0 }))

const bytesOf = ({ files }: Archive, path: string) => Stream.runCollect(files.find((file) => file.path === path)!.bytes)

it("is read in pieces, and only what is asked for", async () => {
  const { asked, blobs } = storeOf()
  const archive = await open(blobs)
  expect(archive.files.map(({ path, size }) => [path, size])).toEqual([
    ["large.bin", 3_000_000],
    ["a.md", 4]
  ])
  expect(Buffer.concat(await Effect.runPromise(bytesOf(archive, "a.md"))).toString()).toBe("# A\n")
  expect(asked.reduce((sum, size) => sum + size)).toBeLessThan(zip.length)
  const whole = Buffer.concat(await Effect.runPromise(bytesOf(archive, "large.bin")))
  expect(Buffer.compare(whole, large)).toBe(0)
  expect(Math.max(...asked)).toBeLessThanOrEqual(1_000_000)
})

it("may be read later when the store is away", async () => {
  let isAway = false
  const archive = await open(storeOf(() => isAway).blobs)
  isAway = true
  const error = await Effect.runPromise(Effect.flip(bytesOf(archive, "large.bin")))
  expect([error.reason, error.retryable, error.message]).toEqual([
    "Unreachable",
    true,
    'The uploaded file "a.zip" cannot be read now.'
  ])
})
