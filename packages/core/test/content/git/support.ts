/** Folders as snapshots, and a store in memory to import them into. */
import { Effect, Layer, Stream } from "effect"
import type { GitSnapshot } from "../../../src/content/git/Git.ts"
import { Blobs } from "../../../src/content/revisions/Blobs.ts"
import { ContentMerge } from "../../../src/content/revisions/merge/ContentMerge.ts"
import type { PageNode } from "../../../src/content/revisions/model/PageTree.ts"
import { RevisionTree } from "../../../src/content/revisions/model/RevisionTree.ts"
import { contentHash, utf8 } from "../../../src/kernel/shared/hash.ts"
import { makeObjects } from "../revisions/support.ts"

/** A tree of files by path; equal texts have equal object ids, as in Git. */
export const snapshotOf = (files: Readonly<Record<string, string>>): GitSnapshot => ({
  tree: contentHash(utf8.encode(JSON.stringify(files))),
  entries: Object.entries(files).map(([path, text]) => ({
    path,
    oid: contentHash(utf8.encode(text)),
    size: utf8.encode(text).length
  })),
  skipped: [],
  read: (entry) => Effect.succeed(utf8.encode(files[entry.path]!)),
  stream: (entry) => Stream.succeed(utf8.encode(files[entry.path]!))
})

const blobs = Layer.sync(Blobs, () => {
  const kept = new Map<string, Uint8Array>()
  return Blobs.of({
    put: (bytes) =>
      Effect.map(Stream.runCollect(bytes), (pieces) => {
        const whole = new Uint8Array(pieces.flatMap((piece) => [...piece]))
        const hash = contentHash(whole)
        kept.set(hash, whole)
        return { hash, size: whole.length }
      }),
    info: (hash) => Effect.sync(() => (kept.has(hash) ? { hash, size: kept.get(hash)!.length } : undefined)),
    read: (hash) => Stream.succeed(kept.get(hash)!)
  })
})

/** Everything that an import needs. */
export const world = () =>
  ContentMerge.layer.pipe(
    Layer.provideMerge(RevisionTree.layer),
    Layer.provideMerge(Layer.merge(makeObjects().layer, blobs))
  )

/** The page tree as titles, and each page's id by its title. */
export const outline = Effect.fnUntraced(function* (root: string) {
  const trees = yield* RevisionTree
  const open = yield* trees.open(root)
  const ids: Record<string, string> = {}
  const titles = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<unknown> =>
    nodes.map(({ page, pages }) => {
      ids[page.title] = page.id
      return pages.length === 0 ? page.title : { [page.title]: titles(pages) }
    })
  return { titles: titles(yield* open.pages()), ids }
})

/** The text of a page by its title. */
export const textOf = Effect.fnUntraced(function* (root: string, title: string) {
  const trees = yield* RevisionTree
  const open = yield* trees.open(root)
  const { ids } = yield* outline(root)
  const page = yield* open.page(ids[title]!)
  return page?.body === undefined ? "" : (yield* open.body(page.body)).text
})
