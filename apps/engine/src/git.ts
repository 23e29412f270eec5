/** Git synchronization with Promises, and imports of folders of this machine. */

import type { GitOperation } from "@octavo/core/content/git/GitOperation"
import type { GitSync } from "@octavo/core/content/git/GitSync"
import type { ImportResult } from "@octavo/core/content/git/imported"
import {
  followOperation,
  importSnapshot,
  type LocalSource,
  openLocalSource,
  type Report
} from "@octavo/runtime/imports"
import { Effect } from "effect"
import { type Inputs, type Promised, promiseService, type Run } from "./promiseService.ts"

export interface ProgressOptions {
  /** Called with what is done now, and how far it is, 0..1, where that is known. */
  readonly onProgress?: ((message: string, fraction?: number) => void) | undefined
}

export type GitArea = Promised<GitSync["Service"]> & {
  /**
   * Imports a folder, or a commit of a repository, of this machine: what this process may read, not what the actor may.
   * The space changes in one step at the end, or not at all.
   */
  readonly importDirectory: (
    spaceId: string,
    source: string | LocalSource,
    options?: ProgressOptions
  ) => Promise<ImportResult>
  /** Waits until an operation has ended; rejects with its error when it failed. Needs a worker. */
  readonly finished: (spaceId: string, operationId: string, options?: ProgressOptions) => Promise<GitOperation>
}

const reportTo = (options: ProgressOptions | undefined): Report => {
  const onProgress = options?.onProgress
  return onProgress === undefined
    ? () => Effect.void
    : (message, fraction) => Effect.sync(() => onProgress(message, fraction))
}

export const gitArea = (service: GitSync["Service"], run: Run, inputs: Inputs<GitSync["Service"]>): GitArea => ({
  ...promiseService(service, run, inputs),
  importDirectory: (spaceId, source, options) =>
    run(
      openLocalSource(typeof source === "string" ? { path: source } : source).pipe(
        Effect.flatMap((snapshot) => importSnapshot(spaceId, snapshot, reportTo(options))),
        Effect.scoped
      )
    ),
  finished: (spaceId, operationId, options) => run(followOperation(spaceId, operationId, reportTo(options)))
})
