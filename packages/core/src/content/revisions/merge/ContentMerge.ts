/** Three-way merge of content: decides on records, merges the texts, and stores the result beside what is there. */

import { exactBytes, type SettledClash, type SideNames, type TextClash } from "@octavo/document"
import { Context, Effect, Layer } from "effect"
import { compute, inlineMergeLength } from "../../../kernel/compute/Compute.ts"
import type { StorageError } from "../../../kernel/shared/errors.ts"
import { contentHash } from "../../../kernel/shared/hash.ts"
import { traced } from "../../../kernel/shared/traced.ts"
import { missingIsDamage } from "../missingIsDamage.ts"
import { Objects } from "../model/Objects.ts"
import type { RevisionEdit } from "../model/RevisionEdit.ts"
import { type RevisionError, TextTooLong } from "../model/RevisionError.ts"
import { RevisionTree } from "../model/RevisionTree.ts"
import { MaxPageBytes, pageSizeProblem } from "../pageSize.ts"
import {
  type ConflictPlace,
  conflictKey,
  conflictPlaces,
  type MergeConflict,
  type MergePreference,
  type SettledConflict
} from "./MergeConflict.ts"
import { mergeRevisions } from "./mergeRevisions.ts"
import { mergeTexts } from "./mergeTask.ts"

export interface MergedContent {
  /** Hash of the result. */
  readonly root: string
  readonly conflicts: ReadonlyArray<ConflictPlace>
  /** What was settled and is no conflict between these. */
  readonly unknown: ReadonlyArray<string>
}

/** The same, with the objects of the result that are not stored yet. */
export interface MadeContent extends MergedContent {
  readonly created: ReadonlyMap<string, Uint8Array>
}

interface MergeWishes extends MergePreference {
  /** What was decided about conflicts; nothing of them is in the texts. */
  readonly settled?: ReadonlyArray<SettledConflict>
}

export class ContentMerge extends Context.Service<
  ContentMerge,
  {
    /**
     * Brings into `ours` what `theirs` did since `base`; all are hashes of revisions. The result is stored and no head
     * points to it yet. `names` stand in the markers of texts that both sides changed; with a preference, or where it was settled, there are none.
     * A text that both changed and that is too long together is refused; with a preference it is that side's whole one,
     * and a conflict.
     */
    readonly merge: (
      base: string,
      ours: string,
      theirs: string,
      names: SideNames,
      wishes?: MergeWishes
    ) => Effect.Effect<MergedContent, StorageError | RevisionError>
    /** The same without storing it: for who moves a head to it, which stores what is new with that (`Heads.advance`). */
    readonly make: (
      base: string,
      ours: string,
      theirs: string,
      names: SideNames
    ) => Effect.Effect<MadeContent, StorageError | RevisionError>
    /** Where the two would not go together, with what each has there; stores nothing. */
    readonly conflicts: (
      base: string,
      ours: string,
      theirs: string
    ) => Effect.Effect<ReadonlyArray<MergeConflict>, StorageError>
  }
>()("@octavo/core/content/revisions/merge/ContentMerge") {
  static readonly layer = Layer.effect(
    ContentMerge,
    Effect.gen(function* () {
      const trees = yield* RevisionTree
      const objects = yield* Objects
      const maxPageBytes = yield* MaxPageBytes

      /** Decides on everything: edits of ours, merged texts, and where the sides did not agree. */
      const decide = Effect.fnUntraced(function* (
        base: string,
        ours: string,
        theirs: string,
        names: SideNames,
        { settled = [], ...preference }: MergeWishes,
        most: number
      ) {
        const takes = new Map(settled.map(({ conflict, take }) => [conflict, take]))
        const answered = new Set<string>()
        const taken = (conflict: MergeConflict) => {
          const key = takes.size === 0 ? "" : conflictKey(conflict)
          const take = takes.get(key)
          // there is one value and one place: both, or another, is an answer to none of these
          const isAnswer = conflict.reason === "text" || take === "ours" || take === "theirs"
          if (take === undefined || !isAnswer) return undefined
          answered.add(key)
          return take
        }
        const settle = (conflict: MergeConflict) => {
          const take = taken(conflict)
          return take === "ours" || take === "theirs" ? take : undefined
        }
        const [before, mine, other] = yield* missingIsDamage(
          Effect.forEach([base, ours, theirs] as const, (hash) => Effect.map(trees.open(hash), ({ root }) => root))
        )
        const plan = yield* missingIsDamage(
          trees.read((lookup) => {
            // what was found before all of it was loaded is thrown away
            answered.clear()
            return mergeRevisions(lookup, before!, mine!, other!, { ...preference, settle })
          })
        )
        const conflicts = [...plan.conflicts]
        const created = new Map<string, Uint8Array>()
        const bodies = new Map<string, { readonly hash: string; readonly size: number }>()
        const text = (hash: string | undefined) =>
          hash === undefined ? Effect.succeed("") : Effect.map(missingIsDamage(trees.body(hash)), (body) => body.exact)
        for (const body of plan.bodies) {
          const sides = {
            base: yield* text(body.base),
            ours: yield* text(body.ours),
            theirs: yield* text(body.theirs)
          }
          const length = sides.base.length + sides.ours.length + sides.theirs.length
          const mergedWith = (answers: ReadonlyArray<SettledClash>) => {
            const options = { ...preference, settled: answers }
            return compute(mergeTexts, { ...sides, names, options }, length, inlineMergeLength)
          }
          const { id, kind, title } = body
          const inText = (clash: TextClash): MergeConflict => ({ kind, id, title, reason: "text", sides: clash })
          let merged = yield* mergedWith([])
          const answers = merged.clashes.flatMap((clash) => {
            const take = taken(inText(clash))
            return take === undefined ? [] : [{ ...clash, take }]
          })
          if (answers.length > 0) merged = yield* mergedWith(answers)
          conflicts.push(...merged.clashes.map(inText))
          let bytes = exactBytes(merged.text)
          const problem = pageSizeProblem(bytes.length, most)
          if (problem !== undefined) {
            if (preference.prefer === undefined) return yield* new TextTooLong({ title: body.title, problem })
            bytes = exactBytes(yield* text(body[preference.prefer]))
            if (merged.clashes.length === 0) conflicts.push({ kind, id, title, reason: "text" })
          }
          const hash = contentHash(bytes)
          created.set(hash, bytes)
          bodies.set(`${body.kind} ${body.id}`, { hash, size: bytes.length })
        }
        return {
          edits: plan.edits.map((edit) => withBody(edit, bodies)),
          created,
          conflicts,
          unknown: [...takes.keys()].filter((key) => !answered.has(key))
        }
      })

      const make = Effect.fnUntraced(function* (
        base: string,
        ours: string,
        theirs: string,
        names: SideNames,
        wishes: MergeWishes = {}
      ): Effect.fn.Return<MadeContent, StorageError | RevisionError> {
        const unknown = (wishes.settled ?? []).map(({ conflict }) => conflict)
        const nothing = { created: new Map(), conflicts: [], unknown }
        if (base === theirs || ours === theirs) return { root: ours, ...nothing }
        if (base === ours) return { root: theirs, ...nothing }
        const decided = yield* decide(base, ours, theirs, names, wishes, maxPageBytes)
        const { conflicts, created, edits } = decided
        const edited = yield* missingIsDamage(trees.edit(ours, edits))
        trees.keepBodies(created)
        for (const [hash, bytes] of edited.created) created.set(hash, bytes)
        return { root: edited.root, created, conflicts: conflictPlaces(conflicts), unknown: decided.unknown }
      })

      const merge = traced("ContentMerge.merge")(function* (...args: Parameters<typeof make>) {
        const { created, ...merged } = yield* make(...args)
        yield* objects.put(created)
        return merged
      })

      const conflicts = (base: string, ours: string, theirs: string) =>
        base === theirs || ours === theirs || base === ours
          ? Effect.succeed([])
          : decide(base, ours, theirs, { ours: "", theirs: "" }, {}, Number.POSITIVE_INFINITY).pipe(
              Effect.map((decided) => decided.conflicts),
              Effect.catchTag("TextTooLong", Effect.die)
            )

      return ContentMerge.of({
        merge,
        make: traced("ContentMerge.make")(function* (...args: Parameters<typeof make>) {
          return yield* make(...args)
        }),
        conflicts
      })
    })
  )
}

const withBody = (
  edit: RevisionEdit,
  bodies: ReadonlyMap<string, { readonly hash: string; readonly size: number }>
): RevisionEdit => {
  if (edit.type === "putPage") {
    const body = bodies.get(`page ${edit.page.id}`)
    return body === undefined ? edit : { ...edit, page: { ...edit.page, body: body.hash, bodySize: body.size } }
  }
  if (edit.type === "putReusable") {
    const body = bodies.get(`reusable-content ${edit.reusableContent.id}`)
    return body === undefined ? edit : { ...edit, reusableContent: { ...edit.reusableContent, body: body.hash } }
  }
  return edit
}
