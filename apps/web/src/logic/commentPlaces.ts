/** Where comments on blocks stand in a page: beside the block that theirs has become, or nowhere any more. Pure. */
import { followBlocks } from "@octavo/document/rich/compare"
import type { Comment, RichDocument } from "./api.ts"
import { blocksIn, type RichBlock } from "./document.ts"

export interface CommentPlaces {
  /** Comments by the key of the outermost block that theirs is in. */
  readonly at: ReadonlyMap<string, ReadonlyArray<Comment>>
  /** Those whose text is gone. */
  readonly gone: ReadonlyArray<Comment>
}

/**
 * @param comments on blocks of the page
 * @param after the page as it is shown
 * @param then the page at the revision that a comment was made at; undefined while it is not known
 */
export const commentPlaces = (
  comments: ReadonlyArray<Comment>,
  after: RichDocument,
  then: (comment: Comment) => RichDocument | undefined
): CommentPlaces => {
  const outermost = new Map<string, string>()
  const note = (node: RichBlock, outer: string): void => {
    if (node.key !== undefined) outermost.set(node.key, outer)
    for (const inner of blocksIn(node.nodes)) note(inner, outer)
    for (const fragment of node.fragments ?? []) for (const inner of blocksIn(fragment.nodes)) note(inner, outer)
  }
  for (const node of after.nodes as unknown as ReadonlyArray<RichBlock>)
    if (node.key !== undefined) note(node, node.key)
  const at = new Map<string, Comment[]>()
  const gone: Comment[] = []
  const ways = new Map<RichDocument, ReturnType<typeof followBlocks>>()
  const follow = (before: RichDocument, key: string): string | undefined => {
    if (before === after) return key
    const way = ways.get(before) ?? followBlocks(before as never, after as never)
    ways.set(before, way)
    return way.get(key)?.key
  }
  for (const comment of comments) {
    const before = then(comment)
    const node = comment.target.node?.id
    if (before === undefined || node === undefined) continue
    const now = follow(before, node)
    const place = now === undefined ? undefined : outermost.get(now)
    if (place === undefined) gone.push(comment)
    else at.set(place, [...(at.get(place) ?? []), comment])
  }
  return { at, gone }
}
