/** Formulas as trees: LaTeX to MathML (by temml), and its markup to nodes. */
import { renderFormula } from "@octavo/render/math"

export interface MathNode {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<MathNode>
  readonly text: string
}

const deepest = 100

/** The tree of a formula; `undefined` when it cannot be read. */
export const readFormula = (source: string, display: boolean): MathNode | undefined => {
  const markup = renderFormula(source, display)
  if (markup === undefined) return undefined
  try {
    return parse(markup)
  } catch {
    return undefined
  }
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'" }

const decoded = (text: string): string => text.replace(/&(lt|gt|amp|quot|#x27);/g, (_, name: string) => entities[name]!)

/** The markup that temml writes: elements with quoted attributes, and text. */
const parse = (markup: string): MathNode | undefined => {
  interface Open {
    readonly tag: string
    readonly attributes: Record<string, string>
    readonly children: Array<MathNode>
    text: string
  }
  const root: Open = { tag: "", attributes: {}, children: [], text: "" }
  const open: Array<Open> = [root]
  for (const [, end, tag = "", written = "", text] of markup.matchAll(
    /<(\/?)([\w-]+)((?:\s+[\w:-]+="[^"]*")*)\s*>|([^<]+)/g
  )) {
    const top = open.at(-1)!
    if (text !== undefined) top.text += decoded(text)
    else if (end === "/") {
      open.pop()
      open.at(-1)?.children.push(top)
    } else if (open.length > deepest) return undefined
    else {
      const attributes = Object.fromEntries(
        [...written.matchAll(/(?<![\w:-])([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, decoded(value!)])
      )
      open.push({ tag, attributes, children: [], text: "" })
    }
  }
  return root.children[0]
}
