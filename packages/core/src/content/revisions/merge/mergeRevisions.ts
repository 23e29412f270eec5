/**
 * Three-way merge of revisions: what must be done to ours so that it also has what theirs did since the base. Pages,
 * files and reusable contents are followed by their ids, so a move here and an edit there meet in one record. Costs
 * what changed, not what the revisions hold. Symmetric but for the texts of conflicts.
 *
 * Nothing that either side wrote is dropped: what one side deleted and the other changed is kept, and reported.
 */

import type { TagDefinition } from "@octavo/document"
import { defined } from "../../../kernel/shared/defined.ts"
import { canonicalJson, sameJson } from "../model/MapNode.ts"
import type { Lookup } from "../model/Nodes.ts"
import { childrenIndex } from "../model/PageTree.ts"
import { diff, get, type MapChange, scan } from "../model/PersistentMap.ts"
import type { FileRecord, GitEntry, PageRecord, ReusableRecord, RevisionRoot } from "../model/Records.ts"
import type { RevisionEdit } from "../model/RevisionEdit.ts"
import {
  type ConflictSides,
  existence,
  type MergeConflict,
  type MergeDecisions,
  type MergePreference,
  type SettleConflict,
  sidesOf
} from "./MergeConflict.ts"
import { mergeFields } from "./mergeFields.ts"
import { breakCycles, restoreParents, settleSlugs } from "./repairMergedTree.ts"

/** A body that both sides changed: its text is merged by whoever can load it. */
export interface BodyMerge {
  readonly kind: "page" | "reusable-content"
  readonly id: string
  readonly title: string
  readonly base: string | undefined
  readonly ours: string
  readonly theirs: string
}

export interface MergePlan {
  /** Edits of ours, in order. Records in `bodies` still have their own side's body. */
  readonly edits: ReadonlyArray<RevisionEdit>
  readonly bodies: ReadonlyArray<BodyMerge>
  readonly conflicts: ReadonlyArray<MergeConflict>
}

/** Decides a merge. All three must be revisions of the same space. */
export const mergeRevisions = (
  lookup: Lookup,
  base: RevisionRoot,
  ours: RevisionRoot,
  theirs: RevisionRoot,
  { prefer, settle }: MergeDecisions = {}
): MergePlan => {
  const conflicts: Array<MergeConflict> = []
  const bodies: Array<BodyMerge> = []
  /** Whose version counts, if that was decided; else it is a conflict. */
  const settled: SettleConflict = (conflict) => {
    const side = conflict.sides === undefined ? undefined : settle?.(conflict)
    if (side === undefined) conflicts.push(conflict)
    return side
  }
  const pages = mergePages(lookup, base, ours, theirs, bodies, settled, prefer)
  const files = mergeFiles(lookup, base, ours, theirs, settled)
  const reusables = mergeReusables(lookup, base, ours, theirs, bodies, settled)
  const variables = mergeVariables(lookup, base, ours, theirs, settled)
  const tags = mergeTags(lookup, base, ours, theirs, settled)
  const settings = mergeSettings(base, ours, theirs)
  return { edits: [...pages, ...files, ...reusables, ...variables, ...tags, ...settings], bodies, conflicts }
}

/** Fields that say the same as others, or nothing about content. */
const derived = new Set(["id", "body", "bodySize", "createdAt", "updatedAt", "parent", "order", "git"])
const nested = new Set(["layout", "variables", "cover"])

type Fields = Readonly<Record<string, unknown>>
const contentOf = (record: object): Fields =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !derived.has(field)))

/** Equal in everything but when it was changed and where it stands. */
const sameContent = (a: PageRecord, b: PageRecord): boolean => a.body === b.body && sameJson(contentOf(a), contentOf(b))

interface InGit {
  readonly git?: GitEntry
}

/**
 * The file of what both sides have. It says nothing about content, and no two versions of it disagree: where both were
 * read from Git or written to it, the path that is new counts.
 */
const fileOf = (before: InGit | undefined, mine: InGit, after: InGit): InGit => {
  const [was, ours, theirs] = [before?.git, mine.git, after.git]
  if (ours === undefined || theirs === undefined) return ours === undefined ? pickGit(theirs) : pickGit(ours)
  if (sameJson(was ?? null, ours)) return pickGit(theirs)
  if (sameJson(was ?? null, theirs)) return pickGit(ours)
  if (ours.path !== theirs.path && ours.path === was?.path) return pickGit(theirs)
  if (ours.path !== theirs.path && theirs.path === was?.path) return pickGit(ours)
  return pickGit(canonicalJson(ours) >= canonicalJson(theirs) ? ours : theirs)
}

const pickGit = (git: GitEntry | undefined): InGit => defined({ git })

const withoutFile = <A extends InGit>({ git: _, ...rest }: A): Omit<A, "git"> => rest

const samePlace = (a: PageRecord, b: PageRecord): boolean => a.parent === b.parent && a.order === b.order

const latest = (...times: ReadonlyArray<string>): string => times.reduce((a, b) => (a > b ? a : b))

/** Decides between two records alike from both sides: the later change, then the greater text. */
const later = <A extends { readonly updatedAt?: string }>(a: A, b: A): A => {
  const [one, other] = [a.updatedAt ?? "", b.updatedAt ?? ""]
  if (one !== other) return one > other ? a : b
  return canonicalJson(a) >= canonicalJson(b) ? a : b
}

const mergePages = (
  lookup: Lookup,
  base: RevisionRoot,
  ours: RevisionRoot,
  theirs: RevisionRoot,
  bodies: Array<BodyMerge>,
  settled: SettleConflict,
  prefer: MergePreference["prefer"]
): ReadonlyArray<RevisionEdit> => {
  /** Pages of the result that are not as in ours; `null` is removed. */
  const next = new Map<string, PageRecord | null>()
  const result = (id: string): PageRecord | undefined => {
    const known = next.get(id)
    return known === null ? undefined : (known ?? get(lookup, ours.pages, id))
  }
  const report: Report = (page, reason, sides, field) =>
    settled({ kind: "page", id: page.id, title: page.title, reason, ...defined({ field, sides }) })

  const changes = diff(lookup, base.pages, theirs.pages)
  const removals: Array<PageRecord> = []
  for (const { key: id, before, after } of changes) {
    const mine = get(lookup, ours.pages, id)
    if (after === undefined) {
      if (mine === undefined || before === undefined) continue
      if (sameContent(mine, before) || report(mine, "deleted", existence(before, mine, undefined)) === "theirs")
        removals.push(mine)
    } else if (mine === undefined) {
      if (before !== undefined) {
        // they may only have moved it, or a page above was deleted here: then the deletion stands
        if (sameContent(before, after)) continue
        if (report(after, "deleted", existence(before, undefined, after)) === "ours") continue
      }
      next.set(id, after)
    } else if (!sameJson(mine, after)) next.set(id, mergePage(before, mine, after, bodies, report, prefer))
  }

  restoreParents(lookup, base, theirs, next, result, report)
  // what we added or changed below something that they deleted keeps it
  const gone = new Set(removals.map(({ id }) => id))
  const keeps = (page: PageRecord): boolean =>
    childrenIndex(lookup, ours, page.id).some(({ id }) => {
      const moved = next.get(id)
      return moved === undefined ? !gone.has(id) : moved?.parent === page.id
    }) || Array.from(next.values()).some((other) => other?.parent === page.id)
  for (let again = true; again; ) {
    again = false
    for (const page of removals) {
      if (!gone.has(page.id) || !keeps(page)) continue
      gone.delete(page.id)
      report(page, "deleted")
      again = true
    }
  }
  breakCycles(lookup, base, next, result, report)
  settleSlugs(lookup, ours, next, gone)

  return [
    ...Array.from(next.values()).flatMap(
      (page): Array<RevisionEdit> => (page === null ? [] : [{ type: "putPage", page }])
    ),
    // a parent goes with what is below it, which is gone too
    ...removals.flatMap(
      (page): Array<RevisionEdit> =>
        gone.has(page.id) && !(page.parent !== null && gone.has(page.parent))
          ? [{ type: "removePage", id: page.id }]
          : []
    )
  ]
}

/** Whose version of a page counts, if that was decided; else it is told of. */
type Report = (
  page: PageRecord,
  reason: MergeConflict["reason"],
  sides?: ConflictSides,
  field?: string
) => "ours" | "theirs" | undefined

const mergePage = (
  before: PageRecord | undefined,
  mine: PageRecord,
  after: PageRecord,
  bodies: Array<BodyMerge>,
  report: Report,
  prefer: MergePreference["prefer"]
): PageRecord => {
  const preferred = prefer === undefined ? later(mine, after) : prefer === "ours" ? mine : after
  const fields = mergeFields(before === undefined ? undefined : contentOf(before), contentOf(mine), contentOf(after), {
    nested,
    pick: (ours, theirs) => (preferred === mine ? ours : theirs),
    settle: ({ field, ...sides }) => report(mine, "field", sidesOf(sides), field)
  })

  let place = mine
  if (before !== undefined && samePlace(before, mine)) place = after
  else if (before === undefined ? !samePlace(mine, after) : !samePlace(before, after) && !samePlace(mine, after)) {
    place = preferred
    // two ways to order siblings are no disagreement; two parents are, and the one that is new counts
    if (mine.parent !== after.parent) {
      const sides = { base: before?.parent ?? null, ours: mine.parent, theirs: after.parent }
      const decided = report(mine, "place", sides)
      if (decided !== undefined) place = decided === "ours" ? mine : after
      else if (before?.parent === mine.parent) place = after
      else if (before?.parent === after.parent) place = mine
    }
  }

  let body = mine
  if (before !== undefined && before.body === mine.body) body = after
  else if (mine.body !== after.body && before?.body !== after.body) {
    if (mine.body === undefined || after.body === undefined) {
      // an emptied page against a changed one: the text stays
      body = mine.body === undefined ? after : mine
      const sides = { base: before?.body === undefined ? null : mine.title, ...emptied(mine, after) }
      const decided = report(mine, "deleted", sides, "body")
      if (decided !== undefined) body = decided === "ours" ? mine : after
    } else {
      bodies.push({
        kind: "page",
        id: mine.id,
        title: mine.title,
        base: before?.body,
        ours: mine.body,
        theirs: after.body
      })
    }
  }
  return {
    ...(fields.value as unknown as PageRecord),
    id: mine.id,
    parent: place.parent,
    order: place.order,
    ...defined({ body: body.body, bodySize: body.bodySize }),
    ...fileOf(before, mine, after),
    createdAt: mine.createdAt < after.createdAt ? mine.createdAt : after.createdAt,
    updatedAt: latest(mine.updatedAt, after.updatedAt)
  }
}

/** Which side has a text. */
const emptied = (mine: PageRecord, after: PageRecord): Pick<ConflictSides, "ours" | "theirs"> => ({
  ours: mine.body === undefined ? null : mine.title,
  theirs: after.body === undefined ? null : after.title
})

const mergeFiles = (
  lookup: Lookup,
  base: RevisionRoot,
  ours: RevisionRoot,
  theirs: RevisionRoot,
  settled: SettleConflict
): ReadonlyArray<RevisionEdit> =>
  diff(lookup, base.files, theirs.files).flatMap(({ after, before, key: id }): Array<RevisionEdit> => {
    const mine = get(lookup, ours.files, id)
    const report = (file: FileRecord, reason: MergeConflict["reason"], sides: ConflictSides) =>
      settled({ kind: "file", id, title: file.name, reason, sides })
    if (after === undefined) {
      if (mine === undefined) return []
      if (before !== undefined && sameJson(withoutFile(mine), withoutFile(before))) return [{ type: "removeFile", id }]
      const decided = report(mine, "deleted", existence(before, mine, undefined))
      return decided === "theirs" ? [{ type: "removeFile", id }] : []
    }
    if (mine === undefined) {
      const decided = before && report(after, "deleted", existence(before, undefined, after))
      return decided === "ours" ? [] : [{ type: "putFile", file: after }]
    }
    if (sameJson(mine, after)) return []
    const { conflicts: fields, value } = mergeFields(
      before && withoutFile(before),
      withoutFile(mine),
      withoutFile(after)
    )
    if (fields.length > 0) {
      // bytes, size and kind are of one side
      const shown = ({ blob, name }: FileRecord) => ({ name, blob })
      const sides = { base: before === undefined ? null : shown(before), ours: shown(mine), theirs: shown(after) }
      const decided = report(mine, "field", sides)
      const isOurs = decided === undefined ? canonicalJson(mine) >= canonicalJson(after) : decided === "ours"
      return [{ type: "putFile", file: isOurs ? mine : after }]
    }
    return [{ type: "putFile", file: { ...(value as unknown as FileRecord), ...fileOf(before, mine, after) } }]
  })

const mergeReusables = (
  lookup: Lookup,
  base: RevisionRoot,
  ours: RevisionRoot,
  theirs: RevisionRoot,
  bodies: Array<BodyMerge>,
  settled: SettleConflict
): ReadonlyArray<RevisionEdit> =>
  diff(lookup, base.reusableContents, theirs.reusableContents).flatMap(
    ({ after, before, key: id }: MapChange<ReusableRecord>): Array<RevisionEdit> => {
      const mine = get(lookup, ours.reusableContents, id)
      const report = (one: ReusableRecord, reason: MergeConflict["reason"], sides: ConflictSides, field?: string) =>
        settled({ kind: "reusable-content", id, title: one.title, reason, sides, ...defined({ field }) })
      if (after === undefined) {
        if (mine === undefined) return []
        if (before !== undefined && sameJson(withoutFile(mine), withoutFile(before)))
          return [{ type: "removeReusable", id }]
        const decided = report(mine, "deleted", existence(before, mine, undefined))
        return decided === "theirs" ? [{ type: "removeReusable", id }] : []
      }
      if (mine === undefined) {
        const decided = before && report(after, "deleted", existence(before, undefined, after))
        return decided === "ours" ? [] : [{ type: "putReusable", reusableContent: after }]
      }
      if (sameJson(mine, after)) return []
      const strip = ({ body: _, ...rest }: ReusableRecord): Fields => withoutFile(rest)
      const { value } = mergeFields(before && strip(before), strip(mine), strip(after), {
        settle: ({ field, ...sides }) => report(mine, "field", sidesOf(sides), field)
      })
      let { body } = mine
      if (before?.body === mine.body) body = after.body
      else if (before?.body !== after.body && mine.body !== after.body) {
        bodies.push({
          kind: "reusable-content",
          id,
          title: mine.title,
          base: before?.body,
          ours: mine.body,
          theirs: after.body
        })
      }
      const file = fileOf(before, mine, after)
      return [{ type: "putReusable", reusableContent: { ...(value as unknown as ReusableRecord), body, ...file } }]
    }
  )

const mergeVariables = (
  lookup: Lookup,
  base: RevisionRoot,
  ours: RevisionRoot,
  theirs: RevisionRoot,
  settled: SettleConflict
): ReadonlyArray<RevisionEdit> => {
  const changed = diff(lookup, base.variables, theirs.variables)
  if (changed.length === 0) return []
  const all = (root: RevisionRoot): Record<string, string> =>
    Object.fromEntries(diff<string>(lookup, null, root.variables).map(({ after, key }) => [key, after!]))
  const { value } = mergeFields(all(base), all(ours), all(theirs), {
    settle: ({ field, ...sides }) =>
      settled({ kind: "variable", id: field, title: field, reason: "field", sides: sidesOf(sides) })
  })
  return [{ type: "setVariables", variables: value as Record<string, string> }]
}

const mergeTags = (
  lookup: Lookup,
  base: RevisionRoot,
  ours: RevisionRoot,
  theirs: RevisionRoot,
  settled: SettleConflict
): ReadonlyArray<RevisionEdit> => {
  if (diff(lookup, base.tags ?? null, theirs.tags ?? null).length === 0) return []
  const all = (root: RevisionRoot) => Object.fromEntries(scan(lookup, root.tags ?? null))
  const { value } = mergeFields(all(base), all(ours), all(theirs), {
    settle: ({ field, ...sides }) =>
      settled({ kind: "tag", id: field, title: field, reason: "field", sides: sidesOf(sides) })
  })
  return [{ type: "setTags", tags: Object.values(value) as ReadonlyArray<TagDefinition> }]
}

/** Files that are edited when they are written say the same in each version: where both sides read other ones, either. */
const mergeSettings = (base: RevisionRoot, ours: RevisionRoot, theirs: RevisionRoot): ReadonlyArray<RevisionEdit> => {
  const [before, mine, after] = [base, ours, theirs].map(({ settings }) => canonicalJson(settings ?? null))
  if (before === after || mine === after || (before !== mine && mine! >= after!)) return []
  const { of, ...texts } = theirs.settings ?? {}
  return [{ type: "setSettings", texts: of === undefined ? undefined : texts, ...defined({ of }) }]
}
