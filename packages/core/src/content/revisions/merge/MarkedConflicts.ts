/**
 * Places of a draft where both sides stand in the text between markers: an update or Git brought them, and nobody has
 * decided yet. What the primary content has as well is a text about markers, and no place of the draft.
 */
import { exactBytes, type MarkedClash } from "@octavo/document"
import { Context, Effect, Layer } from "effect"
import { compute } from "../../../kernel/compute/Compute.ts"
import type { StorageError } from "../../../kernel/shared/errors.ts"
import { contentHash } from "../../../kernel/shared/hash.ts"
import { traced } from "../../../kernel/shared/traced.ts"
import { missingIsDamage } from "../missingIsDamage.ts"
import { Objects } from "../model/Objects.ts"
import { diff } from "../model/PersistentMap.ts"
import type { PageRecord } from "../model/Records.ts"
import type { RevisionEdit } from "../model/RevisionEdit.ts"
import { type RevisionError, TextTooLong } from "../model/RevisionError.ts"
import { RevisionTree } from "../model/RevisionTree.ts"
import { MaxPageBytes, pageSizeProblem } from "../pageSize.ts"
import { conflictKey, type MergeConflict, type SettledConflict } from "./MergeConflict.ts"
import { clashName, markedPlaces, settledMarks } from "./mergeTask.ts"

export class MarkedConflicts extends Context.Service<
  MarkedConflicts,
  {
    /** Those of `draft` that `primary` has not; both are hashes of revisions. */
    readonly find: (primary: string, draft: string) => Effect.Effect<ReadonlyArray<MergeConflict>, StorageError>
    /** `draft` with what was decided in their place, and what of it is about none. Stored, and no head points to it yet. */
    readonly settle: (
      primary: string,
      draft: string,
      settled: ReadonlyArray<SettledConflict>
    ) => Effect.Effect<{ readonly root: string; readonly unknown: ReadonlyArray<string> }, StorageError | RevisionError>
  }
>()("@octavo/core/content/revisions/merge/MarkedConflicts") {
  static readonly layer = Layer.effect(
    MarkedConflicts,
    Effect.gen(function* () {
      const trees = yield* RevisionTree
      const objects = yield* Objects
      const maxPageBytes = yield* MaxPageBytes

      const textOf = (hash: string | undefined) =>
        hash === undefined ? Effect.succeed("") : Effect.map(missingIsDamage(trees.body(hash)), ({ exact }) => exact)

      const clashesIn = (text: string) => compute(markedPlaces, { text }, text.length)

      /** Pages of the draft with such places, and the places. */
      const marked = Effect.fnUntraced(function* (primary: string, draft: string) {
        if (primary === draft) return []
        const [live, own] = yield* missingIsDamage(
          Effect.forEach([primary, draft] as const, (hash) => Effect.map(trees.open(hash), ({ root }) => root))
        )
        const changed = yield* missingIsDamage(trees.read((lookup) => diff(lookup, live!.pages, own!.pages)))
        const pages: Array<{ page: PageRecord; text: string; clashes: ReadonlyArray<MarkedClash> }> = []
        for (const { after: page, before } of changed) {
          if (page?.body === undefined || page.body === before?.body) continue
          const text = yield* textOf(page.body)
          if (!text.includes("<<<<<<< ")) continue
          const known = new Set((yield* clashesIn(yield* textOf(before?.body))).map(clashName))
          const clashes = (yield* clashesIn(text)).filter((clash) => !known.has(clashName(clash)))
          if (clashes.length > 0) pages.push({ page, text, clashes })
        }
        return pages
      })

      const find = (primary: string, draft: string) =>
        Effect.map(marked(primary, draft), (pages) =>
          pages.flatMap(({ clashes, page }) => clashes.map((clash) => conflictOf(page, clash)))
        )

      const settle = traced("MarkedConflicts.settle")(function* (
        primary: string,
        draft: string,
        settled: ReadonlyArray<SettledConflict>
      ) {
        if (settled.length === 0) return { root: draft, unknown: [] }
        const takes = new Map(settled.map(({ conflict, take }) => [conflict, take]))
        const unknown = new Set(takes.keys())
        const created = new Map<string, Uint8Array>()
        const edits: Array<RevisionEdit> = []
        for (const { clashes, page, text } of yield* marked(primary, draft)) {
          const own = new Map<string, SettledConflict["take"]>()
          for (const clash of clashes) {
            const key = conflictKey(conflictOf(page, clash))
            const take = takes.get(key)
            if (take === undefined) continue
            unknown.delete(key)
            own.set(clashName(clash), take)
          }
          const next = own.size === 0 ? text : yield* compute(settledMarks, { text, takes: own }, text.length)
          if (next === text) continue
          const bytes = exactBytes(next)
          const problem = pageSizeProblem(bytes.length, maxPageBytes)
          if (problem !== undefined) return yield* new TextTooLong({ title: page.title, problem })
          const hash = contentHash(bytes)
          created.set(hash, bytes)
          edits.push({ type: "putPage", page: { ...page, body: hash, bodySize: bytes.length } })
        }
        if (edits.length === 0) return { root: draft, unknown: [...unknown] }
        const edited = yield* missingIsDamage(trees.edit(draft, edits))
        for (const [hash, bytes] of edited.created) created.set(hash, bytes)
        yield* objects.put(created)
        return { root: edited.root, unknown: [...unknown] }
      })

      return MarkedConflicts.of({ find, settle })
    })
  )
}

const conflictOf = ({ id, title }: PageRecord, { names, ours, theirs }: MarkedClash): MergeConflict => ({
  kind: "page",
  id,
  title,
  reason: "text",
  sides: { base: null, ours, theirs },
  names
})
