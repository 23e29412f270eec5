/** Texts made of others: tasks. */
import { carryBytes, cutBranches, editTitle, parsePage, rewriteReferences } from "@octavo/document"
import { task } from "../compute/Task.ts"
import { evaluateExpressions } from "./inlineExpressions.ts"

/** The text with destinations exchanged. */
export const rewrite = task(
  "rewrite",
  ({ renamed, text }: { readonly text: string; readonly renamed: ReadonlyMap<string, string> }): string =>
    rewriteReferences(text, (href) => renamed.get(href))
)

/** The text with another title. */
export const retitled = task(
  "retitled",
  ({
    emoji,
    text,
    title
  }: {
    readonly text: string
    readonly title: string
    readonly emoji: string | undefined
  }): string => editTitle(text, title, emoji)
)

/** The text without what is not shown of its `{% if %}` blocks. */
export const cut = task(
  "cut",
  ({ decided, text }: { readonly text: string; readonly decided: ReadonlyMap<string, boolean | undefined> }): string =>
    cutBranches(text, parsePage(text).root, (condition) => decided.get(condition))
)

/** The text with the bytes of the files that it was made of; see `carryBytes`. */
export const carried = task(
  "carried",
  ({ sources, text }: { readonly text: string; readonly sources: ReadonlyArray<string> }): string =>
    carryBytes(text, sources)
)

/** The text with its expressions replaced by what they come to. */
export const evaluated = task(
  "evaluated",
  ({ text, values }: { readonly text: string; readonly values: ReadonlyMap<string, string | undefined> }): string =>
    evaluateExpressions(text, (expression) => values.get(expression))
)
