/** Structured documents, read: texts, titles and places of what the renderer draws. Pure. */

import { pageAddress, parsedUrl } from "./addresses.ts"
import type { RichDocument } from "./api.ts"
import { emojiOf } from "./spaces.ts"

export type RichBlock = RichDocument["nodes"][number]
export type RichNode = NonNullable<RichBlock["nodes"]>[number]
export type RichContent = Exclude<RichNode, RichBlock>
export type RichFragment = NonNullable<RichBlock["fragments"]>[number]
export type RichLeaf = Extract<RichContent, { object: "text" }>["leaves"][number]

/** What the dialect says of a block, an inline or a mark. */
export type Data = Readonly<Record<string, unknown>>

/** What a reference says, of the fields that any kind has. */
export interface Reference {
  readonly kind?: string
  readonly url?: string
  readonly page?: string
  readonly space?: string
  readonly anchor?: string
  readonly file?: string
  readonly user?: string
  readonly collection?: string
  readonly reusableContent?: string
  readonly spec?: string
  readonly tag?: string
  readonly broken?: boolean
}

/** A field of a block or an inline, when it is of the type that is looked for. */
export const textOf = (data: unknown, name: string): string | undefined => {
  const value = (data as Record<string, unknown> | undefined)?.[name]
  return typeof value === "string" ? value : undefined
}
export const flagOf = (data: unknown, name: string): boolean =>
  (data as Record<string, unknown> | undefined)?.[name] === true
export const referenceOf = (data: unknown, name = "ref"): Reference | undefined => {
  const value = (data as Record<string, unknown> | undefined)?.[name]
  return typeof value === "object" && value !== null ? (value as Reference) : undefined
}

/** The blocks that a block holds. */
export const blocksIn = (nodes: ReadonlyArray<RichNode> | undefined): ReadonlyArray<RichBlock> =>
  (nodes ?? []).filter((node): node is RichBlock => node.object === "block")

/** The text and inlines that a block holds. */
export const contentIn = (nodes: ReadonlyArray<RichNode> | undefined): ReadonlyArray<RichContent> =>
  (nodes ?? []).filter((node): node is RichContent => node.object !== "block")

/** The part of a block that has a name. */
export const fragmentOf = ({ fragments = [] }: RichBlock, name: string): RichFragment | undefined =>
  fragments.find(({ fragment, type }) => fragment === name || type === name)

/** What is read of something, without marks; sources say nothing. */
export const plainText = (nodes: ReadonlyArray<RichNode> | undefined): string =>
  (nodes ?? [])
    .map((node): string => {
      if (node.object === "text") return node.leaves.map(({ text }) => text).join("")
      if (node.object === "inline") {
        const label = node.type === "emoji" ? emojiOf(textOf(node.data, "code")) : textOf(node.data, "label")
        return label ?? plainText(node.nodes)
      }
      return plainText(node.nodes)
    })
    .join("")

/** Everything that is written in a block as text: what is shown of blocks that are not known. */
export const sourceOf = (block: RichBlock): string => JSON.stringify({ type: block.type, ...block.data }, undefined, 2)

/** A paragraph that holds nothing but source: Markdown or HTML without a form of its own. */
export const sourceOfParagraph = (block: RichBlock): string | undefined => {
  if (block.type !== "paragraph") return undefined
  const content = contentIn(block.nodes)
  const leaves = content.flatMap((node) => (node.object === "text" ? node.leaves : []))
  if (content.some(({ object }) => object !== "text") || leaves.some(({ text }) => text !== "")) return undefined
  const source = leaves.map((leaf) => leaf.source ?? "").join("")
  return source === "" ? undefined : source
}

/** Depth of a heading below the title of its page, 2 to 6. */
export const depthOf = ({ data, type }: Pick<RichBlock, "data" | "type">): 2 | 3 | 4 | 5 | 6 => {
  const written = Number((data as Record<string, unknown> | undefined)?.["depth"])
  const own = Number(type.slice(-1)) + 1
  const depth = Number.isInteger(written) && written > 1 ? written : own
  return Math.min(6, Math.max(2, depth)) as 2 | 3 | 4 | 5 | 6
}

/** Where an anchor of a page is: its own id, else one made of its words, once each. */
export const anchorsOf = (nodes: ReadonlyArray<RichBlock>): ReadonlyMap<RichBlock, string> => {
  const anchors = new Map<RichBlock, string>()
  const taken = new Set<string>()
  const visit = (block: RichBlock): void => {
    if (block.type.startsWith("heading-")) {
      const id = textOf(block.data, "id") ?? textOf(block.meta, "id") ?? slugOf(plainText(block.nodes))
      if (id !== "" && !taken.has(id)) {
        taken.add(id)
        anchors.set(block, id)
      }
    }
    blocksIn(block.nodes).forEach(visit)
    for (const fragment of block.fragments ?? []) blocksIn(fragment.nodes).forEach(visit)
  }
  nodes.forEach(visit)
  return anchors
}

export const slugOf = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")

/** What is known of a page that a reference may lead to. */
export interface KnownPage {
  readonly title: string
  readonly path: string
  readonly emoji?: string
  readonly description?: string
}

export interface Target {
  /** Below the application's path, or a whole address; absent for what leads nowhere. */
  readonly href: string | undefined
  /** What is said in place of words that the author left out. */
  readonly title: string
  readonly isOutside: boolean
}

const safeProtocols = new Set(["http:", "https:", "mailto:", "tel:"])

/**
 * Where a reference leads. Addresses that could run something lead nowhere.
 * @param space that the reference stands in
 * @param number of the change request whose draft it stands in
 */
export const targetOf = (
  ref: Reference | undefined,
  space: string,
  pages: ReadonlyMap<string, KnownPage>,
  number?: string
): Target => {
  const nowhere = (title: string): Target => ({ href: undefined, title, isOutside: false })
  const inside = (href: string, title: string): Target => ({ href, title, isOutside: false })
  if (ref === undefined || ref.broken === true) return nowhere("Broken link")
  const within = ref.space ?? space
  switch (ref.kind) {
    case "url": {
      const url = ref.url ?? ""
      if (url.startsWith("#")) return inside(url, url)
      const parsed = parsedUrl(url)
      return parsed !== undefined && safeProtocols.has(parsed.protocol)
        ? { href: url, title: url.replace(/^https?:\/\/(?:www\.)?|\/$/g, ""), isOutside: true }
        : nowhere(url)
    }
    case "page":
    case "anchor": {
      const hash = ref.anchor === undefined || ref.anchor === "" ? "" : `#${ref.anchor}`
      if (ref.page === undefined) return hash === "" ? nowhere("Broken link") : inside(hash, hash)
      if (within !== space) return inside(pageAddress(within), "A page of another space")
      const page = pages.get(ref.page)
      return page === undefined
        ? nowhere("A page that is not here")
        : inside(pageAddress(space, page.path, number) + hash, page.title)
    }
    case "space":
      return inside(pageAddress(within), "Space")
    case "collection":
      return inside(`/c/${ref.collection}`, "Collection")
    case "user":
      return nowhere("A member")
    case "tag":
      return nowhere(ref.tag ?? "Tag")
    default:
      return nowhere("Link")
  }
}

/** Plain words as a document: a paragraph for each part between blank lines. */
export const paragraphsOf = (text: string) => ({
  object: "document" as const,
  data: {},
  nodes: text
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: oneLine(part), marks: [] }] }]
    }))
})

const oneLine = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .join(" ")

/** The words of a text, in whichever form it is edited. */
export const wordsOf = (text: { readonly document: RichDocument } | { readonly markdown: string }): string =>
  "markdown" in text ? text.markdown : text.document.nodes.map((node) => plainText([node])).join("\n\n")
