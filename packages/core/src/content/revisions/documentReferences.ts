/**
 * References of documents: what a link of a text leads to, as a reference by id, and how a reference is written where a
 * text stands.
 */
import { plainHref, type RichRef, resolveHref, type Target } from "@octavo/document"
import * as Effect from "effect/Effect"
import { compute } from "../../kernel/compute/Compute.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import type { PageFacts } from "../../kernel/texts/PageFacts.ts"
import { rewrite } from "../../kernel/texts/textTasks.ts"
import type { ObjectsError } from "./model/Objects.ts"
import type { Revision } from "./model/RevisionTree.ts"

/** Where a text stands. */
export interface DocumentPlace {
  readonly spaceId: string
  /** Prefix of the addresses of this installation's application. */
  readonly appUrl: string
  /** What relative hrefs start from; undefined for what is not in a repository. */
  readonly gitPath?: string | undefined
  /** The first heading of level one is the title, and no part of the document. */
  readonly titled: boolean
  /** Title of a page, for a text that does not say it. */
  readonly title?: string | undefined
}

type Read<A> = Effect.Effect<A, ObjectsError>

const gitbook = "https://app.gitbook.com"

/** An href that nothing in the space answers to, as a reference that says so. Its id is made of the path. */
const brokenRef = (path: string, anchor: string | undefined): RichRef => {
  const id = `broken-${contentHash(utf8.encode(path)).slice(0, 16)}`
  const isPage = /(?:^|\/)[^/.]*$|\.(?:md|markdown)$/i.test(path)
  if (!isPage && anchor === undefined) return { kind: "file", file: id, broken: true }
  return anchor === undefined || anchor === ""
    ? { kind: "page", page: id, broken: true }
    : { kind: "anchor", page: id, anchor, broken: true }
}

/** The marker that stands for anything. */
const brokenReference = "broken-reference"

/** What a marker of a broken link says that it led to. */
const markedRef = (target: Extract<Target, { kind: "broken" }>): RichRef => {
  const { anchor, id = brokenReference, space } = target
  const ofSpace = defined({ space })
  switch (target.target) {
    case "file":
      return { kind: "file", file: id, ...ofSpace, broken: true }
    case "openapi":
      return { kind: "openapi", spec: id, broken: true }
    default:
      return anchor === undefined || anchor === ""
        ? { kind: "page", page: id, ...ofSpace, broken: true }
        : { kind: "anchor", page: id, anchor, ...ofSpace, broken: true }
  }
}

/** The query that a reference is written with, `?` included; empty without one. */
export const queryOf = (ref: RichRef): string => ("query" in ref && ref.query !== undefined ? `?${ref.query}` : "")

/** How a reference that says that it is broken is written where no text has it (`docs/contributing/dialect.md#links`). */
export const markerOf = (ref: RichRef): string | undefined => {
  if (!("broken" in ref) || ref.broken !== true) return undefined
  const safe = (id: string) => encodeURIComponent(id)
  switch (ref.kind) {
    case "page":
    case "anchor": {
      const { page = brokenReference, space } = ref
      if (page === brokenReference && space === undefined) return brokenReference
      if (page === brokenReference) return `/broken/spaces/${safe(space!)}`
      const hash = ref.kind === "anchor" ? `#${encodeURI(ref.anchor)}` : ""
      return `/broken/${space === undefined ? "" : `spaces/${safe(space)}/`}pages/${safe(page)}${queryOf(ref)}${hash}`
    }
    case "file":
      return `/broken/files/${safe(ref.file)}${queryOf(ref)}`
    case "openapi":
      return `/broken/openapi/${safe(ref.spec)}`
    case "reusable-content":
      return `/reusable-content/${safe(ref.reusableContent)}`
    default:
      return undefined
  }
}

/** What an href leads to; a reference that says so where that is nothing. Undefined for what leads out of the space. */
export const refOf = Effect.fnUntraced(function* (tree: Revision, place: DocumentPlace, href: string) {
  const { appUrl, gitPath = "" } = place
  const own = href === appUrl || href.startsWith(`${appUrl}/`)
  const target = resolveHref(own ? gitbook + href.slice(appUrl.length) : href, gitPath)
  const ref = yield* refTo(tree, place, target)
  if (ref === undefined || !("query" in target) || target.query === undefined) return ref
  // what has no field for it stays as it is written
  return mayAsk(ref) ? { ...ref, query: target.query } : undefined
})

const mayAsk = (ref: RichRef) => ref.kind === "page" || ref.kind === "anchor" || ref.kind === "file"

const refTo = Effect.fnUntraced(function* (
  tree: Revision,
  { spaceId }: DocumentPlace,
  target: Target
): Effect.fn.Return<RichRef | undefined, ObjectsError> {
  const page = (id: string, anchor: string | undefined): RichRef =>
    anchor === undefined || anchor === "" ? { kind: "page", page: id } : { kind: "anchor", page: id, anchor }
  switch (target.kind) {
    case "page":
      return marked(page(target.id, target.anchor), yield* tree.page(target.id))
    case "blob":
      return marked({ kind: "file", file: target.id }, yield* tree.file(target.id))
    case "reusable": {
      if (target.space !== undefined && target.space !== spaceId) {
        return { kind: "reusable-content", reusableContent: target.id, space: target.space } as const
      }
      const ref = { kind: "reusable-content", reusableContent: target.id } as const
      return marked(ref, yield* tree.reusableContent(target.id))
    }
    case "file": {
      const entry = yield* tree.byGitPath(target.path)
      if (entry?.kind === "page") return page(entry.id, target.anchor)
      if (entry === undefined) return brokenRef(target.path, target.anchor)
      if (target.anchor !== undefined) return undefined
      return entry.kind === "file"
        ? ({ kind: "file", file: entry.id } as const)
        : ({ kind: "reusable-content", reusableContent: entry.id } as const)
    }
    case "anchor":
      return target.anchor === "" ? undefined : ({ kind: "anchor", anchor: target.anchor } as const)
    case "space": {
      const { anchor, path, space } = target
      if (space !== spaceId) {
        if (target.page !== undefined) return { ...page(target.page, anchor), space } as RichRef
        if (path !== "") return undefined
        return anchor === undefined || anchor === ""
          ? ({ kind: "space", space } as const)
          : ({ kind: "anchor", anchor, space } as const)
      }
      if (target.page !== undefined) return marked(page(target.page, anchor), yield* tree.page(target.page))
      const found = yield* tree.pageByPath(path)
      return found === undefined ? brokenRef(`${path}.md`, anchor) : page(found.id, anchor)
    }
    case "outside":
      return brokenRef(target.path, target.anchor)
    case "broken":
      return markedRef(target)
    case "app": {
      const user = /^https?:\/\/[^/]+\/u\/([\w-]+)\/?$/.exec(target.url)?.[1]
      return user === undefined ? undefined : ({ kind: "user", user } as const)
    }
    default:
      return undefined
  }
})

/** The reference; as a broken one where there is no such record. */
const marked = (ref: RichRef, found: unknown): RichRef =>
  found === undefined ? ({ ...ref, broken: true } as RichRef) : ref

/** How a reference is written in a place: by path within one repository, else by id. */
export const hrefOf = Effect.fnUntraced(function* (tree: Revision, place: DocumentPlace, ref: RichRef) {
  const { gitPath, spaceId, titled } = place
  const query = queryOf(ref)
  const isOwn = !("space" in ref) || ref.space === undefined || ref.kind === "space" || ref.space === spaceId
  const byPath = (path: string | undefined, id: string): string =>
    gitPath === undefined || path === undefined ? id : plainHref(gitPath, path)
  switch (ref.kind) {
    case "page":
    case "anchor": {
      const hash = ref.kind === "anchor" ? `#${encodeURI(ref.anchor)}` : ""
      if (!isOwn) {
        // by id, so that it needs no look into what this reader may not see
        if (![ref.space ?? "", ref.page ?? ""].every((id) => /^[\w-]*$/.test(id))) return undefined
        return `${gitbook}/s/${ref.space}/${ref.page === undefined ? "" : `~/pages/${ref.page}`}${query}${hash}`
      }
      if (ref.page === undefined) return hash
      const page = yield* tree.page(ref.page)
      if (page === undefined) return undefined
      // a group has no file that its id could become when it is exported
      const path = titled && page.type !== "document" ? yield* tree.pathOf(page.id) : undefined
      const address = path === undefined ? `/pages/${page.id}` : `${gitbook}/s/${spaceId}/${encodeURI(path)}`
      return byPath(page.git?.path, address) + query + hash
    }
    case "file": {
      const file = isOwn ? yield* tree.file(ref.file) : undefined
      return file === undefined ? undefined : byPath(file.git?.path, `/files/${ref.file}`) + query
    }
    case "reusable-content": {
      if (!isOwn) return `${gitbook}/s/${ref.space}/~/reusable/${ref.reusableContent}/`
      const reusable = yield* tree.reusableContent(ref.reusableContent)
      return reusable === undefined ? undefined : byPath(reusable.git?.path, `/reusable-content/${ref.reusableContent}`)
    }
    case "space":
      return /^[\w-]+$/.test(ref.space) ? `${gitbook}/s/${ref.space}/` : undefined
    case "user":
      return /^[\w-]+$/.test(ref.user) ? `${gitbook}/u/${ref.user}` : undefined
    default:
      return undefined
  }
})

export const resolveAll = (
  tree: Revision,
  place: DocumentPlace,
  hrefs: Iterable<string>
): Read<ReadonlyMap<string, RichRef | undefined>> =>
  Effect.map(
    Effect.forEach(new Set(hrefs), (href) => Effect.map(refOf(tree, place, href), (ref) => [href, ref] as const)),
    (found) => new Map(found)
  )

export const hrefsOf = ({ hrefs }: PageFacts): ReadonlyArray<string> => hrefs

/** Those that lead somewhere: the others need not be sent anywhere. */
export const leading = (refs: ReadonlyMap<string, RichRef | undefined>): ReadonlyMap<string, RichRef> =>
  new Map(Array.from(refs).flatMap(([href, ref]) => (ref === undefined ? [] : [[href, ref] as const])))

/** The text with destinations exchanged. */
export const withHrefs = (text: string, { hrefs }: PageFacts, rename: (href: string) => string | undefined) => {
  const renamed = new Map<string, string>()
  for (const href of hrefs) {
    const to = rename(href)
    if (to !== undefined && to !== href) renamed.set(href, to)
  }
  return renamed.size === 0 ? Effect.succeed(text) : compute(rewrite, { text, renamed }, text.length)
}
