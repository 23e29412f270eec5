import { Effect } from "effect"
import { Dialect } from "../Dialect.ts"

/** What can be kept of in memory: who may do what, and spaces as they are. */
export const changedParts = Effect.gen(function* () {
  const { create, track } = (yield* Dialect).changedParts
  yield* create
  yield* track("spaces", { part: "id" })
  for (const table of ["change_requests", "git_syncs", "heads"]) yield* track(table, { part: "space_id" })
  // all columns but when they were last used, or seen
  yield* track("tokens", { columns: ["user_id", "hash", "label", "organization_id", "scopes", "expires_at"] })
  yield* track("members", { columns: ["role", "disabled", "sso"] })
  const people = ["users", "teams", "team_members"]
  const contents = ["organizations", "grants", "collections", "sites", "site_sections", "site_spaces"]
  for (const table of [...people, ...contents]) yield* track(table)
})
