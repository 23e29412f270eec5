/**
 * Long levels of the navigation, in ranges of neighbours: a page shows the range that it is in, and the others closed, so that
 * what it has to say of thousands of siblings grows with the root of their number. Pure.
 */
import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"

/** Levels with more entries are in ranges. */
const longestLevel = 500
/** Entries of a range, at least where a level is just too long. */
const leastOfRange = 100

/** Some neighbours of a level. */
export interface Range {
  readonly nodes: ReadonlyArray<PageNode>
  /** Ids of what is in it. */
  readonly ids: ReadonlySet<string>
}

/** Whether the navigation shows the page. */
export const isListed = ({ page }: PageNode): boolean => page.hidden !== true && page.type !== "computed"

const known = new WeakMap<ReadonlyArray<PageNode>, ReadonlyArray<Range>>()
const none: ReadonlyArray<Range> = []

/** The ranges of a level, of nearly the same size; none where it is short enough to be shown as it is. */
export const rangesOf = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<Range> => {
  if (nodes.length <= longestLevel) return none
  const ranges = known.get(nodes) ?? makeRanges(nodes.filter(isListed))
  known.set(nodes, ranges)
  return ranges
}

const makeRanges = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<Range> => {
  if (nodes.length <= longestLevel) return none
  const count = Math.ceil(nodes.length / Math.max(leastOfRange, Math.ceil(Math.sqrt(nodes.length))))
  return Array.from({ length: count }, (_, n) => {
    const some = nodes.slice(Math.ceil((n * nodes.length) / count), Math.ceil(((n + 1) * nodes.length) / count))
    return { nodes: some, ids: new Set(some.map(({ page }) => page.id)) }
  })
}
