/** Pages, files and revisions, as the API shows them (`docs/contributing/wire.md#pages-and-revisions`). */
import type { RichDocument } from "@octavo/document"
import { Schema } from "effect"
import { ChangeRequest } from "../change-requests/ChangeRequest.ts"
import { Computed, ContentReference } from "../revisions/model/Records.ts"

/** A structured document (`docs/contributing/wire.md#structured-documents`). */
export const JSONDocument = Schema.Struct({
  object: Schema.Literal("document"),
  data: Schema.Record(Schema.String, Schema.Unknown),
  nodes: Schema.Array(Schema.Record(Schema.String, Schema.Unknown))
}).annotate({ identifier: "JSONDocument" }) as unknown as Schema.Codec<RichDocument>

const Git = Schema.Struct({ oid: Schema.String, path: Schema.String })
const Variables = Schema.Record(Schema.String, Schema.String)

/** How much of a page is laid out; all parts of it, with the defaults filled in. */
export const Layout = Schema.Struct({
  width: Schema.Literals(["default", "wide"]),
  cover: Schema.Boolean,
  coverSize: Schema.Literals(["hero", "full", "background"]),
  coverMask: Schema.Literals(["none", "radial"]),
  title: Schema.Boolean,
  description: Schema.Boolean,
  tableOfContents: Schema.Boolean,
  outline: Schema.Boolean,
  pagination: Schema.Boolean,
  metadata: Schema.Boolean,
  tags: Schema.Boolean,
  actions: Schema.Boolean,
  anchors: Schema.Boolean
})
export type Layout = typeof Layout.Type

const PageTag = Schema.Struct({
  tag: Schema.Struct({ kind: Schema.Literal("tag"), tag: Schema.String }),
  primary: Schema.optionalKey(Schema.Boolean)
})

interface PageBase {
  readonly id: string
  readonly title: string
  readonly emoji?: string
  readonly icon?: string
  readonly createdAt?: string
  readonly updatedAt?: string
}

export interface DocumentPage extends PageBase {
  readonly type: "document"
  readonly kind: "sheet"
  readonly slug: string
  readonly path: string
  readonly description?: string
  readonly markdown?: string
  readonly document?: RichDocument
  /** Names the document of a page that has a text. */
  readonly documentId?: string
  readonly pages: ReadonlyArray<Page>
  readonly urls: { readonly app: string; readonly published?: string }
  readonly layout: Layout
  readonly cover?: {
    readonly ref?: ContentReference
    readonly refDark?: ContentReference
    readonly yPos: number
    readonly height?: number
  }
  readonly variables?: Readonly<Record<string, string>>
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly condition?: string
  readonly metaLinks?: {
    readonly canonical?: ContentReference
    readonly alternates?: ReadonlyArray<ContentReference>
  }
  readonly tags: ReadonlyArray<typeof PageTag.Type>
  /** What its body is computed from, and what ids in it are made from. */
  readonly computed?: Computed
  readonly computedSeed?: string
  readonly git?: typeof Git.Type
}

export interface GroupPage extends PageBase {
  readonly type: "group"
  readonly kind: "group"
  readonly slug: string
  readonly path: string
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly pages: ReadonlyArray<Page>
  readonly urls: { readonly app: string }
}

export interface LinkPage extends PageBase {
  readonly type: "link"
  readonly kind: "link"
  readonly target: ContentReference
  readonly href?: string
  readonly hidden?: boolean
}

export interface ComputedPage extends PageBase {
  readonly type: "computed"
  readonly computed: Computed
}

export type Page = DocumentPage | GroupPage | LinkPage | ComputedPage

const base = {
  id: Schema.String,
  title: Schema.String,
  emoji: Schema.optionalKey(Schema.String),
  icon: Schema.optionalKey(Schema.String),
  createdAt: Schema.optionalKey(Schema.String),
  updatedAt: Schema.optionalKey(Schema.String)
}
const flags = {
  hidden: Schema.optionalKey(Schema.Boolean),
  noIndex: Schema.optionalKey(Schema.Boolean),
  noRobotsIndex: Schema.optionalKey(Schema.Boolean)
}
const children = Schema.Array(Schema.suspend((): Schema.Codec<Page> => Page))

const DocumentPage = Schema.Struct({
  ...base,
  type: Schema.Literal("document"),
  kind: Schema.Literal("sheet"),
  slug: Schema.String,
  path: Schema.String,
  description: Schema.optionalKey(Schema.String),
  markdown: Schema.optionalKey(Schema.String),
  document: Schema.optionalKey(JSONDocument),
  documentId: Schema.optionalKey(Schema.String),
  pages: children,
  urls: Schema.Struct({ app: Schema.String, published: Schema.optionalKey(Schema.String) }),
  layout: Layout,
  cover: Schema.optionalKey(
    Schema.Struct({
      ref: Schema.optionalKey(ContentReference),
      refDark: Schema.optionalKey(ContentReference),
      yPos: Schema.Number,
      height: Schema.optionalKey(Schema.Number)
    })
  ),
  variables: Schema.optionalKey(Variables),
  ...flags,
  condition: Schema.optionalKey(Schema.String),
  metaLinks: Schema.optionalKey(
    Schema.Struct({
      canonical: Schema.optionalKey(ContentReference),
      alternates: Schema.optionalKey(Schema.Array(ContentReference))
    })
  ),
  tags: Schema.Array(PageTag),
  computed: Schema.optionalKey(Computed),
  computedSeed: Schema.optionalKey(Schema.String),
  git: Schema.optionalKey(Git)
}).annotate({ identifier: "DocumentPage" })

const GroupPage = Schema.Struct({
  ...base,
  type: Schema.Literal("group"),
  kind: Schema.Literal("group"),
  slug: Schema.String,
  path: Schema.String,
  ...flags,
  pages: children,
  urls: Schema.Struct({ app: Schema.String })
}).annotate({ identifier: "GroupPage" })

const LinkPage = Schema.Struct({
  ...base,
  type: Schema.Literal("link"),
  kind: Schema.Literal("link"),
  target: ContentReference,
  href: Schema.optionalKey(Schema.String),
  hidden: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "LinkPage" })

const ComputedPage = Schema.Struct({ ...base, type: Schema.Literal("computed"), computed: Computed }).annotate({
  identifier: "ComputedPage"
})

export const Page: Schema.Codec<Page> = Schema.Union([DocumentPage, GroupPage, LinkPage, ComputedPage]).annotate({
  identifier: "Page"
}) as never

/** A file of a revision. `downloadURL` works without a token: it names the bytes and carries a signature. */
export const File = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  contentType: Schema.String,
  downloadURL: Schema.String,
  size: Schema.Number,
  dimensions: Schema.optionalKey(Schema.Struct({ width: Schema.Number, height: Schema.Number })),
  git: Schema.optionalKey(Git)
}).annotate({ identifier: "File" })
export type File = typeof File.Type

/** Content that pages share. */
export const ReusableContent = Schema.Struct({
  object: Schema.Literal("reusable-content"),
  id: Schema.String,
  title: Schema.String,
  git: Schema.optionalKey(Git)
}).annotate({ identifier: "ReusableContent" })
export type ReusableContent = typeof ReusableContent.Type

/** A revision with its whole page tree, without bodies. */
export const Revision = Schema.Struct({
  object: Schema.Literal("revision"),
  id: Schema.String,
  type: Schema.Literals(["edits", "merge", "rollback", "update", "computed"]),
  parents: Schema.Array(Schema.String),
  pages: Schema.Array(Page),
  files: Schema.Array(File),
  reusableContents: Schema.Array(ReusableContent),
  variables: Variables,
  /** What `.gitbook/tags.yaml` says of the tags of pages and updates. */
  tags: Schema.Array(
    Schema.Struct({
      slug: Schema.String,
      label: Schema.String,
      color: Schema.String,
      icon: Schema.optionalKey(Schema.String)
    })
  ),
  createdAt: Schema.String,
  /** Of a merge. */
  mergedFrom: Schema.optionalKey(ChangeRequest),
  git: Schema.optionalKey(
    Schema.Struct({
      oid: Schema.String,
      message: Schema.String,
      createdByGitBook: Schema.Boolean,
      url: Schema.optionalKey(Schema.String),
      ref: Schema.optionalKey(Schema.String)
    })
  ),
  urls: Schema.Struct({
    app: Schema.String,
    published: Schema.optionalKey(Schema.String),
    public: Schema.optionalKey(Schema.String)
  })
}).annotate({ identifier: "Revision" })
export type Revision = typeof Revision.Type

/** Canonical and alternate links of a page. */
export const MetaLinks = Schema.Struct({
  canonical: Schema.optionalKey(ContentReference),
  alternates: Schema.optionalKey(Schema.Array(ContentReference))
}).annotate({ identifier: "PageMetaLinks" })
export type MetaLinks = typeof MetaLinks.Type
