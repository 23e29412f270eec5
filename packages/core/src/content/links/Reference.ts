/** Places of content that refer to others, and what they refer to, as the API shows them (`docs/contributing/wire.md#references-and-links`). */
import { Schema } from "effect"
import { Organization } from "../../people/organizations/Organization.ts"
import { ChangeRequest } from "../change-requests/ChangeRequest.ts"
import { BrokenContexts, LinkStatuses } from "../content-index/LinkStore.ts"
import { File, Page, ReusableContent } from "../space-content/Page.ts"
import { Space } from "../spaces/Space.ts"

/** The draft that what is referred to is of; without it, the primary content. */
const VersionContext = Schema.Struct({ type: Schema.Literal("changeRequest"), changeRequest: ChangeRequest })
export type VersionContext = typeof VersionContext.Type

const within = { organization: Organization, space: Space }
const versioned = { ...within, versionContext: Schema.optionalKey(VersionContext) }

/** Pages come without those below them. */
export const Reference = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("page"),
    ...versioned,
    page: Page,
    /** The section of the page. */
    internalLocation: Schema.optionalKey(Schema.Struct({ type: Schema.Literal("anchor"), anchor: Schema.String }))
  }),
  Schema.Struct({ kind: Schema.Literal("file"), ...versioned, file: File }),
  Schema.Struct({ kind: Schema.Literal("reusable-content"), ...versioned, reusableContent: ReusableContent }),
  Schema.Struct({ kind: Schema.Literal("space"), ...within }),
  /** As it is written: of what is broken, or leads to where the caller sees nothing. */
  Schema.Struct({ kind: Schema.Literal("url"), url: Schema.String })
]).annotate({ identifier: "ContentLocation" })
export type Reference = typeof Reference.Type

export const LinkStatus = Schema.Literals(LinkStatuses)
export const BrokenContext = Schema.Literals(BrokenContexts)

/** Links of one page to one place. */
export const LinkUsage = Schema.Struct({
  status: LinkStatus,
  relation: Schema.Literal("reference"),
  targetReference: Schema.optionalKey(Reference),
  locationReferences: Schema.Array(Reference)
}).annotate({ identifier: "ContentReferenceUsage" })
export type LinkUsage = typeof LinkUsage.Type

/** Of all links, whatever status is asked for. */
export const LinkStats = Schema.Struct({
  total: Schema.Number,
  broken: Schema.Struct({
    total: Schema.Number,
    changeRequest: Schema.optionalKey(
      Schema.Number.annotate({ description: "Of a change request: those that it broke, and the space has not" })
    )
  })
}).annotate({ identifier: "ContentReferencesStats" })
export type LinkStats = typeof LinkStats.Type
