/** Content that is put into a space as a program does it: beside the head, shown by one move of the head. */
import { Heads } from "@octavo/core/content/revisions/Heads"
import { Objects } from "@octavo/core/content/revisions/model/Objects"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { type RevisionEdit, RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import { type Head, primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { Effect } from "effect"

const at = "2026-01-01T00:00:00.000Z"

/** A page at the root whose id and slug are its name. */
export const pageOf = (id: string, fields: Partial<PageRecord> = {}): PageRecord => ({
  id,
  type: "document",
  title: id,
  slug: id.toLowerCase(),
  parent: null,
  order: "a0",
  createdAt: at,
  updatedAt: at,
  ...fields
})

/** The record with a text, and the bytes of the text. */
const withBody = <R extends { readonly id: string }>(record: R, text: string) => {
  const bytes = utf8.encode(text)
  return { record: { ...record, body: contentHash(bytes), bodySize: bytes.length }, bytes }
}

/** What a test changes in a space. */
export interface Change {
  /** Pages with their texts. */
  readonly pages?: ReadonlyArray<readonly [page: PageRecord, text?: string]>
  /** Reusable contents with their texts. */
  readonly reusables?: ReadonlyArray<readonly [id: string, path: string, text: string]>
  readonly edits?: ReadonlyArray<RevisionEdit>
}

/** Moves a head, that of the primary content when nothing is said, to content with the change. */
export const changeContent = Effect.fnUntraced(function* (spaceId: string, change: Change, name: string = primary) {
  const trees = yield* RevisionTree
  const objects = yield* Objects
  const revisions = yield* RevisionStore
  const bodies = new Map<string, Uint8Array>()
  const keep = <R extends { readonly id: string }>(record: R, text: string) => {
    const made = withBody(record, text)
    bodies.set(made.record.body, made.bytes)
    return made.record
  }
  const edits: Array<RevisionEdit> = [
    ...(change.pages ?? []).map(
      ([page, text]): RevisionEdit => ({
        type: "putPage",
        page: text === undefined ? page : keep(page, text)
      })
    ),
    ...(change.reusables ?? []).map(([id, path, text]): RevisionEdit => {
      const { bodySize: _, ...reusableContent } = keep({ id, title: id, git: { oid: "1", path } }, text)
      return { type: "putReusable", reusableContent }
    }),
    ...(change.edits ?? [])
  ]
  // again until it is first
  for (;;) {
    const head = (yield* revisions.head(spaceId, name))!
    const { created, root } = yield* trees.edit(head.root, edits)
    yield* objects.put(new Map([...created, ...bodies]))
    const id = yield* advance(spaceId, name, head, root)
    if (id !== undefined) return id
  }
})

/** Moves the primary head to content that is stored. */
export const setContent = Effect.fnUntraced(function* (spaceId: string, root: string) {
  const revisions = yield* RevisionStore
  return yield* advance(spaceId, primary, (yield* revisions.head(spaceId, primary))!, root)
})

/** Moves a head; the new revision, or nothing where somebody was first. */
const advance = Effect.fnUntraced(function* (spaceId: string, name: string, head: Head, root: string) {
  const heads = yield* Heads
  const id = makeId()
  const moved = yield* heads.advance(name, head, {
    id,
    spaceId,
    root,
    parents: [head.revisionId],
    type: "edits",
    author: null,
    message: null,
    git: null,
    createdAt: at
  })
  return moved === undefined ? undefined : id
})
