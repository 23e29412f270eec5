/** What became of the pages and reusable contents of a batch, as the API tells it. */
import { Schema } from "effect"
import { defined } from "../../../kernel/shared/defined.ts"
import type { Touched } from "./ChangePlan.ts"

const PageRef = Schema.Struct({
  object: Schema.Literal("page"),
  id: Schema.String,
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "PageRef" })

const merged = Schema.optionalKey(
  Schema.Literal(true).annotate({
    description: "The text also has what others wrote since the revision of the edit"
  })
)

/** What became of a page, or of reusable content. */
export const AppliedChange = Schema.Union([
  Schema.Struct({ object: Schema.Literal("created_page"), page: PageRef, ref: Schema.optionalKey(Schema.String) }),
  Schema.Struct({
    object: Schema.Literal("updated_page"),
    page: PageRef,
    merged
  }),
  Schema.Struct({ object: Schema.Literal("deleted_page"), page: Schema.String }),
  Schema.Struct({ object: Schema.Literal("updated_reusable_content"), reusableContent: Schema.String, merged })
]).annotate({ identifier: "AppliedChange" })
export type AppliedChange = typeof AppliedChange.Type

/** @param location API URL of a page that is there */
export const toAppliedChange = (touched: Touched, location: (id: string) => string): AppliedChange => {
  const isMerged = touched.kind !== "deleted" && touched.isMerged === true ? { merged: true as const } : {}
  if (touched.kind === "reusable-content") {
    return { object: "updated_reusable_content", reusableContent: touched.id, ...isMerged }
  }
  if (touched.kind === "deleted") return { object: "deleted_page", page: touched.id }
  const page = { object: "page" as const, id: touched.id, urls: { location: location(touched.id) } }
  return touched.kind === "updated"
    ? { object: "updated_page", page, ...isMerged }
    : { object: "created_page", page, ...defined({ ref: touched.ref }) }
}
