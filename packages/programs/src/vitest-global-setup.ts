import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** Where the programs are bundled that tests start; empty until the first one is asked for. */
    readonly programs: string
  }
}

/** One directory of bundled programs for a test run. */
export default (project: TestProject): (() => void) => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-programs-"))
  project.provide("programs", directory)
  return () => rmSync(directory, { recursive: true })
}
