/**
 * Revisions as other areas use them: open one by the hash of its root and read it, edit one into another, compare two.
 * Nothing here knows heads, change requests or access: those decide which hash a caller may open.
 *
 * Everything read is immutable and shared through caches by hash. Values may be kept, never changed.
 */
import { displayText, exactText, type TagDefinition } from "@octavo/document"
import { Context, Effect, Layer, type Result } from "effect"
import { type Lru, makeLru } from "../../../kernel/shared/lru.ts"
import { traced } from "../../../kernel/shared/traced.ts"
import { diffRevisions, type RevisionDiff } from "./diff.ts"
import { type Lookup, Nodes } from "./Nodes.ts"
import { Objects, type ObjectsError } from "./Objects.ts"
import { ancestorsOf, childrenOf, type PageNode, pageByPath, pagePath, pageTree } from "./PageTree.ts"
import { get, scan } from "./PersistentMap.ts"
import type { FileRecord, PageRecord, PathEntry, ReusableRecord, RevisionRoot, StoredRevision } from "./Records.ts"
import { editRevision, type RevisionEdit } from "./RevisionEdit.ts"
import type { RevisionError } from "./RevisionError.ts"

export { emptyRoot, type StoredRevision } from "./Records.ts"
export type { PagePatch, RevisionEdit } from "./RevisionEdit.ts"

type Read<A> = Effect.Effect<A, ObjectsError>

/** One revision, open for reading. What it does not have reads as `undefined`. */
export interface Revision {
  readonly hash: string
  readonly root: RevisionRoot
  readonly page: (id: string) => Read<PageRecord | undefined>
  /** By slugs from the root joined with `/`; the empty path is the home page: the first document page in order. */
  readonly pageByPath: (path: string) => Read<PageRecord | undefined>
  /** `undefined` also for a page without a slug, which has no address. */
  readonly pathOf: (id: string) => Read<string | undefined>
  /** The pages above a page, the topmost first; none for a page that does not exist. */
  readonly ancestors: (id: string) => Read<ReadonlyArray<PageRecord>>
  /** In order; null for the pages at the root. */
  readonly children: (parent: string | null) => Read<ReadonlyArray<PageRecord>>
  /** The whole tree in order. Kept for the revisions read last. */
  readonly pages: () => Read<ReadonlyArray<PageNode>>
  readonly file: (id: string) => Read<FileRecord | undefined>
  /** Files in the order of their ids, after an id (exclusive). */
  readonly files: (after: string | undefined, limit: number) => Read<ReadonlyArray<FileRecord>>
  readonly reusableContent: (id: string) => Read<ReusableRecord | undefined>
  /** All of them in the order of their ids. */
  readonly reusableContents: () => Read<ReadonlyArray<ReusableRecord>>
  readonly variables: () => Read<Readonly<Record<string, string>>>
  /** In the order of their names. */
  readonly tags: () => Read<ReadonlyArray<TagDefinition>>
  readonly byGitPath: (path: string) => Read<PathEntry | undefined>
  /** The body that a record names; the same for every revision, but for what is computed. */
  readonly body: (hash: string) => Read<Body>
  /** The pages that sources made, in a revision that is read with them. */
  readonly computed?: ComputedPages
}

/** Pages that stand in the places of pages of type `computed`. */
export interface ComputedPages {
  /** Names what they are made of, whatever else the revision holds: equal keys mean the same pages with the same texts. */
  readonly key: string
  /** By id, each with the name of what its source made it of. */
  readonly pages: ReadonlyMap<string, { readonly page: PageRecord; readonly source: string }>
}

/** A body: the bytes of the file, and the same as text. */
export interface Body {
  readonly bytes: Uint8Array
  /** What is shown, searched, linked and answered: valid text, with U+FFFD for what is none. */
  readonly text: string
  /** What is merged, and carried over when the text is edited: see `exactText`. The same as `text` in nearly all files. */
  readonly exact: string
}

/** A file as a body. */
export const bodyOf = (bytes: Uint8Array): Body => {
  const exact = exactText(bytes)
  return { bytes, text: displayText(exact), exact }
}

export class RevisionTree extends Context.Service<
  RevisionTree,
  {
    readonly open: (root: string) => Read<Revision>
    /** A body of any revision by its hash. */
    readonly body: (hash: string) => Read<Body>
    /** Keeps bodies by their hashes, so that nobody has to load what was just made. */
    readonly keepBodies: (made: ReadonlyMap<string, Uint8Array>) => void
    /**
     * Applies edits in order, all or none; the rules are checked on the result. Put `created` into `Objects` before
     * anything refers to `root`; bodies are the caller's to put. Nothing changed: the same hash and nothing created.
     */
    readonly edit: (
      root: string | null,
      edits: ReadonlyArray<RevisionEdit>
    ) => Effect.Effect<StoredRevision, ObjectsError | RevisionError>
    readonly diff: (a: string, b: string) => Read<RevisionDiff>
    /** Runs a synchronous function of content, such as a merge, over the same caches. */
    readonly read: <A>(f: (lookup: Lookup) => A) => Read<A>
  }
>()("@octavo/core/content/revisions/model/RevisionTree") {
  /**
   * Over the `Objects` of the store, with caches that together hold up to about `cacheBytes` of memory. One layer for a
   * process: the caches are what makes reads fast.
   */
  static readonly layerWith = ({ cacheBytes }: { readonly cacheBytes: number }) =>
    Layer.effect(
      RevisionTree,
      Effect.gen(function* () {
        const nodes = yield* Nodes
        const objects = yield* Objects
        const trees = makeLru<ReadonlyArray<PageNode>>(cacheBytes * 0.4, "trees")
        const bodies = makeLru<Body>(cacheBytes * 0.1, "bodies")

        const open = (hash: string): Read<Revision> =>
          Effect.map(
            nodes.read((lookup) => rootAt(lookup, hash)),
            (root) => makeRevision(nodes, trees, hash, root, body)
          )

        const body = (hash: string): Read<Body> => {
          const kept = bodies.get(hash)
          if (kept !== undefined) return Effect.succeed(kept)
          return Effect.map(objects.get(hash), (bytes) => {
            const loaded = bodyOf(bytes)
            bodies.set(hash, loaded, bytes.length * 3)
            return loaded
          })
        }

        const keepBodies = (made: ReadonlyMap<string, Uint8Array>): void => {
          for (const [hash, bytes] of made) bodies.set(hash, bodyOf(bytes), bytes.length * 3)
        }

        const edit = traced("RevisionTree.edit")(function* (root: string | null, edits: ReadonlyArray<RevisionEdit>) {
          const decided: Result.Result<StoredRevision, RevisionError> = yield* nodes.read((lookup) =>
            editRevision(lookup, root, edits)
          )
          const edited = yield* Effect.fromResult(decided)
          nodes.prime(edited.created)
          return edited
        })

        const diff = traced("RevisionTree.diff")(function* (a: string, b: string) {
          const [before, after] = yield* nodes.read((lookup) => [rootAt(lookup, a), rootAt(lookup, b)] as const)
          return yield* nodes.read((lookup) => diffRevisions(lookup, before, after))
        })

        return RevisionTree.of({ open, body, keepBodies, edit, diff, read: nodes.read })
      })
    ).pipe(Layer.provide(Nodes.layerWith({ cacheBytes: cacheBytes * 0.5 })))

  static readonly layer = RevisionTree.layerWith({ cacheBytes: 256 * 1024 * 1024 })
}

/** What a page holds in memory, roughly: a kept tree keeps the records that it shares with the cache of nodes. */
const pageWeight = 1500

// `undefined` only while it is loaded, when `read` throws the value away
const rootAt = (lookup: Lookup, hash: string): RevisionRoot => lookup.root(hash)!

const makeRevision = (
  nodes: Nodes["Service"],
  trees: Lru<ReadonlyArray<PageNode>>,
  hash: string,
  root: RevisionRoot,
  body: Revision["body"]
): Revision => ({
  hash,
  root,
  page: (id) => nodes.read((lookup) => get(lookup, root.pages, id)),
  pageByPath: (path) => nodes.read((lookup) => pageByPath(lookup, root, path)),
  pathOf: (id) => nodes.read((lookup) => pagePath(lookup, root, id)),
  ancestors: (id) =>
    nodes.read((lookup) => {
      const page = get(lookup, root.pages, id)
      return page === undefined ? [] : ancestorsOf(lookup, root, page)
    }),
  children: (parent) => nodes.read((lookup) => childrenOf(lookup, root, parent)),
  pages: () => {
    const kept = trees.get(root.pages ?? "")
    if (kept !== undefined) return Effect.succeed(kept)
    return Effect.map(
      nodes.read((lookup) => pageTree(lookup, root)),
      (tree) => {
        trees.set(root.pages ?? "", tree, root.counts.pages * pageWeight)
        return tree
      }
    )
  },
  file: (id) => nodes.read((lookup) => get(lookup, root.files, id)),
  files: (after, limit) => nodes.read((lookup) => scan(lookup, root.files, { after, limit }).map(([, file]) => file)),
  reusableContent: (id) => nodes.read((lookup) => get(lookup, root.reusableContents, id)),
  reusableContents: () => nodes.read((lookup) => scan(lookup, root.reusableContents).map(([, record]) => record)),
  variables: () => nodes.read((lookup) => Object.fromEntries(scan(lookup, root.variables))),
  tags: () => nodes.read((lookup) => scan(lookup, root.tags ?? null).map(([, tag]) => tag)),
  byGitPath: (path) => nodes.read((lookup) => get(lookup, root.paths, path)),
  body
})
