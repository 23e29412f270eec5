/** Whether trees say the same, wherever they stand. */

const ofThePlace = new Set(["position", "anchor"])

export const sameTree = (first: unknown, second: unknown): boolean => {
  if (first === second) return true
  if (typeof first !== "object" || typeof second !== "object" || first === null || second === null) return false
  if (Array.isArray(first) !== Array.isArray(second)) return false
  const one = keysOf(first)
  return one.length === keysOf(second).length && one.every((key) => sameTree(fieldOf(first, key), fieldOf(second, key)))
}

const keysOf = (node: object): string[] =>
  Object.keys(node).filter((key) => !ofThePlace.has(key) && fieldOf(node, key) !== undefined)

const fieldOf = (node: object, key: string): unknown => (node as Record<string, unknown>)[key]
