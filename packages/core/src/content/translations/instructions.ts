import type { RichDocument } from "../../kernel/shared/richDocument.ts"

/** The words of a rich document, its blocks on lines of their own. What it holds besides words says nothing here. */
export const plainInstructions = (document: RichDocument | null): string => {
  const lines: string[] = []
  const walk = (nodes: unknown): string => {
    if (!Array.isArray(nodes)) return ""
    let line = ""
    for (const node of nodes as ReadonlyArray<Readonly<Record<string, unknown>>>) {
      if (node["object"] === "text") {
        for (const leaf of (node["leaves"] ?? []) as ReadonlyArray<{ readonly text: string }>) line += leaf.text
        continue
      }
      const inner = walk(node["nodes"])
      walkInto(node["fragments"])
      if (node["object"] === "inline") line += inner
      else if (inner.trim() !== "") lines.push(inner.trim())
    }
    return line
  }
  const walkInto = (nodes: unknown): void => {
    const rest = walk(nodes)
    if (rest.trim() !== "") lines.push(rest.trim())
  }
  walkInto(document?.nodes)
  return lines.join("\n")
}
