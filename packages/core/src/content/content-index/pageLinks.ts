/** The links of a page or of reusable content, each with the key by which its target is found. Pure. */
import { type ParsedPage, type ReferenceKind, resolveHref } from "@octavo/document"
import type { ContentReference, PageRecord, ReusableRecord } from "../revisions/model/Records.ts"

/** What a link stands in. */
export interface LinkSource {
  readonly kind: "page" | "reusable-content"
  readonly id: string
}

/**
 * Names what a link points to, so that links can be found again when that comes or goes: `page:<id>`, `file:<id>`,
 * `reusable:<id>`, `slug:<page path>`, `space:<id>/<page path>`; by its Git path what a link leads to (`path:<path>`), the
 * bytes that a picture shows (`bytes:<path>`) and what an include shows (`include:<path>`). `app:` and `none:` never change.
 */
export type LinkKey = string

/** Links of one source to one place. */
export interface FoundLink {
  readonly key: LinkKey
  /** As it is written first. */
  readonly href: string
  readonly anchor: string | undefined
  /** Another space that it leads to. */
  readonly otherSpace: string | undefined
  /** Anchors of the sections that it stands in, in order; empty for what stands before the first heading. */
  readonly locations: ReadonlyArray<string>
}

/** Whether two links are one and the same, wherever they lead. */
export const isSameLink = (a: FoundLink, b: FoundLink): boolean =>
  a.key === b.key &&
  a.href === b.href &&
  a.anchor === b.anchor &&
  a.otherSpace === b.otherSpace &&
  a.locations.join() === b.locations.join()

export interface LinkWorld {
  readonly spaceId: string
  /** Prefix of the addresses of this installation's application. */
  readonly appUrl: string
}

/** What of a text its links are found by. */
type LinkedText = Pick<ParsedPage, "links" | "outline">

/**
 * What a reference is to be, which is what the published page can show of it: a page or file to go to, the bytes of a
 * file, or a text in its place. Anything else that is there is nothing to it.
 */
type Wants = "place" | "bytes" | "text"

const wantedBy: Readonly<Record<ReferenceKind, Wants>> = {
  link: "place",
  mention: "place",
  button: "place",
  contentRef: "place",
  embed: "place",
  cardTarget: "place",
  tableRef: "place",
  canonical: "place",
  alternate: "place",
  image: "bytes",
  file: "bytes",
  openapi: "bytes",
  cover: "bytes",
  cardCover: "bytes",
  tableFile: "bytes",
  include: "text"
}

/** Fields of the header come from the record, which may say more. */
const ofHeader: ReadonlySet<ReferenceKind> = new Set(["cover", "canonical", "alternate"])

/** Longest address that is kept, and longest key, in UTF-16 units: nothing has a longer path. */
const maxHref = 2_000
const maxKey = 400

/** In the order of the page, those of its fields first. Addresses outside of the product are not among them. */
export const linksOfPage = (world: LinkWorld, page: PageRecord, parsed: LinkedText | undefined) =>
  collected(world, { kind: "page", id: page.id }, page.git?.path ?? "", referencesOf(page), parsed)

export const linksOfReusable = (world: LinkWorld, reusable: ReusableRecord, parsed: LinkedText) =>
  collected(world, { kind: "reusable-content", id: reusable.id }, reusable.git?.path ?? "", [], parsed)

const referencesOf = ({ cover, git, metaLinks, target }: PageRecord): ReadonlyArray<HeaderReference> => {
  const from = git?.path ?? ""
  const all: ReadonlyArray<readonly [ContentReference | undefined, from: string, Wants]> = [
    // paths of the table of contents start at the directory
    [target, "", "place"],
    [cover?.ref, from, "bytes"],
    [cover?.refDark, from, "bytes"],
    ...[metaLinks?.canonical, ...(metaLinks?.alternates ?? [])].map((one) => [one, from, "place"] as const)
  ]
  return all.flatMap(([reference, ...rest]) => (reference === undefined ? [] : [[reference, ...rest] as const]))
}

type HeaderReference = readonly [ContentReference, from: string, Wants]

/** A text as every store keeps it, cut where it is too long. */
const storable = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replaceAll("\0", "\uFFFD")
    .replace(/[\uD800-\uDBFF]$/, "")

const collected = (
  world: LinkWorld,
  source: LinkSource,
  from: string,
  references: ReadonlyArray<HeaderReference>,
  parsed: LinkedText | undefined
): ReadonlyArray<FoundLink> => {
  const found = new Map<string, FoundLink & { readonly locations: Array<string> }>()
  const add = (link: Named | undefined, href: string, location: string) => {
    if (link === undefined) return
    const anchor = link.anchor === undefined ? undefined : storable(link.anchor, maxHref)
    const key = link.key.length > maxKey ? "none:" : storable(link.key, maxKey)
    const otherSpace = key === "none:" || link.otherSpace === undefined ? undefined : storable(link.otherSpace, maxKey)
    const name = key === "none:" || key === "app:" ? href : `${key}#${anchor ?? ""}`
    const known = found.get(name)
    if (known === undefined) {
      found.set(name, { key, anchor, otherSpace, href: storable(href, maxHref), locations: [location] })
    } else if (!known.locations.includes(location)) known.locations.push(location)
  }
  for (const [reference, base, wants] of references) add(...fromReference(world, source, base, reference, wants), "")
  if (parsed !== undefined) {
    const headings = parsed.outline.filter((entry) => entry.id !== undefined)
    let at = 0
    let location = ""
    // both are in the order of the text, but for captions and the like: then the section is the one before
    for (const { href, kind, position } of parsed.links) {
      if (ofHeader.has(kind)) continue
      while (at < headings.length && headings[at]!.position.start <= position.start) location = headings[at++]!.id!
      add(named(world, source, from, href, wantedBy[kind]), href, location)
    }
  }
  return Array.from(found.values())
}

interface Named {
  readonly key: LinkKey
  readonly anchor: string | undefined
  readonly otherSpace?: string | undefined
}

const fromReference = (
  world: LinkWorld,
  source: LinkSource,
  from: string,
  reference: ContentReference,
  wants: Wants
): readonly [Named | undefined, string] => {
  const inSpace = (space: string | undefined, key: LinkKey, anchor?: string): Named =>
    space === undefined || space === world.spaceId
      ? ofKind(wants, { key, anchor })
      : { key: `space:${space}/`, anchor, otherSpace: space }
  switch (reference.kind) {
    case "url":
      return [named(world, source, from, reference.url, wants), reference.url]
    case "page":
      return [inSpace(reference.space, `page:${reference.page}`), `/pages/${reference.page}`]
    case "anchor": {
      const page = reference.page ?? source.id
      return [inSpace(reference.space, `page:${page}`, reference.anchor), `/pages/${page}#${reference.anchor}`]
    }
    case "file":
      return [inSpace(reference.space, `file:${reference.file}`), `/files/${reference.file}`]
    case "reusable-content":
      return [
        inSpace(reference.space, `reusable:${reference.reusableContent}`),
        `/reusable-content/${reference.reusableContent}`
      ]
    case "space":
      return [inSpace(reference.space, "slug:"), reference.space]
    default:
      return [undefined, ""]
  }
}

/** By which links lead to reusable content. */
export const keysOfReusable = ({ git, id }: ReusableRecord): ReadonlyArray<LinkKey> => [
  `reusable:${id}`,
  ...(git === undefined ? [] : [`include:${git.path}`])
]

/** The key of what an include in the file `from` shows. */
export const keyOfInclude = (world: LinkWorld, from: string, path: string): LinkKey | undefined =>
  named(world, { kind: "reusable-content", id: "" }, from, path, "text")?.key

const gitbook = "https://app.gitbook.com"

const nothing: Named = { key: "none:", anchor: undefined }

/** Kinds of keys that something to go to, bytes and a text can have; `path` is one of each. */
const keysOf: Readonly<Record<Wants, RegExp>> = {
  place: /^(?:path|page|file|slug|space):/,
  bytes: /^(?:bytes|file):/,
  text: /^(?:include|reusable):/
}

/** The same where it can be what is wanted, else nothing. */
const ofKind = (wants: Wants, found: Named): Named => (keysOf[wants].test(found.key) ? found : nothing)

const pathKeys: Readonly<Record<Wants, string>> = { place: "path", bytes: "bytes", text: "include" }

/** Keys of whatever refers to a Git path. */
export const keysOfPath = (path: string): ReadonlyArray<LinkKey> =>
  Object.values(pathKeys).map((kind) => `${kind}:${path}`)

/** `undefined` for what is no link of the product: other sites, mail, addresses from the root of the site. */
const named = (
  { appUrl, spaceId }: LinkWorld,
  source: LinkSource,
  from: string,
  href: string,
  wants: Wants
): Named | undefined => {
  // an address of the application is a place; nothing is shown by it
  const own = wants === "place" && (href.startsWith(`${appUrl}/`) || href === appUrl)
  const target = resolveHref(own ? gitbook + href.slice(appUrl.length) : href, from)
  switch (target.kind) {
    case "file":
      return { key: `${pathKeys[wants]}:${target.path}`, anchor: target.anchor }
    case "anchor":
      // of reusable content: a place on each page that includes it
      return source.kind === "page" ? ofKind(wants, { key: `page:${source.id}`, anchor: target.anchor }) : undefined
    case "page":
      return ofKind(wants, { key: `page:${target.id}`, anchor: target.anchor })
    case "blob":
      return ofKind(wants, { key: `file:${target.id}`, anchor: undefined })
    case "reusable":
      // pages show what is their space's own
      return ofKind(wants, { key: `reusable:${target.id}`, anchor: undefined })
    case "space":
      return ofKind(
        wants,
        target.space === spaceId
          ? { key: target.page === undefined ? `slug:${target.path}` : `page:${target.page}`, anchor: target.anchor }
          : { key: `space:${target.space}/${target.path}`, anchor: target.anchor, otherSpace: target.space }
      )
    case "app":
      return { key: "app:", anchor: undefined }
    case "broken":
    case "outside":
      return nothing
    default:
      return undefined
  }
}
