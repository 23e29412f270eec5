/** Trees as lists of rows: what is shown of one, what a filter leaves of it, where a key leads. Pure. */

/** One thing in a tree, with what is below it. */
export interface TreeNode {
  readonly id: string
  readonly title: string
  /** An emoji before the title. */
  readonly emoji?: string | undefined
  /** Where it leads, below the application's path; absent for what only holds others. */
  readonly href?: string | undefined
  /** What it is, where trees have different things: "collection", "group", "link". */
  readonly kind?: string | undefined
  /** What is to be known of it besides, in a word: "Hidden". */
  readonly note?: string | undefined
  readonly children: ReadonlyArray<TreeNode>
}

/** A node as a line of what is seen. */
export interface TreeRow {
  readonly node: TreeNode
  /** From 1. */
  readonly level: number
  /** Among its siblings, from 1. */
  readonly position: number
  /** How many siblings there are, itself included. */
  readonly size: number
  /** `undefined` where nothing is below. */
  readonly isOpen: boolean | undefined
}

/** The rows of a tree of which some nodes are open, from above. */
export const rowsOf = (nodes: ReadonlyArray<TreeNode>, open: ReadonlySet<string>): ReadonlyArray<TreeRow> => {
  const rows: Array<TreeRow> = []
  const add = (siblings: ReadonlyArray<TreeNode>, level: number): void => {
    siblings.forEach((node, index) => {
      const isOpen = node.children.length === 0 ? undefined : open.has(node.id)
      rows.push({ node, level, position: index + 1, size: siblings.length, isOpen })
      if (isOpen === true) add(node.children, level + 1)
    })
  }
  add(nodes, 1)
  return rows
}

/** The ids of what is above a node, from the root; `undefined` when the node is not there. */
export const pathTo = (nodes: ReadonlyArray<TreeNode>, id: string): ReadonlyArray<string> | undefined => {
  for (const node of nodes) {
    if (node.id === id) return []
    const below = pathTo(node.children, id)
    if (below !== undefined) return [node.id, ...below]
  }
  return undefined
}

/** The first node that something holds for, in reading order. */
export const findNode = (nodes: ReadonlyArray<TreeNode>, is: (node: TreeNode) => boolean): TreeNode | undefined => {
  for (const node of nodes) {
    const found = is(node) ? node : findNode(node.children, is)
    if (found !== undefined) return found
  }
  return undefined
}

/** Text to compare, whatever its case and accents. */
export const foldedText = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()

/** The tree with nothing but the nodes whose titles have all words, and what is above them. */
export const filterTree = (nodes: ReadonlyArray<TreeNode>, text: string): ReadonlyArray<TreeNode> => {
  const words = foldedText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return nodes
  const keep = (node: TreeNode): ReadonlyArray<TreeNode> => {
    const children = node.children.flatMap(keep)
    const title = foldedText(node.title)
    return children.length > 0 || words.every((word) => title.includes(word)) ? [{ ...node, children }] : []
  }
  return nodes.flatMap(keep)
}

/** The ids of all nodes with something below them. */
export const branchesOf = (nodes: ReadonlyArray<TreeNode>): ReadonlySet<string> => {
  const ids = new Set<string>()
  const add = (node: TreeNode): void => {
    if (node.children.length > 0) ids.add(node.id)
    node.children.forEach(add)
  }
  nodes.forEach(add)
  return ids
}

/** What a key does in a tree: another row gets the focus, or a row is opened or closed. */
export type TreeStep = { readonly focus: number } | { readonly toggle: number }

/** What a key does, by the pattern of trees (ARIA Authoring Practices); `undefined` for keys that do nothing. */
export const stepOf = (key: string, rows: ReadonlyArray<TreeRow>, at: number): TreeStep | undefined => {
  const row = rows[at]
  if (row === undefined) return undefined
  const to = (index: number): TreeStep | undefined =>
    index >= 0 && index < rows.length && index !== at ? { focus: index } : undefined
  switch (key) {
    case "ArrowDown":
      return to(at + 1)
    case "ArrowUp":
      return to(at - 1)
    case "Home":
      return to(0)
    case "End":
      return to(rows.length - 1)
    case "PageDown":
      return to(Math.min(at + 10, rows.length - 1))
    case "PageUp":
      return to(Math.max(at - 10, 0))
    case "ArrowRight":
      return row.isOpen === undefined ? undefined : row.isOpen ? to(at + 1) : { toggle: at }
    case "ArrowLeft":
      return row.isOpen === true
        ? { toggle: at }
        : to(rows.findLastIndex(({ level }, index) => index < at && level < row.level))
    default:
      return key.length === 1 && key.trim() !== "" ? to(typedAhead(key, rows, at)) : undefined
  }
}

/** The next row that begins with a letter, from the one with the focus on and round. */
const typedAhead = (letter: string, rows: ReadonlyArray<TreeRow>, at: number): number => {
  const begins = ({ node }: TreeRow): boolean => foldedText(node.title).startsWith(foldedText(letter))
  const next = rows.findIndex((row, index) => index > at && begins(row))
  return next === -1 ? rows.findIndex(begins) : next
}

/** The indexes of rows of one height that are seen, with some around them; those that must be there come besides. */
export const windowOf = (
  count: number,
  height: number,
  view: { readonly top: number; readonly height: number },
  needed: number
): ReadonlyArray<number> => {
  const around = 8
  const first = Math.max(0, Math.floor(view.top / height) - around)
  const last = Math.min(count - 1, Math.ceil((view.top + view.height) / height) + around)
  const seen = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  if (needed < 0 || needed >= count) return seen
  return needed < first ? [needed, ...seen] : needed > last ? [...seen, needed] : seen
}
