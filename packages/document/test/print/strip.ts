/** Trees as plain data to compare: without positions, and without what the place in the page adds; texts as one. */

export const strip = (value: unknown, without: ReadonlySet<string> = ignored): unknown => {
  if (Array.isArray(value)) return joinTexts(value.map((item) => strip(item, without)))
  if (typeof value !== "object" || value === null) return value
  const plain: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    if (!without.has(key) && item !== undefined) plain[key] = strip(item, without)
  }
  return plain
}

/** Anchors are counted over the page. */
const ignored = new Set(["position", "anchor"])

/** A list is looser than it was said to be where blocks in its items need blank lines. */
export const withoutSpread = new Set([...ignored, "spread"])

const joinTexts = (nodes: ReadonlyArray<any>): unknown[] => {
  const joined: any[] = []
  for (const node of nodes) {
    const last = joined[joined.length - 1]
    if (node?.type === "text" && last?.type === "text")
      joined[joined.length - 1] = { ...last, value: last.value + node.value }
    else joined.push(node)
  }
  return joined
}
