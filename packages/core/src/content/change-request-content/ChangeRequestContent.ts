/** The content of change requests: writing the draft, and what it changes. Reading it is `SpaceContent`'s. */
import { Context, Effect, Layer, Schema } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import {
  type Conflict,
  type Forbidden,
  type Invalid,
  NotFound,
  type PreconditionFailed,
  StorageError
} from "../../kernel/shared/errors.ts"
import { Instance, location } from "../../kernel/shared/Instance.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import {
  baseOf,
  ChangeRequest,
  isOutdated,
  labelOf,
  laterThan,
  toChangeRequest
} from "../change-requests/ChangeRequest.ts"
import { ChangeRequestStore } from "../change-requests/ChangeRequestStore.ts"
import { ChangeRequests } from "../change-requests/ChangeRequests.ts"
import { checkStatus } from "../change-requests/checkStatus.ts"
import { type ChangeTarget, ContentChanges } from "../revisions/ContentChanges.ts"
import { AppliedChange, toAppliedChange } from "../revisions/changes/AppliedChange.ts"
import type { ContentChangesInput } from "../revisions/changes/input.ts"
import { Heads } from "../revisions/Heads.ts"
import { ContentMerge } from "../revisions/merge/ContentMerge.ts"
import type { ConflictPlace } from "../revisions/merge/MergeConflict.ts"
import type { Revision, StoredRevision } from "../revisions/model/RevisionTree.ts"
import { type Head, primary } from "../revisions/Revision.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { History } from "../space-content/History.ts"
import { File } from "../space-content/Page.ts"
import type { ChangesPart, SemanticChanges } from "../space-content/SemanticChanges.ts"
import { toFile } from "../space-content/view.ts"
import { checkEditable, checkMoved } from "../spaces/editing.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import type { TemplateInput } from "../templates/Template.ts"
import { Templates } from "../templates/Templates.ts"

type Failure = Forbidden | NotFound | StorageError

const applied = {
  changes: Schema.Array(AppliedChange),
  insertedFiles: Schema.optionalKey(Schema.Array(File))
}

/** What a batch did to a change request. */
export const ChangeRequestContentUpdate = Schema.Struct({ changeRequest: ChangeRequest, ...applied }).annotate({
  identifier: "ChangeRequestContentUpdate"
})
export type ChangeRequestContentUpdate = typeof ChangeRequestContentUpdate.Type

/** What a batch did to the primary content (extension): the revision that shows it. */
export const SpaceContentUpdate = Schema.Struct({ revision: Schema.String, ...applied }).annotate({
  identifier: "SpaceContentUpdate"
})
export type SpaceContentUpdate = typeof SpaceContentUpdate.Type

export class ChangeRequestContent extends Context.Service<
  ChangeRequestContent,
  {
    /** Applies a batch to the draft, all or none, as one revision. */
    readonly edit: (
      spaceId: string,
      idOrNumber: string,
      input: ContentChangesInput
    ) => Effect.Effect<ChangeRequestContentUpdate, Failure | Conflict | Invalid | PreconditionFailed, CurrentActor>
    /** The same on the primary content of a space that is edited live. */
    readonly editSpace: (
      spaceId: string,
      input: ContentChangesInput
    ) => Effect.Effect<SpaceContentUpdate, Failure | Conflict | Invalid | PreconditionFailed, CurrentActor>
    /**
     * Writes content that is made of what is there, as one revision of the draft, or of the primary content when none
     * is named.
     * @param make as `ContentChanges.write` takes it
     */
    readonly write: <E, R>(
      spaceId: string,
      idOrNumber: string | undefined,
      make: (tree: Revision) => Effect.Effect<StoredRevision, E, R>
    ) => Effect.Effect<string, Failure | PreconditionFailed | E, R | CurrentActor>
    /** Writes the pages of a template, last at the root of the draft that is named, or of the primary content. */
    readonly applyTemplate: (
      spaceId: string,
      input: TemplateInput
    ) => Effect.Effect<void, Failure | Invalid | PreconditionFailed, CurrentActor>
    /** What the draft changes, against the revision that it was made from or last updated from. */
    readonly changes: (
      spaceId: string,
      idOrNumber: string,
      part?: ChangesPart
    ) => Effect.Effect<SemanticChanges, Failure, CurrentActor>
    /** Where bringing it up to date would not go together; empty when there is nothing to bring. */
    readonly conflicts: (
      spaceId: string,
      idOrNumber: string
    ) => Effect.Effect<ReadonlyArray<ConflictPlace>, Failure, CurrentActor>
  }
>()("@octavo/core/content/change-request-content/ChangeRequestContent") {
  static readonly layer = Layer.effect(
    ChangeRequestContent,
    Effect.gen(function* () {
      const contents = yield* ContentChanges
      const changeRequests = yield* ChangeRequests
      const store = yield* ChangeRequestStore
      const history = yield* History
      const heads = yield* Heads
      const merging = yield* ContentMerge
      const revisions = yield* RevisionStore
      const spaces = yield* SpaceStore
      const access = yield* Access
      const audit = yield* Audit
      const templates = yield* Templates
      const instance = yield* Instance
      const key = yield* SigningKey

      const shownFiles = (spaceId: string, files: ReadonlyArray<Parameters<typeof toFile>[1]>) => {
        const space = { id: spaceId, published: null }
        const view = { instance, key, owner: { space: spaceId }, space, metadata: true, computed: true }
        return files.length === 0 ? {} : { insertedFiles: files.map((file) => toFile(view, file)) }
      }

      const required = (spaceId: string, id: string) =>
        Effect.flatMap(store.find(spaceId, id), (found) =>
          found === undefined ? Effect.fail(NotFound.of("change request", id)) : Effect.succeed(found)
        )

      /** A draft that the caller may edit; whether it is open is looked at with each head. */
      const draftTarget = Effect.fnUntraced(function* (spaceId: string, idOrNumber: string) {
        const { organizationId, record } = yield* changeRequests.record(spaceId, idOrNumber, "change-request.edit")
        const { id } = record
        /** As it was read last, or written. */
        let known = record
        let isNew = true
        const target: ChangeTarget<NotFound | PreconditionFailed | StorageError, CurrentActor> = {
          space: { id: spaceId, organizationId },
          head: Effect.gen(function* () {
            // what was read for who asks first is as new as may be
            if (!isNew) known = yield* required(spaceId, id)
            isNew = false
            yield* checkStatus(known, "edit")
            return { ...known.head, base: baseOf(known) }
          }),
          move: (head, revision, created) =>
            Effect.gen(function* () {
              const updatedAt = laterThan(known.updatedAt, revision.createdAt)
              const held = { id, updatedAt: known.updatedAt, at: updatedAt }
              if ((yield* heads.advance(id, head, revision, { created, held })) === undefined) return false
              yield* audit.record({
                organizationId,
                action: "change-request.edit",
                target: { type: "change-request", id, label: labelOf(known) },
                payload: { space: spaceId, revision: revision.id }
              })
              const moved = { revisionId: revision.id, root: revision.root, sequence: head.sequence + 1 }
              known = { ...known, head: moved, updatedAt }
              return true
            })
        }
        return { id, target, record: () => known }
      })

      /**
       * The primary content, where the caller may edit it.
       * @param known its head, as it may be: it is read when that has moved
       */
      const spaceTarget = Effect.fnUntraced(function* (spaceId: string, known?: Head) {
        const { organizationId } = yield* access.space(spaceId, "space.edit-content")
        let head = known
        const target: ChangeTarget<NotFound | PreconditionFailed | StorageError, CurrentActor> = {
          space: { id: spaceId, organizationId },
          head: Effect.suspend(() => {
            const first = head
            head = undefined
            return first === undefined
              ? Effect.map(checkEditable(spaces, spaceId), (space) => space.head)
              : Effect.succeed(first)
          }),
          move: (before, revision, created) =>
            Effect.gen(function* () {
              const entry = {
                organizationId,
                action: "content.edit" as const,
                target: { type: "space" as const, id: spaceId },
                payload: { revision: revision.id }
              }
              const moved = yield* heads.advance(primary, before, revision, {
                created,
                noted: (moved) => Effect.andThen(checkMoved(spaceId, moved), audit.record(entry))
              })
              if (moved === undefined) return false
              head = { revisionId: revision.id, root: revision.root, sequence: before.sequence + 1 }
              return true
            })
        }
        return { target, moved: () => head }
      })

      const edit = traced("ChangeRequestContent.edit")(function* (
        spaceId: string,
        idOrNumber: string,
        input: ContentChangesInput
      ) {
        const { id, record, target } = yield* draftTarget(spaceId, idOrNumber)
        const done = yield* contents.apply(target, input)
        const at = (page: string) => location(instance, `/spaces/${spaceId}/change-requests/${id}/content/page/${page}`)
        return {
          changeRequest: toChangeRequest(instance, record()),
          changes: done.touched.map((touched) => toAppliedChange(touched, at)),
          ...shownFiles(spaceId, done.files)
        }
      })

      const editSpace = traced("ChangeRequestContent.editSpace")(function* (
        spaceId: string,
        input: ContentChangesInput
      ) {
        const apply = Effect.fnUntraced(function* (known?: Head) {
          const { moved, target } = yield* spaceTarget(spaceId, known)
          const done = yield* contents.apply(target, input)
          const head = moved()
          if (head !== undefined) heads.keep(spaceId, head)
          return { done, head }
        })
        const known = heads.known(spaceId)
        const tried = known === undefined ? undefined : yield* Effect.option(apply(known))
        // what is not found may be there, and what changes nothing may, in what others have made of it since
        const isDone = tried?._tag === "Some" && tried.value.head !== undefined
        const { done } = isDone ? tried.value : yield* apply()
        const at = (page: string) => location(instance, `/spaces/${spaceId}/content/page/${page}`)
        return {
          revision: done.revisionId,
          changes: done.touched.map((touched) => toAppliedChange(touched, at)),
          ...shownFiles(spaceId, done.files)
        }
      })

      const write = traced("ChangeRequestContent.write")(function* <E, R>(
        spaceId: string,
        idOrNumber: string | undefined,
        make: (tree: Revision) => Effect.Effect<StoredRevision, E, R>
      ) {
        const { target } =
          idOrNumber === undefined ? yield* spaceTarget(spaceId) : yield* draftTarget(spaceId, idOrNumber)
        return yield* contents.write(target, make)
      })

      const applyTemplate = traced("ChangeRequestContent.applyTemplate")(
        function* (spaceId: string, { changeRequestId, ...use }: TemplateInput) {
          if (changeRequestId !== undefined) {
            const { record } = yield* changeRequests.record(spaceId, changeRequestId, "change-request.edit")
            yield* checkStatus(record, "edit")
            yield* edit(spaceId, record.id, yield* templates.changes(spaceId, record.head.root, use))
            return
          }
          yield* access.space(spaceId, "space.edit-content")
          yield* checkEditable(spaces, spaceId)
          const head = (yield* revisions.head(spaceId, primary)) ?? (yield* NotFound.of("space", spaceId))
          yield* editSpace(spaceId, yield* templates.changes(spaceId, head.root, use))
        },
        // new pages collide with nothing
        Effect.catchTag("Conflict", Effect.die)
      )

      const changes = traced("ChangeRequestContent.changes")(function* (
        spaceId: string,
        idOrNumber: string,
        part?: ChangesPart
      ) {
        const { files, record } = yield* changeRequests.record(spaceId, idOrNumber, "change-request.preview")
        const base = yield* revisions.get(spaceId, baseOf(record))
        if (base === undefined) {
          return yield* new StorageError({ operation: "changeRequests.base", retryable: false })
        }
        return yield* history.between(files, base.root, record.head.root, part)
      })

      const conflicts = traced("ChangeRequestContent.conflicts")(function* (spaceId: string, idOrNumber: string) {
        const { record } = yield* changeRequests.record(spaceId, idOrNumber, "change-request.view")
        if (!isOutdated(record)) return []
        const base = yield* revisions.get(spaceId, baseOf(record))
        const current = yield* revisions.head(spaceId, primary)
        if (base === undefined || current === undefined) {
          return yield* new StorageError({ operation: "changeRequests.base", retryable: false })
        }
        return yield* merging.conflicts(base.root, record.head.root, current.root)
      })

      return ChangeRequestContent.of({ edit, editSpace, write, applyTemplate, changes, conflicts })
    })
  )
}
