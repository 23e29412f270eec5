/** Reads one page: its header, its tree, and what others need to know about it. */
import type { Block, Heading, Position, Root } from "./ast.ts"
import { parseBlocks } from "./blocks.ts"
import { convertDocument } from "./convert.ts"
import { type Frontmatter, readFrontmatter } from "./frontmatter.ts"
import { noteTextLength } from "./longestText.ts"
import { collectReferences, type Reference } from "./references.ts"
import { headingAnchor, makeSlugSet, splitEmoji, uniqueSlug } from "./slug.ts"
import { plainText } from "./text.ts"
import { visit } from "./visit.ts"

export interface PageTitle {
  /** Text of the first H1 with markup flattened, without its leading emoji. */
  text: string
  emoji?: string
  position: Position
}

export interface OutlineEntry {
  level: number
  text: string
  /** Anchor of the heading; absent on H1. */
  id?: string
  position: Position
}

export interface ParsedPage {
  frontmatter?: Frontmatter
  title?: PageTitle
  root: Root
  /** All headings in order, those inside of other blocks included. */
  outline: OutlineEntry[]
  /** Every reference that leaves the page, those of the header included. */
  links: Reference[]
}

/**
 * Parses a page. Never throws, linear in the length of the text; all positions are offsets into `text`, whatever its
 * line endings. A header whose YAML does not parse is reported in `frontmatter.error` and changes nothing else.
 */
export const parsePage = (text: string): ParsedPage => {
  noteTextLength(text.length)
  const frontmatter = readFrontmatter(text)
  const from = frontmatter?.position.end ?? (text.startsWith("\uFEFF") ? 1 : 0)
  const children = convertDocument(text, parseBlocks(text, from))
  const root: Root = { type: "root", children, position: { start: from, end: text.length } }
  const title = titleHeading(root)
  const outline = giveAnchors(root, title)
  const links = collectReferences(root, frontmatter)
  return { ...(frontmatter && { frontmatter }), ...(title && { title: readTitle(title) }), root, outline, links }
}

/** The text that was parsed last for who reads it; a long one is not held. */
let last: { readonly text: string; readonly parsed: ParsedPage } | undefined
const longestHeld = 16_384

/**
 * The same, for who changes nothing in the tree: what a page says, what it leads to and what it looks like is asked for one
 * after the other, and its text is parsed once.
 */
export const readPage = (text: string): ParsedPage => {
  if (last?.text === text) return last.parsed
  const parsed = parsePage(text)
  last = text.length > longestHeld ? undefined : { text, parsed }
  return parsed
}

/** The first H1 that is nested in nothing. Any other is a heading of its page. */
export const titleHeading = ({ children }: Root): Heading | undefined =>
  children.find((block): block is Heading => block.type === "heading" && block.depth === 1)

/** The blocks of a page without the one that `ParsedPage.title` is of. */
export const withoutTitle = (root: Root): Root["children"] => {
  const title = titleHeading(root)
  return title === undefined ? root.children : root.children.filter((block) => block !== title)
}

const readTitle = (heading: Heading): PageTitle => {
  const { title, emoji } = splitEmoji(flatten(heading))
  return { text: title, ...(emoji !== undefined && { emoji }), position: heading.position }
}

const flatten = (heading: Block): string => plainText(heading).replace(/\s+/g, " ").trim()

/** Sets the anchors in document order: explicit ids as they are, the others unique by counting; none for the title. */
const giveAnchors = (root: Root, title: Heading | undefined): OutlineEntry[] => {
  const taken = makeSlugSet()
  const outline: OutlineEntry[] = []
  visit(root, (node) => {
    if (node.type !== "heading") return true
    const text = flatten(node)
    const id = node === title ? undefined : anchorOf(node, text, taken)
    if (id !== undefined) node.anchor = id
    outline.push({ level: node.depth, text, ...(id !== undefined && { id }), position: node.position })
    return false
  })
  return outline
}

const anchorOf = (heading: Heading, text: string, taken: ReturnType<typeof makeSlugSet>): string | undefined => {
  if (heading.id !== undefined) {
    taken.slugs.add(heading.id)
    return heading.id
  }
  const anchor = headingAnchor(text)
  return anchor === "" ? undefined : uniqueSlug(anchor, taken)
}
