/**
 * What a place held at the last synchronization, as older versions noted it: an export to a new place took the
 * text of an edited page for the one that Git held. Later exports left the edit out then, and imports let Git's text
 * win over it. The text that Git did hold is in an earlier revision.
 */
import { Effect } from "effect"
import type { Key } from "../../kernel/shared/pagination.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { Objects } from "../revisions/model/Objects.ts"
import type { PageRecord, ReusableRecord } from "../revisions/model/Records.ts"
import type { RevisionEdit } from "../revisions/model/RevisionEdit.ts"
import { type Revision, RevisionTree } from "../revisions/model/RevisionTree.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { textOid } from "./blobOid.ts"
import type { GitSyncRecord } from "./GitOperation.ts"
import { readKnown } from "./importSpace.ts"

/** Revisions that are read at once. */
const revisionsAtOnce = 100

/** The synchronization with what the place held; the same one where that is known. Stores what it makes. */
export const repairSync = traced("repairSync")(function* (sync: GitSyncRecord) {
  if (sync.isChecked || sync.root === null) return sync
  const trees = yield* RevisionTree
  const revisions = yield* RevisionStore
  const objects = yield* Objects
  const holds = Effect.fnUntraced(function* ({ body, git }: Pick<PageRecord, "body" | "git">) {
    if (git === undefined || body === undefined) return true
    return (yield* textOid(trees, body, git.oid.length === 64)) === git.oid
  })
  const { all, allReusables } = yield* readKnown(yield* missingIsDamage(trees.open(sync.root)))
  const pages = yield* without(all, holds)
  const reusables = yield* without(allReusables, holds)

  /** What a revision has of the texts that are looked for. */
  const edits: Array<RevisionEdit> = []
  const look = Effect.fnUntraced(function* (then: Revision) {
    for (const page of pages.values()) {
      const was = yield* missingIsDamage(then.page(page.id))
      if (was === undefined || !isSameFile(was, page) || !(yield* holds(was))) continue
      const { emoji, linkTitle, order, parent, slug, title } = page
      const place = { order, parent, slug, title, emoji, linkTitle }
      edits.push({ type: "putPage", page: was }, { type: "patchPage", id: page.id, patch: place })
      pages.delete(page.id)
    }
    for (const reusable of reusables.values()) {
      const was = yield* missingIsDamage(then.reusableContent(reusable.id))
      if (was === undefined || !isSameFile(was, reusable) || !(yield* holds(was))) continue
      edits.push({ type: "putReusable", reusableContent: was })
      reusables.delete(reusable.id)
    }
  })

  for (let after: Key | undefined; pages.size + reusables.size > 0; ) {
    const { items } = yield* revisions.history(sync.spaceId, { limit: revisionsAtOnce, after })
    for (const { revision } of items) yield* look(yield* missingIsDamage(trees.open(revision.root)))
    const last = items.at(-1)?.revision
    if (last === undefined) break
    after = [last.sequence ?? 0, last.id]
  }
  if (edits.length === 0) return { ...sync, isChecked: true }
  const edited = yield* missingIsDamage(trees.edit(sync.root, edits))
  yield* objects.put(edited.created)
  // the next import reads the tree whole: the shape was made for the other content
  return { ...sync, root: edited.root, shape: null, isChecked: true }
})

const without = Effect.fnUntraced(function* <A extends PageRecord | ReusableRecord, E, R>(
  records: ReadonlyArray<A>,
  holds: (record: A) => Effect.Effect<boolean, E, R>
) {
  const found = new Map<string, A>()
  for (const record of records) if (!(yield* holds(record))) found.set(record.id, record)
  return found
})

const isSameFile = (a: Pick<PageRecord, "git">, b: Pick<PageRecord, "git">): boolean =>
  a.git?.oid === b.git?.oid && a.git?.path === b.git?.path
