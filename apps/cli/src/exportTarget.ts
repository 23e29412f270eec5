/** From a space to a target on the command line. */
import { join, resolve } from "node:path"
import { traced } from "@octavo/core/kernel/shared/traced"
import { exportDirectory, exportRemote } from "@octavo/runtime/exports"
import type { Report } from "@octavo/runtime/imports"
import { findOrganization, findSpace } from "@octavo/runtime/setup"
import { isRemote } from "./importSource.ts"

export interface ExportRequest {
  readonly target: string
  readonly organization: string | undefined
  readonly space: string
  readonly ref: string
  readonly directory: string | undefined
  readonly message: string
  readonly force: boolean
}

/** What `octavo export` does. */
export const exportSpaceTo = traced("cli.export")(function* (request: ExportRequest, report: Report) {
  const { directory = "", force, message, ref, target } = request
  const organization = yield* findOrganization(request.organization)
  const space = yield* findSpace(organization.id, request.space)
  if (!isRemote(target)) {
    const written = yield* exportDirectory(space.id, join(resolve(target), directory), report)
    return { space, ...written }
  }
  const { commit } = yield* exportRemote(
    space.id,
    {
      url: target,
      ref: ref.startsWith("refs/") ? ref : `refs/heads/${ref}`,
      repoProjectDirectory: directory,
      commitMessage: message,
      force
    },
    report
  )
  return { space, commit }
})
