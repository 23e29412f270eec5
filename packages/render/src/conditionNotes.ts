/**
 * What is wrong with the `{% if %}` blocks of a page, for those who write it: visitors only miss something. English, like
 * the web application. Pure; `test/conditionNotes.test.ts`.
 */
import { conditionProblem } from "@octavo/core/kernel/conditions/conditionProblem"
import { branchesOf, type If, type Root, visit } from "@octavo/document"

/** What visitors do not see, or see by mistake, because of how a block is written; `undefined` when nothing is. */
export const blockProblem = (node: If): string | undefined => {
  const branches = branchesOf(node)
  if (branches === undefined) {
    return "An else of this block stands inside of another block, or behind the last one: visitors see nothing of it."
  }
  for (const { condition } of branches) {
    if (condition === undefined) continue
    if (condition.trim() === "") return "A condition is missing: visitors see nothing of this block."
    const problem = conditionProblem(condition)
    if (problem !== undefined) {
      return `The condition ${condition.trim()} cannot be read: ${problem}. Visitors see nothing of this block.`
    }
  }
  return node.closed === false
    ? "This {% if %} is never closed, so it reaches to the end of what it is in. Put {% endif %} where it ends."
    : undefined
}

/** What is wrong with the condition of a page itself. */
export const pageProblem = (condition: string | undefined): string | undefined => {
  const problem = conditionProblem(condition ?? "")
  return problem === undefined
    ? undefined
    : `The condition of this page cannot be read: ${problem}. Visitors do not see the page.`
}

/** All that is wrong in a page, in its order, each thing once. */
export const conditionNotes = (root: Root): ReadonlyArray<string> => {
  const notes = new Set<string>()
  visit(root, (node) => {
    const problem = node.type === "if" ? blockProblem(node) : undefined
    if (problem !== undefined) notes.add(problem)
    return true
  })
  return [...notes]
}
