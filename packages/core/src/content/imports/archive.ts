/**
 * Zip archives that somebody uploaded, as files: a list first, and bytes when they are asked for. Nothing is unpacked
 * to a disk, no link is followed, and no file gives more bytes than the list says.
 */
import type { FileEntry } from "@zip.js/zip.js"
import { Effect, Stream } from "effect"
import { concatBytes } from "../../kernel/shared/hash.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { GitError, type GitLimits, type SkippedEntry } from "../git/Git.ts"
import { isSafePath, printablePath } from "../git/paths.ts"
import type { Blobs } from "../revisions/Blobs.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"

/** Bounds of all files of one import: 10,000 of them, 100 MB each, 1 GB together. */
export const importLimits: GitLimits = { entries: 10_000, fileBytes: 100_000_000, totalBytes: 1_000_000_000 }
/** An archive that unpacks to more than so many times its size, and to more than so many bytes, is no documentation. */
const mostRatio = 100
const ratioFrom = 20_000_000

export interface ArchiveFile {
  readonly path: string
  readonly size: number
  readonly bytes: Stream.Stream<Uint8Array, GitError>
}

export interface Archive {
  readonly files: ReadonlyArray<ArchiveFile>
  readonly skipped: ReadonlyArray<SkippedEntry>
}

/** Counts what all archives of an import have together. */
export interface Budget {
  entries: number
  bytes: number
}

/**
 * @param name as people know the archive
 * @param budget what others of the same import have taken; what this one has is added
 */
export const openArchive = traced("imports.openArchive")(function* (
  blobs: Blobs["Service"],
  { blob, name, size }: { readonly blob: string; readonly name: string; readonly size: number },
  budget: Budget
) {
  const zip = yield* Effect.promise(() => import("@zip.js/zip.js/lib/zip-core-native.js"))
  class BlobReader extends zip.Reader<string> {
    window: { readonly at: number; readonly bytes: Uint8Array } = { at: 0, bytes: new Uint8Array() }
    override async init() {
      this.size = size
      await super.init?.()
    }
    /** Reads ahead: headers and data follow each other. */
    override async readUint8Array(at: number, length: number) {
      const { window } = this
      if (at < window.at || at + length > window.at + window.bytes.length) {
        const end = Math.min(size, at + Math.max(length, windowBytes))
        const pieces = missingIsDamage(Stream.runCollect(blobs.read(blob, { start: at, end })))
        const read = await Effect.runPromise(pieces).catch(() => Promise.reject(notReadable(name)))
        this.window = { at, bytes: concatBytes(read) }
      }
      return this.window.bytes.slice(at - this.window.at, at - this.window.at + length)
    }
  }
  const reader = new zip.ZipReader(new BlobReader(blob), {
    useWebWorkers: false,
    // paths are looked at here, file by file
    filenameValidation: "tolerant"
  })
  return yield* Effect.tryPromise({
    try: () => list(reader.getEntriesGenerator(), name, size, budget),
    catch: (error) => (error instanceof GitError ? error : damaged(name, error))
  })
})

const windowBytes = 1_000_000

/** What systems put into archives beside the files. */
const isForeign = (path: string): boolean =>
  /(?:^|\/)(?:__MACOSX|node_modules|\.git)(?:\/|$)|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(path)

type Entries = AsyncIterable<FileEntry | { readonly directory: true; readonly filename: string }>

const list = async (entries: Entries, name: string, size: number, budget: Budget): Promise<Archive> => {
  const files = new Map<string, ArchiveFile>()
  const skipped: Array<SkippedEntry> = []
  let unpacked = 0
  for await (const entry of entries) {
    if (++budget.entries > importLimits.entries) {
      throw tooLarge(`The files have more than ${importLimits.entries} files and folders together, which is the limit.`)
    }
    // old archivers of Windows write backslashes
    const path = entry.filename.replaceAll("\\", "/")
    if (entry.directory || isForeign(path)) continue
    const skip = (reason: SkippedEntry["reason"]) => void skipped.push({ path: printablePath(path), reason })
    if (!isSafePath(path) || files.has(path)) skip("bad-path")
    else if (isLink(entry)) skip("symlink")
    else {
      if (entry.encrypted) {
        throw new GitError({
          reason: "Failed",
          message: `${printablePath(path)} in ${printablePath(name)} is encrypted; upload it without.`
        })
      }
      unpacked += entry.uncompressedSize
      budget.bytes += entry.uncompressedSize
      if (entry.uncompressedSize > importLimits.fileBytes) {
        throw tooLarge(
          `${printablePath(path)} in ${printablePath(name)} has more than ${importLimits.fileBytes} bytes.`
        )
      }
      if (budget.bytes > importLimits.totalBytes) {
        throw tooLarge(`The files have more than ${importLimits.totalBytes} bytes together, which is the limit.`)
      }
      if (unpacked > ratioFrom && unpacked > size * mostRatio) {
        throw tooLarge(`${printablePath(name)} unpacks to more than ${mostRatio} times its size.`)
      }
      files.set(path, {
        path,
        size: entry.uncompressedSize,
        bytes: Stream.fromAsyncIterable(contentOf(entry, path), (error) =>
          error instanceof GitError ? error : damaged(path, error)
        )
      })
    }
  }
  return { files: withoutTop(Array.from(files.values())), skipped }
}

/** Symbolic links and other things that are no file, as archives of Unix tell. */
const isLink = ({ externalFileAttributes, symlink }: FileEntry): boolean => {
  const kind = (externalFileAttributes >>> 16) & 0o170000
  return symlink || (kind !== 0 && kind !== 0o100000)
}

/** Without the one folder that holds everything, which archivers add. */
const withoutTop = (files: ReadonlyArray<ArchiveFile>): ReadonlyArray<ArchiveFile> => {
  const top = files[0]?.path.split("/")[0] ?? ""
  const shared = !top.startsWith(".") && files.every(({ path }) => path.startsWith(`${top}/`))
  return shared ? files.map((file) => ({ ...file, path: file.path.slice(top.length + 1) })) : files
}

async function* contentOf(entry: FileEntry, path: string): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const stop = new AbortController()
  const done = entry.getData(writable, {
    useWebWorkers: false,
    checkCrc32: true,
    checkOverlappingEntry: true,
    signal: stop.signal
  })
  // what fails before the first byte would leave the reader waiting
  done.catch((error) => writable.abort(error).catch(() => {}))
  let size = 0
  try {
    for await (const piece of readable) {
      size += piece.length
      if (size > entry.uncompressedSize) throw tooLarge(`${printablePath(path)} has more bytes than its archive says.`)
      yield piece
    }
    await done
  } finally {
    stop.abort()
  }
}

const tooLarge = (message: string) => new GitError({ reason: "TooLarge", message })

/** The store is away, and may be back. */
export const notReadable = (name: string) =>
  new GitError({ reason: "Unreachable", message: `The uploaded file ${printablePath(name)} cannot be read now.` })

const damaged = (name: string, error: unknown) =>
  new GitError({
    reason: "Failed",
    message: `${printablePath(name)} cannot be read as a zip archive: ${error instanceof Error ? error.message : "damaged"}.`
  })
