/** `{% if %}` blocks: their branches, and a page as those see it for whom some of them hold. Pure. */
import type { Block, If, Node, Root } from "./ast.ts"
import { childrenOf, visit } from "./visit.ts"

/** What a condition comes to; `undefined` when it cannot be decided. */
export type Decide = (condition: string) => boolean | undefined

export interface Branch {
  /** `undefined`: of an `{% else %}`. */
  readonly condition: string | undefined
  readonly children: ReadonlyArray<Block>
}

/**
 * The branches of a block, in order. `{% elsif %}`, `{% elseif %}` and `{% else if %}` are one. `undefined` when one of
 * them stands inside of another block, or behind the `{% else %}`: then nobody can tell what belongs to which.
 */
export const branchesOf = (node: If): ReadonlyArray<Branch> | undefined => {
  const branches: Array<{ readonly condition: string | undefined; readonly children: Block[] }> = [
    { condition: node.expression, children: [] }
  ]
  for (const child of node.children) {
    const last = branches[branches.length - 1]!
    const marker = markerOf(child)
    if (marker === undefined) {
      if (holdsMarker(child)) return undefined
      last.children.push(child)
    } else if (last.condition === undefined) return undefined
    else branches.push({ condition: marker.condition, children: [] })
  }
  return branches
}

/** What of a block is shown: nothing when it cannot be decided, and then no `{% else %}` either. */
const chosen = (node: If, decide: Decide): ReadonlyArray<Block> => {
  for (const { children, condition } of branchesOf(node) ?? []) {
    if (condition === undefined) return children
    // no condition at all is one that was forgotten
    const holds = condition.trim() === "" ? undefined : decide(condition)
    if (holds === undefined) return []
    if (holds) return children
  }
  return []
}

interface Marker {
  readonly condition: string | undefined
}

const markerOf = (node: Node): Marker | undefined => {
  if (node.type !== "unknownBlock") return undefined
  if (node.name === "elsif" || node.name === "elseif") return { condition: node.argument }
  if (node.name !== "else") return undefined
  const condition = /^if\b(.*)$/s.exec(node.argument)?.[1]?.trim()
  return { condition }
}

const markerText = /\{%-?\s*(?:else|elsif|elseif)\b/

/** Whether a part of an `{% if %}` stands where it can be none. */
const holdsMarker = (node: Node): boolean => {
  let found = false
  visit(node, (inner) => {
    if (inner.type === "if") return false
    found ||= markerOf(inner) !== undefined || (inner.type === "text" && markerText.test(inner.value))
    return !found
  })
  return found
}

/** Whether there is an `{% if %}` block in a page. */
export const hasConditions = (root: Root): boolean => {
  let found = false
  visit(root, (node) => {
    found ||= node.type === "if"
    return !found
  })
  return found
}

/** The tree with what is shown of its `{% if %}` blocks in their places; the same one where there is none. */
export const chooseBranches = (root: Root, decide: Decide): Root =>
  hasConditions(root) ? { ...root, children: chooseIn(root.children, decide) as Block[] } : root

const chooseIn = (nodes: ReadonlyArray<Node>, decide: Decide): Node[] =>
  nodes.flatMap((node) => {
    if (node.type === "if") return chooseIn(chosen(node, decide), decide)
    if (node.type === "richTable") return [{ ...node, rows: chooseIn(node.rows, decide) as typeof node.rows }]
    if (!("children" in node) || node.children === undefined) return [node]
    return [{ ...node, children: chooseIn(node.children, decide) } as Node]
  })

/** The text of a page without what is not shown of its `{% if %}` blocks; all else stays as it is written. */
export const cutBranches = (text: string, root: Root, decide: Decide): string => {
  const cuts: Array<readonly [start: number, end: number]> = []
  const collect = (node: Node): void => {
    if (node.type !== "if") {
      childrenOf(node).forEach(collect)
      return
    }
    const { end, start } = node.position
    const shown = chosen(node, decide)
    const [first] = shown
    if (first === undefined) {
      cuts.push([start, lineEnd(text, start, end)])
      return
    }
    cuts.push([start, first.position.start])
    shown.forEach(collect)
    cuts.push([shown[shown.length - 1]!.position.end, end])
  }
  collect(root)
  let out = ""
  let at = 0
  for (const [start, end] of cuts) {
    // inside of constructs that keep their source as one string, positions may come twice
    if (end <= at) continue
    out += text.slice(at, Math.max(at, start))
    at = end
  }
  return out + text.slice(at)
}

/** With a block that goes as a whole goes the blank line behind it. */
const lineEnd = (text: string, start: number, end: number): number => {
  const blank = /(?:[ \t]*\r?\n){1,2}/y
  blank.lastIndex = end
  const first = start === 0 || text[start - 1] === "\n"
  return first && blank.test(text) ? blank.lastIndex : end
}
