/** What a draft would harm, and what is wrong in its texts, as the API shows it (`docs/decisions/0092-checks.md`). */
import { Schema } from "effect"
import { TextProblemKinds } from "./TextProblemKinds.ts"

/** What is found, the worst first. */
export const ContentCheckKinds = [
  "broken-link",
  "missing-file",
  "missing-heading",
  "lost-address",
  ...TextProblemKinds
] as const
export type ContentCheckKind = (typeof ContentCheckKinds)[number]

/** What is named by its id, and called so. */
const Named = Schema.Struct({ id: Schema.String, title: Schema.String })

export const ContentCheck = Schema.Struct({
  kind: Schema.Literals(ContentCheckKinds),
  message: Schema.String.annotate({ description: "What is wrong, and what mends it" }),
  page: Schema.optionalKey(
    Schema.Struct({ ...Named.fields, path: Schema.String }).annotate({
      description: "The page that it is on; of `lost-address` the one that had the address"
    })
  ),
  reusableContent: Schema.optionalKey(Named.annotate({ description: "The reusable content that it is in" })),
  space: Schema.optionalKey(Named.annotate({ description: "Where it is in another space, that one" })),
  section: Schema.optionalKey(Schema.String.annotate({ description: "Anchor of the section that it is in" })),
  href: Schema.optionalKey(Schema.String.annotate({ description: "The link as it is written" }))
}).annotate({ identifier: "ContentCheck" })
export type ContentCheck = typeof ContentCheck.Type

/** Most checks of an answer. */
export const mostChecks = 500

export const ChangeRequestChecks = Schema.Struct({
  revision: Schema.String.annotate({ description: "The revision of the draft that was looked at" }),
  count: Schema.Number.annotate({ description: "All that were found; of these, the first are `items`" }),
  items: Schema.Array(ContentCheck)
}).annotate({ identifier: "ChangeRequestChecks" })
export type ChangeRequestChecks = typeof ChangeRequestChecks.Type
