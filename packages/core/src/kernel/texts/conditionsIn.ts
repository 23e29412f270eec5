import { branchesOf, type Root, visit } from "@octavo/document"

/** Every condition that a choice of branches may ask for. */
export const conditionsIn = (root: Root): ReadonlyArray<string> => {
  const found = new Set<string>()
  visit(root, (node) => {
    if (node.type !== "if") return true
    for (const { condition } of branchesOf(node) ?? []) if (condition !== undefined) found.add(condition)
    return true
  })
  return Array.from(found)
}
