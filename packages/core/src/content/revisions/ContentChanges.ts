/**
 * Writing content: a batch of changes applied to a head, all or none, as one revision. The same for the primary content
 * and for change requests, which differ in who may, in what moves with the head, and in where pages are read back.
 */

import { Context, Effect, Layer, Schema, Stream } from "effect"
import { Fetcher } from "../../kernel/outbound/Fetcher.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { afterRaces } from "../../kernel/shared/backoff.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { Invalid, type StorageError } from "../../kernel/shared/errors.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { makeTexts } from "../../kernel/texts/Texts.ts"
import { Blobs } from "./Blobs.ts"
import { checkChanges } from "./changes/checkChanges.ts"
import { makeDocumentTexts } from "./changes/documentTexts.ts"
import {
  type ContentChangesInput,
  type InsertFile,
  maxFetchedFileBytes,
  type PageFieldsInput
} from "./changes/input.ts"
import { fromBase64, settleContentType } from "./changes/media.ts"
import { defaultTitle, type PreparedChange, planChanges, type TouchedPage } from "./changes/planChanges.ts"
import type { ComputedFor } from "./computed/ComputedSources.ts"
import { HeadMoving } from "./HeadMoving.ts"
import { mediaHeadBytes, readMedia } from "./media.ts"
import { missingIsDamage } from "./missingIsDamage.ts"
import { Objects } from "./model/Objects.ts"
import type { FileRecord, PageRecord } from "./model/Records.ts"
import { type Body, type Revision, RevisionTree, type StoredRevision } from "./model/RevisionTree.ts"
import { MaxPageBytes, pageSizeProblem, pageTooLong } from "./pageSize.ts"
import type { Head, RevisionRecord } from "./Revision.ts"
import { RevisionStore } from "./RevisionStore.ts"

const PageRef = Schema.Struct({
  object: Schema.Literal("page"),
  id: Schema.String,
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "PageRef" })

/** What became of a page. */
export const AppliedChange = Schema.Union([
  Schema.Struct({ object: Schema.Literal("created_page"), page: PageRef, ref: Schema.optionalKey(Schema.String) }),
  Schema.Struct({ object: Schema.Literal("updated_page"), page: PageRef }),
  Schema.Struct({ object: Schema.Literal("deleted_page"), page: Schema.String })
]).annotate({ identifier: "AppliedChange" })
export type AppliedChange = typeof AppliedChange.Type

/** @param location API URL of a page that is there */
export const toAppliedChange = (touched: TouchedPage, location: (id: string) => string): AppliedChange => {
  if (touched.kind === "deleted") return { object: "deleted_page", page: touched.id }
  const page = { object: "page" as const, id: touched.id, urls: { location: location(touched.id) } }
  return touched.kind === "updated"
    ? { object: "updated_page", page }
    : { object: "created_page", page, ...defined({ ref: touched.ref }) }
}

/** The head that a batch goes to. */
export interface ChangeTarget<E, R> {
  readonly space: ComputedFor
  /** As it is now; `base` is what pages go back to when nothing is said. Fails when it may not be written. */
  readonly head: Effect.Effect<Head & { readonly base?: string }, E, R>
  /** Runs in a transaction: moves the head and what goes with it; `false` when it moved meanwhile. */
  readonly move: (head: Head, revision: RevisionRecord) => Effect.Effect<boolean, E, R>
}

export interface AppliedContent {
  /** The revision with the changes in it; a new one only when something changed. */
  readonly revisionId: string
  readonly touched: ReadonlyArray<TouchedPage>
  readonly files: ReadonlyArray<FileRecord>
}

export class ContentChanges extends Context.Service<
  ContentChanges,
  {
    readonly apply: <E, R>(
      target: ChangeTarget<E, R>,
      input: ContentChangesInput
    ) => Effect.Effect<AppliedContent, E | Invalid | StorageError, R | CurrentActor>
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
      const objects = yield* Objects
      const blobs = yield* Blobs
      const fetcher = yield* Fetcher
      const moving = yield* HeadMoving
      const transaction = yield* Transaction
      const maxPageBytes = yield* MaxPageBytes
      const { revertedText, textFor } = yield* makeDocumentTexts

      /** Gets the bytes of a file, looks at what they are, and keeps them. */
      const storeFile = Effect.fnUntraced(function* (file: InsertFile, path: string) {
        const { bytes, declared, isSure } = yield* Effect.gen(function* () {
          if (file.base64 !== undefined) {
            const decoded = fromBase64(file.base64)
            if (decoded === undefined) return yield* Invalid.at(`${path}.base64`, "is not base64")
            return { bytes: decoded, declared: file.contentType, isSure: true }
          }
          const fetched = yield* fetcher
            .fetch(file.url!, { maxBytes: maxFetchedFileBytes })
            .pipe(Effect.catch((error) => Invalid.at(`${path}.url`, error.message)))
          return {
            bytes: fetched.bytes,
            declared: file.contentType ?? fetched.contentType,
            isSure: file.contentType !== undefined
          }
        })
        const media = yield* readMedia(file.name, bytes.subarray(0, mediaHeadBytes))
        const settled = declared === undefined ? media.contentType : settleContentType(declared, media.contentType)
        if (settled === undefined && isSure) {
          return yield* Invalid.at(`${path}.contentType`, `says ${declared}, the bytes are ${media.contentType}`)
        }
        const { hash, size } = yield* blobs.put(Stream.make(bytes))
        const record: FileRecord = {
          id: makeId(),
          name: file.name,
          contentType: settled ?? media.contentType,
          size,
          blob: hash,
          ...defined({ dimensions: media.dimensions })
        }
        return { ref: file.ref, file: record }
      })

      /** Page records of other revisions that pages go back to. */
      const earlier = Effect.fnUntraced(function* (spaceId: string, revisionId: string, pageId: string, path: string) {
        const revision = yield* revisions.get(spaceId, revisionId)
        if (revision === undefined) return yield* Invalid.at(path, `there is no revision ${JSON.stringify(revisionId)}`)
        const tree = yield* missingIsDamage(trees.open(revision.root))
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
        // what a head shows is there before it moves
        yield* objects.put(made.created)
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
        return (yield* transaction.run(target.move(head, revision))) ? revision.id : undefined
      })

      const apply = Effect.fn("ContentChanges.apply")(function* <E, R>(
        target: ChangeTarget<E, R>,
        { changes }: ContentChangesInput
      ) {
        // refused before anything is fetched or stored
        yield* target.head
        yield* checkChanges(changes, maxPageBytes)
        const files = new Map<number, ReadonlyArray<{ readonly ref: string | undefined; readonly file: FileRecord }>>()
        for (const [index, change] of changes.entries()) {
          if (change.operation !== "insert_files") continue
          files.set(
            index,
            yield* Effect.forEach(change.files, (file, f) => storeFile(file, `changes.${index}.files.${f}`), {
              concurrency: 4
            })
          )
        }
        const inserted = Array.from(files.values()).flatMap((all) => all.map(({ file }) => file))
        const ids = changes.map(() => makeId())

        const said = makeTexts()
        // again when the head moved meanwhile
        for (let lost = 0; ; lost++) {
          yield* afterRaces("content.change", lost)
          const head = yield* target.head
          const tree = yield* missingIsDamage(trees.open(head.root))
          const texts = new Map<string, Body>()
          const prepared: Array<PreparedChange> = []
          /** What entries before have written, by the name that later ones have for the page. */
          const latest = new Map<string, string>()
          for (const [index, change] of changes.entries()) {
            switch (change.operation) {
              case "insert_page": {
                const empty = { text: "", gitPath: undefined, title: change.title ?? defaultTitle }
                const text = yield* textFor(target.space, tree, change.document, empty, `changes.${index}`)
                if (change.ref !== undefined) latest.set(change.ref, text)
                prepared.push({
                  operation: change.operation,
                  id: ids[index]!,
                  text,
                  into: change.into ?? null,
                  at: change.at,
                  ref: change.ref,
                  fields: fieldsOf(change)
                })
                break
              }
              case "update_page": {
                const known: PageRecord | undefined =
                  change.document === undefined ? undefined : yield* missingIsDamage(tree.page(change.page))
                const body = known?.body === undefined ? undefined : yield* missingIsDamage(tree.body(known.body))
                if (known?.body !== undefined) texts.set(known.body, body!)
                let text: string | undefined
                if (change.document !== undefined) {
                  const title = change.title ?? known?.title
                  const page = { text: latest.get(change.page) ?? body?.text ?? "", gitPath: known?.git?.path, title }
                  text = yield* textFor(target.space, tree, change.document, page, `changes.${index}`)
                  latest.set(change.page, text)
                }
                prepared.push({
                  operation: change.operation,
                  page: change.page,
                  text,
                  into: change.into,
                  at: change.at,
                  fields: fieldsOf(change)
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
            if (edit.type !== "putPage" || edit.page.body === undefined || !plan.bodies.has(edit.page.body)) continue
            const problem = pageSizeProblem(edit.page.bodySize ?? 0, maxPageBytes)
            if (problem !== undefined) return yield* pageTooLong(`page ${JSON.stringify(edit.page.title)}`, problem)
          }
          const edited = yield* missingIsDamage(trees.edit(head.root, plan.edits)).pipe(
            Effect.mapError((error) =>
              error._tag === "StorageError" ? error : new Invalid({ message: error.message })
            )
          )
          const result = { touched: plan.touched, files: inserted }
          const made = { root: edited.root, created: new Map([...edited.created, ...plan.bodies]) }
          const revisionId = yield* advance(target, head, made, at)
          if (revisionId !== undefined) return { ...result, revisionId }
        }
      })

      const write = Effect.fn("ContentChanges.write")(function* <E, R, E2, R2>(
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

const fieldsOf = (fields: PageFieldsInput): PageFieldsInput =>
  defined({
    title: fields.title,
    slug: fields.slug,
    emoji: fields.emoji,
    icon: fields.icon,
    description: fields.description,
    hidden: fields.hidden,
    noIndex: fields.noIndex,
    noRobotsIndex: fields.noRobotsIndex,
    condition: fields.condition
  })
