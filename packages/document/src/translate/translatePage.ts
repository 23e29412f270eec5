/**
 * A page in another language: the words of its blocks are exchanged, one text after the other; everything else keeps its
 * bytes. What comes out reads back as what it was meant to be, or stays in its language.
 */
import type { Block, Content, Expandable, Heading, Images, Inline, RichTable, Step, Tab } from "../ast.ts"
import { parsePage } from "../parse.ts"
import { editFrontmatter } from "../print/page.ts"
import { type BlockEdit, replaceBlocks } from "../print/replace.ts"
import { sameTree } from "../print/sameTree.ts"
import { pushAll } from "../push-all.ts"
import { inlinesOf, isInline, plainOf, plainSegment, segmentOf } from "./segment.ts"

/** The translation of a text; `undefined` where there is none. */
export type Translate = (text: string) => string | undefined

export interface TranslatedPage {
  readonly text: string
  /** What stayed in its language although there was a translation: words of blocks that could not be written with it. */
  readonly kept: ReadonlyArray<string>
}

/** The texts of a page that are to be translated, each once. */
export const pageSegments = (text: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  const page = parsePage(text)
  const note: Translate = (one) => {
    found.add(one)
    return undefined
  }
  headerOf(page.frontmatter?.data, note)
  new Writer(note).blocks(page.root.children)
  return [...found]
}

/** The page with the translations that there are. Never throws. */
export const translatePage = (text: string, translate: Translate): TranslatedPage => {
  const { frontmatter, root } = parsePage(text)
  const written = new Writer(translate).blocks(root.children)
  const kept: string[] = []
  const places = new Map(written.map((one, at) => [one, at]))
  let changed = written.filter(({ edits }) => edits.length > 0)
  let body = text
  // a block that reads back otherwise is left out, which may change how its neighbours read
  for (let looks = 3; changed.length > 0; looks--) {
    const made = replaceBlocks(
      text,
      changed.flatMap(({ edits }) => edits),
      root
    )
    const read = parsePage(made).root.children
    const wrong =
      looks === 0 || read.length !== written.length
        ? changed
        : changed.filter((one) => !sameTree(read[places.get(one)!], one.node))
    if (wrong.length === 0) {
      body = made
      break
    }
    pushAll(
      kept,
      wrong.map(({ node }) => wordsOf(text, node))
    )
    const left = new Set(wrong)
    changed = changed.filter((one) => !left.has(one))
  }
  const header = headerOf(frontmatter?.data, translate)
  return { text: Object.keys(header).length === 0 ? body : editFrontmatter(body, header), kept }
}

const wordsOf = (text: string, { position }: Block): string =>
  text.slice(position.start, position.end).replace(/\s+/g, " ").slice(0, 200)

const headerFields = ["title", "description"] as const

/** What of a header says something to readers, translated. */
const headerOf = (
  data: Readonly<Record<string, unknown>> | undefined,
  translate: Translate
): Record<string, string> => {
  const changes: Record<string, string> = {}
  for (const field of headerFields) {
    const value = data?.[field]
    const made = typeof value === "string" ? translatePlain(value, translate) : undefined
    if (made !== undefined) changes[field] = made
  }
  return changes
}

/** A plain text in the other language; `undefined` where there is no translation. */
export const translatePlain = (value: string, translate: Translate): string | undefined => {
  const segment = plainSegment(value)
  const made = segment === undefined ? undefined : translate(segment)
  return made === undefined ? undefined : plainOf(segment!, made)
}

/** A block as it is to be, and the edits of the text that make it so. */
interface Written<A = Block> {
  readonly node: A
  readonly edits: ReadonlyArray<BlockEdit>
}

class Writer {
  readonly #translate: Translate

  constructor(translate: Translate) {
    this.#translate = translate
  }

  blocks(nodes: ReadonlyArray<Block>): ReadonlyArray<Written> {
    return nodes.map((node) => this.#block(node))
  }

  #block(node: Block): Written {
    switch (node.type) {
      case "paragraph": {
        const children = this.#inlines(node.children)
        return children === undefined ? same(node) : whole(node, { ...node, children })
      }
      case "heading":
        return this.#heading(node)
      case "table": {
        const rows = node.children.map((row) => ({
          ...row,
          children: row.children.map((cell) => ({ ...cell, children: this.#inlines(cell.children) ?? cell.children }))
        }))
        const made = { ...node, children: rows }
        return sameTree(made, node) ? same(node) : whole(node, made)
      }
      case "richTable":
        return this.#richTable(node)
      case "images":
        return this.#images(node)
      case "expandable":
        return this.#expandable(node)
      case "list": {
        const items = node.children.map((item) => this.#inside(item, item.children))
        return { node: { ...node, children: items.map((item) => item.node) }, edits: editsOf(items) }
      }
      case "tab":
        return this.#tab(node)
      case "step":
        return this.#step(node)
      case "prompt": {
        const description = translatePlain(node.description, this.#translate)
        return description === undefined
          ? same(node)
          : whole(node, { ...node, description, attributes: { ...node.attributes, description } })
      }
      case "htmlElement": {
        if (!node.children.every(isInline)) return this.#mixed(node)
        const children = this.#inlines(node.children.filter(isInline))
        return children === undefined ? same(node) : whole(node, { ...node, children: [...children] })
      }
      case "blockquote":
      case "footnoteDefinition":
      case "hint":
      case "tabs":
      case "stepper":
      case "columns":
      case "column":
      case "updates":
      case "update":
      case "if":
      case "embed":
      case "file":
      case "swagger":
      case "swaggerPart":
      case "unknownBlock":
        return this.#inside(node, node.children as ReadonlyArray<Block>) as Written
      default:
        return same(node)
    }
  }

  /** A block of which only what it holds is translated. */
  #inside<A extends { readonly children: ReadonlyArray<Block> }>(node: A, children: ReadonlyArray<Block>): Written<A> {
    const written = this.blocks(children)
    return { node: { ...node, children: written.map((one) => one.node) }, edits: editsOf(written) }
  }

  #mixed<A extends Block & { readonly children: ReadonlyArray<Content> }>(node: A): Written {
    const written = node.children.map((child) => (isInline(child) ? same(child as Block) : this.#block(child as Block)))
    return { node: { ...node, children: written.map((one) => one.node) } as Block, edits: editsOf(written) }
  }

  /** Links to it lead to the anchor that it had. */
  #heading(node: Heading): Written {
    const children = this.#inlines(node.children)
    if (children === undefined) return same(node)
    const id = node.id ?? node.anchor
    return whole(node, { ...node, children: [...children], ...(id !== undefined && { id }) })
  }

  #expandable(node: Expandable): Written {
    const summary = this.#inlines(node.summary)
    const inside = this.#inside(node, node.children)
    return summary === undefined ? inside : whole(node, { ...inside.node, summary: [...summary] })
  }

  #tab(node: Tab): Written {
    const title = translatePlain(node.title, this.#translate)
    const inside = this.#inside(node, node.children)
    return title === undefined
      ? inside
      : whole(node, { ...inside.node, title, attributes: { ...node.attributes, title } })
  }

  /** Its title is the heading that it begins with. */
  #step(node: Step): Written {
    const inside = this.#inside(node, node.children)
    const [first] = inside.node.children
    if (node.title === undefined || first?.type !== "heading") return inside
    return { ...inside, node: { ...inside.node, title: first } }
  }

  #images(node: Images): Written {
    const children = node.children.map((item) => {
      const alt = item.alt === undefined ? undefined : translatePlain(item.alt, this.#translate)
      return {
        ...item,
        ...(alt !== undefined && { alt }),
        children: this.blocks(item.children).map((one) => one.node)
      }
    })
    const made = { ...node, children }
    return sameTree(made, node) ? same(node) : whole(node, made)
  }

  /** Columns of numbers, choices and the like are read by machines. */
  #richTable(node: RichTable): Written {
    const columns = node.columns.map((column) => ({
      ...column,
      children: [...(this.#inlines(column.children) ?? column.children)]
    }))
    const rows = node.rows.map((row) => ({
      ...row,
      children: row.children.map((cell, at) => {
        if ((node.columns[at]?.dataType ?? "text") !== "text") return cell
        if (cell.children.every(isInline)) {
          return { ...cell, children: [...(this.#inlines(cell.children.filter(isInline)) ?? cell.children)] }
        }
        return { ...cell, children: this.blocks(cell.children as Block[]).map((one) => one.node) }
      })
    }))
    const made = { ...node, columns, rows }
    return sameTree(made, node) ? same(node) : whole(node, made)
  }

  #inlines(nodes: ReadonlyArray<Inline>): Inline[] | undefined {
    const segment = segmentOf(nodes)
    const made = segment === undefined ? undefined : this.#translate(segment.text)
    const inlines = made === undefined ? undefined : inlinesOf(segment!, made)
    return inlines === undefined ? undefined : [...inlines]
  }
}

const same = <A extends Block>(node: A): Written<A> => ({ node, edits: [] })

const whole = (before: Block, node: Block): Written => ({
  node,
  edits: [{ span: before.position, nodes: [node] }]
})

const editsOf = (parts: ReadonlyArray<Written<unknown>>): ReadonlyArray<BlockEdit> =>
  parts.flatMap(({ edits }) => edits)
