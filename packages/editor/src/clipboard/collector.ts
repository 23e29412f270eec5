/** Gathers blocks, and text between them to paragraphs, with the white space that HTML shows. */
import type { Mark, Node } from "prosemirror-model"
import { paragraph } from "../commands/nodes.ts"
import { schema } from "../schema/schema.ts"

export class Collector {
  readonly blocks: Node[] = []
  #line: Node[] = []
  /** Whether the text so far ends with a blank, or has not begun. */
  #isBlank = true
  readonly #make: (content: ReadonlyArray<Node>) => Node

  constructor(make: (content: ReadonlyArray<Node>) => Node = paragraph) {
    this.#make = make
  }

  /** Text in which runs of white space are one blank. */
  text(value: string, marks: ReadonlyArray<Mark>): void {
    let text = storable(value).replace(/[ \t\r\n\f\u00a0]{2,}|[ \t\r\n\f]/g, " ")
    if (this.#isBlank) text = text.replace(/^[ \u00a0]/, "")
    if (text === "") return
    this.#isBlank = text.endsWith(" ")
    this.#line.push(schema.text(text, marks))
  }

  /** Text in which white space counts. */
  exactText(value: string, marks: ReadonlyArray<Mark>): void {
    storable(value)
      .split(/\r\n?|\n/)
      .forEach((line, index) => {
        if (index > 0) this.break()
        if (line !== "") this.inline(schema.text(line, marks))
      })
  }

  inline(node: Node): void {
    this.#line.push(node)
    this.#isBlank = false
  }

  /** A line break; those at the ends of a paragraph are none. */
  break(): void {
    this.#trim()
    if (this.#line.length > 0) this.#line.push(schema.node("hard_break"))
    this.#isBlank = true
  }

  block(...nodes: ReadonlyArray<Node>): void {
    this.flush()
    for (const node of nodes) this.blocks.push(node)
  }

  /** Ends the paragraph. */
  flush(): void {
    this.#trim()
    while (this.#line.at(-1)?.type.name === "hard_break") {
      this.#line.pop()
      this.#trim()
    }
    if (this.#line.length > 0) this.blocks.push(this.#made())
    this.#line = []
    this.#isBlank = true
  }

  #made(): Node {
    const [only] = this.#line
    const isPicture = this.#line.length === 1 && only!.type.name === "inline_image"
    if (!isPicture) return this.#make(withPlainBlanks(this.#line))
    const { alt, ref } = only!.attrs["data"] as { alt: string; ref: object }
    return schema.node("images", null, [schema.node("image", { data: { ref, ...(alt !== "" && { alt }) } })])
  }

  #trim(): void {
    const last = this.#line.at(-1)
    if (!last?.isText) return
    const text = last.text!.replace(/[ \u00a0]$/, "")
    if (text === last.text) return
    this.#line.pop()
    if (text !== "") this.#line.push(schema.text(text, last.marks))
  }
}

/** Without what no page can hold. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "")

/** Blanks at the ends of a text have the marks alone that their neighbours have, too: Markdown has no others. */
const withPlainBlanks = (line: ReadonlyArray<Node>): Node[] =>
  line.flatMap((node, index) => {
    if (!node.isText || node.marks.length === 0) return [node]
    const shared = (other: Node | undefined): ReadonlyArray<Mark> =>
      node.marks.filter((mark) => mark.isInSet(other?.marks ?? []))
    const text = node.text!
    const [starts, ends] = [text.startsWith(" "), text.length > 1 && text.endsWith(" ")]
    const inside = text.slice(starts ? 1 : 0, ends ? -1 : undefined)
    return [
      ...(starts ? [schema.text(" ", shared(line[index - 1]))] : []),
      ...(inside === "" ? [] : [schema.text(inside, node.marks)]),
      ...(ends ? [schema.text(" ", shared(line[index + 1]))] : [])
    ]
  })
