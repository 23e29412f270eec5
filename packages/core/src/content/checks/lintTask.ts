import { lintPage } from "@octavo/document"
import { task } from "../../kernel/compute/Task.ts"
import type { ContentCheckKind } from "./ContentCheck.ts"

/** Something that a text has wrong by itself. */
export interface TextProblem {
  readonly kind: (typeof textKinds)[number]
  readonly message: string
  /** Anchor of the section that it is in; empty before the first heading. */
  readonly section: string
}

/** Rules of `octavo check` about one text, whose problems an editor can mend where the text is written. */
export const textKinds = [
  "unclosed-block",
  "stray-tag",
  "unknown-block",
  "duplicate-id",
  "image-alt",
  "heading-level"
] as const satisfies ReadonlyArray<ContentCheckKind>

const isTextKind = (rule: string): rule is TextProblem["kind"] => (textKinds as ReadonlyArray<string>).includes(rule)

export const lintedText = task("linted", ({ text }: { readonly text: string }): ReadonlyArray<TextProblem> => {
  const { outline, problems } = lintPage(text)
  return problems.flatMap(({ message, rule, start }) =>
    isTextKind(rule) ? [{ kind: rule, message, section: outline.findLast((one) => one.start <= start)?.id ?? "" }] : []
  )
})
