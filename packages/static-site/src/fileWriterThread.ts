/** A thread that makes files of pages, hashes files and writes them, until it is ended. */
import { hash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parentPort, workerData } from "node:worker_threads"
import { contentHash, useDigest, utf8 } from "@octavo/core/kernel/shared/hash"
import { type FoundInPages, makePagesAsFiles, type PagesAsFiles, type SitePaths } from "./pagesAsFiles.ts"
import { type Files, isAsItWas, keyOf } from "./writtenFiles.ts"

/** What the thread is told when it begins. */
export interface WriterData {
  /** Where the site goes, and where its files are written first. */
  readonly out: string
  readonly staged: string
  /** What the build before this one noted. */
  readonly before: Files
}

export interface FileToWrite {
  /** Below the root of the site, with slashes. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Of the bytes, where it is known. */
  readonly hash: string | undefined
}

/** A page as a server answers it. */
export interface PageToWrite {
  /** Of its file. */
  readonly path: string
  readonly html: string
}

export interface WrittenFile {
  readonly path: string
  readonly key: string
  readonly hash: string
  /** Whether it is another one than the folder has. */
  readonly isChanged: boolean
}

/** Files to write, and how many bytes they are; before the first page, which site it is of. */
export interface ToWriter {
  readonly site?: SitePaths | undefined
  readonly files: ReadonlyArray<FileToWrite | PageToWrite>
  readonly bytes: number
}

/** The same files when they are written, and what was found in pages, or why nothing more is. */
export type FromWriter =
  | { readonly written: ReadonlyArray<WrittenFile>; readonly bytes: number; readonly found: FoundInPages | undefined }
  | { readonly problem: string; readonly code: string | undefined }

const { before, out, staged } = workerData as WriterData
const folders = new Set<string>()
let hasFailed = false
let pages: PagesAsFiles | undefined

const fileOf = (one: FileToWrite | PageToWrite): FileToWrite =>
  "html" in one ? { path: one.path, bytes: utf8.encode(pages!.page(one.html)), hash: undefined } : one

const write = ({ bytes, hash = contentHash(bytes), path }: FileToWrite): WrittenFile => {
  const key = keyOf(path)
  const file = { path, key, hash }
  if (isAsItWas(before, out, { ...file, size: bytes.length })) return { ...file, isChanged: false }
  const target = join(staged, path)
  const folder = dirname(target)
  if (!folders.has(folder)) {
    mkdirSync(folder, { recursive: true })
    folders.add(folder)
  }
  writeFileSync(target, bytes)
  return { ...file, isChanged: true }
}

useDigest((bytes) => hash("sha256", bytes, "base64url"))
parentPort!.on("message", ({ bytes, files, site }: ToWriter) => {
  if (hasFailed) return
  if (site !== undefined) pages = makePagesAsFiles(site)
  let answer: FromWriter
  try {
    answer = { written: files.map((one) => write(fileOf(one))), bytes, found: pages?.found() }
  } catch (error) {
    hasFailed = true
    const { code, message } = error as NodeJS.ErrnoException
    answer = { problem: message, code }
  }
  parentPort!.postMessage(answer)
})
