/** What a page shows in place of what its author wrote, where that could be drawn. */
import { attribute, type Element, elementsOf, hasClass, textOf } from "./browser.ts"

export interface Undrawn {
  /** How many diagrams are drawn. */
  readonly drawn: number
  /** Sources of diagrams that are code to the page, by how they begin. */
  readonly diagrams: ReadonlyArray<string>
  /** Icons of a name that was not known. */
  readonly icons: number
  /** Pictures that stand there as a link to another host, or to nothing, by their addresses. */
  readonly chips: ReadonlyArray<string>
}

/** How sources of Mermaid begin, which nothing else does. */
const mermaid =
  /^\s*(?:(?:flowchart|graph)\s+(?:TB|TD|BT|RL|LR)\b|(?:sequenceDiagram|classDiagram|stateDiagram(?:-v2)?|erDiagram|gitGraph|mindmap|gantt|quadrantChart)\s*$)/m

/** @param document of a page, as its HTML says it */
export const undrawnIn = (document: Parameters<typeof elementsOf>[0]): Undrawn => {
  const all = elementsOf(document, () => true)
  const drawn = new Set(
    all.filter((one) => hasClass(one, "diagram")).flatMap((one) => elementsOf(one, ({ tagName }) => tagName === "code"))
  )
  const isSource = (one: Element): boolean => {
    const language = /(?:^|\s)language-(\S+)/.exec(attribute(one, "class") ?? "")?.[1]
    return language === "mermaid" || (language === undefined && mermaid.test(textOf(one).split("\n", 1)[0]!))
  }
  return {
    drawn: drawn.size,
    diagrams: all
      .filter((one) => one.tagName === "code" && !drawn.has(one) && isSource(one))
      .map((one) => textOf(one).slice(0, 60)),
    icons: all.filter((one) => one.tagName === "svg" && hasClass(one, "unknown")).length,
    chips: all.filter((one) => hasClass(one, "remote")).map((one) => attribute(one, "href") ?? "")
  }
}
