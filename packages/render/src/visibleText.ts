/** The text that a reader sees of a page: other branches of its conditions are in neither its tree nor itself. Pure. */
import { chooseBranches, cutBranches, type Decide, hasConditions, type ParsedPage, visit } from "@octavo/document"
import { conditionNotes } from "./conditionNotes.ts"

/** Includes within includes within includes: deeper ones are cycles or mistakes. */
export const deepestInclude = 5

export interface VisibleText {
  readonly parsed: ParsedPage
  readonly text: string
  /** What is wrong with its conditions. */
  readonly notes: () => ReadonlyArray<string>
}

export const visibleText = (text: string, parsed: ParsedPage, decide: Decide): VisibleText => {
  if (!hasConditions(parsed.root)) return { parsed, text, notes: () => [] }
  const cut = cutBranches(text, parsed.root, decide)
  const root = chooseBranches(parsed.root, decide)
  const headings = new Set<number>()
  visit(root, (node) => {
    if (node.type === "heading") headings.add(node.position.start)
    return true
  })
  const outline = parsed.outline.filter(({ position }) => headings.has(position.start))
  return { parsed: { ...parsed, root, outline }, text: cut, notes: () => conditionNotes(parsed.root) }
}
