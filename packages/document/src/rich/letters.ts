/** Whether two documents say the same in letters, whatever blocks they say it in. */

/** Names of fields that tell blocks, columns and records apart, or say of what kind they are: no reader sees them. */
const unseen = new Set(["anchor", "columns", "fragment", "id", "key", "meta", "object", "orderIndex", "slug", "type"])

/** How often each character is in what a value says; blanks aside. */
const charactersOf = (value: unknown): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  const count = (text: string): void => {
    for (const one of text) if (one.trim() !== "") counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  const walk = (one: unknown, cells: ReadonlySet<unknown>): void => {
    if (typeof one === "string") {
      if (!cells.has(one)) count(one)
    } else if (Array.isArray(one)) for (const item of one) walk(item, cells)
    else if (typeof one === "object" && one !== null) {
      const inside = cellsOf(one) ?? cells
      for (const [name, item] of Object.entries(one)) {
        if (name === "values") walkValues(item, inside)
        else if (!unseen.has(name)) walk(item, inside)
      }
    }
  }
  /** The values of a record: a number is what somebody wrote, too. */
  const walkValues = (values: unknown, cells: ReadonlySet<unknown>): void => {
    for (const value of Object.values(values ?? {})) walk(typeof value === "number" ? String(value) : value, cells)
  }
  walk(value, new Set())
  return counts
}

/** The names by which a table refers to its cells of text. */
const cellsOf = (node: object): ReadonlySet<unknown> | undefined =>
  "fragments" in node && Array.isArray(node.fragments)
    ? new Set(node.fragments.map(({ fragment }: { readonly fragment?: unknown }) => fragment))
    : undefined

/** Whether each character is in both as often: nothing that somebody wrote is lost, and nothing came of its signs. */
export const saysSameLetters = (one: unknown, other: unknown): boolean => {
  const [first, second] = [charactersOf(one), charactersOf(other)]
  return first.size === second.size && [...first].every(([character, count]) => second.get(character) === count)
}
