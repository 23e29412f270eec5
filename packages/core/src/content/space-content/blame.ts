/** Who changed a block of a page last, by the versions of the page: the task, and what is made of it. */
import { readDocument } from "@octavo/document"
import { align } from "@octavo/document/merge/align"
import { saying } from "@octavo/document/rich/compare/model"
import { task } from "../../kernel/compute/Task.ts"

const references = { refOf: () => undefined, hrefOf: () => undefined }
const sayingsOf = (text: string): ReadonlyArray<string> =>
  readDocument(text, references, { titled: true }).nodes.map(saying)

/** For each of the outermost blocks of a text, in their order: its place in an earlier text, as it is; or nothing. */
export const earlierBlocks = task(
  "earlier",
  ({ after, before }: { readonly before: string; readonly after: string }): ReadonlyArray<number | undefined> =>
    earlierPlaces(sayingsOf(before), sayingsOf(after))
)

/** Where each item was before; undefined for one that was not there. */
export const earlierPlaces = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
): ReadonlyArray<number | undefined> => {
  const places: Array<number | undefined> = []
  let at = 0
  const same = (until: number): void => {
    while (at < until) places.push(at++)
  }
  for (const { end, sideEnd, sideStart, start } of align(before, after)) {
    same(start)
    for (let side = sideStart; side < sideEnd; side++) places.push(undefined)
    at = end
  }
  same(before.length)
  return places
}

/** Follows the blocks of the newest version back through the versions before it. @param count of its blocks */
export const blame = (count: number) => {
  /** Versions by block, counted from the newest. */
  const found = new Array<number | undefined>(count).fill(undefined)
  /** Where the blocks that are still looked for are in the version that is looked at. */
  let left = new Map(found.map((_, block) => [block, block]))
  return {
    /** Whether each block has its version. */
    isDone: () => left.size === 0,
    /** @param version that came with what the one before it has not. @param earlier places in that one */
    step: (version: number, earlier: ReadonlyArray<number | undefined>): void => {
      const next = new Map<number, number>()
      for (const [place, block] of left) {
        const was = earlier[place]
        if (was === undefined) found[block] = version
        else next.set(was, block)
      }
      left = next
    },
    /** @param oldest version that was looked at: what it has is of it, or of one before it */
    versions: (oldest: number): ReadonlyArray<number> => found.map((version) => version ?? oldest)
  }
}
