/** Who changed a block of a page last, by the versions of the page: pure parts and the task. */
import { readDocument } from "@octavo/document"
import { align } from "@octavo/document/merge/align"
import { saying } from "@octavo/document/rich/compare/model"
import { task } from "../../kernel/compute/Task.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"

/** What the outermost blocks of a page's text say, in their order: equal for blocks that say the same. */
export const blockSayings = task("sayings", ({ text }: { readonly text: string }): ReadonlyArray<string> => {
  const { nodes } = readDocument(text, { refOf: () => undefined, hrefOf: () => undefined }, { titled: true })
  return nodes.map((node) => contentHash(utf8.encode(saying(node))))
})

/**
 * The version that each block of the newest one came with as it is.
 * @param versions what their blocks say, the newest first, not empty
 * @returns by the blocks of the newest version: the place of a version among these. What the last of them has already is
 * of that one, or of an earlier one
 */
export const blamed = (versions: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<number> => {
  const [newest = []] = versions
  const found = newest.map(() => versions.length - 1)
  /** Where the blocks that are still looked for are in the version that is looked at. */
  let left = new Map(newest.map((_, block) => [block, block]))
  for (let version = 0; version < versions.length - 1 && left.size > 0; version++) {
    const [own, before] = [versions[version]!, versions[version + 1]!]
    const earlier = earlierPlaces(before, own)
    const next = new Map<number, number>()
    for (const [place, block] of left) {
      const was = earlier[place]
      if (was === undefined) found[block] = version
      else next.set(was, block)
    }
    left = next
  }
  return found
}

/** Where each item was before; undefined for one that was not there. */
const earlierPlaces = (
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
