/** A space of its own that is imported from and exported to branches in memory, and folders. */
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import type { TreeChange } from "@octavo/core/content/git/Git"
import { GitExports } from "@octavo/core/content/git/GitExports"
import { GitImports } from "@octavo/core/content/git/GitImports"
import { GitStore } from "@octavo/core/content/git/GitStore"
import { GitSync } from "@octavo/core/content/git/GitSync"
import { GitSynced } from "@octavo/core/content/git/GitSynced"
import { makeOperationRun } from "@octavo/core/content/git/operationRun"
import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect, Stream } from "effect"
import { type Files, snapshotOf } from "./git-snapshot.ts"
import { newOrganization } from "./harness.ts"
import { filesOfBranch, type Made, pushFiles } from "./memory-git.ts"

const silent = () => Effect.void
let made = 0

/** The files of a directory after what an export decided. */
const written = Effect.fnUntraced(function* (
  before: ReadonlyMap<string, Uint8Array>,
  changes: ReadonlyArray<TreeChange>
) {
  const next = new Map(before)
  for (const { bytes, path } of changes) {
    if (bytes === null) next.delete(path)
    else next.set(path, Uint8Array.from((yield* Stream.runCollect(bytes)).flatMap((piece) => [...piece])))
  }
  return next
})

/** Repositories and folders are named by words; a repository has the branch `main`. */
export const gitScene = Effect.gen(function* () {
  const spaces = yield* Spaces
  const contents = yield* ChangeRequestContent
  const sync = yield* GitSync
  const imports = yield* GitImports
  const exports = yield* GitExports
  const operations = yield* GitStore
  const revisions = yield* RevisionStore
  const gitSynced = yield* GitSynced
  const trees = yield* RevisionTree
  const { id: organization } = yield* newOrganization()
  const { id: space } = yield* spaces.create(organization, { editMode: "live" } as never)
  const name = `scene-${++made}`
  const folders = new Map<string, ReadonlyMap<string, Uint8Array>>()
  const urlOf = (repository: string) => `https://git.test/${name}/${repository}.git`
  const ref = "refs/heads/main"

  const operate = Effect.fnUntraced(function* (kind: "import" | "export", repository: string) {
    const input = { url: urlOf(repository), ref }
    const { id } = yield* kind === "import"
      ? sync.import(space, input)
      : sync.export(space, { ...input, commitMessage: "Export" })
    const record = (yield* operations.operation(id))!
    const job = { id, attempt: 1, last: false, held: Effect.void }
    yield* (kind === "import" ? imports : exports).perform(makeOperationRun(operations, record, job, gitSynced))
  })

  const root = Effect.map(revisions.head(space, primary), (head) => head!.root)
  const pages = Effect.gen(function* () {
    const all: Array<PageRecord> = []
    const walk = (nodes: ReadonlyArray<PageNode>): void => {
      for (const { page, pages } of nodes) {
        all.push(page)
        walk(pages)
      }
    }
    walk(yield* (yield* trees.open(yield* root)).pages())
    return all
  })

  return {
    space,
    root,
    pages,
    documents: Effect.map(pages, (all) => all.filter(({ type }) => type === "document")),
    edit: (...changes: ReadonlyArray<object>) => contents.editSpace(space, { changes: changes as never }),
    push: (repository: string, files: Files) =>
      pushFiles(
        urlOf(repository),
        ref,
        new Map(Object.entries(files).map(([path, text]) => [path, utf8.encode(text)]))
      ),
    importFolder: (files: Files) => imports.importSnapshot(space, snapshotOf(files), silent),
    urlOf,
    importBranch: Effect.fnUntraced(function* (repository: string, files: Files, made?: Made) {
      const bytes = new Map(Object.entries(files).map(([path, text]) => [path, utf8.encode(text)]))
      pushFiles(urlOf(repository), ref, bytes, made)
      yield* operate("import", repository)
    }),
    /** The files of the branch after an export to it. */
    toBranch: Effect.fnUntraced(function* (repository: string) {
      yield* operate("export", repository)
      return filesOfBranch(urlOf(repository), ref)
    }),
    /** The files of the folder after an export to it. */
    toFolder: Effect.fnUntraced(function* (folder: string) {
      const before = folders.get(folder) ?? new Map<string, Uint8Array>()
      const { changes, note } = yield* exports.plan(space, snapshotOf(before), `/${name}/${folder}`, silent)
      const after = yield* written(before, changes)
      folders.set(folder, after)
      yield* note
      return after as ReadonlyMap<string, Uint8Array>
    })
  }
})
