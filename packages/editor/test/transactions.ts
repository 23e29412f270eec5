/** What people and programs do to a document of the editor, drawn at random: each is tried, and does nothing where it cannot be. */
import fc from "fast-check"
import { type Attrs, type Mark, type Node, ReplaceError } from "prosemirror-model"
import { canJoin, canSplit, findWrapping, insertPoint, liftTarget, Transform } from "prosemirror-transform"
import { schema, toEditor } from "../src/index.ts"
import { read } from "./documents.ts"
import { forms } from "./pages.ts"

type Numbers = Readonly<Record<"a" | "b" | "c", number>>

type Act = (
  transform: Transform,
  at: { readonly from: number; readonly to: number; readonly elsewhere: number; readonly pick: number }
) => void

const paragraph = {
  object: "block",
  type: "paragraph",
  nodes: [{ object: "text", leaves: [{ object: "leaf", text: "note", marks: [] }] }]
}

const marks: ReadonlyArray<Mark> = [
  ...["bold", "italic", "strikethrough", "keyboard", "superscript", "subscript", "code"].map((name) =>
    schema.mark(name)
  ),
  schema.mark("color", { data: { text: "red", background: "default" } }),
  schema.mark("link", { data: { ref: { kind: "url", url: "https://a.b/" } } }),
  schema.mark("annotation", {
    fragments: [{ object: "fragment", fragment: "annotation-body", type: "annotation-body", nodes: [paragraph] }]
  })
]

const textblocks = ["paragraph", "heading_1", "heading_2", "heading_3", "code_line"]

const wrappers: ReadonlyArray<readonly [name: string, attributes?: Attrs]> = [
  ["blockquote"],
  ["hint"],
  ["list_unordered"],
  ["list_ordered"],
  ["list_tasks"],
  ["if", { data: { expression: "a" } }]
]

const samples: ReadonlyArray<Node> = forms.flatMap(([, text]) => toEditor(read(text, false)).children)

const oneOf = <A>(list: ReadonlyArray<A>, pick: number): A => list[pick % list.length]!

const blocksOf = (doc: Node): Array<{ at: number; node: Node }> => {
  const found: Array<{ at: number; node: Node }> = []
  doc.descendants((node, at) => {
    if (node.isBlock) found.push({ at, node })
  })
  return found
}

const insert = (transform: Transform, place: number, node: Node): void => {
  const at = insertPoint(transform.doc, Math.min(place, transform.doc.content.size), node.type)
  if (at !== null) transform.insert(at, node)
}

const acts: Readonly<Record<string, Act>> = {
  type: (transform, { from }) => {
    const $from = transform.doc.resolve(from)
    if ($from.parent.inlineContent) transform.replaceWith(from, from, schema.text("new", $from.marks()))
  },
  split: (transform, { from, pick }) => {
    const depth = 1 + (pick % 3)
    if (canSplit(transform.doc, from, depth)) transform.split(from, depth)
  },
  join: (transform, { from }) => {
    if (canJoin(transform.doc, from)) transform.join(from)
  },
  delete: (transform, { from, to }) => {
    transform.delete(from, to)
  },
  "delete blocks": (transform, { from, to }) => {
    transform.deleteRange(from, to)
  },
  insert: (transform, { elsewhere, pick }) => insert(transform, elsewhere, oneOf(samples, pick)),
  move: (transform, { elsewhere, pick }) => {
    const { at, node } = oneOf(blocksOf(transform.doc), pick)
    transform.deleteRange(at, at + node.nodeSize)
    insert(transform, transform.mapping.map(elsewhere), node)
  },
  duplicate: (transform, { elsewhere, pick }) =>
    insert(transform, elsewhere, oneOf(blocksOf(transform.doc), pick).node),
  paste: (transform, { elsewhere, from, to }) => {
    transform.replaceRange(elsewhere, elsewhere, transform.doc.slice(from, to))
  },
  mark: (transform, { from, pick, to }) => {
    transform.addMark(from, to, oneOf(marks, pick))
  },
  unmark: (transform, { from, pick, to }) => {
    transform.removeMark(from, to, oneOf(marks, pick).type)
  },
  "turn into": (transform, { from, pick, to }) => {
    transform.setBlockType(from, to, schema.nodes[oneOf(textblocks, pick)]!)
  },
  wrap: (transform, { from, pick, to }) => {
    const range = transform.doc.resolve(from).blockRange(transform.doc.resolve(to))
    const [name, attributes] = oneOf(wrappers, pick)
    const wrapping = range && findWrapping(range, schema.nodes[name]!, attributes)
    if (range && wrapping) transform.wrap(range, wrapping)
  },
  lift: (transform, { from, to }) => {
    const range = transform.doc.resolve(from).blockRange(transform.doc.resolve(to))
    const target = range && liftTarget(range)
    if (range && target !== null) transform.lift(range, target)
  }
}

export const transactions = fc.array(
  fc.record({
    name: fc.constantFrom(...Object.keys(acts)),
    a: fc.nat(100_000),
    b: fc.nat(100_000),
    c: fc.nat(100_000)
  }),
  { minLength: 1, maxLength: 6 }
)

/** The document after them. Steps that ProseMirror refuses, or after which its document is none, are left out. */
export const transacted = (doc: Node, drawn: ReadonlyArray<Numbers & { readonly name: string }>): Node =>
  drawn.reduce((before, { a, b, c, name }) => {
    const transform = new Transform(before)
    const { size } = before.content
    const place = (at: number): number => whole(before, at % (size + 1))
    const [from, elsewhere] = [place(a), place(c)]
    try {
      acts[name]!(transform, { from, to: Math.max(from, place(Math.min(size, from + (b % 30)))), elsewhere, pick: c })
      transform.doc.check()
    } catch (error) {
      if (error instanceof ReplaceError || error instanceof RangeError || isTransformError(error)) return before
      throw error
    }
    return transform.doc
  }, doc)

const isTransformError = (error: unknown): boolean => error instanceof Error && error.name === "TransformError"

/** A place where no character is cut in two. */
const whole = (doc: Node, at: number): number => {
  const next = doc.resolve(at).nodeAfter?.text?.charCodeAt(0) ?? 0
  return next >= 0xdc00 && next <= 0xdfff ? at - 1 : at
}
