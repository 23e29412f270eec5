/** Either state of a comparison, taken out of it again. */
import type { Data, RichBlock, RichContent, RichDocument, RichFragment, RichLeaf } from "../model.ts"
import {
  type ComparedBlock,
  type ComparedContent,
  type ComparedDocument,
  deletedMark,
  insertedMark,
  type PartChange
} from "./model.ts"

type State = "before" | "after"

/** The document as it was before, or after. Ids of rows and columns are those of the comparison. */
export const sideOfDocument = ({ nodes, ...document }: ComparedDocument, state: State): RichDocument => ({
  ...document,
  nodes: sideOfBlocks(nodes, state)
})

const isIn = (change: string | undefined, state: State): boolean =>
  state === "before" ? change !== "added" && change !== "inserted" : change !== "removed" && change !== "deleted"

const sideOfBlocks = (blocks: ReadonlyArray<ComparedBlock>, state: State): ReadonlyArray<RichBlock> =>
  blocks.flatMap((block) => (isIn(block.change?.kind, state) ? [sideOfBlock(block, state)] : []))

const sideOfBlock = ({ change, fragments, nodes, ...block }: ComparedBlock, state: State): RichBlock => {
  const isTable = block.type === "table"
  const was = state === "before" ? change : undefined
  const own = {
    ...block,
    ...(was?.wasType !== undefined && { type: was.wasType }),
    ...(isTable ? { data: tableData(block.data ?? {}, was?.was, state) } : was?.was !== undefined && { data: was.was })
  }
  const inside = nodes?.flatMap(
    (node): ReadonlyArray<RichBlock | RichContent> =>
      node.object === "block" ? sideOfBlocks([node], state) : sideOfContent([node], state)
  )
  return {
    ...own,
    ...(inside !== undefined && { nodes: inside }),
    ...(fragments !== undefined && {
      fragments: fragments.flatMap((fragment): ReadonlyArray<RichFragment> => {
        const { change, ...rest } = fragment
        return isIn(change, state) ? [{ ...rest, nodes: sideOfBlocks(fragment.nodes, state) }] : []
      })
    })
  }
}

const sideOfContent = (content: ReadonlyArray<ComparedContent>, state: State): ReadonlyArray<RichContent> =>
  content.flatMap((node): ReadonlyArray<RichContent> => {
    if (node.object === "text") {
      const leaves = node.leaves.flatMap((leaf) => sideOfLeaf(leaf, state))
      return leaves.length > 0 ? [{ ...node, leaves }] : []
    }
    const { change, nodes, ...inline } = node
    if (!isIn(change, state)) return []
    if (nodes === undefined) return [inline]
    const inside = sideOfContent(nodes, state)
    return inside.length === 0 && nodes.length > 0 ? [] : [{ ...inline, nodes: inside }]
  })

const sideOfLeaf = (leaf: RichLeaf, state: State): ReadonlyArray<RichLeaf> => {
  const marks = leaf.marks ?? []
  const is = (type: string) => marks.some((mark) => mark.type === type)
  if (is(state === "before" ? insertedMark : deletedMark)) return []
  return [{ ...leaf, marks: marks.filter(({ type }) => type !== insertedMark && type !== deletedMark) }]
}

/** @param was what else was said of the table before, where that is another */
const tableData = (data: Data, was: Data | undefined, state: State): Data => {
  const parts = (name: "definition" | "records", sayingOf: (part: Data, was: Data | undefined) => Data): Data =>
    Object.fromEntries(
      Object.entries((data[name] ?? {}) as Record<string, Data & PartChange>).flatMap(([id, part]) => {
        const { change, was, ...rest } = part
        return isIn(change, state) ? [[id, sayingOf(rest, state === "before" ? was : undefined)]] : []
      })
    )
  const definition = parts("definition", (column, was) => was ?? column)
  const records = parts("records", (row, was) => {
    const values = { ...(row["values"] as Data), ...was }
    return { ...row, values: Object.fromEntries(Object.entries(values).filter(([id]) => id in definition)) }
  })
  const view = (data["view"] ?? {}) as { readonly columns?: ReadonlyArray<string> }
  const shown = { ...view, columns: (view.columns ?? []).filter((id) => id in definition) }
  return { ...data, view: shown, ...was, definition, records }
}
