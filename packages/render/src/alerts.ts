/** Alerts of GitHub: quotes that begin with a line like `[!NOTE]`. They stay quotes in the text, and are drawn as hints. Pure. */
import type { Block, Blockquote, Hint, HintStyle, Inline } from "@octavo/document"

const styles: Readonly<Record<string, HintStyle>> = {
  NOTE: "info",
  TIP: "success",
  IMPORTANT: "info",
  WARNING: "warning",
  CAUTION: "danger"
}

/** The line, alone, with the end of it. */
const marker = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(\n|$)/i

/** The hint that a quote is; `undefined` for one that is no alert, or has nothing in it. */
export const alertOf = ({ children, position }: Blockquote): Hint | undefined => {
  const [first, ...blocks] = children
  const [head, ...inlines] = first?.type === "paragraph" ? first.children : []
  const match = head?.type === "text" ? marker.exec(head.value) : null
  if (match === null || first?.type !== "paragraph" || head?.type !== "text") return undefined
  const rest = head.value.slice(match[0].length)
  // something else stands on the line
  if (match[2] === "" && inlines.length > 0 && inlines[0]!.type !== "break") return undefined
  const words: Array<Inline> = [
    ...(rest === "" ? [] : [{ ...head, value: rest }]),
    ...(match[2] === "" ? inlines.slice(1) : inlines)
  ]
  const body: Array<Block> = [...(words.length === 0 ? [] : [{ ...first, children: words }]), ...blocks]
  if (body.length === 0) return undefined
  const style = styles[match[1]!.toUpperCase()]!
  return { type: "hint", tag: "hint", attributes: Object.create(null), style, children: body, position }
}
