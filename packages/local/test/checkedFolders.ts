/** Folders that are written for a test, and what is found in them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { type CheckOptions, checkFolder } from "../src/check/checkFolder.ts"

export type Files = Readonly<Record<string, string | Uint8Array>>

/** For one file of tests: what it writes is gone when that has ended. */
export const checkedFolders = () => {
  const root = mkdtempSync(join(tmpdir(), "octavo-check-"))
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const folderOf = (files: Files): string => {
    const directory = mkdtempSync(join(root, "docs-"))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), text)
    }
    return directory
  }

  const check = (directory: string, options: Omit<CheckOptions, "directory"> = {}) =>
    Effect.runPromise(checkFolder({ directory, ...options }))

  /** `path:line:column rule`, in order. */
  const found = async (files: Files): Promise<ReadonlyArray<string>> =>
    (await check(folderOf(files))).findings.map(({ column, line, path, rule }) =>
      line === undefined ? `${path} ${rule}` : `${path}:${line}:${column} ${rule}`
    )

  return { folderOf, check, found }
}
