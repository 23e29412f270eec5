/**
 * Writing content: a batch of changes applied to a head, all or none, as one revision. The same for the primary content
 * and for change requests, which differ in who may, in what moves with the head, and in where pages are read back.
 */

import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { afterRaces } from "../../kernel/shared/backoff.ts"
import { now } from "../../kernel/shared/clock.ts"
import { type Conflict, Invalid, type StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { makeTexts } from "../../kernel/texts/Texts.ts"
import type { PreparedChange, Touched } from "./changes/ChangePlan.ts"
import { checkChanges } from "./changes/checkChanges.ts"
import { makeContentFiles } from "./changes/contentFiles.ts"
import { type EarlierText, makeDocumentTexts, type PageText } from "./changes/documentTexts.ts"
import type { ContentChangesInput, PageFieldsInput, TextEdit } from "./changes/input.ts"
import { defaultTitle } from "./changes/newPage.ts"
import { planChanges } from "./changes/planChanges.ts"
import type { ComputedFor } from "./computed/ComputedSources.ts"
import { HeadMoving } from "./HeadMoving.ts"
import { missingIsDamage } from "./missingIsDamage.ts"
import type { FileRecord, PageRecord } from "./model/Records.ts"
import { type Body, type Revision, RevisionTree, type StoredRevision } from "./model/RevisionTree.ts"
import { MaxPageBytes, pageSizeProblem, pageTooLong } from "./pageSize.ts"
import type { Head, RevisionRecord } from "./Revision.ts"
import { RevisionStore } from "./RevisionStore.ts"

/** The head that a batch goes to. */
export interface ChangeTarget<E, R> {
  readonly space: ComputedFor
  /** As it is now; `base` is what pages go back to when nothing is said. Fails when it may not be written. */
  readonly head: Effect.Effect<Head & { readonly base?: string }, E, R>
  /**
   * Runs in a transaction: moves the head and what goes with it; `false` when it moved meanwhile.
   * @param created objects of the revision, which are not stored yet
   */
  readonly move: (
    head: Head,
    revision: RevisionRecord,
    created: ReadonlyMap<string, Uint8Array>
  ) => Effect.Effect<boolean, E, R>
}

export interface AppliedContent {
  /** The revision with the changes in it; a new one only when something changed. */
  readonly revisionId: string
  readonly touched: ReadonlyArray<Touched>
  readonly files: ReadonlyArray<FileRecord>
}

export class ContentChanges extends Context.Service<
  ContentChanges,
  {
    readonly apply: <E, R>(
      target: ChangeTarget<E, R>,
      input: ContentChangesInput
    ) => Effect.Effect<AppliedContent, E | Conflict | Invalid | StorageError, R | CurrentActor>
    /**
     * Moves the head to the content that is made of its own, in one revision; makes it again when the head moved
     * meanwhile. Answers the revision that has it.
     * @param make what is put into the store beside it, bodies included, is `created`
     */
    readonly write: <E, R, E2, R2>(
      target: ChangeTarget<E, R>,
      make: (tree: Revision) => Effect.Effect<StoredRevision, E2, R2>
    ) => Effect.Effect<string, E | E2 | StorageError, R | R2 | CurrentActor>
  }
>()("@octavo/core/content/revisions/ContentChanges") {
  static readonly layer = Layer.effect(
    ContentChanges,
    Effect.gen(function* () {
      const revisions = yield* RevisionStore
      const trees = yield* RevisionTree
      const moving = yield* HeadMoving
      const transaction = yield* Transaction
      const maxPageBytes = yield* MaxPageBytes
      const { editedText, revertedText, textFor } = yield* makeDocumentTexts
      const storeFile = yield* makeContentFiles

      /** Another revision of the space that a change names. */
      const treeOf = Effect.fnUntraced(function* (spaceId: string, revisionId: string, path: string) {
        const revision = yield* revisions.get(spaceId, revisionId)
        if (revision === undefined) return yield* Invalid.at(path, `there is no revision ${JSON.stringify(revisionId)}`)
        return yield* missingIsDamage(trees.open(revision.root))
      })

      /** Page records of other revisions that pages go back to. */
      const earlier = Effect.fnUntraced(function* (spaceId: string, revisionId: string, pageId: string, path: string) {
        const tree = yield* treeOf(spaceId, revisionId, path)
        return { tree, record: yield* missingIsDamage(tree.page(pageId)) }
      })

      /** The revision that shows what was made; `undefined` when the head has moved. */
      const advance = Effect.fnUntraced(function* <E, R>(
        target: ChangeTarget<E, R>,
        head: Head,
        made: StoredRevision,
        at: string
      ) {
        if (made.root === head.root) return head.revisionId
        const actor = yield* CurrentActor
        const revision: RevisionRecord = {
          id: makeId(),
          spaceId: target.space.id,
          root: made.root,
          parents: [head.revisionId],
          type: "edits",
          author: actor.kind === "user" ? actor.userId : null,
          message: null,
          git: null,
          createdAt: at
        }
        yield* moving.announce({ spaceId: target.space.id, from: head.root, to: made.root })
        return (yield* transaction.run(target.move(head, revision, made.created))) ? revision.id : undefined
      })

      const apply = traced("ContentChanges.apply")(function* <E, R>(
        target: ChangeTarget<E, R>,
        { changes }: ContentChangesInput
      ) {
        // refused before anything is fetched or stored
        const first = yield* target.head
        yield* checkChanges(changes, maxPageBytes)
        const files = new Map<number, ReadonlyArray<{ readonly ref: string | undefined; readonly file: FileRecord }>>()
        for (const [index, change] of changes.entries()) {
          if (change.operation !== "insert_files") continue
          files.set(
            index,
            yield* Effect.forEach(
              change.files,
              (file, f) => storeFile(target.space.organizationId, file, `changes.${index}.files.${f}`),
              { concurrency: 4 }
            )
          )
        }
        const inserted = Array.from(files.values()).flatMap((all) => all.map(({ file }) => file))
        const ids = changes.map(() => makeId())

        /**
         * The text that a change gives to what has one; made from an earlier revision, with what others wrote since.
         * @param inEarlier what has the text as it was there, and its name
         */
        const editedIn = Effect.fnUntraced(function* (
          tree: Revision,
          { document, revision, settled = [] }: TextEdit,
          now: PageText,
          place: string,
          inEarlier: (
            then: Revision
          ) => Effect.Effect<
            { readonly record: EarlierText["record"] | undefined; readonly name: string },
            StorageError
          >
        ) {
          if (revision === undefined) {
            const text = yield* textFor(target.space, tree, document, now, place)
            return { text, isMerged: false, sources: [] }
          }
          const then = yield* treeOf(target.space.id, revision, `${place}.revision`)
          const { name, record } = yield* inEarlier(then)
          if (record === undefined) {
            return yield* Invalid.at(
              `${place}.revision`,
              `the revision has no ${name} that the document could be made from`
            )
          }
          const edit = { document, settled }
          const edited = yield* editedText(target.space, tree, edit, now, { tree: then, record }, place)
          const { exact, isMerged, text } = edited
          return { text, isMerged, sources: exact === undefined ? [] : [exact] }
        })

        const said = makeTexts()
        // again when the head moved meanwhile
        for (let lost = 0; ; lost++) {
          yield* afterRaces("content.change", lost)
          const head = lost === 0 ? first : yield* target.head
          const tree = yield* missingIsDamage(trees.open(head.root))
          const texts = new Map<string, Body>()
          const prepared: Array<PreparedChange> = []
          /** What entries before have written, by the name that later ones have for the page. */
          const latest = new Map<string, string>()
          /** Pages whose text has what others wrote since it was edited. */
          const merged = new Set<string>()
          for (const [index, change] of changes.entries()) {
            switch (change.operation) {
              case "insert_page": {
                const title = change.title ?? defaultTitle
                const empty = { text: "", gitPath: undefined, title, isTitled: true }
                const text = yield* textFor(target.space, tree, change.document, empty, `changes.${index}`)
                if (change.ref !== undefined) latest.set(change.ref, text)
                prepared.push({
                  operation: change.operation,
                  type: "document",
                  id: ids[index]!,
                  text,
                  into: change.into ?? null,
                  at: change.at,
                  ref: change.ref,
                  fields: fieldsOf(change)
                })
                break
              }
              case "insert_group":
              case "insert_link":
                prepared.push({
                  operation: "insert_page",
                  type: change.operation === "insert_group" ? "group" : "link",
                  id: ids[index]!,
                  text: "",
                  into: change.into ?? null,
                  at: change.at,
                  ref: change.ref,
                  fields: fieldsOf(change)
                })
                break
              case "update_page": {
                const { document } = change
                const known: PageRecord | undefined =
                  document === undefined ? undefined : yield* missingIsDamage(tree.page(change.page))
                const body = known?.body === undefined ? undefined : yield* missingIsDamage(tree.body(known.body))
                if (known?.body !== undefined) texts.set(known.body, body!)
                const page = {
                  text: latest.get(change.page) ?? body?.text ?? "",
                  gitPath: known?.git?.path,
                  title: change.title ?? known?.title,
                  isTitled: true
                }
                const revision = known?.type === "document" ? change.revision : undefined
                const edited =
                  document === undefined
                    ? undefined
                    : yield* editedIn(tree, { ...change, document, revision }, page, `changes.${index}`, (then) =>
                        Effect.map(missingIsDamage(then.page(change.page)), (record) => ({
                          record,
                          name: `page ${JSON.stringify(change.page)}`
                        }))
                      )
                if (edited?.isMerged === true) merged.add(change.page)
                if (edited !== undefined) latest.set(change.page, edited.text)
                prepared.push({
                  operation: change.operation,
                  page: change.page,
                  text: edited?.text,
                  sources: edited?.sources ?? [],
                  into: change.into,
                  at: change.at,
                  fields: fieldsOf(change)
                })
                break
              }
              case "update_reusable_content": {
                const id = change.reusableContent
                const place = `changes.${index}`
                const name = `reusable content ${JSON.stringify(id)}`
                const known = yield* missingIsDamage(tree.reusableContent(id))
                if (known === undefined) return yield* Invalid.at(`${place}.reusableContent`, `there is no ${name}`)
                const body = yield* missingIsDamage(tree.body(known.body))
                texts.set(known.body, body)
                const text = latest.get(id) ?? body.text
                const now = { text, gitPath: known.git?.path, title: undefined, isTitled: false }
                const edited = yield* editedIn(tree, change, now, place, (then) =>
                  Effect.map(missingIsDamage(then.reusableContent(id)), (record) => ({ record, name }))
                )
                if (edited.isMerged) merged.add(id)
                latest.set(id, edited.text)
                prepared.push({
                  operation: change.operation,
                  reusableContent: id,
                  text: edited.text,
                  sources: edited.sources
                })
                break
              }
              case "delete_page":
                prepared.push(change)
                break
              case "revert_page": {
                const path = `changes.${index}.revision`
                const revision = change.revision ?? head.base
                if (revision === undefined)
                  return yield* Invalid.at(path, "must say which revision the page goes back to")
                const before = yield* earlier(target.space.id, revision, change.page, path)
                const { record } = before
                const keys = change.block ?? []
                if (keys.length > 0 && record !== undefined) {
                  const page = yield* missingIsDamage(tree.page(change.page))
                  if (page?.type !== "document") {
                    return yield* Invalid.at(
                      `changes.${index}.page`,
                      `there is no page ${JSON.stringify(change.page)} with blocks`
                    )
                  }
                  const body = page.body === undefined ? undefined : yield* missingIsDamage(tree.body(page.body))
                  if (page.body !== undefined) texts.set(page.body, body!)
                  const then = record.body === undefined ? undefined : yield* missingIsDamage(trees.body(record.body))
                  const now = latest.get(change.page) ?? body?.text ?? ""
                  const place = `changes.${index}`
                  const text = yield* revertedText(
                    target.space,
                    tree,
                    page,
                    now,
                    { tree: before.tree, record },
                    keys,
                    place
                  )
                  latest.set(change.page, text)
                  prepared.push({
                    operation: "update_page",
                    page: change.page,
                    text,
                    sources: then === undefined ? [] : [then.exact],
                    into: undefined,
                    at: undefined,
                    fields: {}
                  })
                  break
                }
                latest.delete(change.page)
                prepared.push({ operation: change.operation, page: change.page, record })
                // a later entry may change what comes back
                if (record?.body !== undefined) texts.set(record.body, yield* missingIsDamage(trees.body(record.body)))
                break
              }
              case "insert_files":
                prepared.push({ operation: change.operation, files: files.get(index)! })
            }
          }
          const at = yield* now
          const { root } = yield* missingIsDamage(trees.open(head.root))
          const decided = yield* said.read((ask) =>
            missingIsDamage(
              trees.read((lookup) => ask((said) => planChanges(lookup, root, prepared, { at, texts, said })))
            )
          )
          const plan = yield* Effect.fromResult(decided).pipe(
            Effect.catch(({ message, path }) => Invalid.at(path, message))
          )
          // references may be longer as they are written here
          for (const edit of plan.edits) {
            const [kind, one] =
              edit.type === "putPage"
                ? (["page", edit.page] as const)
                : edit.type === "putReusable"
                  ? (["reusable content", edit.reusableContent] as const)
                  : []
            const written = one?.body === undefined ? undefined : plan.bodies.get(one.body)
            if (one === undefined || written === undefined) continue
            const problem = pageSizeProblem(written.length, maxPageBytes)
            if (problem !== undefined) return yield* pageTooLong(`${kind} ${JSON.stringify(one.title)}`, problem)
          }
          const edited = yield* missingIsDamage(trees.edit(head.root, plan.edits)).pipe(
            Effect.mapError((error) =>
              error._tag === "StorageError" ? error : new Invalid({ message: error.message })
            )
          )
          // whoever indexes them need not load what was just made
          trees.keepBodies(plan.bodies)
          const touched = plan.touched.map((page) => (merged.has(page.id) ? { ...page, isMerged: true } : page))
          const result = { touched, files: inserted }
          const made = { root: edited.root, created: new Map([...edited.created, ...plan.bodies]) }
          const revisionId = yield* advance(target, head, made, at)
          if (revisionId !== undefined) return { ...result, revisionId }
        }
      })

      const write = traced("ContentChanges.write")(function* <E, R, E2, R2>(
        target: ChangeTarget<E, R>,
        make: (tree: Revision) => Effect.Effect<StoredRevision, E2, R2>
      ) {
        for (let lost = 0; ; lost++) {
          yield* afterRaces("content.write", lost)
          const head = yield* target.head
          const made = yield* make(yield* missingIsDamage(trees.open(head.root)))
          const revisionId = yield* advance(target, head, made, yield* now)
          if (revisionId !== undefined) return revisionId
        }
      })

      return ContentChanges.of({ apply, write })
    })
  )
}

/** Fields of pages that entries of a batch set. */
const fieldNames = [
  ...["title", "slug", "emoji", "icon", "description", "hidden", "noIndex", "noRobotsIndex", "condition"],
  ...["cover", "layout", "tags", "variables", "metaLinks", "url", "target"]
] as ReadonlyArray<keyof PageFieldsInput>

const fieldsOf = (change: PageFieldsInput): PageFieldsInput =>
  Object.fromEntries(fieldNames.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]])))
