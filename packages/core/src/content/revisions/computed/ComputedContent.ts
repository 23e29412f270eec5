/**
 * Computed content: pages and documents that a source makes, cached by what they were made from. Reading a revision with
 * its computed pages replaced reads like any other revision, so every reader sees the same pages.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { now } from "../../../kernel/shared/clock.ts"
import { madeOfEverything } from "../../../kernel/shared/Epoch.ts"
import { Invalid, NotFound, type StorageError } from "../../../kernel/shared/errors.ts"
import { contentHash, utf8 } from "../../../kernel/shared/hash.ts"
import { makeLru } from "../../../kernel/shared/lru.ts"
import { Text } from "../../../kernel/shared/text.ts"
import { traced } from "../../../kernel/shared/traced.ts"
import type { ObjectsError } from "../model/Objects.ts"
import type { PageNode } from "../model/PageTree.ts"
import { scan } from "../model/PersistentMap.ts"
import { Computed, type PageRecord } from "../model/Records.ts"
import { type Body, type Revision, RevisionTree } from "../model/RevisionTree.ts"
import { type ComputedFor, type ComputedPageDraft, ComputedSources } from "./ComputedSources.ts"
import { overlayRevision } from "./overlay.ts"
import { placePages, type ResolvedSource, sourceHash, withPageIds } from "./placePages.ts"

/** What to compute, as a caller asks for it. */
export const ComputeInput = Schema.Struct({
  source: Computed,
  seed: Text(1, 256)
}).annotate({ identifier: "ComputeInput" })
export type ComputeInput = typeof ComputeInput.Type

export class ComputedContent extends Context.Service<
  ComputedContent,
  {
    /**
     * The revision with its computed pages replaced by what their sources make now. The same revision when it has none,
     * and a page that cannot be computed stays as it is: reading a space never fails for a source.
     */
    readonly expand: (space: ComputedFor, tree: Revision) => Effect.Effect<Revision, ObjectsError>
    /** The pages of a source, at the root of nothing. 400 for an unknown type, 404 for a dependency that is not there. */
    readonly pages: (
      space: ComputedFor,
      input: ComputeInput
    ) => Effect.Effect<ReadonlyArray<PageNode>, Invalid | NotFound | StorageError>
    /** The text of one document of a source. Fails alike. */
    readonly document: (
      space: ComputedFor,
      input: ComputeInput
    ) => Effect.Effect<Body, Invalid | NotFound | StorageError>
  }
>()("@octavo/core/content/revisions/computed/ComputedContent") {
  static readonly layer = Layer.effect(
    ComputedContent,
    Effect.gen(function* () {
      const sources = yield* ComputedSources
      const trees = yield* RevisionTree
      const stubs = makeLru<ReadonlyArray<PageRecord>>(2 * 1024 * 1024, "computed-stubs")
      const drafts = makeLru<ReadonlyArray<ComputedPageDraft>>(16 * 1024 * 1024, "computed-pages")
      const bodies = makeLru<Body>(16 * 1024 * 1024, "computed-bodies")
      const expanded = makeLru<Revision>(32 * 1024 * 1024, "computed-revisions")

      /** The pages of type `computed` of a revision. */
      const stubsOf = (tree: Revision): Effect.Effect<ReadonlyArray<PageRecord>, ObjectsError> => {
        if (tree.root.counts.computed === undefined) return Effect.succeed([])
        const kept = stubs.get(tree.root.pages ?? "")
        if (kept !== undefined) return Effect.succeed(kept)
        return Effect.map(
          trees.read((lookup) =>
            scan(lookup, tree.root.pages).flatMap(([, page]) => (page.type === "computed" ? [page] : []))
          ),
          (found) => {
            stubs.set(tree.root.pages ?? "", found, 100 + found.length * 500)
            return found
          }
        )
      }

      const resolve = Effect.fnUntraced(function* (space: ComputedFor, computed: Computed, seed: string) {
        const source = sources.get(computed.type)
        const dependencies = yield* source?.resolve(space, computed.dependencies ?? {}) ?? Effect.succeed(undefined)
        return dependencies === undefined
          ? undefined
          : ({ type: computed.type, props: computed.props ?? {}, dependencies, seed } satisfies ResolvedSource)
      })

      const draftsOf = Effect.fnUntraced(function* (source: ResolvedSource) {
        const key = sourceHash({ ...source, seed: "" })
        const kept = drafts.get(key)
        if (kept !== undefined) return kept
        const made = yield* sources.get(source.type)!.pages(source)
        drafts.set(key, made, JSON.stringify(made).length * 2)
        return made
      })

      const bodyOf = Effect.fnUntraced(function* (hash: string, source: ResolvedSource) {
        const kept = bodies.get(hash)
        if (kept !== undefined) return kept
        const text = yield* sources.get(source.type)!.document(source)
        const body = { text, exact: text, bytes: utf8.encode(text) }
        bodies.set(hash, body, body.bytes.length * 3)
        return body
      })

      /** The text of a document among the pages that a source makes in a space. */
      const placedBody = Effect.fnUntraced(function* (hash: string, document: ResolvedSource, source: ResolvedSource) {
        const kept = bodies.get(`placed ${hash}`)
        if (kept !== undefined) return kept
        const body = yield* bodyOf(hash, document)
        const text = withPageIds(source.seed, yield* draftsOf(source), body.text)
        if (text === body.text) return body
        const placed = { text, exact: text, bytes: utf8.encode(text) }
        bodies.set(`placed ${hash}`, placed, placed.bytes.length * 3)
        return placed
      })

      const expand = traced("ComputedContent.expand")(function* (space: ComputedFor, tree: Revision) {
        const found = yield* stubsOf(tree)
        if (found.length === 0) return tree
        // what they are computed of may lie anywhere
        yield* madeOfEverything
        const resolved: Array<readonly [PageRecord, ResolvedSource]> = []
        for (const page of found) {
          const source = page.computed && (yield* resolve(space, page.computed, page.id))
          if (source !== undefined) resolved.push([page, source])
        }
        if (resolved.length === 0) return tree
        const hash = nameOf([tree.hash, ...resolved.map(([, it]) => sourceHash(it))])
        const kept = expanded.get(hash)
        if (kept !== undefined) return kept

        const replaced = new Map<string, ReadonlyArray<PageNode>>()
        const made = new Map<string, string>()
        const documents = new Map<string, { readonly document: ResolvedSource; readonly source: ResolvedSource }>()
        const slugs = new Map<string | null, Set<string>>()
        for (const [page, source] of resolved) {
          const pages = yield* Effect.catchCause(draftsOf(source), (cause) =>
            Effect.as(Effect.logWarning("Content could not be computed", source.type, cause), undefined)
          )
          if (pages === undefined) continue
          const taken =
            slugs.get(page.parent) ?? new Set((yield* tree.children(page.parent)).map((sibling) => sibling.slug))
          slugs.set(page.parent, taken)
          const placed = placePages(source, pages, {
            parent: page.parent,
            path: page.parent === null ? undefined : yield* tree.pathOf(page.parent),
            takenSlugs: taken,
            createdAt: page.createdAt,
            updatedAt: page.updatedAt,
            like: page
          })
          for (const node of placed.nodes) taken.add(node.page.slug)
          for (const [name, document] of placed.documents) documents.set(name, { document, source })
          replaced.set(page.id, placed.nodes)
          made.set(page.id, sourceHash(source))
        }
        // what failed is tried again, and is in neither name
        const isWhole = replaced.size === resolved.length
        const overlaid = overlayRevision(tree, {
          hash: isWhole ? hash : nameOf([tree.hash, ...made.values()]),
          key: nameOf(resolved.flatMap(([page]) => (made.has(page.id) ? [made.get(page.id)!, `${page.noIndex}`] : []))),
          replaced,
          sources: made,
          body: (name) => {
            const found = documents.get(name)
            return found && placedBody(name, found.document, found.source)
          }
        })
        if (isWhole) expanded.set(hash, overlaid, (tree.root.counts.pages + documents.size) * nodeWeight)
        return overlaid
      })

      const required = Effect.fnUntraced(function* (space: ComputedFor, { seed, source: computed }: ComputeInput) {
        if (!sources.has(computed.type)) {
          const known = [...sources.keys()].sort().join(", ") || "none"
          return yield* new Invalid({ message: `There is no source ${computed.type}; there are: ${known}` })
        }
        const source = yield* resolve(space, computed, seed)
        if (source === undefined) {
          return yield* new NotFound({ message: `A dependency of the source ${computed.type} is not there` })
        }
        return source
      })

      const pages = traced("ComputedContent.pages")(function* (space: ComputedFor, input: ComputeInput) {
        const source = yield* required(space, input)
        const at = yield* now
        return placePages(source, yield* draftsOf(source), {
          parent: null,
          path: undefined,
          takenSlugs: [],
          createdAt: at,
          updatedAt: at,
          like: {}
        }).nodes
      })

      const document = traced("ComputedContent.document")(function* (space: ComputedFor, input: ComputeInput) {
        const source = yield* required(space, input)
        return yield* bodyOf(sourceHash(source), source)
      })

      return ComputedContent.of({ expand, pages, document })
    })
  )
}

const nameOf = (parts: ReadonlyArray<string>): string => contentHash(utf8.encode(parts.join(" ")))

/** What a node of an expanded tree holds in memory beyond its record, roughly. */
const nodeWeight = 300
