/** Bodies of the operations on redirects. Fields that are not here are ignored. */
import { Schema } from "effect"
import { externalProblem, maxAddress } from "../../kernel/shared/externalAddress.ts"
import { Text } from "../../kernel/shared/text.ts"
import { maxSource, sourcePattern, sourceProblem } from "./source.ts"

/** Most redirects of one batch. */
const maxBatch = 500

const Source = Schema.String.check(
  Schema.makeFilter((text) => sourceProblem(text) ?? true, {
    expected: "a path below the root of the site",
    toJsonSchema: () => ({ maxLength: maxSource, pattern: sourcePattern.source })
  })
)

const ExternalUrl = Schema.String.check(
  Schema.makeFilter((text) => externalProblem(text) ?? true, {
    expected: "an http or https address",
    toJsonSchema: () => ({ maxLength: maxAddress })
  })
)

const stored = [
  Schema.Struct({ kind: Schema.Literal("site-section"), siteSectionId: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("site-space"), siteSpaceId: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("site-page"), siteSpaceId: Schema.String, pageId: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("external"), url: ExternalUrl })
] as const

/** A page by its path in a space of the site; becomes a destination by the page's id when it is written. */
const PathDestination = Schema.Struct({
  kind: Schema.Literal("path"),
  spaceId: Schema.String,
  path: Text(0, 2048)
})

const StoredDestination = Schema.Union(stored).annotate({
  message: "must have a kind that is one of site-section, site-space, site-page, external"
})
const NewDestination = Schema.Union([...stored, PathDestination]).annotate({
  message: "must have a kind that is one of site-section, site-space, site-page, external, path"
})
export type NewDestination = typeof NewDestination.Type

const Flag = Schema.optionalKey(Schema.Boolean)

/** Body of `POST .../redirects`. */
export const NewRedirectInput = Schema.Struct({
  source: Source,
  destination: NewDestination,
  draft: Flag,
  captureWildcard: Flag,
  permanent: Flag
})
export type NewRedirectInput = typeof NewRedirectInput.Type

/** Body of `PATCH .../redirects/{siteRedirectId}`. */
export const RedirectUpdate = Schema.Struct({
  source: Schema.optionalKey(Source),
  destination: Schema.optionalKey(StoredDestination),
  draft: Flag,
  captureWildcard: Flag,
  permanent: Flag
})
export type RedirectUpdate = typeof RedirectUpdate.Type

/** An entry of a batch: publishes a draft; or writes a redirect, or with `null` deletes it. */
const BatchEntry = Schema.Union([
  Schema.Struct({ source: Source, intent: Schema.Literal("publish") }),
  Schema.Struct({
    source: Source,
    intent: Schema.optionalKey(Schema.Literals(["live", "draft"])),
    captureWildcard: Flag,
    permanent: Flag,
    destination: Schema.NullOr(NewDestination)
  })
])
export type BatchEntry = typeof BatchEntry.Type

/** Body of `PUT .../redirects`. */
export const RedirectBatch = Schema.Struct({
  redirects: Schema.Array(BatchEntry).check(Schema.isMinLength(1), Schema.isMaxLength(maxBatch))
})
export type RedirectBatch = typeof RedirectBatch.Type
