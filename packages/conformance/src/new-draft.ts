/** A space with a draft in it. */
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Effect } from "effect"
import { as, newOrganization } from "./harness.ts"

const insert = (markdown: string): ContentChange => ({ operation: "insert_page", document: { markdown } })
export const edit = { changes: [insert("# A page")] }
export const ok = "nothing refused it"

/** A space with a draft in it, made by an admin. */
export const newDraft = Effect.fnUntraced(function* () {
  const spaces = yield* Spaces
  const changeRequests = yield* ChangeRequests
  const contents = yield* ChangeRequestContent
  const { admin, id: organization } = yield* newOrganization()
  const { id: space } = yield* spaces.create(organization, {}).pipe(as(admin))
  const { id } = yield* changeRequests.create(space, {}).pipe(as(admin))
  yield* contents.edit(space, id, edit).pipe(as(admin))
  return { admin, organization, space, id }
})
