/**
 * The structured document: the JSON form of a page body that the public client speaks (`@gitbook/api`, `JSONDocument`).
 * What Markdown can say and that form has no field for stands in further fields, which a client may ignore and should
 * hand back: `source` of a leaf, `marks` and `label` of inlines, `depth` of headings, `attributes` of blocks.
 */

/** Of a reference to what is not there; the id is then the one that the text names, or made of what it says. */
export interface Broken {
  readonly broken?: true
}

/** Of a reference that is written with a query: what stands between `?` and `#`. */
export interface Asked {
  readonly query?: string
}

/** What something leads to. */
export type RichRef =
  | { readonly kind: "url"; readonly url: string }
  | ({ readonly kind: "page"; readonly page: string; readonly space?: string } & Broken & Asked)
  | ({ readonly kind: "anchor"; readonly anchor: string; readonly page?: string; readonly space?: string } & Broken &
      Asked)
  | ({ readonly kind: "file"; readonly file: string; readonly space?: string } & Broken & Asked)
  | { readonly kind: "user"; readonly user: string }
  | { readonly kind: "collection"; readonly collection: string }
  | { readonly kind: "space"; readonly space: string }
  | ({ readonly kind: "reusable-content"; readonly reusableContent: string; readonly space?: string } & Broken)
  | { readonly kind: "tag"; readonly tag: string; readonly space?: string }
  | ({ readonly kind: "openapi"; readonly spec: string } & Broken)

/** References of one page: what an href leads to, and how a reference is written there. Both pure. */
export interface RichReferences {
  /** Undefined for what leads out of the content: it is kept as a URL, as it is written. */
  readonly refOf: (href: string) => RichRef | undefined
  /** Undefined for what is not there. Never asked for URLs. */
  readonly hrefOf: (ref: RichRef) => string | undefined
}

export type Data = Readonly<Record<string, unknown>>

export interface RichMark {
  readonly object: "mark"
  readonly type: string
  readonly data?: Data
}

export interface RichLeaf {
  readonly object: "leaf"
  readonly text: string
  readonly marks: ReadonlyArray<RichMark>
  /** Markdown or HTML that has no form of its own here; `text` is then empty. */
  readonly source?: string
}

export interface RichText {
  readonly object: "text"
  readonly key?: string
  readonly leaves: ReadonlyArray<RichLeaf>
}

export interface RichInline {
  readonly object: "inline"
  readonly type: string
  readonly key?: string
  readonly isVoid: boolean
  readonly data?: Data
  readonly nodes?: ReadonlyArray<RichContent>
  readonly fragments?: ReadonlyArray<RichFragment>
}

export type RichContent = RichText | RichInline

export interface RichFragment {
  readonly object: "fragment"
  readonly key?: string
  readonly fragment?: string
  readonly type?: string
  readonly nodes: ReadonlyArray<RichBlock>
}

export interface RichBlock {
  readonly object: "block"
  readonly type: string
  readonly key?: string
  readonly isVoid: boolean
  readonly data?: Data
  readonly nodes?: ReadonlyArray<RichBlock | RichContent>
  readonly fragments?: ReadonlyArray<RichFragment>
  readonly meta?: Data
}

export interface RichDocument {
  readonly object: "document"
  readonly data: Data
  readonly nodes: ReadonlyArray<RichBlock>
}

/** Where a document says what cannot be written, and why. */
export interface RichProblem {
  /** Place in the JSON: `nodes.3.data.style`. */
  readonly path: string
  readonly message: string
}

export const colors: ReadonlySet<string> = new Set(
  "default green blue red orange yellow purple pink violet cyan $primary $info $success $warning $danger $tint".split(
    " "
  )
)

/** The fields that have a value. */
export const defined = (fields: Record<string, unknown>): Record<string, unknown> => {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value
  return kept
}

export const text = (value: string): RichText => ({
  object: "text",
  leaves: [{ object: "leaf", text: value, marks: [] }]
})

export const block = (type: string, data: Record<string, unknown>, nodes: RichBlock["nodes"]): RichBlock => ({
  object: "block",
  type,
  isVoid: false,
  data: defined(data),
  nodes: nodes ?? []
})

export const voidBlock = (type: string, data: Record<string, unknown>): RichBlock => ({
  object: "block",
  type,
  isVoid: true,
  data: defined(data)
})

export const emptyParagraph = (): RichBlock => block("paragraph", {}, [text("")])

export const isEmptyText = (nodes: ReadonlyArray<RichBlock | RichContent>): boolean =>
  nodes.every((node) => node.object === "text" && node.leaves.every((leaf) => leaf.text === "" && !leaf.source))

export const isEmptyParagraph = ({ nodes = [], type }: RichBlock): boolean => type === "paragraph" && isEmptyText(nodes)

/** A paragraph that is written as nothing: there is not more than blanks in it. */
export const isBlankParagraph = ({ nodes = [], type }: RichBlock): boolean =>
  type === "paragraph" && nodes.every((node) => node.object === "text" && node.leaves.every(isBlank))

/** Blanks with marks may be more: code, keys. */
const isBlank = ({ marks, source, text }: RichLeaf): boolean =>
  !source && (text === "" || ((marks ?? []).length === 0 && /^[ \t]+$/.test(text)))

/** A paragraph that holds nothing but source. */
export const sourceParagraph = (source: string): RichBlock =>
  block("paragraph", {}, [{ object: "text", leaves: [{ object: "leaf", text: "", marks: [], source }] }])

/** A length as HTML writes it, `375`, `50%` or `20px`; undefined when it would not come out the same. */
export const readLength = (written: string | undefined): unknown => {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(%|px|em|rem|vw)?$/.exec(written ?? "") ?? []
  if (digits === undefined || String(Number(digits)) !== digits) return undefined
  return unit === undefined ? Number(digits) : { unit, value: Number(digits) }
}

export const writeLength = (length: unknown): string | undefined => {
  if (typeof length === "number") return String(length)
  if (typeof length !== "object" || length === null) return undefined
  const { unit, value } = length as { unit?: unknown; value?: unknown }
  return `${value}${unit}`
}
