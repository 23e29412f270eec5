/** Bodies and queries of the operations on change requests. Fields that are not here are ignored. */
import { Schema } from "effect"
import { RichDocument } from "../../kernel/shared/richDocument.ts"
import { Text, WebAddress } from "../../kernel/shared/text.ts"
import { TemplateUse } from "../templates/Template.ts"
import { ChangeRequestStatus, SettableStatus } from "./status.ts"

/** In characters. */
export const longestSubject = 100
const Subject = Text(0, longestSubject)
const ClusterId = Text(1, 128)

/** Pages elsewhere that a change request is about, such as a ticket. With the id of one that it has, that one is changed. */
const LinkInput = Schema.Struct({
  id: Schema.optionalKey(Text(1, 128)),
  ref: Schema.Struct({ kind: Schema.Literal("url"), url: WebAddress }),
  title: Schema.optionalKey(Text(0, 128))
}).annotate({ identifier: "ChangeRequestLinkInput" })
export type ChangeRequestLinkInput = typeof LinkInput.Type

export const NewChangeRequestInput = Schema.Struct({
  subject: Schema.optionalKey(Subject),
  description: Schema.optionalKey(RichDocument),
  /** Extension: the cluster of issues that it is about. */
  conversationsIssuesCluster: Schema.optionalKey(ClusterId),
  template: Schema.optionalKey(TemplateUse)
})
export type NewChangeRequestInput = typeof NewChangeRequestInput.Type

export const ChangeRequestUpdate = Schema.Struct({
  subject: Schema.optionalKey(Subject),
  description: Schema.optionalKey(Schema.NullOr(RichDocument)),
  /** Extension; `null`: none. */
  conversationsIssuesCluster: Schema.optionalKey(Schema.NullOr(ClusterId)),
  status: Schema.optionalKey(SettableStatus),
  links: Schema.optionalKey(Schema.Array(LinkInput).check(Schema.isMaxLength(10)))
})
export type ChangeRequestUpdate = typeof ChangeRequestUpdate.Type

/** How many conflicts are settled at once, and are listed. */
export const mostConflicts = 1000

/** What was decided about a conflict: whose version counts, or, for lines, what stands there instead. */
const SettledInput = Schema.Struct({
  conflict: Text(1, 64).annotate({ description: "`id` of the conflict in the list of conflicts" }),
  take: Schema.optionalKey(Schema.Literals(["mine", "theirs", "both"])),
  text: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "SettledConflict" })

/** Body of bringing a change request up to date (extension). */
export const ChangeRequestPull = Schema.Struct({
  settled: Schema.optionalKey(Schema.Array(SettledInput).check(Schema.isMaxLength(mostConflicts)))
})
export type ChangeRequestPull = typeof ChangeRequestPull.Type

/** Query of the list of conflicts: how lines are shown besides. */
export const conflictsQuery = { format: Schema.optionalKey(Schema.Literals(["markdown", "document"])) }
export type ConflictFormat = "markdown" | "document" | undefined

const Term = Schema.optionalKey(Text(1, 128))

/** Query of both lists. `status` may come more than once. */
export const changeRequestQuery = {
  status: Schema.optionalKey(
    Schema.Union([ChangeRequestStatus, Schema.Array(ChangeRequestStatus)]).annotate({
      description: "One status or several, default open"
    })
  ),
  creator: Term,
  contributor: Term,
  requestedReviewer: Term,
  conflicts: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Only those that have conflicts with the live content, or that have none" })
  ),
  conversationsIssuesCluster: Term,
  topic: Term.annotate({ description: "Topics come from analyses that Octavo does not make: nothing has one" }),
  orderBy: Schema.optionalKey(Schema.Literals(["updatedAt", "createdAt"]))
}

/** What the list of an organization takes besides, but for ids. */
export const organizationQuery = {
  styleguideRun: Term.annotate({ description: "Octavo runs no style guide checks: nothing was opened by one" }),
  finding: Schema.optionalKey(
    Schema.Literals(["none", "all"]).annotate({
      description: "Whether change requests from triage are listed. There are none, so both give the same"
    })
  )
}
