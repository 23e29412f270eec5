/** Statuses of change requests and the moves between them. Pure; `test/content/change-requests/status.test.ts`. */
import { Schema } from "effect"

export const ChangeRequestStatus = Schema.Literals(["draft", "open", "archived", "merged"]).annotate({
  identifier: "ChangeRequestStatus"
})
export type ChangeRequestStatus = typeof ChangeRequestStatus.Type

/** What a person can set; merged is reached by merging only. */
export const SettableStatus = Schema.Literals(["draft", "open", "archived"])

/** What can be done to a change request, besides reading and discussing it. */
export type ChangeRequestAct = "describe" | "status" | "edit" | "review" | "update" | "merge" | "revert"

/** The one table of what is allowed in which status. Whatever the status, it can be read and described. */
const allowed: Readonly<Record<ChangeRequestStatus, ReadonlySet<ChangeRequestAct>>> = {
  draft: new Set(["describe", "status", "edit", "review", "update", "merge"]),
  open: new Set(["describe", "status", "edit", "review", "update", "merge"]),
  // content is pulled into any of them but a merged one, whose content is history
  archived: new Set(["describe", "status", "update"]),
  merged: new Set(["describe", "revert"])
}

export const mayIn = (status: ChangeRequestStatus, act: ChangeRequestAct): boolean => allowed[status].has(act)

/** Why it is refused, in words that say what to do. */
export const refusalOf = (status: ChangeRequestStatus, act: ChangeRequestAct): string =>
  act === "revert"
    ? "This change request is not merged: there is nothing to revert"
    : status === "merged"
      ? "This change request is merged: what comes now needs a new one"
      : `This change request is archived: set its status to open to ${act} it`

/** How a change request in that status counts on its space, beside the count of all. */
export const countedAs = (status: ChangeRequestStatus): { readonly open: 0 | 1; readonly draft: 0 | 1 } => ({
  open: status === "open" ? 1 : 0,
  draft: status === "draft" ? 1 : 0
})
