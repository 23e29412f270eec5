/** The texts that documents in a batch of changes become: written into those that pages have, or gone back in part. */
import { Effect } from "effect"
import { Invalid } from "../../../kernel/shared/errors.ts"
import { app, Instance } from "../../../kernel/shared/Instance.ts"
import { ComputedContent } from "../computed/ComputedContent.ts"
import type { ComputedFor } from "../computed/ComputedSources.ts"
import type { DocumentPlace } from "../documentReferences.ts"
import { placeOfProblem, revertedDocument, textOfDocument, textOfJson } from "../documents.ts"
import { missingIsDamage } from "../missingIsDamage.ts"
import type { PageRecord } from "../model/Records.ts"
import { type Revision, RevisionTree } from "../model/RevisionTree.ts"
import { checkPageSize, MaxPageBytes } from "../pageSize.ts"
import type { DocumentInput } from "./input.ts"

export const makeDocumentTexts = Effect.gen(function* () {
  const trees = yield* RevisionTree
  const computed = yield* ComputedContent
  const appUrl = app(yield* Instance, "")
  const maxPageBytes = yield* MaxPageBytes

  /** A revision as its documents are read: what they refer to may be computed. */
  const forDocuments = (space: ComputedFor, tree: Revision) => missingIsDamage(computed.expand(space, tree))

  const placeOf = (spaceId: string, gitPath: string | undefined, title?: string): DocumentPlace => ({
    spaceId,
    appUrl,
    gitPath,
    titled: true,
    title
  })

  /** The text that a page gets; a document is written into the one that the page has. */
  const textFor = Effect.fnUntraced(function* (
    space: ComputedFor,
    tree: Revision,
    { document, markdown = "" }: DocumentInput,
    page: { readonly text: string; readonly gitPath: string | undefined; readonly title: string | undefined },
    path: string
  ) {
    if (document === undefined) return markdown
    const expanded = yield* forDocuments(space, tree)
    const place = placeOf(space.id, page.gitPath, page.title)
    const written = yield* missingIsDamage(textOfDocument(expanded, place, document, page.text))
    if ("problem" in written) {
      return yield* Invalid.at(placeOfProblem(`${path}.document.document`, written.problem), written.problem.message)
    }
    yield* checkPageSize(written.text, maxPageBytes, `${path}.document.document`)
    return written.text
  })

  /** The text of a page with some of its blocks as they were in an earlier revision. */
  const revertedText = Effect.fnUntraced(function* (
    space: ComputedFor,
    tree: Revision,
    page: PageRecord,
    text: string,
    earlier: { readonly tree: Revision; readonly record: PageRecord },
    keys: ReadonlyArray<string>,
    path: string
  ) {
    const { body, git } = earlier.record
    const before = body === undefined ? "" : (yield* missingIsDamage(trees.body(body))).text
    const [now, then] = [yield* forDocuments(space, tree), yield* forDocuments(space, earlier.tree)]
    const place = placeOf(space.id, page.git?.path, page.title)
    const reverted = yield* missingIsDamage(
      revertedDocument(
        { tree: now, place, text },
        { tree: then, place: placeOf(space.id, git?.path), text: before },
        keys
      )
    )
    if ("unknown" in reverted) {
      return yield* Invalid.at(
        `${path}.block`,
        `there is no block ${reverted.unknown.map((key) => JSON.stringify(key)).join(", ")}`
      )
    }
    const written = yield* missingIsDamage(textOfJson(now, place, reverted.json, text))
    if ("problem" in written) {
      return yield* Invalid.at(`${path}.block`, `the page cannot go back so far: ${written.problem.message}`)
    }
    yield* checkPageSize(written.text, maxPageBytes, `${path}.block`)
    return written.text
  })

  return { revertedText, textFor }
})
