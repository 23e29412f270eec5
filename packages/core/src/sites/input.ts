/** Bodies of the operations on sites and their spaces. Fields that are not here are ignored. */
import { Schema } from "effect"
import { DefaultLevel } from "../shared/roles.ts"
import { Text } from "../shared/text.ts"
import { basenamePattern, pathPattern } from "./names.ts"
import { AgentsContext, SiteType, SiteVisibility } from "./Site.ts"

const Title = Text(2, 128)
const ProxyOrigin = Schema.String.check(
  Schema.isMaxLength(512),
  Schema.isPattern(/^(?:[\w-]+\.)+[a-zA-Z]{2,}(?:\/[\w-]+)+$/u, {
    expected: "a host name and a path, like company.com/docs"
  })
)

/** Body of `POST /v1/orgs/{organizationId}/sites`; may be left out. */
export const NewSiteInput = Schema.Struct({
  type: Schema.optionalKey(SiteType),
  title: Schema.optionalKey(Title),
  visibility: Schema.optionalKey(SiteVisibility),
  spaces: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(100)))
})
export type NewSiteInput = typeof NewSiteInput.Type

/** Body of `PATCH /v1/orgs/{organizationId}/sites/{siteId}`. */
export const SiteUpdate = Schema.Struct({
  title: Schema.optionalKey(Title),
  visibility: Schema.optionalKey(SiteVisibility),
  basename: Schema.optionalKey(
    Text(1, 100).check(
      Schema.isPattern(basenamePattern, { expected: "lower-case letters, digits and hyphens between them" })
    )
  ),
  adaptiveContent: Schema.optionalKey(Schema.Struct({ enabled: Schema.Boolean })),
  agentsContext: Schema.optionalKey(AgentsContext),
  defaultLevel: Schema.optionalKey(DefaultLevel),
  defaultSiteSpace: Schema.optionalKey(Schema.String),
  defaultSiteSection: Schema.optionalKey(Schema.String),
  proxy: Schema.optionalKey(Schema.NullOr(ProxyOrigin))
})
export type SiteUpdate = typeof SiteUpdate.Type

/** Body of `POST .../site-spaces`. */
export const NewSiteSpaceInput = Schema.Struct({
  spaceId: Schema.NullOr(Schema.String),
  title: Schema.optionalKey(Title),
  draft: Schema.optionalKey(Schema.Boolean),
  sectionId: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type NewSiteSpaceInput = typeof NewSiteSpaceInput.Type

/** Body of `PATCH .../site-spaces/{siteSpaceId}`. */
export const SiteSpaceUpdate = Schema.Struct({
  path: Schema.optionalKey(
    Text(1, 100).check(
      Schema.isPattern(pathPattern, { expected: "one path segment of letters, digits, hyphens, dots and underscores" })
    )
  ),
  condition: Schema.optionalKey(Schema.NullOr(Text(0, 1024))),
  hidden: Schema.optionalKey(Schema.Boolean),
  draft: Schema.optionalKey(Schema.Boolean),
  spaceId: Schema.optionalKey(Schema.String)
})
export type SiteSpaceUpdate = typeof SiteSpaceUpdate.Type
