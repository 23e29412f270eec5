/**
 * One run of a translation: the source's content as it is now, in the other language, as one revision of the result. The
 * result has the source's tree with its ids, so links lead to where they led; what people changed in it since the last
 * run is merged with what the source brings.
 */
import { plainSegment, translatePlain } from "@octavo/document"
import { Context, Effect, Layer } from "effect"
import type { JobLost } from "../../kernel/jobs/Jobs.ts"
import { LanguageModel } from "../../kernel/language-model/LanguageModel.ts"
import { type Actor, CurrentActor, operator } from "../../kernel/shared/Actor.ts"
import { afterRaces } from "../../kernel/shared/backoff.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined } from "../../kernel/shared/defined.ts"
import {
  type Conflict,
  type Invalid,
  NotFound,
  type PreconditionFailed,
  type StorageError
} from "../../kernel/shared/errors.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { makeTexts } from "../../kernel/texts/Texts.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { makeContentTree } from "../collections/contentTree.ts"
import { ContentIndex } from "../content-index/ContentIndex.ts"
import { GlossaryStore } from "../glossary/GlossaryStore.ts"
import { carriedBytes } from "../revisions/carriedBytes.ts"
import { Heads } from "../revisions/Heads.ts"
import { ContentMerge } from "../revisions/merge/ContentMerge.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { Objects } from "../revisions/model/Objects.ts"
import type { PageNode } from "../revisions/model/PageTree.ts"
import { emptyRoot, type PageRecord, type ReusableRecord } from "../revisions/model/Records.ts"
import type { RevisionEdit } from "../revisions/model/RevisionEdit.ts"
import type { RevisionError } from "../revisions/model/RevisionError.ts"
import { RevisionTree } from "../revisions/model/RevisionTree.ts"
import { MaxPageBytes, pageSizeProblem } from "../revisions/pageSize.ts"
import { withText } from "../revisions/pageText.ts"
import { primary } from "../revisions/Revision.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { checkMoved } from "../spaces/editing.ts"
import type { SpaceRecord } from "../spaces/Space.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import { plainInstructions } from "./instructions.ts"
import { modelTranslator } from "./modelTranslator.ts"
import { forgetOld, makeTranslateTexts, type TranslatedTexts } from "./TranslateTexts.ts"
import {
  problemsKept,
  type TranslationProblem,
  type TranslationRecord,
  type TranslationRunRecord
} from "./Translation.ts"
import { TranslationStore } from "./TranslationStore.ts"
import { NoProvider, Translator, TranslatorError } from "./Translator.ts"
import { makeSlugs, titleIn } from "./translatedNames.ts"
import { segmentsOf, translatedPage } from "./translatedPage.ts"

export interface Translated {
  /** Pages that the run paid for something of. */
  readonly pages: ReadonlyArray<string>
  readonly problems: ReadonlyArray<TranslationProblem>
  readonly result: {
    readonly space: string
    /** The revision that the result shows now. */
    readonly revision: string
    /** The same when the run made it. */
    readonly newRevision: string | null
    /** Content that the run made, before it was merged. */
    readonly root: string
  }
}

interface RunSteps {
  /** Tells what is being done. */
  readonly report: (progress: string) => Effect.Effect<void>
  /** Ends the run; to be run in the transaction that shows its result. */
  readonly finish: (translated: Translated) => Effect.Effect<void, JobLost | StorageError>
}

type Failure =
  | Conflict
  | Invalid
  | NoProvider
  | NotFound
  | PreconditionFailed
  | RevisionError
  | TranslatorError
  | StorageError

export class TranslateSpace extends Context.Service<
  TranslateSpace,
  {
    readonly translate: (
      translation: TranslationRecord,
      run: TranslationRunRecord,
      steps: RunSteps
    ) => Effect.Effect<void, Failure | JobLost>
  }
>()("@octavo/core/content/translations/TranslateSpace") {
  static readonly layer = Layer.effect(
    TranslateSpace,
    Effect.gen(function* () {
      const store = yield* TranslationStore
      const model = yield* LanguageModel
      const translator = (yield* Translator) ?? (model && modelTranslator(model))
      const glossary = yield* GlossaryStore
      const spaces = yield* SpaceStore
      const revisions = yield* RevisionStore
      const heads = yield* Heads
      const trees = yield* RevisionTree
      const objects = yield* Objects
      const merging = yield* ContentMerge
      const index = yield* ContentIndex
      const contents = yield* makeContentTree
      const audit = yield* Audit
      const transaction = yield* Transaction
      const maxPageBytes = yield* MaxPageBytes

      const sourceOf = Effect.fnUntraced(function* (translation: TranslationRecord) {
        const source = yield* spaces.get(translation.sourceSpace)
        const gone = source === undefined || source.deletedAt !== null
        if (gone || source.organizationId !== translation.organizationId) {
          return yield* new NotFound({ message: "The space that is translated is not there any more" })
        }
        return source
      })

      const bodyAt = (hash: string | undefined) =>
        hash === undefined ? Effect.succeed({ text: "", exact: "" }) : missingIsDamage(trees.body(hash))

      const put = Effect.fnUntraced(function* (text: string, source: string) {
        const bytes = yield* carriedBytes(text, [source])
        const hash = contentHash(bytes)
        yield* objects.put(new Map([[hash, bytes]]))
        return { text, hash, size: bytes.length }
      })

      /** The source's content in the other language; stored, and no head points to it. */
      const make = Effect.fnUntraced(function* (
        translation: TranslationRecord,
        run: TranslationRunRecord,
        root: string,
        report: RunSteps["report"]
      ) {
        if (translator === undefined) return yield* new NoProvider()
        const { language: to, organizationId, sourceLanguage: from, translateSlugs } = translation
        const translateTexts = makeTranslateTexts(store, translator, {
          organizationId,
          run: run.id,
          from,
          to,
          instructions: plainInstructions(translation.instructions),
          terms: yield* glossary.terms(organizationId, from, to)
        })
        const tree = yield* missingIsDamage(trees.open(root))
        const all = flatten(yield* missingIsDamage(tree.pages()))
        // what computes itself does so in the result, too
        const pages = all.filter(({ type }) => type !== "computed")
        const reusables = yield* missingIsDamage(tree.reusableContents())
        const edits: RevisionEdit[] = []
        const paid = new Set<string>()
        const problems: TranslationProblem[] = []
        const slugs = translateSlugs ? makeSlugs(all) : undefined
        let translated = 0

        /** The translation of a text; the text itself when that is too long for a page. */
        const fitting = (page: string | undefined, text: string, made: string): string => {
          const wrong = pageSizeProblem(utf8.encode(made).length, maxPageBytes)
          if (wrong === undefined || made.length <= text.length) return made
          problems.push(problem(page, text, `The text stays as it is: its translation ${wrong}`))
          return text
        }
        const note = (page: string | undefined, texts: ReadonlyArray<string>, found: TranslatedTexts) => {
          if (page !== undefined && texts.some((text) => found.paid.has(text))) paid.add(page)
          translated += texts.filter((text) => found.of(text) !== undefined).length
          for (const text of texts.filter((one) => found.broken.includes(one))) {
            problems.push(problem(page, text, "The provider lost links or other marks of this text, twice"))
          }
        }

        for (let at = 0; at < pages.length; at += pagesAtOnce) {
          yield* report(`Translating pages: ${at} of ${pages.length}`)
          const group = yield* Effect.forEach(pages.slice(at, at + pagesAtOnce), (page) =>
            Effect.gen(function* () {
              const { exact, text } = yield* bodyAt(page.body)
              return { page, text, exact, texts: [...new Set([...fieldSegments(page), ...(yield* segmentsOf(text))])] }
            })
          )
          const found = yield* translateTexts([...new Set(group.flatMap(({ texts }) => texts))])
          for (const { exact, page, text, texts } of group) {
            note(page.id, texts, found)
            const { kept, text: whole } = yield* translatedPage(text, texts, found)
            const made = fitting(page.id, text, whole)
            for (const words of kept)
              problems.push(problem(page.id, words, "Markdown cannot hold the translation here"))
            const next = made === text ? undefined : yield* put(made, exact)
            const record =
              next === undefined
                ? page
                : yield* makeTexts().of((said) => withText(page, text, next, page.updatedAt, said))
            const named = { ...record, ...translatedFields(page, found.of) }
            edits.push({ type: "putPage", page: slugs === undefined ? named : { ...named, slug: slugs(named) } })
          }
        }
        for (const reusable of reusables) {
          const { exact, text } = yield* bodyAt(reusable.body)
          const texts = yield* segmentsOf(text)
          const found = yield* translateTexts(texts)
          note(undefined, texts, found)
          const made = fitting(undefined, text, (yield* translatedPage(text, texts, found)).text)
          const record: ReusableRecord = { ...reusable, body: (yield* put(made, exact)).hash }
          edits.push({ type: "putReusable", reusableContent: record })
        }
        if (translated === 0 && problems.length > 0) {
          return yield* new TranslatorError({
            reason: "garbage",
            message:
              "None of the provider's answers could be used: look at its settings, then run the translation again"
          })
        }
        yield* report("Writing the revision")
        const edited = yield* missingIsDamage(trees.edit(root, edits))
        yield* objects.put(edited.created)
        return { root: edited.root, pages: [...paid], problems: problems.slice(0, problemsKept) }
      })

      type Made = Effect.Success<ReturnType<typeof make>>

      /** The space of the result, beside the source, seen by nobody who does not see the source. */
      const create = Effect.fnUntraced(function* (
        translation: TranslationRecord,
        source: SpaceRecord,
        made: Made,
        steps: RunSteps
      ) {
        const { language, organizationId } = translation
        const id = makeId()
        const revisionId = makeId()
        const createdAt = yield* now
        const actor = yield* CurrentActor
        yield* contents.beside(organizationId, source.parent, { spaceId: source.id, copyId: id }, (position) =>
          Effect.gen(function* () {
            const title = titleIn(source.title, language)
            yield* spaces.insert({
              id,
              organizationId,
              parent: source.parent,
              position,
              title,
              emoji: source.emoji,
              icon: source.icon,
              editMode: "live",
              mergeRules: source.mergeRules,
              language,
              createdAt,
              revisionId,
              root: made.root,
              author: actor.kind === "user" ? actor.userId : null
            })
            if (source.defaultLevel !== null) {
              yield* spaces.update(id, { defaultLevel: source.defaultLevel }, createdAt)
            }
            yield* audit.record({
              organizationId,
              action: "space.create",
              target: { type: "space", id, label: title },
              payload: { translation: translation.id }
            })
            yield* steps.finish({
              pages: made.pages,
              problems: made.problems,
              result: { space: id, revision: revisionId, newRevision: revisionId, root: made.root }
            })
          })
        )
      })

      /** One revision on top of what the result shows; `false` when it moved meanwhile. */
      const advance = Effect.fnUntraced(function* (
        translation: TranslationRecord,
        result: SpaceRecord,
        made: Made,
        steps: RunSteps
      ) {
        const { head, id: spaceId } = result
        const actor = yield* CurrentActor
        const base = translation.resultRoot ?? emptyRoot.root
        const merged = yield* merging.merge(base, head.root, made.root, sides, { prefer: "theirs" })
        const changed = merged.root !== head.root
        const revision = {
          id: makeId(),
          spaceId,
          root: merged.root,
          parents: [head.revisionId],
          type: "edits" as const,
          author: actor.kind === "user" ? actor.userId : null,
          message: null,
          git: null,
          createdAt: yield* now
        }
        const moved = yield* transaction.run(
          Effect.gen(function* () {
            if (changed) {
              const moved = yield* heads.advance(primary, head, revision)
              if (moved === undefined) return false
              yield* checkMoved(spaceId, moved)
            }
            yield* steps.finish({
              pages: made.pages,
              problems: made.problems,
              result: {
                space: spaceId,
                revision: changed ? revision.id : head.revisionId,
                newRevision: changed ? revision.id : null,
                root: made.root
              }
            })
            return true
          })
        )
        // of a large one a part is left; should this fail, whoever looks for something does it
        if (moved && changed) yield* Effect.ignore(index.complete(spaceId, revision.root))
        return moved
      })

      const translate = traced("TranslateSpace.translate")(function* (
        translation: TranslationRecord,
        run: TranslationRunRecord,
        steps: RunSteps
      ) {
        const actor: Actor =
          run.requestedBy === null ? operator : { kind: "user", userId: run.requestedBy, tokenId: null, scopes: null }
        const source = yield* sourceOf(translation)
        const head = yield* revisions.head(source.id, primary)
        if (head === undefined) return yield* NotFound.of("space", source.id)
        yield* store.updateRun(run.id, { sourceRevision: head.revisionId })
        const made = yield* make(translation, run, head.root, steps.report)
        for (let lost = 0; ; lost++) {
          yield* afterRaces("translations.advance", lost)
          const result = translation.resultSpace === null ? undefined : yield* spaces.get(translation.resultSpace)
          const there =
            result !== undefined && result.deletedAt === null && result.organizationId === translation.organizationId
          const done = there
            ? yield* Effect.provideService(advance(translation, result, made, steps), CurrentActor, actor)
            : yield* create(translation, yield* sourceOf(translation), made, steps).pipe(
                Effect.provideService(CurrentActor, actor),
                Effect.as(true),
                // the source was moved meanwhile
                Effect.catchTag("Conflict", () => Effect.succeed(false))
              )
          if (done) break
        }
        // pages of other spaces are made of it
        yield* Effect.ignore(index.completeComputed({ organizationId: translation.organizationId }))
        yield* Effect.ignore(forgetOld(store, translation.organizationId))
      })

      return TranslateSpace.of({ translate })
    })
  )
}

/** So many pages are read and sent together. */
const pagesAtOnce = 20

const sides = { ours: "Result", theirs: "Translation" }

const flatten = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<PageRecord> =>
  nodes.flatMap(({ page, pages }) => [page, ...flatten(pages)])

const fields = ["title", "linkTitle", "description"] as const

const fieldSegments = (page: PageRecord): ReadonlyArray<string> =>
  fields.flatMap((field) => plainSegment(page[field] ?? "") ?? [])

const translatedFields = (page: PageRecord, of: TranslatedTexts["of"]): Partial<PageRecord> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const made = translatePlain(page[field] ?? "", of)
      return made === undefined ? [] : [[field, made]]
    })
  )

const problem = (page: string | undefined, text: string, message: string): TranslationProblem => ({
  ...defined({ page }),
  text: text.slice(0, 300),
  message
})
