import { ChangeRequest } from "@octavo/core/content/change-requests/ChangeRequest"
import { DraftConflicts } from "@octavo/core/content/change-requests/conflicts"
import {
  ChangeRequestPull,
  ChangeRequestUpdate,
  changeRequestQuery,
  conflictsQuery,
  NewChangeRequestInput,
  organizationQuery
} from "@octavo/core/content/change-requests/input"
import { UnmetRule } from "@octavo/core/content/change-requests/MergeGate"
import { ChangeRequestChecks } from "@octavo/core/content/checks/ContentCheck"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict, PreconditionFailed } from "./errors.ts"
import { Authenticated, Checked, Common, created, Id, ListOf, listQuery } from "./shared.ts"

const space = { spaceId: Id }
/** `changeRequestId` is the id, or the number in the space. */
const params = { spaceId: Id, changeRequestId: Id }
const List = ListOf(ChangeRequest, "ChangeRequestList")
const summary = (text: string, description?: string) =>
  OpenApi.annotations({ summary: text, ...defined({ description }) })

/** A place where the sides of a merge did not agree. */
const MergeConflict = Schema.Struct({
  kind: Schema.Literals(["page", "file", "reusable-content", "variable", "tag"]),
  id: Schema.String,
  title: Schema.String,
  reason: Schema.Literals(["text", "field", "place", "deleted"]),
  field: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "MergeConflict" })
const conflicts = Schema.optionalKey(
  Schema.Array(MergeConflict).annotate({ description: "Where both sides are kept (extension)" })
)

export const MergeResult = Schema.Struct({
  revision: Schema.String,
  result: Schema.Literals(["merge", "conflicts"]),
  conflicts
}).annotate({ identifier: "ChangeRequestMergeResult" })

export const UpdateResult = Schema.Struct({
  revision: Schema.String,
  result: Schema.Literals(["update", "conflicts"]),
  conflicts
}).annotate({ identifier: "ChangeRequestUpdateResult" })

export const MergeChecks = Schema.Struct({
  revision: Schema.String.annotate({ description: "The revision of the draft that was looked at" }),
  rules: Schema.Array(UnmetRule).annotate({
    description: "Merge rules that do not hold, and who could make each hold"
  }),
  bypassed: Schema.Boolean.annotate({ description: "Whether the caller may merge although they do not" }),
  conflicts: Schema.Array(MergeConflict).annotate({
    description: "Where the draft and the live content do not go together: a merge keeps both sides"
  })
}).annotate({ identifier: "ChangeRequestMergeChecks" })

export const ChangeRequestsGroup = HttpApiGroup.make("change-requests")
  .add(
    HttpApiEndpoint.get("listChangeRequestsForSpace", "/spaces/:spaceId/change-requests", {
      params: space,
      query: { ...listQuery, ...changeRequestQuery },
      success: List,
      error: Common
    }).annotateMerge(summary("List the change requests of a space, the latest first")),
    HttpApiEndpoint.post("createChangeRequest", "/spaces/:spaceId/change-requests", {
      params: space,
      payload: [NewChangeRequestInput, Schema.Null],
      success: created(ChangeRequest),
      error: Common
    }).annotateMerge(summary("Create a change request", "It starts as a draft of the space's active revision.")),
    HttpApiEndpoint.get("getChangeRequestById", "/spaces/:spaceId/change-requests/:changeRequestId", {
      params,
      success: ChangeRequest,
      error: Common
    }).annotateMerge(summary("Get a change request by its id or number")),
    HttpApiEndpoint.patch("updateChangeRequestById", "/spaces/:spaceId/change-requests/:changeRequestId", {
      params,
      payload: ChangeRequestUpdate,
      success: ChangeRequest,
      error: [...Common, PreconditionFailed]
    }).annotateMerge(
      summary("Change a change request", "412 for a status of one that is merged: what comes then needs a new one.")
    ),
    HttpApiEndpoint.post("mergeChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/merge", {
      params,
      success: MergeResult,
      error: [...Common, Conflict, PreconditionFailed]
    }).annotateMerge(
      summary(
        "Merge a change request",
        "With conflicts it is merged all the same, and both sides are kept. 409 when it is merged already; 412 when it " +
          "is archived, the space is locked, or a merge rule is not met."
      )
    ),
    HttpApiEndpoint.post("updateChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/update", {
      params,
      payload: [ChangeRequestPull, Schema.Null],
      success: UpdateResult,
      error: [...Common, PreconditionFailed]
    }).annotateMerge(
      summary(
        "Pull the primary content into a change request",
        "With conflicts it is done all the same, and both sides are kept, but for those that `settled` decides about " +
          "(extension). 412 where one of those is no conflict any more."
      )
    ),
    HttpApiEndpoint.get("listChangeRequestConflicts", "/spaces/:spaceId/change-requests/:changeRequestId/conflicts", {
      params,
      query: conflictsQuery,
      success: DraftConflicts,
      error: Common
    }).annotateMerge(
      summary(
        "List where a change request and the live content do not go together",
        "Extension. Each with what both have there; `update` takes what was decided about them."
      )
    ),
    HttpApiEndpoint.get(
      "getChangeRequestMergeChecks",
      "/spaces/:spaceId/change-requests/:changeRequestId/merge-checks",
      {
        params,
        success: MergeChecks,
        error: Common
      }
    ).annotateMerge(
      summary(
        "Get what stands between a change request and its merge",
        "Extension. Says of the rules and conflicts that `merge` would meet now; the caller's role is not among them."
      )
    ),
    HttpApiEndpoint.get("listChangeRequestChecks", "/spaces/:spaceId/change-requests/:changeRequestId/checks", {
      params,
      success: ChangeRequestChecks,
      error: Common
    }).annotateMerge(
      summary(
        "List what a change request would harm",
        "Extension. Links that it breaks, in its space and in others that the caller may read, files that are missing, headings that are linked to and gone, and addresses of published pages that would lead nowhere. The merge rule `require_no_new_broken_links` asks for none of the first three, in all spaces."
      )
    ),
    HttpApiEndpoint.post("revertChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/revert", {
      params,
      success: created(ChangeRequest),
      error: [...Common, PreconditionFailed]
    }).annotateMerge(
      summary(
        "Open a change request that reverts a merged one",
        "Extension. It has the live content as it is now, without what the merge brought; where others have edited the same since, both are kept. 412 where there is nothing to revert."
      )
    ),
    HttpApiEndpoint.get("listChangeRequestsForOrganization", "/orgs/:organizationId/change-requests", {
      params: { organizationId: Id },
      query: {
        ...listQuery,
        ...changeRequestQuery,
        ...organizationQuery,
        space: Schema.optionalKey(Id),
        site: Schema.optionalKey(Id)
      },
      success: List,
      error: Common
    }).annotateMerge(summary("List the change requests of an organization that the caller may see"))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Change requests",
      description: "Drafts of a space: opened, compared, updated and merged."
    })
  )
