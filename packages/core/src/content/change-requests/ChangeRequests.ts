/** Change requests: propose, describe, list, bring up to date, merge. Their content is `change-request-content`'s. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { lengthOfDocument } from "../../kernel/shared/documentJson.ts"
import {
  type Conflict,
  type Forbidden,
  Invalid,
  NotFound,
  type PreconditionFailed,
  type StorageError
} from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, longestAnswer, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access, type AllowedInSpace } from "../../people/permissions/Access.ts"
import type { ActionName } from "../../people/permissions/actions.ts"
import { type ChangeTarget, ContentChanges } from "../revisions/ContentChanges.ts"
import { Heads } from "../revisions/Heads.ts"
import { primary } from "../revisions/Revision.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { canSeeDraft } from "../revisions/revisionVisibility.ts"
import type { TemplateUse } from "../templates/Template.ts"
import { Templates } from "../templates/Templates.ts"
import {
  type ChangeRequest,
  type ChangeRequestFilter,
  type ChangeRequestLink,
  type ChangeRequestOrder,
  type ChangeRequestPatch,
  type ChangeRequestRecord,
  labelOf,
  toChangeRequest
} from "./ChangeRequest.ts"
import { ChangeRequestStore } from "./ChangeRequestStore.ts"
import { checkStatus } from "./checkStatus.ts"
import type { DraftConflicts } from "./conflicts.ts"
import { IssueClusters } from "./IssueClusters.ts"
import type {
  ChangeRequestLinkInput,
  ChangeRequestPull,
  ChangeRequestUpdate,
  ConflictFormat,
  NewChangeRequestInput
} from "./input.ts"
import type { MergeChecks, MergeOutcome } from "./mergeOutcome.ts"
import { makeMerging } from "./merging.ts"
import type { ChangeRequestStatus } from "./status.ts"

type Failure = Forbidden | NotFound | StorageError

/** Filters as a caller gives them. */
export interface ChangeRequestListing extends Omit<ChangeRequestFilter, "status"> {
  readonly status?: ChangeRequestStatus | ReadonlyArray<ChangeRequestStatus> | undefined
  readonly orderBy?: ChangeRequestOrder | undefined
  /** Octavo makes neither topics nor style guide runs: a change request is of none. */
  readonly topic?: string | undefined
  readonly styleguideRun?: string | undefined
  readonly finding?: "none" | "all" | undefined
}

/** A change request that the caller may act on, for the services of other areas. */
export type OpenedChangeRequest = AllowedInSpace & {
  readonly record: ChangeRequestRecord
}

export class ChangeRequests extends Context.Service<
  ChangeRequests,
  {
    /** Starts a draft at the space's active revision. */
    readonly create: (
      spaceId: string,
      input: NewChangeRequestInput
    ) => Effect.Effect<ChangeRequest, Failure | Invalid, CurrentActor>
    readonly list: (
      spaceId: string,
      listing: ChangeRequestListing,
      params: ListParams
    ) => Effect.Effect<Page<ChangeRequest>, Failure | Invalid, CurrentActor>
    /** Of all spaces of the organization that the caller may see. */
    readonly listInOrganization: (
      organizationId: string,
      listing: ChangeRequestListing,
      params: ListParams
    ) => Effect.Effect<Page<ChangeRequest>, Failure | Invalid, CurrentActor>
    readonly get: (spaceId: string, idOrNumber: string) => Effect.Effect<ChangeRequest, Failure, CurrentActor>
    readonly update: (
      spaceId: string,
      idOrNumber: string,
      input: ChangeRequestUpdate
    ) => Effect.Effect<ChangeRequest, Failure | Invalid | PreconditionFailed, CurrentActor>
    /** Brings the draft into the primary content, once. */
    readonly merge: (
      spaceId: string,
      idOrNumber: string
    ) => Effect.Effect<MergeOutcome<"merge">, Failure | Conflict | Invalid | PreconditionFailed, CurrentActor>
    /** Brings the primary content into the draft. */
    readonly pull: (
      spaceId: string,
      idOrNumber: string,
      input?: ChangeRequestPull
    ) => Effect.Effect<MergeOutcome<"update">, Failure | Invalid | PreconditionFailed, CurrentActor>
    /** Opens a change request that takes back what this merged one brought into the primary content. */
    readonly revert: (
      spaceId: string,
      idOrNumber: string
    ) => Effect.Effect<ChangeRequest, Failure | Invalid | PreconditionFailed, CurrentActor>
    /** What stands between it and its merge by the caller. */
    readonly checks: (spaceId: string, idOrNumber: string) => Effect.Effect<MergeChecks, Failure, CurrentActor>
    /** Where it and the primary content do not go together, as bringing it up to date would meet them. */
    readonly conflicts: (
      spaceId: string,
      idOrNumber: string,
      format?: ConflictFormat
    ) => Effect.Effect<DraftConflicts, Failure, CurrentActor>
    /** Checks an action on the space, and finds the change request in it: for what hangs on change requests. */
    readonly record: (
      spaceId: string,
      idOrNumber: string,
      action: ActionName
    ) => Effect.Effect<OpenedChangeRequest, Failure, CurrentActor>
  }
>()("@octavo/core/content/change-requests/ChangeRequests") {
  static readonly layer = Layer.effect(
    ChangeRequests,
    Effect.gen(function* () {
      const store = yield* ChangeRequestStore
      const revisions = yield* RevisionStore
      const heads = yield* Heads
      const { checksOf, conflictsOf, merge, pull, revert: revertMerged } = yield* makeMerging
      const contents = yield* ContentChanges
      const templates = yield* Templates
      const clusters = yield* IssueClusters
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      const record = Effect.fnUntraced(function* (spaceId: string, idOrNumber: string, action: ActionName) {
        const allowed = yield* access.space(spaceId, action)
        const found = yield* store.find(spaceId, idOrNumber)
        if (found === undefined || !canSeeDraft(allowed, found.id)) {
          return yield* NotFound.of("change request", idOrNumber)
        }
        return { ...allowed, record: found }
      })

      const shown = (spaceId: string, id: string) =>
        Effect.flatMap(store.find(spaceId, id), (found) =>
          found === undefined
            ? Effect.fail(NotFound.of("change request", id))
            : Effect.succeed(toChangeRequest(instance, found))
        )

      const templatePages = Effect.fnUntraced(function* (spaceId: string, use: TemplateUse) {
        const main = (yield* revisions.head(spaceId, primary)) ?? (yield* NotFound.of("space", spaceId))
        return yield* templates.changes(spaceId, main.root, use)
      })

      /** A cluster that a change request is to name: one that the caller may read, of the same organization. */
      const checkCluster = Effect.fnUntraced(function* (organizationId: string, id: string | null | undefined) {
        if (id == null) return
        const message = "must be the id of a cluster of issues of this organization"
        const path = "conversationsIssuesCluster"
        yield* Effect.catchTag(clusters.require(organizationId, id), "NotFound", () =>
          Effect.fail(Invalid.at(path, message))
        )
      })

      const create = traced("ChangeRequests.create")(function* (spaceId: string, input: NewChangeRequestInput) {
        const { organizationId } = yield* access.space(spaceId, "change-request.create")
        yield* checkCluster(organizationId, input.conversationsIssuesCluster)
        const pages = input.template === undefined ? undefined : yield* templatePages(spaceId, input.template)
        const actor = yield* CurrentActor
        const id = makeId()
        const subject = input.subject ?? ""
        const createdAt = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            const inserted = yield* store.insert({
              id,
              spaceId,
              status: "draft",
              subject,
              description: input.description ?? null,
              createdBy: actor.kind === "user" ? actor.userId : null,
              createdAt,
              conversationsIssuesCluster: input.conversationsIssuesCluster ?? null
            })
            const made = inserted ? yield* store.find(spaceId, id) : undefined
            if (made === undefined) return yield* NotFound.of("space", spaceId)
            yield* audit.record({
              organizationId,
              action: "change-request.create",
              target: { type: "change-request", id, label: labelOf(made) },
              payload: { space: spaceId }
            })
            if (pages === undefined) return
            const move: ChangeTarget<StorageError, never>["move"] = (before, revision, created) =>
              Effect.map(heads.advance(id, before, revision, { created }), (moved) => moved !== undefined)
            yield* contents
              .apply({ space: { id: spaceId, organizationId }, head: Effect.succeed(made.head), move }, pages)
              // new pages collide with nothing
              .pipe(Effect.catchTag("Conflict", Effect.die))
          })
        )
        return yield* shown(spaceId, id)
      })

      const listed = (
        name: ReadonlyArray<string | null>,
        { finding: _, orderBy = "updatedAt", status, styleguideRun, topic, ...rest }: ChangeRequestListing,
        params: ListParams,
        load: (
          filter: ChangeRequestFilter,
          order: ChangeRequestOrder,
          slice: Parameters<typeof store.list>[3]
        ) => ReturnType<typeof store.list>
      ) => {
        const wanted = status === undefined ? ["open" as const] : typeof status === "string" ? [status] : status
        const filter: ChangeRequestFilter = { ...rest, status: [...new Set(wanted)].sort() }
        const { conflicts, contributor, conversationsIssuesCluster, creator, requestedReviewer, site, space } = filter
        const filters = [
          creator,
          contributor,
          requestedReviewer,
          conversationsIssuesCluster,
          space,
          site,
          topic,
          styleguideRun,
          conflicts
        ]
        const isOfNone = topic !== undefined || styleguideRun !== undefined
        return Effect.map(
          paginate(
            [...name, orderBy, filter.status.join(" "), ...filters],
            params,
            (one: ChangeRequestRecord) => [orderBy === "createdAt" ? one.createdAt : one.updatedAt, one.id],
            (slice) => (isOfNone ? Effect.succeed({ items: [], count: 0 }) : load(filter, orderBy, slice)),
            { of: ({ description }) => lengthOfDocument(description), most: longestAnswer }
          ).pipe(Effect.provideService(SigningKey, key)),
          (page) => mapPage(page, (one) => toChangeRequest(instance, one))
        )
      }

      const list = traced("ChangeRequests.list")(function* (
        spaceId: string,
        { site: _, space: __, styleguideRun: ___, ...listing }: ChangeRequestListing,
        params: ListParams
      ) {
        yield* access.space(spaceId, "change-request.view")
        return yield* listed(["change-requests", spaceId], listing, params, (filter, order, slice) =>
          store.list(spaceId, filter, order, slice)
        )
      })

      const listInOrganization = traced("ChangeRequests.listInOrganization")(function* (
        organizationId: string,
        listing: ChangeRequestListing,
        params: ListParams
      ) {
        const scope = yield* access.list(organizationId, "change-request.view")
        return yield* listed(
          ["organization-change-requests", organizationId, scope.all ? null : scope.grantedTo],
          listing,
          params,
          (filter, order, slice) => store.listInOrganization(organizationId, scope, filter, order, slice)
        )
      })

      const get = traced("ChangeRequests.get")(function* (spaceId: string, idOrNumber: string) {
        const found = yield* record(spaceId, idOrNumber, "change-request.preview")
        return toChangeRequest(instance, found.record)
      })

      const update = traced("ChangeRequests.update")(function* (
        spaceId: string,
        idOrNumber: string,
        input: ChangeRequestUpdate
      ) {
        const opened = yield* record(spaceId, idOrNumber, "change-request.edit")
        const { id, organizationId } = opened.record
        yield* checkCluster(organizationId, input.conversationsIssuesCluster)
        const at = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            const held = yield* store.lock(spaceId, id)
            if (held === undefined) return yield* NotFound.of("change request", idOrNumber)
            const links = yield* linksOf(held, input.links)
            const patch = patchOf(held, { ...input, links })
            if (patch.status !== undefined) yield* checkStatus(held, "status")
            const { status, ...described } = patch
            if (Object.keys(patch).length === 0) return
            yield* store.update(held, patch, at)
            const target = { type: "change-request" as const, id, label: labelOf({ ...held, ...described }) }
            if (Object.keys(described).length > 0) {
              const payload = { space: spaceId, ...changes({ ...held }, { subject: described.subject }) }
              yield* audit.record({ organizationId, action: "change-request.update", target, payload })
            }
            if (status !== undefined) {
              const payload = { space: spaceId, ...changes({ ...held }, { status }) }
              yield* audit.record({ organizationId, action: "change-request.status", target, payload })
            }
          })
        )
        return yield* shown(spaceId, id)
      })

      const revert = (spaceId: string, idOrNumber: string) =>
        Effect.flatMap(revertMerged(spaceId, idOrNumber), (id) => shown(spaceId, id))

      const checks = (spaceId: string, idOrNumber: string) =>
        Effect.flatMap(record(spaceId, idOrNumber, "change-request.view"), (found) => checksOf(found.record))

      const conflicts = (spaceId: string, idOrNumber: string, format: ConflictFormat) =>
        Effect.flatMap(record(spaceId, idOrNumber, "change-request.view"), (found) => conflictsOf(found.record, format))

      return ChangeRequests.of({
        create,
        list,
        listInOrganization,
        get,
        update,
        merge,
        pull,
        revert,
        checks,
        conflicts,
        record
      })
    })
  )
}

/** The links as they are to be: those with an id are of this change request already, others get one. */
const linksOf = Effect.fnUntraced(function* (
  held: ChangeRequestRecord,
  links: ReadonlyArray<ChangeRequestLinkInput> | undefined
): Effect.fn.Return<ReadonlyArray<ChangeRequestLink> | undefined, Invalid> {
  const known = new Set(held.links.map(({ id }) => id))
  for (const [i, { id }] of links?.entries() ?? []) {
    // each may be named once
    if (id !== undefined && !known.delete(id)) {
      return yield* Invalid.at(
        `links[${i}].id`,
        "must be the id of a link of this change request, named once; leave it out for a new link"
      )
    }
  }
  return links?.map((link) => ({ ...link, id: link.id ?? makeId() }))
})

/** What of the input is not so already. */
const patchOf = (
  held: ChangeRequestRecord,
  input: Omit<ChangeRequestUpdate, "links"> & { readonly links: ReadonlyArray<ChangeRequestLink> | undefined }
): ChangeRequestPatch => ({
  ...(input.subject === undefined || input.subject === held.subject ? {} : { subject: input.subject }),
  ...(input.description === undefined || JSON.stringify(input.description) === JSON.stringify(held.description)
    ? {}
    : { description: input.description }),
  ...(input.conversationsIssuesCluster === undefined ||
  input.conversationsIssuesCluster === held.conversationsIssuesCluster
    ? {}
    : { conversationsIssuesCluster: input.conversationsIssuesCluster }),
  ...(input.links === undefined || JSON.stringify(input.links) === JSON.stringify(held.links)
    ? {}
    : { links: input.links }),
  ...(input.status === undefined || input.status === held.status ? {} : { status: input.status })
})
