/** From a source on the command line to a space with its content. Nothing is made before the source could be read. */
import { existsSync, statSync } from "node:fs"
import { basename, resolve } from "node:path"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { GitError } from "@octavo/core/content/git/Git"
import { repositoryName } from "@octavo/core/content/git/repository"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { defined } from "@octavo/core/kernel/shared/defined"
import { traced } from "@octavo/core/kernel/shared/traced"
import {
  awaitHistory,
  importRemote,
  importSnapshot,
  noteHistory,
  openLocalSource,
  type Report,
  takePictures,
  tryRemoteSource
} from "@octavo/runtime/imports"
import { findOrganization, findSpace, publishSpace, spaceTitle } from "@octavo/runtime/setup"
import { Effect } from "effect"

export interface ImportRequest {
  readonly source: string
  readonly organization: string | undefined
  readonly space: string | undefined
  readonly title: string | undefined
  readonly ref: string | undefined
  readonly directory: string | undefined
  readonly publish: boolean
  readonly force: boolean
  readonly remoteImages: "fetch" | "link"
}

/** What `octavo import` does. */
export const importSource = traced("cli.import")(function* (request: ImportRequest, report: Report) {
  const spaces = yield* Spaces
  const organization = yield* findOrganization(request.organization)
  const existing = request.space === undefined ? undefined : yield* findSpace(organization.id, request.space)
  const target = (name: string) =>
    existing === undefined
      ? spaces.create(organization.id, { title: spaceTitle(request.title ?? name) })
      : Effect.succeed(existing)
  const isFetched = isRemote(request.source)
  const imported = yield* isFetched ? remote(request, target, report) : local(request, target, report)
  const site = request.publish ? yield* publishSpace(imported.space) : undefined
  const pictures = request.remoteImages === "fetch" ? yield* takePictures(imported.space.id, report) : undefined
  if (isFetched) yield* awaitHistory(report)
  return { ...imported, space: yield* spaces.get(imported.space.id), ...defined({ site, pictures }) }
})

// ---------------------------------------------------------------------------------------------------------------------

/** Gives the space to import into: called once the source is known to be good. */
type Target<E, R> = (name: string) => Effect.Effect<Parameters<typeof publishSpace>[0], E, R>

/** A URL, or the `user@host:path` of ssh; both are for the Git port to take or refuse. */
export const isRemote = (source: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(source) || (/^[\w.-]+@[\w.-]+:/.test(source) && !existsSync(source))

const remote = Effect.fnUntraced(function* <E, R>(request: ImportRequest, target: Target<E, R>, report: Report) {
  const { source: url, directory = "", force } = request
  const ref = yield* tryRemoteSource({ url, branch: request.ref, directory }, report)
  const space = yield* target(repositoryName(url).split("/").at(-1) ?? "")
  const operation = yield* importRemote(space.id, { url, ref, repoProjectDirectory: directory, force }, report)
  const { changeRequest, counts = nothing, revision = space.revision, commit } = operation
  const conflicts = changeRequest === undefined ? undefined : yield* waitingIn(space.id, changeRequest)
  return {
    space,
    counts,
    revision,
    ...defined({ commit, changeRequest: conflicts })
  }
})

/** Where Git's version waits for somebody to decide. */
const waitingIn = Effect.fnUntraced(function* (spaceId: string, id: string) {
  const { number, urls } = yield* (yield* ChangeRequests).get(spaceId, id)
  return { id, number, url: urls.location }
})

const local = Effect.fnUntraced(function* <E, R>(request: ImportRequest, target: Target<E, R>, report: Report) {
  if (request.source === "") {
    return yield* new GitError({
      reason: "DirectoryNotFound",
      message: "Name a directory or a URL; the source is empty"
    })
  }
  const path = resolve(request.source)
  if (!existsSync(path)) {
    return yield* new GitError({ reason: "DirectoryNotFound", message: `There is no directory ${request.source}` })
  }
  if (!statSync(path).isDirectory()) {
    return yield* new GitError({
      reason: "DirectoryNotFound",
      message: `${request.source} is a file; name its directory`
    })
  }
  yield* report("Reading the directory")
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const source = { path, ref: request.ref, directory: request.directory }
      const snapshot = yield* openLocalSource(source)
      if (!snapshot.entries.some(({ path }) => /\.(?:md|markdown)$/i.test(path))) {
        return yield* new GitError({ reason: "Empty", message: `There is no Markdown file in ${request.source}` })
      }
      const space = yield* target(basename(path).replace(/\.git$/, ""))
      const { counts, revisionId, root } = yield* importSnapshot(space.id, snapshot, report)
      const { commit } = snapshot
      yield* report("Reading the history")
      yield* noteHistory(space.id, root, source, commit?.oid)
      return {
        space,
        counts,
        revision: revisionId,
        ...defined({ commit: commit?.oid }),
        changeRequest: undefined
      }
    })
  )
})

/** Of an import that a newer one had overtaken. */
const nothing = { pages: 0, files: 0, reusableContents: 0, created: 0, updated: 0, deleted: 0, warnings: [] }
