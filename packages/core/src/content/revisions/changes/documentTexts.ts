/** The texts that documents in a batch of changes become: written into those that pages have, or gone back in part. */
import { Effect } from "effect"
import { compute, inlineMergeLength } from "../../../kernel/compute/Compute.ts"
import { Conflict, Invalid } from "../../../kernel/shared/errors.ts"
import { app, Instance } from "../../../kernel/shared/Instance.ts"
import { ComputedContent } from "../computed/ComputedContent.ts"
import type { ComputedFor } from "../computed/ComputedSources.ts"
import type { DocumentPlace } from "../documentReferences.ts"
import { placeOfProblem, revertedDocument, textOfDocument, textOfJson } from "../documents.ts"
import { mergedEdits } from "../merge/mergeTask.ts"
import { missingIsDamage } from "../missingIsDamage.ts"
import type { PageRecord } from "../model/Records.ts"
import { type Revision, RevisionTree } from "../model/RevisionTree.ts"
import { checkPageSize, MaxPageBytes } from "../pageSize.ts"
import type { DocumentInput, SettledConflict } from "./input.ts"
import { withEarlier } from "./withEarlier.ts"

/** A page, or reusable content, as a document is written into it. */
export interface PageText {
  readonly text: string
  readonly gitPath: string | undefined
  /** Of a page. */
  readonly title: string | undefined
  /** Whether the text has its title; that of reusable content has none. */
  readonly isTitled: boolean
}

/** As it was in a revision. */
export interface EarlierText {
  readonly tree: Revision
  readonly record: Partial<Pick<PageRecord, "body" | "git">>
}

export const makeDocumentTexts = Effect.gen(function* () {
  const trees = yield* RevisionTree
  const computed = yield* ComputedContent
  const appUrl = app(yield* Instance, "")
  const maxPageBytes = yield* MaxPageBytes

  /** A revision as its documents are read: what they refer to may be computed. */
  const forDocuments = (space: ComputedFor, tree: Revision) => missingIsDamage(computed.expand(space, tree))

  const placeOf = (spaceId: string, gitPath: string | undefined, title?: string, titled = true): DocumentPlace => ({
    spaceId,
    appUrl,
    gitPath,
    titled,
    title
  })

  /**
   * The text that a page gets; a document is written into the one that the page has.
   * @param tree as its documents are read
   */
  const textIn = Effect.fnUntraced(function* (
    space: ComputedFor,
    tree: Revision,
    { document, markdown = "", nearest = false }: DocumentInput,
    page: PageText,
    path: string
  ) {
    if (document === undefined) return markdown
    const place = placeOf(space.id, page.gitPath, page.title, page.isTitled)
    const written = yield* missingIsDamage(textOfDocument(tree, place, document, page.text, nearest))
    if ("problem" in written) {
      return yield* Invalid.at(placeOfProblem(`${path}.document.document`, written.problem), written.problem.message)
    }
    yield* checkPageSize(written.text, maxPageBytes, `${path}.document.document`)
    return written.text
  })

  /** The same in a revision as it is stored. */
  const textFor = Effect.fnUntraced(function* (
    space: ComputedFor,
    tree: Revision,
    input: DocumentInput,
    page: PageText,
    path: string
  ) {
    if (input.document === undefined) return input.markdown ?? ""
    return yield* textIn(space, yield* forDocuments(space, tree), input, page, path)
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

  /** The text of an edit that was made from an earlier revision, with what others wrote since. */
  const editedText = Effect.fnUntraced(function* (
    space: ComputedFor,
    tree: Revision,
    { document, settled = [] }: { readonly document: DocumentInput; readonly settled?: ReadonlyArray<SettledConflict> },
    page: PageText,
    earlier: EarlierText,
    path: string
  ) {
    const { body, git } = earlier.record
    const before = body === undefined ? undefined : yield* missingIsDamage(trees.body(body))
    const base = before?.text ?? ""
    const from = { ...page, text: base, gitPath: git?.path ?? page.gitPath }
    const around = withEarlier(yield* forDocuments(space, tree), yield* forDocuments(space, earlier.tree))
    const mine = yield* textIn(space, around, document, from, path)
    if (base === page.text) return { text: mine, isMerged: false, exact: before?.exact }
    const length = base.length + mine.length + page.text.length
    const sides = { base, mine, theirs: page.text, settled }
    const merged = yield* compute(mergedEdits, sides, length, inlineMergeLength)
    if ("collisions" in merged) {
      const place = `${path}.document`
      return yield* new Conflict({
        message: `${place}: the same words were changed by somebody else since; nothing was written`,
        conflicts: merged.collisions.map((collision) => ({ path: place, ...collision }))
      })
    }
    yield* checkPageSize(merged.text, maxPageBytes, `${path}.document`)
    return { text: merged.text, isMerged: merged.text !== mine, exact: before?.exact }
  })

  return { editedText, revertedText, textFor }
})
