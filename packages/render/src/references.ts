/**
 * What the references of a file come to, whatever it is drawn as: links, files, includes, values. Who draws asks a
 * `Resolver`; the caller has read everything, so that no answer waits.
 */
import type { ApiView } from "@octavo/core/content/openapi/description/apiView"
import type { Node, Root } from "@octavo/document"

/** `ok` leads to a page or file of the site, `in-app` to the editor, `broken` nowhere. */
export type LinkStatus = "ok" | "broken" | "external" | "in-app"

/** What asks for the target; a resolver may answer differently, e.g. with a description only for `content-ref`. */
export type LinkKind = "link" | "mention" | "button" | "content-ref" | "card" | "embed" | "image" | "openapi"

/** A page as shown by a link to it. */
export interface PageReference {
  title: string
  emoji?: string | undefined
  icon?: string | undefined
  description?: string | undefined
}

export interface ResolvedLink {
  /** Address to write into the page; not read when the link is broken. */
  href: string
  title?: string | undefined
  description?: string | undefined
  status: LinkStatus
  page?: PageReference | undefined
}

export interface ResolvedFile {
  url: string
  name: string
  /** Pixels, of images. Known dimensions keep the page from moving while images load. */
  width?: number | undefined
  height?: number | undefined
  /** Bytes. */
  size?: number | undefined
  contentType: string
}

/** The copy of a picture of another host; `tracker` for one that is there to count readers, and is not drawn. */
export type ResolvedPicture = ResolvedFile | "tracker"

/** Reusable content, with the resolver for links relative to its own file. */
export interface Included {
  root: Root
  resolver: Resolver
}

/** A tag of an update: `.gitbook/tags.yaml`. */
export interface UpdateTag {
  label: string
  icon?: string | undefined
  color?: string | undefined
}

/** A piece of a line of code, with the letter of its class unless it is plain. */
export interface CodePiece {
  text: string
  kind?: string
}

/** Answers for the references of one file. Hrefs are as written in the source. */
export interface Resolver {
  link(href: string, kind: LinkKind): ResolvedLink
  /** A file of the space; undefined when there is none (web addresses included). */
  file(href: string): ResolvedFile | undefined
  /** The copy of a picture of another host, by its address; undefined where there is none. */
  picture?(src: string): ResolvedPicture | undefined
  include(path: string): Included | undefined
  /** Value of an inline expression; undefined when it cannot be evaluated. */
  expression(source: string): string | undefined
  /** Whether conditional content is shown. Without this function it is hidden. */
  condition?(expression: string): boolean
  /** Every branch of conditional content is shown, each with its condition. */
  readonly everyBranch?: boolean | undefined
  /** The pieces of each line; undefined for plain text. See `makeHighlighter`. */
  highlight?(code: string, language: string): ReadonlyArray<readonly CodePiece[]> | undefined
  tag?(slug: string): UpdateTag | undefined
  /** What a block shows of the description that it names; undefined when there is none. */
  api?(node: Node): ApiView | undefined
  /** Where links to other sites open; in place without it. */
  readonly externalTarget?: "_blank" | undefined
  /** Pictures of other hosts are loaded by the page; without it they are links to where they lie. */
  readonly remoteImages?: boolean | undefined
}
