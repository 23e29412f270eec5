/**
 * One export: what of a repository must change so that it holds the content of a space. Files that say what they are
 * to say stay as they are, byte for byte; of the others only what was edited here changes.
 */
import type { SettingsFile } from "@octavo/document"
import { Effect, Stream } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { contentHash } from "../../kernel/shared/hash.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { makeTexts } from "../../kernel/texts/Texts.ts"
import { Blobs } from "../revisions/Blobs.ts"
import { carriedBytes } from "../revisions/carriedBytes.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { PageRecord } from "../revisions/model/Records.ts"
import type { RevisionEdit } from "../revisions/model/RevisionEdit.ts"
import type { RevisionError } from "../revisions/model/RevisionError.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { MaxPageBytes } from "../revisions/pageSize.ts"
import type { FindPath } from "../revisions/references.ts"
import type { Known } from "./arrangePages.ts"
import { blobOid, makeBlobHasher, textOid } from "./blobOid.ts"
import { exportPaths, originsOf } from "./exportPaths.ts"
import { exportSettings, readSettings } from "./exportSettings.ts"
import { exportIncluded, exportText, sameContent } from "./exportText.ts"
import { GitError, type GitSnapshot, type TreeChange } from "./Git.ts"
import { type Report, readKnown } from "./importSpace.ts"

export interface Exported {
  /** The content as the repository holds it then: with the files that it is in. */
  readonly root: string
  /** New objects and bodies by hash. */
  readonly created: ReadonlyMap<string, Uint8Array>
  /** What must be written; none when the repository says all of it. */
  readonly changes: ReadonlyArray<TreeChange>
}

/** What is to become of a tree of files. Contents are given by their hashes. */
export interface Exporting {
  /** What the tree says, as it is now. */
  readonly base: string
  /** What it is to say. */
  readonly current: string
  /** What other places held when the space was last exported to them or imported from them, the last first. */
  readonly others: ReadonlyArray<string>
  /** Nothing is known of what the tree held before: whether a page was edited since can't be told. */
  readonly isFirst?: boolean
  /** Whether a file goes whose page, file or reusable content is not in `current`. */
  readonly removes: (path: string) => boolean
}

/**
 * Decides on the files; writes nothing. Whether a file must be written is told by its bytes: what the tree holds, and
 * what it is to hold.
 */
export const exportSpace = traced("exportSpace")(function* (
  snapshot: Pick<GitSnapshot, "entries" | "read">,
  { base, current, isFirst = false, others, removes }: Exporting,
  report: Report
): Effect.fn.Return<Exported, GitError | StorageError | RevisionError, RevisionTree | Blobs> {
  const trees = yield* RevisionTree
  const blobs = yield* Blobs
  const maxPageBytes = yield* MaxPageBytes
  const was = yield* missingIsDamage(trees.open(base))
  const is = yield* missingIsDamage(trees.open(current))
  const known = yield* readKnown(was)
  const next = yield* readKnown(is)
  const read = is.root.settings === undefined ? others : [...others, is.root.settings.of]
  const elsewhere = yield* Effect.forEach(read, (root) => Effect.flatMap(missingIsDamage(trees.open(root)), readKnown))
  const entries = new Map(snapshot.entries.map((entry) => [entry.path, entry]))
  const sha256 = snapshot.entries[0]?.oid.length === 64
  const settings = yield* readSettings(snapshot, is)
  const { config } = settings
  const inRoot = (path: string) => (config.root === "" ? path : `${config.root}/${path}`)
  const rules = { root: config.root, readme: inRoot(config.readme), taken: entries.keys() }
  const origins = originsOf(known, next, elsewhere)
  const paths = exportPaths(known, next, origins, rules)
  const find = pathFinder(next)

  const changes = new Map<string, TreeChange>()
  const edits: Array<RevisionEdit> = []
  const created = new Map<string, Uint8Array>()
  const write = (path: string, bytes: Uint8Array) => changes.set(path, { path, bytes: Stream.succeed(bytes) })

  /** Whether the file of a page is longer than pages are here, and was never taken over: the page has another text. */
  const isUnread = Effect.fnUntraced(function* ({ body, git }: PageRecord) {
    const entry = git === undefined ? undefined : entries.get(git.path)
    if (entry === undefined || entry.size <= maxPageBytes) return false
    return body === undefined || (yield* textOid(trees, body, sha256)) !== entry.oid
  })

  yield* report("Comparing pages", 0)
  const before = new Map(known.all.map((page) => [page.id, page]))
  for (const [index, page] of next.all.entries()) {
    const path = paths.of.get(page.id)
    if (path === undefined || page.type !== "document") continue
    if (index % 100 === 0) yield* report(`Comparing pages: ${index} of ${next.all.length}`, index / next.all.length)
    const old = before.get(page.id)
    const entry = entries.get(path)
    const untouched = paths.moves.size === 0 && page.git?.path === path && old !== undefined && sameContent(old, page)
    const holds = untouched && page.body !== undefined ? yield* textOid(trees, page.body, sha256) : undefined
    if (untouched && entry !== undefined && holds === entry.oid) {
      if (page.git?.oid !== entry.oid) {
        edits.push({ type: "putPage", page: { ...page, git: { oid: entry.oid, path } } })
      }
      continue
    }
    const body = page.body === undefined ? undefined : yield* missingIsDamage(trees.body(page.body))
    if (old?.git !== undefined && (yield* isUnread(old))) {
      // it stays where it is, and nothing is written over it
      if (!isFirst && old.git.path === path && sameContent(old, page)) continue
      return yield* longerThere(old.git.path, page.title)
    }
    const text = yield* makeTexts().of((said) =>
      exportText(body?.text, page, origins.get(page.id)?.page, path, paths, find, said)
    )
    yield* Effect.yieldNow
    const bytes = text === body?.text ? body.bytes : yield* carriedBytes(text, body === undefined ? [] : [body.exact])
    const oid = blobOid(bytes, sha256)
    if (oid !== entry?.oid) write(path, bytes)
    const hash = contentHash(bytes)
    if (hash !== page.body) created.set(hash, bytes)
    if (hash !== page.body || page.git?.oid !== oid || page.git.path !== path) {
      edits.push({ type: "putPage", page: { ...page, body: hash, bodySize: bytes.length, git: { oid, path } } })
    }
  }

  for (const reusable of next.allReusables) {
    const path = paths.of.get(reusable.id)!
    const from = reusable.git?.path ?? ""
    const body = yield* missingIsDamage(trees.body(reusable.body))
    const text = yield* makeTexts().of((said) => exportIncluded(body.text, from, path, paths, said))
    const bytes = text === body.text ? body.bytes : yield* carriedBytes(text, [body.exact])
    const oid = blobOid(bytes, sha256)
    if (oid !== entries.get(path)?.oid) write(path, bytes)
    const hash = contentHash(bytes)
    if (hash !== reusable.body) created.set(hash, bytes)
    if (hash !== reusable.body || reusable.git?.oid !== oid || reusable.git.path !== path) {
      edits.push({ type: "putReusable", reusableContent: { ...reusable, body: hash, git: { oid, path } } })
    }
  }

  const filesBefore = new Map(known.allFiles.map((file) => [file.id, file]))
  for (const file of next.allFiles) {
    const path = paths.of.get(file.id)!
    const entry = entries.get(path)
    const old = filesBefore.get(file.id)
    const same = old?.blob === file.blob && old.git?.path === path && entry !== undefined && old.git.oid === entry.oid
    const bytes = Stream.mapError(blobs.read(file.blob), unreadable(path))
    const oid = same ? entry.oid : yield* streamOid(bytes, file.size, sha256)
    if (oid !== entry?.oid) changes.set(path, { path, bytes })
    if (file.git?.oid !== oid || file.git.path !== path) {
      edits.push({ type: "putFile", file: { ...file, git: { oid, path } } })
    }
  }

  const used = new Set(paths.of.values())
  const own = new Map([...next.all, ...next.allFiles, ...next.allReusables].map(({ git, id }) => [id, git?.path]))
  for (const { git, id } of [...known.all, ...known.allFiles, ...known.allReusables]) {
    // what was moved here goes from where it was
    const goes = git !== undefined && !used.has(git.path) && (own.get(id) === git.path || removes(git.path))
    const page = before.get(id)
    if (goes && entries.has(git.path) && !(page !== undefined && (yield* isUnread(page))))
      changes.set(git.path, { path: git.path, bytes: null })
  }

  const files = yield* exportSettings(settings, was, is, paths)
  const texts: Partial<Record<SettingsFile, string>> = {}
  for (const [file, { bytes, isWritten, path }] of files) {
    if (isWritten) write(path, bytes)
    texts[file] = contentHash(bytes)
    if (texts[file] !== is.root.settings?.[file]) created.set(texts[file], bytes)
  }
  // of what a place says otherwise nothing is shown unless something is written there
  if (edits.length > 0 || changes.size > 0) edits.push({ type: "setSettings", texts })

  const edited = yield* missingIsDamage(trees.edit(current, edits))
  return {
    root: edited.root,
    created: new Map([...created, ...edited.created]),
    changes: Array.from(changes.values())
  }
})

/** What has a path in the content itself. */
const pathFinder =
  ({ files, pages }: Known): FindPath =>
  (path) => {
    const page = pages.get(path)
    if (page !== undefined) return { kind: "page", id: page.id }
    const file = files.get(path)
    return file === undefined ? undefined : { kind: "file", id: file.id }
  }

/** An edit of a page whose file there is longer than pages are here, so that the two can't be merged. */
const longerThere = (path: string, title: string): GitError =>
  new GitError({
    reason: "TooLarge",
    message: `${JSON.stringify(path)} is longer in the repository than a page may be here, and ${JSON.stringify(title)} was edited or moved: shorten it there, or have the operator allow longer pages, then import and export again`
  })

const unreadable = (path: string) => () =>
  new GitError({ reason: "Failed", message: `The bytes of ${JSON.stringify(path)} can't be read from the store` })

const streamOid = Effect.fnUntraced(function* (
  bytes: Stream.Stream<Uint8Array, GitError>,
  size: number,
  sha256: boolean
) {
  const hasher = makeBlobHasher(size, sha256)
  yield* Stream.runForEach(bytes, (piece) => Effect.sync(() => hasher.update(piece)))
  return hasher.digest()
})
