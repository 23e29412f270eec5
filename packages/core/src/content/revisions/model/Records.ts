/**
 * What a revision stores: plain data, absent fields left out. Pages are stored flat, by id; the tree is in `parent`
 * and `order`. The maps `children`, `slugs` and `paths` are derived from the records and written only where they
 * change, so editing a body touches nothing but `pages`.
 */
import type { SettingsFile, TagDefinition } from "@octavo/document"
import { Schema } from "effect"
import { contentHash, utf8 } from "../../../kernel/shared/hash.ts"
import { canonicalJson } from "./MapNode.ts"
import type { MapRoot } from "./PersistentMap.ts"

const Flag = Schema.optionalKey(Schema.Boolean)
const Text = Schema.optionalKey(Schema.String)
const Variables = Schema.Record(Schema.String, Schema.String)
const OtherSpace = { space: Text }

/** Something that content points to. `space` is absent for the space that holds the content. */
export const ContentReference = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("file"), file: Schema.String, ...OtherSpace }),
  Schema.Struct({ kind: Schema.Literal("url"), url: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("page"), page: Schema.String, ...OtherSpace }),
  Schema.Struct({ kind: Schema.Literal("anchor"), anchor: Schema.String, page: Text, ...OtherSpace }),
  Schema.Struct({ kind: Schema.Literal("user"), user: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("collection"), collection: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("space"), space: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("reusable-content"), reusableContent: Schema.String, ...OtherSpace }),
  Schema.Struct({ kind: Schema.Literal("tag"), tag: Schema.String, ...OtherSpace }),
  Schema.Struct({ kind: Schema.Literal("openapi"), spec: Schema.String })
])
export type ContentReference = typeof ContentReference.Type

export const PageType = Schema.Literals(["document", "group", "link", "computed"])
export type PageType = typeof PageType.Type

/** Only what differs from the defaults. */
export const PageLayout = Schema.Struct({
  width: Schema.optionalKey(Schema.Literals(["default", "wide"])),
  coverSize: Schema.optionalKey(Schema.Literals(["hero", "full", "background"])),
  coverMask: Schema.optionalKey(Schema.Literals(["none", "radial"])),
  cover: Flag,
  title: Flag,
  description: Flag,
  tableOfContents: Flag,
  outline: Flag,
  pagination: Flag,
  metadata: Flag,
  tags: Flag,
  actions: Flag,
  anchors: Flag
})
export type PageLayout = typeof PageLayout.Type

export const PageCover = Schema.Struct({
  ref: Schema.optionalKey(ContentReference),
  refDark: Schema.optionalKey(ContentReference),
  yPos: Schema.optionalKey(Schema.Finite),
  height: Schema.optionalKey(Schema.Finite)
})
export type PageCover = typeof PageCover.Type

/** Where pages or text come from when something computes them. */
export const Computed = Schema.Struct({
  type: Schema.String,
  props: Schema.optionalKey(Schema.JsonObject),
  dependencies: Schema.optionalKey(Schema.JsonObject)
})
export type Computed = typeof Computed.Type

/** The blob and path that the last import or export knew. Paths are relative to the space's root in the repository. */
export const GitEntry = Schema.Struct({ oid: Schema.String, path: Schema.String })
export type GitEntry = typeof GitEntry.Type

export const PageRecord = Schema.Struct({
  id: Schema.String,
  type: PageType,
  title: Schema.String,
  /** Label in navigation, where it differs from the title. */
  linkTitle: Text,
  /** Own segment of the path; empty only for links and computed pages, which then have no address. */
  slug: Schema.String,
  parent: Schema.NullOr(Schema.String),
  /** Fractional index key: siblings are in the order of their keys, then of their ids. */
  order: Schema.String,
  emoji: Text,
  icon: Text,
  description: Text,
  hidden: Flag,
  noIndex: Flag,
  noRobotsIndex: Flag,
  /** Expression that decides who sees the page. */
  condition: Text,
  layout: Schema.optionalKey(PageLayout),
  cover: Schema.optionalKey(PageCover),
  variables: Schema.optionalKey(Variables),
  metaLinks: Schema.optionalKey(
    Schema.Struct({
      canonical: Schema.optionalKey(ContentReference),
      alternates: Schema.optionalKey(Schema.Array(ContentReference))
    })
  ),
  tags: Schema.optionalKey(Schema.Array(Schema.Struct({ tag: Schema.String, primary: Flag }))),
  /** Hash of the file's exact bytes, frontmatter and Markdown. Absent: an empty page. */
  body: Text,
  bodySize: Schema.optionalKey(Schema.Int),
  /** Of a link: what it points to, and the destination as it was written. */
  target: Schema.optionalKey(ContentReference),
  href: Text,
  computed: Schema.optionalKey(Computed),
  /** Of a computed document: what its ids are made from. */
  computedSeed: Text,
  git: Schema.optionalKey(GitEntry),
  /** Names of those who wrote its file, the latest first, where its readers are told. */
  authors: Schema.optionalKey(Schema.Array(Schema.String)),
  createdAt: Schema.String,
  updatedAt: Schema.String
})
export type PageRecord = typeof PageRecord.Type

export const FileRecord = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  contentType: Schema.String,
  size: Schema.Int,
  /** Hash of the bytes, which the `Blobs` port keeps. */
  blob: Schema.String,
  dimensions: Schema.optionalKey(Schema.Struct({ width: Schema.Finite, height: Schema.Finite })),
  git: Schema.optionalKey(GitEntry)
})
export type FileRecord = typeof FileRecord.Type

export const ReusableRecord = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  /** Hash of the file's exact bytes. */
  body: Schema.String,
  git: Schema.optionalKey(GitEntry)
})
export type ReusableRecord = typeof ReusableRecord.Type

/** What a git path holds. */
export const PathEntry = Schema.Struct({ kind: Schema.Literals(["page", "file", "reusable"]), id: Schema.String })
export type PathEntry = typeof PathEntry.Type

/** What the maps of a revision hold, by name. */
export interface RevisionMaps {
  readonly pages: PageRecord
  /** `parent/order/page`, so that a scan of `parent/` gives the children in order. The value says nothing. */
  readonly children: 0
  /** `parent/slug` to the page. */
  readonly slugs: string
  readonly files: FileRecord
  readonly reusableContents: ReusableRecord
  readonly variables: string
  /** What `.gitbook/tags.yaml` says of the tags of updates. */
  readonly tags: TagDefinition
  /** Git path to what it holds. */
  readonly paths: PathEntry
}

/**
 * The files of a repository that say what its space is, as they were read or written last: hashes of their exact bytes.
 * An absent one was not there.
 */
export type SettingsTexts = { readonly [K in SettingsFile]?: string }

/** The same, and the hash of the content that they say: what differs from that is to be written into them. */
export const Settings = Schema.Struct({
  config: Text,
  summary: Text,
  variables: Text,
  tags: Text,
  of: Schema.String
})
export type Settings = typeof Settings.Type

/** The object that a revision's hash names: the root of each map (null when it has no entries) and a few counts. */
export type RevisionRoot = { readonly [K in Exclude<keyof RevisionMaps, "tags">]: MapRoot<RevisionMaps[K]> } & {
  readonly version: 1
  /** Absent for content that was never read from files or written to them. */
  readonly settings?: Settings
  /** Absent when there are none. */
  readonly tags?: MapRoot<TagDefinition>
  readonly counts: {
    readonly pages: number
    readonly files: number
    readonly reusableContents: number
    /** Pages of type `computed`; absent when there are none. */
    readonly computed?: number
  }
}

const StoredRoot = Schema.Struct({
  version: Schema.Literal(1),
  pages: Schema.NullOr(Schema.String),
  children: Schema.NullOr(Schema.String),
  slugs: Schema.NullOr(Schema.String),
  files: Schema.NullOr(Schema.String),
  reusableContents: Schema.NullOr(Schema.String),
  variables: Schema.NullOr(Schema.String),
  tags: Schema.optionalKey(Schema.String),
  paths: Schema.NullOr(Schema.String),
  settings: Schema.optionalKey(Settings),
  counts: Schema.Struct({
    pages: Schema.Int,
    files: Schema.Int,
    reusableContents: Schema.Int,
    computed: Schema.optionalKey(Schema.Int)
  })
})
const decodeStoredRoot = Schema.decodeUnknownSync(StoredRoot)

/** The root of parsed JSON; throws on anything else, which is a defect of the store. */
export const decodeRoot = (json: unknown): RevisionRoot => decodeStoredRoot(json) as RevisionRoot

/** A revision's hash and the objects that it adds to the store: put them before anything points to the hash. */
export interface StoredRevision {
  readonly root: string
  readonly created: ReadonlyMap<string, Uint8Array>
}

/** The object of a root and its hash. */
export const encodeRoot = (root: RevisionRoot): { readonly hash: string; readonly bytes: Uint8Array } => {
  const bytes = utf8.encode(canonicalJson(root))
  return { hash: contentHash(bytes), bytes }
}

const storeEmpty = (): StoredRevision => {
  const { hash, bytes } = encodeRoot({
    version: 1,
    pages: null,
    children: null,
    slugs: null,
    files: null,
    reusableContents: null,
    variables: null,
    paths: null,
    counts: { pages: 0, files: 0, reusableContents: 0 }
  })
  return { root: hash, created: new Map([[hash, bytes]]) }
}

/** The revision without content. Can be opened and edited without being stored. */
export const emptyRoot: StoredRevision = storeEmpty()
