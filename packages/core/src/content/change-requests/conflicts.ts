/** Conflicts of a draft with the primary content: how they are told of, and how somebody settles them. */
import { Effect, Schema } from "effect"
import { maxShownAsDocuments } from "../../kernel/shared/documentJson.ts"
import { Invalid, PreconditionFailed } from "../../kernel/shared/errors.ts"
import { RichDocument } from "../../kernel/shared/richDocument.ts"
import { conflictKey, type MergeConflict, type SettledConflict } from "../revisions/merge/MergeConflict.ts"
import { type ChangeRequestPull, mostConflicts } from "./input.ts"

/** A place where a draft and the primary content do not go together. */
export const DraftConflict = Schema.Struct({
  id: Schema.String.annotate({ description: "Of this conflict between these versions of both sides" }),
  kind: Schema.Literals(["page", "file", "reusable-content", "variable", "tag"]),
  target: Schema.String.annotate({
    description: "Id of the page, file, reusable content or tag; name of the variable"
  }),
  title: Schema.String,
  reason: Schema.Literals(["text", "field", "place", "deleted"]),
  field: Schema.optionalKey(Schema.String),
  canSettle: Schema.Boolean.annotate({ description: "Whether one of the sides can be chosen" }),
  base: Schema.optionalKey(Schema.Unknown),
  mine: Schema.optionalKey(
    Schema.Unknown.annotate({
      description: "What the draft has: lines of Markdown, a value, the id of a parent, a title; null for nothing"
    })
  ),
  theirs: Schema.optionalKey(Schema.Unknown.annotate({ description: "What the live content has" })),
  names: Schema.optionalKey(
    Schema.Struct({ mine: Schema.String, theirs: Schema.String }).annotate({
      description: "What markers call the sides, where both stand in the text of the draft already"
    })
  ),
  documents: Schema.optionalKey(
    Schema.Struct({ mine: RichDocument, theirs: RichDocument }).annotate({
      description: "Lines of Markdown as documents, with `format=document`; those at the end of a long list have none"
    })
  )
}).annotate({ identifier: "DraftConflict" })
export type DraftConflict = typeof DraftConflict.Type

export const DraftConflicts = Schema.Struct({
  revision: Schema.String.annotate({ description: "The revision of the draft that was looked at" }),
  primaryRevision: Schema.String.annotate({ description: "The live one" }),
  count: Schema.Int,
  items: Schema.Array(DraftConflict).annotate({ description: `At most ${mostConflicts}` })
}).annotate({ identifier: "DraftConflicts" })
export type DraftConflicts = typeof DraftConflicts.Type

/** The lines of conflicts in texts, as many as are shown as documents. */
export const linesOfConflicts = (conflicts: ReadonlyArray<MergeConflict>): ReadonlyArray<string> => {
  let left = maxShownAsDocuments
  return conflicts.slice(0, mostConflicts).flatMap(({ reason, sides }) => {
    if (reason !== "text" || sides === undefined) return []
    const lines = [String(sides.ours), String(sides.theirs)]
    left -= lines[0]!.length + lines[1]!.length
    return left < 0 ? [] : lines
  })
}

/** @param documents of the lines of conflicts, in their order */
export const draftConflicts = (
  { primaryRevision, revision }: Pick<DraftConflicts, "revision" | "primaryRevision">,
  conflicts: ReadonlyArray<MergeConflict>,
  documents: ReadonlyArray<RichDocument>
): DraftConflicts => {
  const left = [...documents]
  const items = conflicts.slice(0, mostConflicts).map((conflict): DraftConflict => {
    const { id, names, sides, ...place } = conflict
    const sideNames = names && { names: { mine: names.ours, theirs: names.theirs } }
    const told = { ...place, ...sideNames, id: conflictKey(conflict), target: id, canSettle: sides !== undefined }
    if (sides === undefined) return told
    const { base, ours: mine, theirs } = sides
    const both = conflict.reason === "text" ? left.splice(0, 2) : []
    return {
      ...told,
      base,
      mine,
      theirs,
      ...(both.length === 2 && { documents: { mine: both[0]!, theirs: both[1]! } })
    }
  })
  return { revision, primaryRevision, count: conflicts.length, items }
}

/** What a caller decided, as merges take it; the draft is their `ours`. */
export const settledConflicts = ({
  settled = []
}: ChangeRequestPull): Effect.Effect<ReadonlyArray<SettledConflict>, Invalid> =>
  Effect.forEach(settled, ({ conflict, take, text }, at): Effect.Effect<SettledConflict, Invalid> => {
    if ((take === undefined) === (text === undefined)) {
      return Effect.fail(Invalid.at(`settled[${at}]`, "must have either take or text"))
    }
    if (text !== undefined) return Effect.succeed({ conflict, take: { text } })
    return Effect.succeed({ conflict, take: take === "mine" ? "ours" : take! })
  })

/** Sides that moved meanwhile, or an answer that the conflict does not take. */
export const noSuchConflicts = new PreconditionFailed({
  message:
    "A settled conflict is none of this change request any more, or is none of lines and cannot take both sides or a " +
    "text: ask for its conflicts again"
})
