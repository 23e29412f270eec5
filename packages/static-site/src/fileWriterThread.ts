/** A thread that writes files, one after the other: the system takes a while to make each, and nobody waits for it. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { parentPort } from "node:worker_threads"

export interface FileToWrite {
  /** Absolute path. */
  readonly target: string
  readonly bytes: Uint8Array
}

/** What the thread answers to some files: that they are there, or why one is not. */
export type FilesWritten = { readonly bytes: number } | { readonly error: Error }

const made = new Set<string>()

const write = ({ bytes, target }: FileToWrite): number => {
  const folder = dirname(target)
  if (!made.has(folder)) mkdirSync(folder, { recursive: true })
  made.add(folder)
  writeFileSync(target, bytes)
  return bytes.length
}

parentPort!.on("message", (files: ReadonlyArray<FileToWrite>) => {
  try {
    const bytes = files.reduce((sum, file) => sum + write(file), 0)
    parentPort!.postMessage({ bytes } satisfies FilesWritten)
  } catch (cause) {
    parentPort!.postMessage({ error: cause as Error } satisfies FilesWritten)
  }
})
