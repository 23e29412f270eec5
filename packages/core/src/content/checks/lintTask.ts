import { lintDescription, lintPage, type PageLint } from "@octavo/document"
import { task } from "../../kernel/compute/Task.ts"
import { TextProblemKinds } from "./TextProblemKinds.ts"

/** Something that a text has wrong by itself. */
export interface TextProblem {
  readonly kind: (typeof TextProblemKinds)[number]
  readonly message: string
  /** Anchor of the section that it is in; empty before the first heading. */
  readonly section: string
}

const isTextKind = (rule: string): rule is TextProblem["kind"] =>
  (TextProblemKinds as ReadonlyArray<string>).includes(rule)

export const lintedText = task("linted", ({ text }: { readonly text: string }): ReadonlyArray<TextProblem> => {
  const { outline, problems } = lintPage(text)
  return problems.flatMap(({ message, rule, start }) =>
    isTextKind(rule) ? [{ kind: rule, message, section: outline.findLast((one) => one.start <= start)?.id ?? "" }] : []
  )
})

/** What texts of a whole folder have wrong, and what the rules about it need to know of them. */
export const lintedPages = task(
  "lints",
  ({ texts }: { readonly texts: ReadonlyArray<string> }): ReadonlyArray<PageLint> => texts.map((text) => lintPage(text))
)

/** The same of descriptions of APIs; `undefined` for those that can be read. */
export const lintedDescriptions = task("descriptions", ({ texts }: { readonly texts: ReadonlyArray<string> }) =>
  texts.map(lintDescription)
)
