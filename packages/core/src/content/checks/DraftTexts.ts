/** What the texts of a draft have wrong by themselves, and did not have before. */
import { Context, Effect, Layer } from "effect"
import { computeKept } from "../../kernel/compute/Compute.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { traced } from "../../kernel/shared/traced.ts"
import type { DraftOf } from "../links/DraftLinks.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { lintedText, type TextProblem } from "./lintTask.ts"

/** A problem of a page or of reusable content. */
export interface DraftProblem extends TextProblem {
  readonly source: { readonly kind: "page" | "reusable-content"; readonly id: string }
}

/** Most texts that are looked at: who changes more has an import, which is told of by itself. */
const most = 500

export class DraftTexts extends Context.Service<
  DraftTexts,
  {
    /** In the order of the changes. Costs what the draft changed. */
    readonly of: (draft: DraftOf) => Effect.Effect<ReadonlyArray<DraftProblem>, StorageError>
  }
>()("@octavo/core/content/checks/DraftTexts") {
  static readonly layer = Layer.effect(
    DraftTexts,
    Effect.gen(function* () {
      const trees = yield* RevisionTree

      const problemsOf = Effect.fnUntraced(function* (body: string | undefined) {
        if (body === undefined) return []
        const { text } = yield* missingIsDamage(trees.body(body))
        return yield* computeKept(lintedText, body, { text }, text.length)
      })

      return DraftTexts.of({
        of: traced("DraftTexts.of")(function* ({ base, draft }) {
          const { pages, reusableContents } = yield* missingIsDamage(trees.diff(base, draft))
          const texts = [
            ...pages.created.map((page) => ({ kind: "page" as const, before: undefined, after: page })),
            ...pages.edited.map((edited) => ({ kind: "page" as const, ...edited })),
            ...reusableContents.created.map((after) => ({
              kind: "reusable-content" as const,
              before: undefined,
              after
            })),
            ...reusableContents.edited.map((edited) => ({ kind: "reusable-content" as const, ...edited }))
          ].filter(({ after, before }) => after.body !== before?.body)
          const found: Array<DraftProblem> = []
          for (const { after, before, kind } of texts.slice(0, most)) {
            const known = countOf(yield* problemsOf(before?.body))
            for (const problem of yield* problemsOf(after.body)) {
              const left = known.get(nameOf(problem)) ?? 0
              if (left > 0) known.set(nameOf(problem), left - 1)
              else found.push({ ...problem, source: { kind, id: after.id } })
            }
          }
          return found
        })
      })
    })
  )
}

/** What is the same problem as before, wherever it stands by now. */
const nameOf = ({ kind, message }: TextProblem): string => `${kind} ${message}`

const countOf = (problems: ReadonlyArray<TextProblem>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const problem of problems) counts.set(nameOf(problem), (counts.get(nameOf(problem)) ?? 0) + 1)
  return counts
}
