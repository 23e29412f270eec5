/**
 * The import after a commit that changed the bytes of some pages and files and nothing else: no file came, went or
 * moved, and the table of contents and settings are as they were. It costs what changed.
 */
import { pageFields, resolveHref } from "@octavo/document"
import type { Effect } from "effect"
import { now } from "../../kernel/shared/clock.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { factsOf } from "../../kernel/texts/PageFacts.ts"
import type { FileRecord, PageRecord, PathEntry } from "../revisions/model/Records.ts"
import { bodyOf } from "../revisions/model/RevisionTree.ts"
import { withFields } from "../revisions/pageRecord.ts"
import { withReferences } from "../revisions/references.ts"
import type { Known } from "./arrangePages.ts"
import type { GitError, GitSnapshot, TreeEntry } from "./Git.ts"
import type { ImportCounts } from "./GitOperation.ts"
import { warningsOfBytes } from "./importWarnings.ts"

/**
 * What of a tree decides on the shape of the space: the paths of all files, and the bytes of those that are no page,
 * file or reusable content. Equal shapes mean that only contents differ.
 */
export const shapeOf = (snapshot: GitSnapshot, known: Known): string => {
  const lines = snapshot.entries.map(({ oid, path }) =>
    known.pages.has(path) || known.files.has(path) ? path : `${path}\0${oid}`
  )
  return contentHash(utf8.encode(lines.sort().join("\n")))
}

export interface Update {
  readonly pages: ReadonlyArray<PageRecord>
  readonly files: ReadonlyArray<FileRecord>
  /** New bodies by hash. */
  readonly bodies: ReadonlyMap<string, Uint8Array>
  /** Of the files that were read. */
  readonly warnings: ImportCounts["warnings"]
}

/**
 * Records of what changed; `undefined` when a change reaches further than its own file, so that all must be read.
 * @param store stores a file's bytes
 */
export const updateSpace = traced("updateSpace")(function* <E, R>(
  snapshot: GitSnapshot,
  known: Known,
  maxPageBytes: number,
  store: (entry: TreeEntry, old: FileRecord) => Effect.Effect<FileRecord, E, R>
): Effect.fn.Return<Update | undefined, E | GitError | StorageError, R> {
  const at = yield* now
  const pages: Array<PageRecord> = []
  const files: Array<FileRecord> = []
  const bodies = new Map<string, Uint8Array>()
  const warnings: Array<ImportCounts["warnings"][number]> = []
  const paths = new Set(snapshot.entries.map(({ path }) => path))
  const find = (path: string): PathEntry | undefined => {
    const page = known.pages.get(path)
    if (page !== undefined) return { kind: "page", id: page.id }
    const file = known.files.get(path)
    return file === undefined ? undefined : { kind: "file", id: file.id }
  }
  for (const entry of snapshot.entries) {
    const page = known.pages.get(entry.path)
    if (page !== undefined && page.git?.oid !== entry.oid) {
      // left out, which is for the import that reads all
      if (entry.size > maxPageBytes) return undefined
      const data = yield* snapshot.read(entry, maxPageBytes)
      const body = bodyOf(data)
      const said = yield* factsOf(body.text)
      // a file that no page has shown so far becomes one of the space
      const reaches = said.links.some(({ href }) => {
        const target = resolveHref(href, entry.path)
        return target.kind === "file" && paths.has(target.path) && find(target.path) === undefined
      })
      if (reaches) return undefined
      const hash = contentHash(data)
      bodies.set(hash, data)
      warnings.push(...warningsOfBytes(entry.path, body))
      const record = {
        ...withFields(page, pageFields(said.frontmatter?.data ?? Object.create(null))),
        body: hash,
        bodySize: data.length,
        git: { oid: entry.oid, path: entry.path },
        updatedAt: snapshot.origin?.changedAt(entry.path) ?? at
      }
      pages.push(withReferences(record, find))
    }
    const file = known.files.get(entry.path)
    if (file !== undefined && file.git?.oid !== entry.oid) files.push(yield* store(entry, file))
  }
  return { pages, files, bodies, warnings }
})
