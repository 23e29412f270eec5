import { Effect } from "effect"
import { Dialect } from "../Dialect.ts"

/** What searches know of a glossary ends when it changes: of each organization by itself. */
export const partsOfGlossaries = Effect.gen(function* () {
  const { track } = (yield* Dialect).changedParts
  const organization = { part: "organization_id", prefix: "glossary" }
  yield* track("glossary_entries", organization)
  yield* track("glossary_terms", { ...organization, through: { table: "glossary_entries", column: "entry_id" } })
})
