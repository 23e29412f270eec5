/**
 * One export: what of a repository must change so that it holds the content of a space. Files that say what they are
 * to say stay as they are, byte for byte; of the others only what was edited here changes.
 */
import {
  configPaths,
  editFrontmatter,
  editTitle,
  editYaml,
  parsePage,
  parseSpaceConfig,
  parseTags,
  printSummary,
  printTags,
  relativeHref,
  resolveHref,
  rewriteReferences,
  splitEmoji,
  type TagDefinition
} from "@octavo/document"
import { Effect, Stream } from "effect"
import { Blobs } from "../content/Blobs.ts"
import type { ContentReference, PageRecord } from "../content/model/Records.ts"
import type { RevisionEdit } from "../content/model/RevisionEdit.ts"
import type { RevisionError } from "../content/model/RevisionError.ts"
import { RevisionTree } from "../content/model/RevisionTree.ts"
import { stored } from "../content/stored.ts"
import type { StorageError } from "../shared/errors.ts"
import { contentHash, utf8 } from "../shared/hash.ts"
import { blobOid, makeBlobHasher } from "./blobOid.ts"
import { type ExportPaths, exportPaths } from "./exportPaths.ts"
import { summaryNodes } from "./exportSummary.ts"
import { frontmatterOf, headerChanges } from "./frontmatterOf.ts"
import { GitError, type GitSnapshot, type TreeChange } from "./Git.ts"
import { maxTextBytes, type Report, readKnown } from "./importSpace.ts"

export interface Exported {
  /** The content as the repository holds it then: with the files that it is in. */
  readonly root: string
  /** New objects and bodies by hash. */
  readonly created: ReadonlyMap<string, Uint8Array>
  /** What must be written; none when the repository says all of it. */
  readonly changes: ReadonlyArray<TreeChange>
}

/**
 * Decides on the files; writes nothing.
 * @param snapshot what the repository holds; it says what `base` says
 * @param base hash of the content that both sides had
 * @param current hash of the content that is to be written
 * @param removes whether files go whose pages are not in `current`
 */
export const exportSpace = Effect.fn("exportSpace")(function* (
  snapshot: Pick<GitSnapshot, "entries" | "read">,
  base: string,
  current: string,
  removes: boolean,
  report: Report
): Effect.fn.Return<Exported, GitError | StorageError | RevisionError, RevisionTree | Blobs> {
  const trees = yield* RevisionTree
  const blobs = yield* Blobs
  const was = yield* stored(trees.open(base))
  const is = yield* stored(trees.open(current))
  const known = yield* readKnown(was)
  const next = yield* readKnown(is)
  const entries = new Map(snapshot.entries.map((entry) => [entry.path, entry]))
  const sha256 = snapshot.entries[0]?.oid.length === 64
  const textAt = Effect.fnUntraced(function* (path: string) {
    const entry = entries.get(path)
    return entry === undefined ? undefined : utf8.decode(yield* snapshot.read(entry, maxTextBytes))
  })

  const [configPath] = configPaths(snapshot.entries)
  const config = parseSpaceConfig(configPath === undefined ? "" : ((yield* textAt(configPath)) ?? ""))
  const inRoot = (path: string) => (config.root === "" ? path : `${config.root}/${path}`)
  const rules = { root: config.root, readme: inRoot(config.readme), taken: entries.keys() }
  const paths = exportPaths(known, next, rules)

  const changes = new Map<string, TreeChange>()
  const edits: Array<RevisionEdit> = []
  const created = new Map<string, Uint8Array>()
  const write = (path: string, bytes: Uint8Array) => changes.set(path, { path, bytes: Stream.succeed(bytes) })

  yield* report("Comparing pages", 0)
  const before = new Map(known.all.map((page) => [page.id, page]))
  for (const [index, page] of next.all.entries()) {
    const path = paths.of.get(page.id)
    if (path === undefined || page.type !== "document") continue
    if (index % 100 === 0) yield* report(`Comparing pages: ${index} of ${next.all.length}`, index / next.all.length)
    const old = before.get(page.id)
    const entry = entries.get(path)
    const untouched = paths.moves.size === 0 && old !== undefined && sameContent(old, page)
    if (untouched && entry !== undefined && old.git?.oid === entry.oid) {
      if (page.git?.oid !== entry.oid) {
        edits.push({ type: "putPage", page: { ...page, git: { oid: entry.oid, path } } })
      }
      continue
    }
    const body = page.body === undefined ? undefined : yield* stored(trees.body(page.body))
    const text = exportText(body?.text, page, old, path, paths)
    const bytes = text === body?.text && body !== undefined ? body.bytes : utf8.encode(text)
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
    const body = yield* stored(trees.body(reusable.body))
    const text = paths.moves.size === 0 ? body.text : rewriteReferences(body.text, renaming(path, path, paths))
    const bytes = text === body.text ? body.bytes : utf8.encode(text)
    const oid = blobOid(bytes, sha256)
    if (oid !== entries.get(path)?.oid) write(path, bytes)
    const hash = contentHash(bytes)
    if (hash !== reusable.body) created.set(hash, bytes)
    if (reusable.git?.oid !== oid || reusable.git.path !== path) {
      edits.push({ type: "putReusable", reusableContent: { ...reusable, body: hash, git: { oid, path } } })
    }
  }

  for (const file of next.allFiles) {
    const path = paths.of.get(file.id)!
    const entry = entries.get(path)
    const old = known.allFiles.find(({ id }) => id === file.id)
    const same = old !== undefined && old.blob === file.blob && entry !== undefined && old.git?.oid === entry.oid
    const bytes = Stream.mapError(blobs.read(file.blob), unreadable(path))
    const oid = same ? entry.oid : yield* streamOid(bytes, file.size, sha256)
    if (oid !== entry?.oid) changes.set(path, { path, bytes })
    if (file.git?.oid !== oid || file.git.path !== path) {
      edits.push({ type: "putFile", file: { ...file, git: { oid, path } } })
    }
  }

  const used = new Set(paths.of.values())
  for (const { git } of [...known.all, ...known.allFiles, ...known.allReusables]) {
    const goes = git !== undefined && (removes || paths.moves.has(git.path)) && !used.has(git.path)
    if (goes && entries.has(git.path)) {
      changes.set(git.path, { path: git.path, bytes: null })
    }
  }

  const variables = changesOf(yield* stored(was.variables()), yield* stored(is.variables()))
  if (Object.keys(variables).length > 0) {
    const path = inRoot(".gitbook/vars.yaml")
    const text = (yield* textAt(path)) ?? ""
    const edited = editYaml(text, variables, { texts: true })
    if (edited !== text) write(path, utf8.encode(edited))
  }

  const tags = yield* stored(is.tags())
  if (!sameTags(yield* stored(was.tags()), tags)) {
    const path = inRoot(".gitbook/tags.yaml")
    const text = (yield* textAt(path)) ?? ""
    if (!sameTags(parseTags(text).tags, tags)) write(path, utf8.encode(printTags(tags)))
  }

  const summaryPath = inRoot(config.summary)
  const relative = (path: string | undefined) =>
    path !== undefined && config.root !== "" && path.startsWith(`${config.root}/`)
      ? path.slice(config.root.length + 1)
      : path
  const oldPaths = new Map(
    [...known.all, ...known.allFiles].flatMap(({ git, id }) => (git === undefined ? [] : [[id, git.path] as const]))
  )
  const nodesBefore = summaryNodes(yield* stored(was.pages()), (id) => relative(oldPaths.get(id)))
  const nodesAfter = summaryNodes(yield* stored(is.pages()), (id) => relative(paths.of.get(id)))
  if (JSON.stringify(nodesBefore) !== JSON.stringify(nodesAfter)) {
    const text = (yield* textAt(summaryPath)) ?? ""
    const printed = printSummary(text, nodesBefore, nodesAfter)
    if (printed !== text) write(summaryPath, utf8.encode(printed))
  }

  const edited = yield* stored(trees.edit(current, edits))
  return {
    root: edited.root,
    created: new Map([...created, ...edited.created]),
    changes: Array.from(changes.values())
  }
})

/** Whether a page says what it said, apart from where it stands in the tree. */
const sameContent = (old: PageRecord, page: PageRecord): boolean =>
  old.body === page.body &&
  old.title === page.title &&
  old.emoji === page.emoji &&
  Object.keys(headerChanges(frontmatterOf(old, written), frontmatterOf(page, written))).length === 0

/** A reference as text, only to see whether it changed. */
const written = (reference: ContentReference): string => JSON.stringify(reference)

/** The text of a page's file: its body with what was changed beside it, and with links that lead where they did. */
const exportText = (
  body: string | undefined,
  page: PageRecord,
  old: PageRecord | undefined,
  path: string,
  paths: ExportPaths
): string => {
  const from = old?.git?.path ?? page.git?.path ?? path
  let text = body ?? `# ${page.title}\n`
  text = rewriteReferences(text, renaming(from, path, paths))
  const titled = parsePage(text).title
  const wasTitle = old ?? (body === undefined ? undefined : { ...splitEmoji(titled?.text ?? ""), emoji: titled?.emoji })
  if (titled !== undefined && titled.text === wasTitle?.title && titled.text !== page.title) {
    text = editTitle(text, page.title, page.emoji)
  } else if (body === undefined) {
    text = editTitle(text, page.title, page.emoji)
  }
  const hrefOf = (reference: ContentReference) => hrefTo(reference, path, paths)
  const changes =
    old === undefined
      ? headerChanges(frontmatterOf(emptyPage(page), hrefOf), frontmatterOf(page, hrefOf))
      : headerChanges(frontmatterOf(old, written), frontmatterOf(page, written))
  const wanted = frontmatterOf(page, hrefOf)
  // the text may say it already: an edit of the text changes the record, too
  const said = parsePage(text).frontmatter?.data ?? {}
  const needed = Object.keys(changes).filter((key) => JSON.stringify(said[key]) !== JSON.stringify(wanted[key]))
  return needed.length === 0 ? text : editFrontmatter(text, Object.fromEntries(needed.map((key) => [key, wanted[key]])))
}

const emptyPage = ({ createdAt, id, order, parent, slug, title, type, updatedAt }: PageRecord): PageRecord => ({
  createdAt,
  id,
  order,
  parent,
  slug,
  title,
  type,
  updatedAt
})

/** New destinations for what was moved, seen from a file that may have moved itself. */
const renaming =
  (from: string, to: string, { moves, of }: ExportPaths) =>
  (href: string): string | undefined => {
    const target = resolveHref(href, from)
    if (target.kind === "page" || target.kind === "blob") {
      const path = of.get(target.id)
      return path === undefined ? undefined : relativeHref(to, path, "anchor" in target ? target.anchor : undefined)
    }
    if (target.kind !== "file") return undefined
    const path = moves.get(target.path) ?? target.path
    if (path === target.path && from === to) return undefined
    const query = target.query === undefined ? "" : `?${target.query}`
    const [bare, anchor] = relativeHref(to, path, target.anchor).split("#")
    return bare + query + (anchor === undefined ? "" : `#${anchor}`)
  }

const hrefTo = (reference: ContentReference, from: string, { of }: ExportPaths): string | undefined => {
  switch (reference.kind) {
    case "url":
      return reference.url
    case "file": {
      const path = of.get(reference.file)
      return path === undefined ? undefined : relativeHref(from, path)
    }
    case "page":
    case "anchor": {
      const path = of.get(reference.page ?? "")
      const anchor = reference.kind === "anchor" ? reference.anchor : undefined
      return path === undefined ? undefined : relativeHref(from, path, anchor)
    }
    default:
      return undefined
  }
}

/** Keys whose values differ; `undefined` for those that went. */
const changesOf = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((key) => before[key] !== after[key])
      .map((key) => [key, after[key]])
  )

/** Whatever their order. */
const sameTags = (first: ReadonlyArray<TagDefinition>, second: ReadonlyArray<TagDefinition>): boolean => {
  const lines = (tags: ReadonlyArray<TagDefinition>) => [
    ...new Map(tags.map(({ color, icon, label, tag }) => [tag, JSON.stringify([tag, label, icon, color])])).values()
  ]
  return lines(first).sort().join("\n") === lines(second).sort().join("\n")
}

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
