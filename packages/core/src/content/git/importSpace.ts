/**
 * One import: from the tree of a commit, or of a folder, to the edits of a revision. Ids survive: by path, then by
 * renames. What did not change in Git is not touched, so edits that were made here since the last import stay. A text
 * that is longer than pages are here is told of and left out, or stays as the space has it; everything else comes in.
 */
import { configPaths, type SpacePlan, summaryPath } from "@octavo/document"
import { Effect, Stream } from "effect"
import { compute } from "../../kernel/compute/Compute.ts"
import { now } from "../../kernel/shared/clock.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { contentHash } from "../../kernel/shared/hash.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { keepReading } from "../../kernel/texts/readTexts.ts"
import { Blobs } from "../revisions/Blobs.ts"
import { mediaHeadBytes, readMedia } from "../revisions/media.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { Objects } from "../revisions/model/Objects.ts"
import type { PageNode } from "../revisions/model/PageTree.ts"
import type { FileRecord, PageRecord, ReusableRecord } from "../revisions/model/Records.ts"
import type { RevisionEdit } from "../revisions/model/RevisionEdit.ts"
import type { RevisionError } from "../revisions/model/RevisionError.ts"
import { type Body, bodyOf, type Revision, RevisionTree } from "../revisions/model/RevisionTree.ts"
import { MaxPageBytes, pageSizeProblem } from "../revisions/pageSize.ts"
import { arrangePages, filesOf, type Known } from "./arrangePages.ts"
import { textOid } from "./blobOid.ts"
import type { GitError, GitSnapshot, TreeEntry } from "./Git.ts"
import type { ImportCounts } from "./GitOperation.ts"
import { type Candidate, matchRenames } from "./identity.ts"
import { editsFor, saidAgain, settingsOf } from "./importEdits.ts"
import { planOf, renamedPages, toSpaceFile, wholeReader } from "./importPlan.ts"
import { warningsOfBytes, warningsOfSkipped } from "./importWarnings.ts"
import { neededTexts } from "./planTasks.ts"
import type { ImportedRedirect } from "./RedirectsRead.ts"
import { pageFinder } from "./redirectTargets.ts"
import { shapeOf, updateSpace } from "./updateSpace.ts"

/** Largest file that is read as text, in bytes: pages have a bound of their own. */
export const maxTextBytes = 10_000_000

export interface Imported {
  /** Hash of the new content; the base's when nothing changed. */
  readonly root: string
  readonly counts: ImportCounts
  /** What the next import compares its tree with, to see whether only contents changed; `null` when it must read all. */
  readonly shape: string | null
  /** What the settings file asks for, of the pages that there are; `undefined` when it is as it was. */
  readonly redirects: ReadonlyArray<ImportedRedirect> | undefined
}

/** A text in the store: its hash, and its size in bytes. */
export interface StoredBody {
  readonly hash: string
  readonly size: number
}

const noBytes = new Uint8Array()

export type Report = (message: string, fraction?: number) => Effect.Effect<void>

/**
 * Makes the content of the snapshot in the store, beside what is there: nothing points to it yet.
 * @param base hash of the content that it replaces: what the last synchronization left
 * @param current hash of the content that it will be merged into: a file that base does not know and this one does is
 *   the same page there
 * @param shape what the last import into `base` answered
 */
export const importSpace = traced("importSpace")(function* (
  snapshot: GitSnapshot,
  base: string,
  current: string,
  shape: string | null,
  report: Report
): Effect.fn.Return<Imported, GitError | StorageError | RevisionError, RevisionTree | Objects | Blobs> {
  const trees = yield* RevisionTree
  const objects = yield* Objects
  const before = yield* missingIsDamage(trees.open(base))
  const known = yield* readKnown(before)
  const elsewhere = current === base ? known : yield* readKnown(yield* missingIsDamage(trees.open(current)))
  const entries = new Map(snapshot.entries.map((entry) => [entry.path, entry]))
  const at = yield* now
  const bytes = new Map<string, Uint8Array>()
  const maxPageBytes = yield* MaxPageBytes
  const bodies = new Map<string, StoredBody>()
  const newId = idsOf(snapshot)

  if (shape !== null && shapeOf(snapshot, known) === shape) {
    const update = yield* updateSpace(snapshot, known, maxPageBytes, (entry, old) => storeFile(snapshot, entry, old.id))
    if (update !== undefined) {
      const edits = [
        ...update.pages.map((page): RevisionEdit => ({ type: "putPage", page })),
        ...update.files.map((file): RevisionEdit => ({ type: "putFile", file })),
        ...saidAgain(before)
      ]
      const edited = yield* missingIsDamage(trees.edit(base, edits))
      yield* objects.put(new Map([...edited.created, ...update.bodies]))
      const counts: ImportCounts = {
        pages: known.all.filter(({ type }) => type === "document").length,
        files: known.files.size,
        reusableContents: known.reusables.size,
        created: 0,
        updated: update.pages.filter(({ type }) => type === "document").length,
        deleted: 0,
        warnings: [...update.warnings, ...warningsOfSkipped(snapshot)].slice(0, mostWarnings)
      }
      return { root: edited.root, counts, shape, redirects: undefined }
    }
  }

  yield* report("Reading pages", 0)
  const { settings, texts, tooLong, unreadable } = yield* readTexts(
    snapshot,
    entries,
    known,
    trees,
    bytes,
    bodies,
    maxPageBytes,
    report
  )
  for (const path of tooLong.keys()) if (!texts.has(path)) entries.delete(path)
  const listed = tooLong.size === 0 ? snapshot.entries : Array.from(entries.values())
  const { lints } = snapshot
  const reader =
    lints &&
    wholeReader((path, reading) => {
      const text = texts.get(path)!
      // rules look at the bytes of what is no UTF-8
      if (!text.includes("\uFFFD")) lints.set(entries.get(path)!.oid, reading.lint)
      return keepReading(bodies.get(path)!.hash, reading, text.length)
    })
  const plan = yield* planOf(listed, texts, settings, reader)

  yield* report("Storing files", 0.5)
  const files = yield* storeFiles(snapshot, plan, entries, known, elsewhere, report)

  yield* report("Arranging pages", 0.95)
  const bodyOf = (path: string): StoredBody => bodies.get(path) ?? { hash: contentHash(noBytes), size: 0 }
  const reusables = plan.reusableContents.map((planned): ReusableRecord => {
    const entry = entries.get(planned.path)!
    const old = known.reusables.get(planned.path)
    return {
      id: old?.id ?? elsewhere.reusables.get(planned.path)?.id ?? newId(planned.path),
      title: planned.title,
      body: bodyOf(planned.path).hash,
      git: { oid: entry.oid, path: entry.path }
    }
  })
  const paths = filesOf(plan.pages)
  const renamed = yield* renamedPages(paths, entries, texts, known, trees)
  const pages = arrangePages(plan.pages, {
    entries,
    known,
    paths,
    renamed,
    elsewhere,
    bodyOf,
    files,
    at,
    origin: snapshot.origin
  })
  const edits = editsFor(known, {
    pages,
    files,
    reusables,
    variables: plan.variables,
    tags: plan.tags,
    settings: settingsOf(plan, entries, bodies)
  })
  const edited = yield* missingIsDamage(trees.edit(base, edits))

  const created = new Map(edited.created)
  for (const data of bytes.values()) created.set(contentHash(data), data)
  if (edited.root !== base) yield* objects.put(created)

  // groups and links are no pages to those who count them
  const isDocument = ({ type }: PageRecord) => type === "document"
  const oldIds = new Set(known.all.map(({ id }) => id))
  const newIds = new Set(pages.map(({ id }) => id))
  const added = pages.filter((page) => isDocument(page) && !oldIds.has(page.id)).length
  const written = edits.filter((edit) => edit.type === "putPage" && isDocument(edit.page)).length
  const removed = known.all.filter((page) => isDocument(page) && !newIds.has(page.id)).length
  return {
    root: edited.root,
    // a tree that was inferred from folders changes with every title
    shape: plan.summary === undefined ? null : shapeOf(snapshot, knownOf(pages, files, reusables)),
    redirects: redirectsOf(plan, pages),
    counts: {
      pages: pages.filter(isDocument).length,
      files: files.length,
      reusableContents: reusables.length,
      created: added,
      updated: written - added,
      deleted: removed,
      warnings: [
        ...Array.from(tooLong, ([path, problem]) => ({
          path,
          message: `${texts.has(path) ? "not taken over" : "left out"}: it ${problem}`
        })),
        ...unreadable,
        ...plan.warnings.map(({ path, message }) => ({ path, message })),
        ...warningsOfSkipped(snapshot)
      ].slice(0, mostWarnings)
    }
  }
})

const mostWarnings = 200

/** Ids of what is new, by its path. */
const idsOf =
  ({ origin }: GitSnapshot) =>
  (path: string): string =>
    origin?.idOf(path) ?? makeId()

const redirectsOf = (plan: SpacePlan, pages: ReadonlyArray<PageRecord>): ReadonlyArray<ImportedRedirect> => {
  const find = pageFinder(pages.flatMap(({ git, id }) => (git === undefined ? [] : [[git.path, id] as const])))
  return plan.redirects.map(({ destination, source }) => ({ source, pageId: find(destination.split("#")[0]!)?.id }))
}

/** What a revision holds, by Git path and whole. */
export const readKnown = Effect.fnUntraced(function* (before: Revision) {
  const all: Array<PageRecord> = []
  const walk = (nodes: ReadonlyArray<PageNode>): void => {
    for (const node of nodes) {
      all.push(node.page)
      walk(node.pages)
    }
  }
  walk(yield* missingIsDamage(before.pages()))
  const files = yield* missingIsDamage(before.files(undefined, Number.MAX_SAFE_INTEGER))
  const reusables = yield* missingIsDamage(before.reusableContents())
  return knownOf(all, files, reusables)
})

const knownOf = (
  all: ReadonlyArray<PageRecord>,
  files: ReadonlyArray<FileRecord>,
  reusables: ReadonlyArray<ReusableRecord>
): Known => ({
  pages: byPath(all),
  files: byPath(files),
  reusables: byPath(reusables),
  all,
  allFiles: files,
  allReusables: reusables
})

const byPath = <A extends { readonly git?: { readonly path: string } }>(records: ReadonlyArray<A>) =>
  new Map(records.flatMap((record) => (record.git === undefined ? [] : [[record.git.path, record] as const])))

/**
 * Texts by path: from the store where it has the bytes of the file, else from Git; those go into `bytes`. Pages that are
 * too long are not read: what is wrong with each is in `tooLong`, and its text is the one that is known.
 */
const readTexts = Effect.fnUntraced(function* (
  snapshot: GitSnapshot,
  entries: ReadonlyMap<string, TreeEntry>,
  known: Known,
  trees: RevisionTree["Service"],
  bytes: Map<string, Uint8Array>,
  bodies: Map<string, StoredBody>,
  maxPageBytes: number,
  report: Report
) {
  const texts = new Map<string, string>()
  const tooLong = new Map<string, string>()
  const unreadable: Array<ImportCounts["warnings"][number]> = []
  const take = (path: string, hash: string, body: Body): void => {
    texts.set(path, body.text)
    bodies.set(path, { hash, size: body.bytes.length })
    unreadable.push(...warningsOfBytes(path, body))
  }
  const read = Effect.fnUntraced(function* (path: string, most?: number) {
    const entry = entries.get(path)
    if (entry === undefined || texts.has(path)) return
    const old = known.pages.get(path) ?? known.reusables.get(path)
    // an edited page keeps the id that it was read with: only its text tells whether it is what the file holds
    const same = old?.git?.oid === entry.oid && old.body !== undefined ? old.body : undefined
    if (same !== undefined && (yield* textOid(trees, same, entry.oid.length === 64)) === entry.oid) {
      take(path, same, yield* missingIsDamage(trees.body(same)))
      return
    }
    const isRead = most === undefined || entry.size <= maxTextBytes
    const data = isRead ? yield* snapshot.read(entry, maxTextBytes) : undefined
    // the length of what is read: a page may be converted on its way
    const problem = most === undefined ? undefined : pageSizeProblem(data?.length ?? entry.size, most)
    if (problem !== undefined || data === undefined) {
      tooLong.set(path, problem ?? "")
      if (old?.body === undefined) return
      // what the space has of it stays, as if nobody had changed it there
      const body = yield* missingIsDamage(trees.body(old.body))
      texts.set(path, body.text)
      bodies.set(path, { hash: old.body, size: body.bytes.length })
      return
    }
    bytes.set(path, data)
    take(path, contentHash(data), bodyOf(data))
  })
  // settings say where the summary is, the summary says what the pages are
  const [config] = configPaths(snapshot.entries)
  if (config !== undefined) yield* read(config)
  const configText = config === undefined ? undefined : texts.get(config)
  const summary = summaryPath(snapshot.entries, configText)
  if (summary !== undefined) yield* read(summary)
  const summaryText = summary === undefined ? undefined : texts.get(summary)
  const files = snapshot.entries.map(toSpaceFile)
  const wanted = yield* compute(
    neededTexts,
    { files, config: configText, summary: summaryText },
    (configText?.length ?? 0) + (summaryText?.length ?? 0)
  )
  for (const [index, path] of wanted.entries()) {
    yield* read(path, maxPageBytes)
    if (index % 25 === 0) {
      yield* report(`Reading pages: ${index} of ${wanted.length}`, (0.5 * index) / wanted.length)
    }
  }
  return { texts, tooLong, unreadable, settings: [config, summary].filter((path) => path !== undefined) }
})

const storeFiles = Effect.fnUntraced(function* (
  snapshot: GitSnapshot,
  plan: SpacePlan,
  entries: ReadonlyMap<string, TreeEntry>,
  known: Known,
  elsewhere: Known,
  report: Report
) {
  const planned = plan.files.flatMap(({ path }) => entries.get(path) ?? [])
  const ids = matchRenames(
    Array.from(known.files.values()).flatMap(
      (file): Array<Candidate> =>
        entries.has(file.git!.path) ? [] : [{ id: file.id, oid: file.git!.oid, lines: () => new Set() }]
    ),
    planned.flatMap((entry) =>
      known.files.has(entry.path) ? [] : [{ path: entry.path, oid: entry.oid, lines: () => new Set<number>() }]
    )
  )
  const byId = new Map(Array.from(known.files.values(), (file) => [file.id, file]))
  const newId = idsOf(snapshot)
  const files: Array<FileRecord> = []
  for (const [index, entry] of planned.entries()) {
    const old = known.files.get(entry.path) ?? byId.get(ids.get(entry.path) ?? "")
    const name = entry.path.slice(entry.path.lastIndexOf("/") + 1)
    const git = { oid: entry.oid, path: entry.path }
    if (old !== undefined && old.git?.oid === entry.oid) {
      files.push({ ...old, name, git })
      continue
    }
    files.push(yield* storeFile(snapshot, entry, old?.id ?? elsewhere.files.get(entry.path)?.id ?? newId(entry.path)))
    if (index % 10 === 0) {
      yield* report(`Storing files: ${index} of ${planned.length}`, 0.5 + (0.45 * index) / planned.length)
    }
  }
  return files
})

/** Stores the bytes of a file as they come, and looks at the first of them for what it is. */
const storeFile = Effect.fnUntraced(function* (snapshot: GitSnapshot, entry: TreeEntry, id: string) {
  const blobs = yield* Blobs
  const head: Array<Uint8Array> = []
  let headBytes = 0
  const { hash, size } = yield* blobs.put(
    Stream.tap(snapshot.stream(entry), (piece) =>
      Effect.sync(() => {
        if (headBytes >= mediaHeadBytes) return
        head.push(piece.slice(0, mediaHeadBytes - headBytes))
        headBytes += head.at(-1)!.length
      })
    )
  )
  const name = entry.path.slice(entry.path.lastIndexOf("/") + 1)
  const media = yield* readMedia(name, join(head, headBytes))
  const file: FileRecord = { id, name, size, blob: hash, git: { oid: entry.oid, path: entry.path }, ...media }
  return file
})

const join = (pieces: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
