/** Where a draft and the live content do not go together, in words, and what somebody decided about it. Pure. */
import type { DraftConflict } from "./api.ts"

export const answers = { mine: "Mine", theirs: "Theirs", both: "Both", anew: "Write anew" } as const
export type AnswerKind = keyof typeof answers

export interface Answer {
  readonly kind: AnswerKind
  /** What stands there instead, of one that is written anew. */
  readonly text: string
}

/** What can be answered: of lines all, of a value or a place whose it is. */
export const answersOf = ({ canSettle, reason }: DraftConflict): ReadonlyArray<AnswerKind> =>
  !canSettle ? [] : reason === "text" ? ["mine", "theirs", "both", "anew"] : ["mine", "theirs"]

/** As bringing a change request up to date takes it. */
export const settledOf = (conflict: string, { kind, text }: Answer) =>
  kind === "anew" ? { conflict, text } : { conflict, take: kind }

const fields: Readonly<Record<string, string>> = {
  noIndex: "whether searches find it",
  noRobotsIndex: "whether search engines find it",
  condition: "who is shown it"
}

/** What is the matter, as a sentence. */
export const matterOf = ({ field, kind, mine, names, reason }: DraftConflict): string => {
  switch (reason) {
    case "text":
      if (names !== undefined) return "Both versions stand in the text."
      return "Both changed the same lines."
    case "place":
      return "Both moved it, to different places."
    case "deleted":
      return mine === null
        ? "It was deleted here, and changed in the live content."
        : "It was changed here, and deleted in the live content."
    case "field":
      if (kind === "variable") return "Both set this variable."
      if (kind === "tag") return "Both changed this tag."
      if (kind === "file") return "Both replaced this file."
      return `Both changed ${fields[field ?? ""] ?? `its ${(field ?? "").replaceAll(".", " ")}`}.`
  }
}

/** What a side has, in words. @param titleOf a page by its id */
export const sideWords = (
  { kind, reason }: DraftConflict,
  side: unknown,
  titleOf: (page: string) => string | undefined
): string => {
  if (reason === "deleted") return side === null ? "Deleted" : "Kept"
  if (reason === "place") return side === null ? "At the top" : `Below ${titleOf(String(side)) ?? "another page"}`
  if (side === null || side === "") return "Nothing"
  if (kind === "file") return String((side as { readonly name?: unknown }).name ?? "")
  if (typeof side === "boolean") return side ? "Yes" : "No"
  return typeof side === "string" ? side : JSON.stringify(side)
}
