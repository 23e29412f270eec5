/** Repairs the result of a merge so that it is a tree: pages above those that stay, no cycles, one slug among siblings. Pure. */
import type { Lookup } from "../model/Nodes.ts"
import { slugKey } from "../model/PageTree.ts"
import { get } from "../model/PersistentMap.ts"
import type { PageRecord, RevisionRoot } from "../model/Records.ts"
import type { MergeConflict } from "./MergeConflict.ts"

/** A page that is kept needs the pages above it: those that we deleted come back as they were. */
export const restoreParents = (
  lookup: Lookup,
  base: RevisionRoot,
  theirs: RevisionRoot,
  next: Map<string, PageRecord | null>,
  result: (id: string) => PageRecord | undefined,
  report: (page: PageRecord, reason: MergeConflict["reason"]) => unknown
): void => {
  for (const page of [...next.values()]) {
    for (let parent = page?.parent ?? null; parent !== null && result(parent) === undefined; ) {
      const restored: PageRecord | undefined = get(lookup, theirs.pages, parent) ?? get(lookup, base.pages, parent)
      if (restored === undefined) break
      next.set(parent, restored)
      report(restored, "deleted")
      parent = restored.parent
    }
  }
}

/** Pages that were moved below each other: one of them stays where it was. */
export const breakCycles = (
  lookup: Lookup,
  base: RevisionRoot,
  next: Map<string, PageRecord | null>,
  result: (id: string) => PageRecord | undefined,
  report: (page: PageRecord, reason: MergeConflict["reason"]) => unknown
): void => {
  const moved = (page: PageRecord): boolean => {
    const before = get(lookup, base.pages, page.id)
    return before !== undefined && before.parent !== page.parent
  }
  for (const start of [...next.keys()].sort()) {
    for (let cycle = cycleThrough(start, result); cycle.length > 0; cycle = cycleThrough(start, result)) {
      const back = cycle.filter(moved).sort((a, b) => (a.id < b.id ? -1 : 1))[0]
      const before = back === undefined ? undefined : get(lookup, base.pages, back.id)
      if (back === undefined || before === undefined) break
      report(back, "place")
      next.set(back.id, { ...back, parent: before.parent, order: before.order })
    }
  }
}

const cycleThrough = (id: string, result: (id: string) => PageRecord | undefined): ReadonlyArray<PageRecord> => {
  const chain: Array<PageRecord> = []
  for (let page = result(id); page !== undefined; page = page.parent === null ? undefined : result(page.parent)) {
    if (chain.some((seen) => seen.id === page!.id)) return page.id === id ? chain : []
    chain.push(page)
  }
  return []
}

/** Siblings that got one slug from two sides: the younger page's gets a number. */
export const settleSlugs = (
  lookup: Lookup,
  ours: RevisionRoot,
  next: Map<string, PageRecord | null>,
  gone: ReadonlySet<string>
): void => {
  const at = (page: PageRecord): PageRecord => (next.get(page.id) ?? page) as PageRecord
  const taken = new Map<string, string>()
  const holder = (parent: string | null, slug: string): string | undefined => {
    const claimed = taken.get(slugKey(parent, slug))
    if (claimed !== undefined) return claimed
    const id = get(lookup, ours.slugs, slugKey(parent, slug))
    if (id === undefined || gone.has(id) || next.get(id) === null) return undefined
    const page = get(lookup, ours.pages, id)
    const now = page === undefined ? undefined : at(page)
    return now !== undefined && now.parent === parent && now.slug === slug ? id : undefined
  }
  for (const id of [...next.keys()].sort()) {
    let page = next.get(id)
    if (page === undefined || page === null || page.slug === "") continue
    // a page that stays where it is in ours has its address, unless one that moved took it: nothing is looked up
    const before = get(lookup, ours.pages, id)
    const isThere = before?.parent === page.parent && before.slug === page.slug
    const other = isThere ? taken.get(slugKey(page.parent, page.slug)) : holder(page.parent, page.slug)
    if (other !== undefined && other !== id) {
      const elder = other < id ? other : id
      if (elder === id) {
        // the other one gives way; it may be a page that nobody touched
        const record = next.get(other) ?? get(lookup, ours.pages, other)
        if (record !== undefined && record !== null) {
          const slug = freeSlug(record.slug, (one) => holder(record.parent, one) !== undefined)
          next.set(other, { ...record, slug })
          taken.set(slugKey(record.parent, slug), other)
        }
      } else {
        const { parent, slug } = page
        page = { ...page, slug: freeSlug(slug, (one) => holder(parent, one) !== undefined) }
        next.set(id, page)
      }
    }
    taken.set(slugKey(page.parent, page.slug), id)
  }
}

const freeSlug = (slug: string, isTaken: (slug: string) => boolean): string => {
  for (let n = 1; ; n++) if (!isTaken(`${slug}-${n}`) || n > 10_000) return `${slug}-${n}`
}
