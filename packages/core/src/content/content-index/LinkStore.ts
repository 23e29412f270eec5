import { Context, type Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import type { Slice, Sliced } from "../../kernel/shared/pagination.ts"
import type { FoundLink, LinkKey, LinkSource } from "./pageLinks.ts"

export const LinkStatuses = ["ok", "broken", "in-app"] as const
export type LinkStatus = (typeof LinkStatuses)[number]

/** Something of the same space that a link leads to. */
export interface LinkTarget {
  readonly kind: "page" | "file" | "reusable-content"
  readonly id: string
}

/** A link with what it leads to; links to other spaces are looked at when they are read. */
export interface StoredLink extends FoundLink {
  readonly status: LinkStatus
  readonly target: LinkTarget | undefined
}

export interface LinkRecord extends StoredLink {
  readonly source: LinkSource
  /** Place among the links of the source. */
  readonly ordinal: number
}

/** What the links into other spaces are for this caller, by their keys; `in-app` for those that are in neither. */
export interface OtherSpaces {
  readonly ok: ReadonlyArray<LinkKey>
  readonly broken: ReadonlyArray<LinkKey>
}

/** A link of a draft. */
export interface DraftLink extends LinkRecord {
  /** If it is broken, the draft broke it. */
  readonly isNew: boolean
}

export interface Retargeted {
  readonly key: LinkKey
  readonly target: LinkTarget | undefined
  /** As of a link. */
  readonly isNew: boolean
}

/** How the links of a draft differ from those that are indexed. */
export interface DraftLinksRecord {
  /** Sources whose links are other ones, or gone. */
  readonly replaced: ReadonlyArray<LinkSource>
  /** The links that those have now. */
  readonly links: ReadonlyArray<DraftLink>
  /** What links of all others with these keys lead to now. */
  readonly retargeted: ReadonlyArray<Retargeted>
}

/** Links of a whole space, or of one page; of a draft where it is given. */
export interface LinksOf {
  readonly spaceId: string
  readonly pageId?: string | undefined
  readonly draft?: DraftLinksRecord | undefined
}

/** Whether a draft broke a link, or it is so in the space. */
export const BrokenContexts = ["change-request", "space"] as const
export type BrokenContext = (typeof BrokenContexts)[number]

/** Which links a list shows; all must match. */
export interface LinkFilter {
  readonly status?: LinkStatus | undefined
  /** Broken links of a draft only. */
  readonly brokenContext?: BrokenContext | undefined
}

/** What links lead to, as seen from all spaces: the target itself, and the paths that others call it by. */
export interface BacklinksOf {
  readonly spaceId: string
  readonly target: LinkTarget
  readonly draft?: DraftLinksRecord | undefined
  /** Keys of links in other spaces. */
  readonly keys: ReadonlyArray<LinkKey>
  /** Other spaces whose links may be shown. */
  readonly spaces: ReadonlyArray<string>
}

export interface Backlink {
  readonly spaceId: string
  readonly source: LinkSource
  /** Anchor of the first section that has the link; empty for what stands before the first heading. */
  readonly location: string
}

/** The port of the link index: which places of the primary content of spaces lead where. */
export class LinkStore extends Context.Service<
  LinkStore,
  {
    /** The links of sources, in order; nothing of those without any. */
    readonly of: (
      spaceId: string,
      sources: ReadonlyArray<LinkSource>
    ) => Effect.Effect<ReadonlyArray<LinkRecord>, StorageError>
    /** Replaces all links of the sources; `known` is how many there are of one, where that is known. */
    readonly put: (
      spaceId: string,
      links: ReadonlyArray<{
        readonly source: LinkSource
        readonly links: ReadonlyArray<StoredLink>
        readonly known?: number | undefined
      }>
    ) => Effect.Effect<void, StorageError>
    /** Sets what the links with these keys lead to; `undefined`: nothing any more. */
    readonly retarget: (
      spaceId: string,
      targets: ReadonlyMap<LinkKey, LinkTarget | undefined>
    ) => Effect.Effect<void, StorageError>
    /** Those of the keys that the space has links with. */
    readonly known: (
      spaceId: string,
      keys: ReadonlyArray<LinkKey>
    ) => Effect.Effect<ReadonlyArray<LinkKey>, StorageError>
    /** What has links with these keys. */
    readonly sources: (
      spaceId: string,
      keys: ReadonlyArray<LinkKey>
    ) => Effect.Effect<ReadonlyArray<LinkSource>, StorageError>
    /** Keys of the space's links that begin so. */
    readonly keys: (spaceId: string, prefix: string) => Effect.Effect<ReadonlyArray<LinkKey>, StorageError>
    /** Keys of links into other spaces, with the space. */
    readonly otherSpaces: (
      of: LinksOf
    ) => Effect.Effect<ReadonlyArray<{ readonly key: LinkKey; readonly spaceId: string }>, StorageError>
    /** In the order of sources, then of the text; key `[source kind, source id, ordinal]`. */
    readonly list: (
      of: LinksOf,
      others: OtherSpaces,
      filter: LinkFilter,
      slice: Slice
    ) => Effect.Effect<Sliced<LinkRecord>, StorageError>
    readonly stats: (
      of: LinksOf,
      others: OtherSpaces
    ) => Effect.Effect<
      {
        readonly total: number
        readonly broken: number
        /** Those that the draft broke, of a draft. */
        readonly brokenByDraft: number | undefined
      },
      StorageError
    >
    /** The first links with an anchor that lead to one of the pages of the same space. */
    readonly anchored: (
      of: LinksOf,
      pageIds: ReadonlyArray<string>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<LinkRecord>, StorageError>
    /** Keys of links in other spaces that lead into this one. */
    readonly incoming: (spaceId: string) => Effect.Effect<ReadonlyArray<LinkKey>, StorageError>
    /** The first links in other spaces with one of these keys. */
    readonly fromOtherSpaces: (
      spaceId: string,
      keys: ReadonlyArray<LinkKey>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<{ readonly spaceId: string; readonly link: LinkRecord }>, StorageError>
    /** Other spaces with links into this one. */
    readonly linkingSpaces: (spaceId: string) => Effect.Effect<ReadonlyArray<string>, StorageError>
    /** One for each source; key `[space, source kind, source id]`. */
    readonly backlinks: (of: BacklinksOf, slice: Slice) => Effect.Effect<Sliced<Backlink>, StorageError>
  }
>()("@octavo/core/content/content-index/LinkStore") {}
