/** What changed between two revisions, record by record. The cost follows the change, not the size. */
import { sameJson } from "./MapNode.ts"
import type { Lookup } from "./Nodes.ts"
import { diff, type MapChange, type MapRoot } from "./PersistentMap.ts"
import type { FileRecord, PageRecord, ReusableRecord, RevisionRoot } from "./Records.ts"

/** A record that both revisions have. `fields` names what differs, sorted. */
export interface Edited<A> {
  readonly before: A
  readonly after: A
  readonly fields: ReadonlyArray<string>
}

export interface RecordsDiff<A> {
  readonly created: ReadonlyArray<A>
  readonly deleted: ReadonlyArray<A>
  readonly edited: ReadonlyArray<Edited<A>>
}

/** `edited` leaves the place out, `moved` is about nothing else: a page can be in both. */
export interface PagesDiff extends RecordsDiff<PageRecord> {
  readonly moved: ReadonlyArray<{ readonly before: PageRecord; readonly after: PageRecord }>
}

/** All lists are in the order of ids (names for variables). Paths that follow from an ancestor's slug are not in it. */
export interface RevisionDiff {
  readonly pages: PagesDiff
  readonly files: RecordsDiff<FileRecord>
  readonly reusableContents: RecordsDiff<ReusableRecord>
  readonly variables: ReadonlyArray<MapChange<string>>
}

export const diffRevisions = (lookup: Lookup, a: RevisionRoot, b: RevisionRoot): RevisionDiff => {
  const pages = diffRecords(lookup, a.pages, b.pages)
  return {
    pages: {
      created: pages.created,
      deleted: pages.deleted,
      edited: pages.edited.flatMap(({ before, after, fields }) => {
        const edited = fields.filter((field) => !isPlace(field))
        return edited.length === 0 ? [] : [{ before, after, fields: edited }]
      }),
      moved: pages.edited.flatMap(({ before, after, fields }) => (fields.some(isPlace) ? [{ before, after }] : []))
    },
    files: diffRecords(lookup, a.files, b.files),
    reusableContents: diffRecords(lookup, a.reusableContents, b.reusableContents),
    variables: diff(lookup, a.variables, b.variables)
  }
}

const isPlace = (field: string): boolean => field === "parent" || field === "order"

const diffRecords = <A extends object>(lookup: Lookup, a: MapRoot<A>, b: MapRoot<A>): RecordsDiff<A> => {
  const created: Array<A> = []
  const deleted: Array<A> = []
  const edited: Array<Edited<A>> = []
  for (const { before, after } of diff(lookup, a, b)) {
    if (before !== undefined && after !== undefined) edited.push({ before, after, fields: fieldsOf(before, after) })
    else if (after !== undefined) created.push(after)
    else if (before !== undefined) deleted.push(before)
  }
  return { created, deleted, edited }
}

const fieldsOf = <A extends object>(before: A, after: A): ReadonlyArray<string> =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !sameJson(before[field as keyof A], after[field as keyof A]))
    .sort()
