/** Pages and reusable contents of a revision in both indexes: what they say, and what they link to. */
import { Effect } from "effect"
import { keptOf } from "../../kernel/compute/Compute.ts"
import { pageFacts } from "../../kernel/texts/PageFacts.ts"
import type { PageRecord, ReusableRecord } from "../revisions/model/Records.ts"
import type { Revision } from "../revisions/model/RevisionTree.ts"
import type { LinkStore, StoredLink } from "./LinkStore.ts"
import type { linkReader } from "./linkReader.ts"
import { type PageContent, pageContents } from "./pageContent.ts"
import {
  type FoundLink,
  isSameLink,
  type LinkSource,
  type LinkWorld,
  linksOfPage,
  linksOfReusable
} from "./pageLinks.ts"
import type { SearchDocument } from "./SearchDocument.ts"
import type { SearchStore } from "./SearchStore.ts"

/** The links of a page, where what its text says is still kept. */
const knownLinks = (world: LinkWorld, page: PageRecord | undefined) =>
  page?.body === undefined
    ? Effect.undefined
    : Effect.map(keptOf(pageFacts, page.body), (facts) => facts && linksOfPage(world, page, facts))

const sameLinks = (a: ReadonlyArray<FoundLink>, b: ReadonlyArray<FoundLink>): boolean =>
  a.length === b.length && a.every((link, i) => isSameLink(link, b[i]!))

const nameOf = ({ id, kind }: LinkSource): string => `${kind} ${id}`

interface Linked<Link> {
  readonly source: LinkSource
  readonly links: ReadonlyArray<Link>
  /** How many of it the index has, where that is known. */
  readonly known?: number | undefined
}

/** @param batch pages that are put at once */
export const makePutPages = (
  search: SearchStore["Service"],
  links: LinkStore["Service"],
  { parsed, resolved }: ReturnType<typeof linkReader>,
  batch: number
) => {
  /** Links that are not those which the index has: an edit of a text rarely touches them. */
  const changedOf = Effect.fnUntraced(function* ({ spaceId }: LinkWorld, found: ReadonlyArray<Linked<FoundLink>>) {
    const linked = yield* links.of(
      spaceId,
      found.map(({ source }) => source)
    )
    const before = Map.groupBy(linked, ({ source }) => nameOf(source))
    return found.flatMap((one) => {
      const known = before.get(nameOf(one.source)) ?? []
      return sameLinks(known, one.links) ? [] : [{ ...one, known: known.length }]
    })
  })

  const put = Effect.fnUntraced(function* (world: LinkWorld, tree: Revision, found: ReadonlyArray<Linked<FoundLink>>) {
    const all: Array<Linked<StoredLink>> = []
    for (const one of found) all.push({ ...one, links: yield* resolved(tree, one.links) })
    yield* links.put(world.spaceId, all)
  })

  return Effect.fnUntraced(function* (
    world: LinkWorld,
    tree: Revision,
    pages: ReadonlyArray<PageRecord>,
    reusables: ReadonlyArray<ReusableRecord>,
    {
      before,
      searched
    }: {
      /** Pages as the index has them, by id, where all that it has leads where it should. */
      readonly before?: ReadonlyMap<string, PageRecord> | undefined
      /** What the only page says, where search has it already. */
      readonly searched?: PageContent | undefined
    } = {}
  ) {
    const read = pageContents(world, tree)
    for (let start = 0; start < pages.length; start += batch) {
      const documents = new Map<string, SearchDocument>()
      const gone: Array<string> = []
      const changed: Array<Linked<FoundLink>> = []
      const unknown: Array<Linked<FoundLink>> = []
      for (const page of pages.slice(start, start + batch)) {
        const { document, facts } = searched ?? (yield* read(page))
        if (document === undefined) gone.push(page.id)
        else if (searched === undefined) documents.set(page.id, document)
        const one = { source: { kind: "page" as const, id: page.id }, links: linksOfPage(world, page, facts) }
        const known = yield* knownLinks(world, before?.get(page.id))
        if (before === undefined) changed.push(one)
        else if (known === undefined) unknown.push(one)
        else if (!sameLinks(known, one.links)) changed.push({ ...one, known: known.length })
      }
      yield* search.remove(world.spaceId, gone)
      yield* search.put(world.spaceId, documents)
      if (unknown.length > 0) changed.push(...(yield* changedOf(world, unknown)))
      yield* put(world, tree, changed)
    }
    const shared = yield* Effect.forEach(reusables, (reusable) =>
      Effect.map(parsed(tree, reusable.body), (content) => ({
        source: { kind: "reusable-content" as const, id: reusable.id },
        links: linksOfReusable(world, reusable, content!)
      }))
    )
    yield* put(world, tree, shared)
  })
}
