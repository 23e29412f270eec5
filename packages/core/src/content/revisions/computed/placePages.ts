/** From the pages that a source makes to records of a tree. Pure. */
import { lettered, rewriteReferences, storedId, titleToSlug } from "@octavo/document"
import type { Schema } from "effect"
import { generateNKeysBetween } from "fractional-indexing"
import { defined } from "../../../kernel/shared/defined.ts"
import { contentHash, utf8 } from "../../../kernel/shared/hash.ts"
import { canonicalJson } from "../model/MapNode.ts"
import type { PageNode } from "../model/PageTree.ts"
import type { Computed, PageRecord } from "../model/Records.ts"
import type { ComputedPageDraft } from "./ComputedSources.ts"

/** A source with its dependencies resolved, and what makes its ids differ from those of others like it. */
export interface ResolvedSource {
  readonly type: string
  readonly props: Schema.JsonObject
  readonly dependencies: Schema.JsonObject
  readonly seed: string
}

/** Equal for what computes the same content. */
export const sourceHash = (source: ResolvedSource): string => contentHash(utf8.encode(canonicalJson(source)))

const idLength = 22

/** Id of a page by its key; letters of a hash, so that it is the same in every revision and on every server. */
const computedId = (seed: string, key: string): string =>
  lettered(contentHash(utf8.encode(`${storedId(seed)}/${key}`)).slice(0, idLength))

/** The text of a document, its links to pages by their keys turned into links by their ids. */
export const withPageIds = (seed: string, drafts: ReadonlyArray<ComputedPageDraft>, text: string): string => {
  if (!text.includes("/pages/")) return text
  const ids = new Map<string, string>()
  const walk = (list: ReadonlyArray<ComputedPageDraft>): void => {
    for (const { key, pages } of list) {
      ids.set(key, computedId(seed, key))
      walk(pages ?? [])
    }
  }
  walk(drafts)
  return rewriteReferences(text, (href) => {
    const [, key = "", rest = ""] = /^\/pages\/([^/#?]+)(.*)$/s.exec(href) ?? []
    const id = ids.get(key)
    return id === undefined ? undefined : `/pages/${id}${rest}`
  })
}

/** Where pages come to stand: below which page, at which path, beside which slugs. */
export interface ComputedPlace {
  readonly parent: string | null
  readonly path: string | undefined
  readonly takenSlugs: Iterable<string>
  readonly createdAt: string
  readonly updatedAt: string
  /** The page that they stand for: who sees it, and what may list it, holds for them. */
  readonly like: Pick<PageRecord, "condition" | "hidden" | "noIndex" | "noRobotsIndex">
}

/**
 * The tree of the pages. Their bodies are named by the hash of the document's source: `documents` has them by it. Slugs
 * that siblings have already get a number.
 */
export const placePages = (
  source: ResolvedSource,
  drafts: ReadonlyArray<ComputedPageDraft>,
  place: ComputedPlace
): { readonly nodes: ReadonlyArray<PageNode>; readonly documents: ReadonlyMap<string, ResolvedSource> } => {
  const documents = new Map<string, ResolvedSource>()
  const { condition, hidden, noIndex, noRobotsIndex } = place.like
  const level = (
    siblings: ReadonlyArray<ComputedPageDraft>,
    parent: string | null,
    path: string | undefined,
    takenSlugs: Iterable<string>
  ): ReadonlyArray<PageNode> => {
    const taken = new Set(takenSlugs)
    const orders = generateNKeysBetween(null, null, siblings.length)
    return siblings.map((draft, at) => {
      const id = computedId(source.seed, draft.key)
      const slug = freeSlug(draft.slug ?? titleToSlug(draft.title), taken)
      const own = path === undefined ? slug : `${path}/${slug}`
      const record: PageRecord = {
        id,
        type: draft.type === "group" && parent === null ? "group" : "document",
        title: draft.title,
        slug,
        parent,
        order: orders[at]!,
        ...defined({ emoji: draft.emoji, icon: draft.icon, description: draft.description }),
        // what is below a page is hidden with it
        ...(draft.hidden === true || (hidden === true && parent === place.parent) ? { hidden: true } : {}),
        ...(condition === undefined || parent !== place.parent ? {} : { condition }),
        ...defined({ noIndex, noRobotsIndex }),
        createdAt: place.createdAt,
        updatedAt: place.updatedAt,
        ...bodyOf(source, id, draft.document, documents)
      }
      return { page: record, path: own, pages: level(draft.pages ?? [], id, own, []) }
    })
  }
  return { nodes: level(drafts, place.parent, place.path, place.takenSlugs), documents }
}

const bodyOf = (
  { dependencies, type }: ResolvedSource,
  seed: string,
  props: Schema.JsonObject | undefined,
  documents: Map<string, ResolvedSource>
): { body?: string; computed?: Computed; computedSeed?: string } => {
  if (props === undefined) return {}
  const document = { type, props, dependencies, seed }
  const body = sourceHash(document)
  documents.set(body, document)
  return { body, computed: { type, props, dependencies }, computedSeed: seed }
}

const freeSlug = (wanted: string, taken: Set<string>): string => {
  let slug = wanted
  for (let n = 1; taken.has(slug); n++) slug = `${wanted}-${n}`
  taken.add(slug)
  return slug
}
