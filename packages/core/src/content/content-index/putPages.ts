/** Pages and reusable contents of a revision in both indexes: what they say, and what they link to. */
import { Effect } from "effect"
import type { PageRecord, ReusableRecord } from "../revisions/model/Records.ts"
import type { Revision } from "../revisions/model/RevisionTree.ts"
import type { LinkStore, StoredLink } from "./LinkStore.ts"
import type { linkReader } from "./linkReader.ts"
import { pageContents } from "./pageContent.ts"
import { type LinkSource, type LinkWorld, linksOfPage, linksOfReusable } from "./pageLinks.ts"
import type { SearchDocument } from "./SearchDocument.ts"
import type { SearchStore } from "./SearchStore.ts"

/** @param batch pages that are put at once */
export const makePutPages = (
  search: SearchStore["Service"],
  links: LinkStore["Service"],
  { parsed, resolved }: ReturnType<typeof linkReader>,
  batch: number
) =>
  Effect.fnUntraced(function* (
    world: LinkWorld,
    tree: Revision,
    pages: ReadonlyArray<PageRecord>,
    reusables: ReadonlyArray<ReusableRecord>
  ) {
    const read = pageContents(world, tree)
    for (let start = 0; start < pages.length; start += batch) {
      const documents = new Map<string, SearchDocument>()
      const gone: Array<string> = []
      const found: Array<{ readonly source: LinkSource; readonly links: ReadonlyArray<StoredLink> }> = []
      for (const page of pages.slice(start, start + batch)) {
        const { document, facts } = yield* read(page)
        if (document === undefined) gone.push(page.id)
        else documents.set(page.id, document)
        found.push({
          source: { kind: "page", id: page.id },
          links: yield* resolved(tree, linksOfPage(world, page, facts))
        })
      }
      yield* search.remove(world.spaceId, gone)
      yield* search.put(world.spaceId, documents)
      yield* links.put(world.spaceId, found)
    }
    const shared = yield* Effect.forEach(reusables, (reusable) =>
      Effect.flatMap(parsed(tree, reusable.body), (content) =>
        Effect.map(resolved(tree, linksOfReusable(world, reusable, content!)), (all) => ({
          source: { kind: "reusable-content", id: reusable.id } as const,
          links: all
        }))
      )
    )
    yield* links.put(world.spaceId, shared)
  })
