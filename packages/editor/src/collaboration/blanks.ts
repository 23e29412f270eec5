/** What Markdown does not keep: paragraphs without a word, and blanks around a text. Nobody has to lose them while writing. */
import { Fragment, type Node } from "prosemirror-model"
import { alignBlocks } from "./alignment.ts"
import type { NumberOf } from "./numbering.ts"

const known = new WeakMap<Node, Node>()

/**
 * A document as the server may have it: without what is not written. A block that has to hold one keeps one paragraph.
 * What did not change is not looked at again.
 */
export const withoutBlanks = (node: Node): Node => {
  if (node.isLeaf) return node
  const found = known.get(node)
  if (found !== undefined) return found
  const children = node.isTextblock ? trimmed(node) : written(node)
  const isSame = children.length === node.childCount && children.every((child, index) => child === node.child(index))
  const made = isSame ? node : node.copy(Fragment.from(children))
  known.set(node, made)
  return made
}

const written = ({ children, type }: Node): Node[] => {
  const all = children.map(withoutBlanks)
  const left = all.filter((child) => !isBlank(child))
  if (left.length === all.length || type.validContent(Fragment.from(left))) return left
  const first = all.find(isBlank)
  return all.filter((child) => child === first || !isBlank(child))
}

const isBlank = ({ childCount, type }: Node): boolean => type.name === "paragraph" && childCount === 0

/** Code is kept as it is. */
const trimmed = ({ children, type }: Node): ReadonlyArray<Node> =>
  type.spec.code ? children : trim(trim(children, "first"), "last")

/** The words of a text, between the blanks that stand around another one: in the marks of the words beside them. */
export const betweenBlanksOf = ({ children, content, type }: Node, text: Node): Fragment => {
  if (type.spec.code) return text.content
  const sizeOf = (nodes: ReadonlyArray<Node>): number => Fragment.from(nodes).size
  const start = content.size - sizeOf(trim(children, "first"))
  const end = sizeOf(trim(children, "last"))
  const words = trimmed(text)
  const left = markedLike(content.cut(0, Math.min(start, end)), words[0])
  const right = markedLike(content.cut(end), words.at(-1))
  return Fragment.from([...left, ...words, ...right])
}

/** Marks that are of a type that the other node has too are those of that. */
const markedLike = ({ content }: Fragment, other: Node | undefined): ReadonlyArray<Node> =>
  content.map((node) =>
    node.mark(node.marks.map((mark) => other?.marks.find(({ type }) => type === mark.type) ?? mark))
  )

const trim = (nodes: ReadonlyArray<Node>, side: "first" | "last"): ReadonlyArray<Node> => {
  let left = nodes
  for (;;) {
    const node = side === "first" ? left[0] : left.at(-1)
    if (!node?.isText || node.marks.some(({ type }) => type.spec.code)) return left
    const text = side === "first" ? node.text!.replace(/^[ \t]+/, "") : node.text!.replace(/(?<![ \t])[ \t]+$/, "")
    if (text === node.text) return left
    const rest = side === "first" ? left.slice(1) : left.slice(0, -1)
    if (text !== "") {
      const cut = node.type.schema.text(text, node.marks)
      return side === "first" ? [cut, ...rest] : [...rest, cut]
    }
    left = rest
  }
}

/**
 * A document with the blanks of another one, wherever they are still such as Markdown does not keep: where others' words
 * came behind them they would be words of nobody, which only one person sees.
 */
export const withBlanksOf = (blanks: Node, node: Node, numberOf: NumberOf): Node => {
  if (blanks.eq(node)) return node
  const [own, other] = [blanks.children, node.children]
  const out: Node[] = []
  let [next, otherNext] = [0, 0]
  const same = (until: number): void => {
    while (next < until) {
      out.push(own[next++]!)
      otherNext++
    }
  }
  for (const { end, sideEnd, start } of alignBlocks(own.map(withoutBlanks), other.map(withoutBlanks), numberOf)) {
    same(start)
    const [left, right] = [own.slice(next, end), other.slice(otherNext, sideEnd)]
    out.push(...(right.every(isWithoutWords) ? left.filter(isWithoutWords) : right))
    ;[next, otherNext] = [end, sideEnd]
  }
  same(own.length)
  return node.copy(Fragment.from(out))
}

const isWithoutWords = (node: Node): boolean => isBlank(withoutBlanks(node))
