/** Numbers for nodes: those that say the same have the same one. Keys and ids that the server makes anew say nothing. */
import type { Fragment, Mark, Node } from "prosemirror-model"

export type NumberOf = (node: Node) => number

/** A numbering of its own: numbers of two of them say nothing of each other. */
export const makeNumbering = (): NumberOf => {
  const numbers = new Map<string, number>()
  return (node) => {
    const says = saidBy(node)
    const found = numbers.get(says)
    if (found !== undefined) return found
    numbers.set(says, numbers.size)
    return numbers.size - 1
  }
}

/** Attributes that the server makes of what a block says, or of its place. */
export const isRenewed = (attribute: string): boolean => renewed.has(attribute)

const renewed = new Set(["key", "closeKey", "id"])

const known = new WeakMap<Node, string>()
const knownContent = new WeakMap<Fragment, string>()

/** Looks at each node once, and at what is in it once, however often its key is made anew. */
const saidBy = (node: Node): string => {
  const found = known.get(node)
  if (found !== undefined) return found
  const { attrs, marks, type } = node
  const said = Object.entries(attrs).filter(([name]) => !renewed.has(name))
  const says = JSON.stringify([type.name, said, marks.map(saidByMark)], withoutKeys) + contentOf(node)
  known.set(node, says)
  return says
}

/** Which number a note has the server says. */
const saidByMark = (mark: Mark): unknown => {
  if (mark.type.name !== "annotation") return mark
  const { label: _, ...data } = mark.attrs["data"] as Record<string, unknown>
  return { type: mark.type.name, attrs: { ...mark.attrs, data } }
}

const contentOf = ({ content, isText, text }: Node): string => {
  if (isText) return JSON.stringify(text)
  const found = knownContent.get(content)
  if (found !== undefined) return found
  const says = `[${content.content.map(saidBy).join()}]`
  knownContent.set(content, says)
  return says
}

/**
 * Attributes may hold parts of a structured document, whose keys are made anew as well. In which order fields were set says
 * nothing.
 */
function withoutKeys(this: unknown, name: string, value: unknown): unknown {
  const isKey = name === "key" && typeof this === "object" && this !== null && "object" in this
  if (isKey) return undefined
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value)
  return isRecord
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
}
