/** Documents as clients hold them, and pieces to write them with. */
import { parsePage, readDocument, writeDocument } from "../../src/index.ts"
import { references } from "./references.ts"

/** What JSON leaves of a value. */
export const asJson = (value: unknown): any => JSON.parse(JSON.stringify(value))

/** Without what is only read: keys, and anchors of headings. */
export const bare = (value: unknown): any =>
  JSON.parse(JSON.stringify(value, (name, one) => (name === "key" || name === "meta" ? undefined : one)))

export const read = (text: string, titled = true): any => asJson(readDocument(text, references, { titled }))

export const nodesOf = (text: string): any => bare(readDocument(text, references)).nodes

export const write = (document: unknown, base = "", titled = true, title?: string) =>
  writeDocument(document, references, { base, titled, title })

/** Its text; fails with the problem. */
export const written = (document: unknown, base = "", titled = true, title?: string): string => {
  const result = write(document, base, titled, title)
  if ("problem" in result) throw new Error(`${result.problem.path}: ${result.problem.message}`)
  return result.text
}

export const doc = (...nodes: unknown[]) => ({ object: "document", data: {}, nodes })

export const leaf = (text: string, ...marks: unknown[]) => ({
  object: "leaf",
  text,
  marks: marks.map((mark) => (typeof mark === "string" ? { object: "mark", type: mark } : mark))
})

export const text = (value: string, ...marks: unknown[]) => ({ object: "text", leaves: [leaf(value, ...marks)] })

export const block = (type: string, data: object, ...nodes: unknown[]) => ({
  object: "block",
  type,
  isVoid: false,
  data,
  nodes
})

export const voidBlock = (type: string, data: object, more: object = {}) => ({
  object: "block",
  type,
  isVoid: true,
  data,
  ...more
})

export const paragraph = (...nodes: unknown[]) =>
  block(
    "paragraph",
    {},
    ...(nodes.length === 0 ? [text("")] : nodes.map((one) => (typeof one === "string" ? text(one) : one)))
  )

export const inline = (type: string, data: object, more: object = {}) => ({
  object: "inline",
  type,
  isVoid: true,
  data,
  ...more
})

export const fragment = (name: string, ...nodes: unknown[]) => ({
  object: "fragment",
  fragment: name,
  type: name,
  nodes
})

/** The blocks of a page, its title left out. */
export const blocksOf = (source: string) => {
  const { root } = parsePage(source)
  const title = root.children.find((node) => node.type === "heading" && node.depth === 1)
  return root.children.filter((node) => node !== title)
}
