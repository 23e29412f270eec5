/** Bodies of the operations on sites and their spaces. Fields that are not here are ignored. */
import { Schema } from "effect"
import { NewSpaceInput } from "../../content/spaces/input.ts"
import { DefaultLevel } from "../../kernel/shared/roles.ts"
import { Text } from "../../kernel/shared/text.ts"
import { HostnameText } from "../hostnames/Hostname.ts"
import { LocalizedText } from "../site-records/localized.ts"
import { AgentsContext, SiteType, SiteVisibility } from "../site-records/Site.ts"
import { basenamePattern, pathPattern } from "./names.ts"

const Title = Text(2, 128)
const ProxyOrigin = Schema.String.check(
  Schema.isMaxLength(512),
  Schema.isPattern(/^(?:[\w-]+\.)+[a-zA-Z]{2,}(?:\/[\w-]+)+$/u, {
    expected: "a host name and a path, like company.com/docs"
  })
)

/** What is said of a site when it is made, and afterwards, and kept as it is said. */
export const settings = {
  title: Schema.optionalKey(Title),
  description: Schema.optionalKey(Schema.NullOr(Text(1, 256))),
  visibility: Schema.optionalKey(SiteVisibility)
}

/** The same, afterwards alone. */
export const laterSettings = {
  basename: Schema.optionalKey(
    Text(1, 100).check(
      Schema.isPattern(basenamePattern, { expected: "lower-case letters, digits and hyphens between them" })
    )
  ),
  agentsContext: Schema.optionalKey(AgentsContext),
  proxy: Schema.optionalKey(Schema.NullOr(ProxyOrigin))
}

/** Body of `POST /v1/orgs/{organizationId}/sites`; may be left out. */
export const NewSiteInput = Schema.Struct({
  ...settings,
  type: Schema.optionalKey(SiteType),
  hostname: Schema.optionalKey(HostnameText),
  spaces: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(100)))
})
export type NewSiteInput = typeof NewSiteInput.Type

/** Body of `PATCH /v1/orgs/{organizationId}/sites/{siteId}`. */
export const SiteUpdate = Schema.Struct({
  ...settings,
  ...laterSettings,
  hostname: Schema.optionalKey(Schema.NullOr(HostnameText)),
  adaptiveContent: Schema.optionalKey(Schema.Struct({ enabled: Schema.Boolean })),
  defaultLevel: Schema.optionalKey(DefaultLevel),
  defaultSiteSpace: Schema.optionalKey(Schema.String),
  defaultSiteSection: Schema.optionalKey(Schema.String)
})
export type SiteUpdate = typeof SiteUpdate.Type

/** The page at the root of a site space, by its id; `null` is the first one. */
const HomePage = Schema.optionalKey(Schema.NullOr(Text(1, 128)))

/** Body of `POST .../site-spaces`. */
export const NewSiteSpaceInput = Schema.Struct({
  /** `null` is a new space, of `template` if that is given. */
  spaceId: Schema.NullOr(Schema.String),
  template: NewSpaceInput.fields.template,
  title: Schema.optionalKey(Title),
  draft: Schema.optionalKey(Schema.Boolean),
  pageId: HomePage,
  sectionId: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type NewSiteSpaceInput = typeof NewSiteSpaceInput.Type

/** Body of `POST .../site-spaces/{siteSpaceId}/duplicate`; may be left out. */
export const SiteSpaceCopyInput = Schema.Struct({ draft: Schema.optionalKey(Schema.Boolean) })
export type SiteSpaceCopyInput = typeof SiteSpaceCopyInput.Type

const Path = Schema.optionalKey(
  Text(1, 100).check(
    Schema.isPattern(pathPattern, { expected: "one path segment of letters, digits, hyphens, dots and underscores" })
  )
)

/** Body of `POST .../site-spaces/{siteSpaceId}/versions`. */
export const NewVersionInput = Schema.Struct({
  /** What the version is called in the menu, like 1.4; its path is made of it where none is given. */
  title: Text(1, 50),
  path: Path,
  /** The version takes the address that its source has in the section, or on the site: its root. */
  makeDefault: Schema.optionalKey(Schema.Boolean)
})
export type NewVersionInput = typeof NewVersionInput.Type

/** Body of `PATCH .../site-spaces/{siteSpaceId}`. */
export const SiteSpaceUpdate = Schema.Struct({
  /** What it is called on the site, as a version is in the menu; `null` is the title of its space. */
  title: Schema.optionalKey(Schema.NullOr(Text(1, 128))),
  path: Path,
  condition: Schema.optionalKey(Schema.NullOr(Text(0, 1024))),
  hidden: Schema.optionalKey(Schema.Boolean),
  draft: Schema.optionalKey(Schema.Boolean),
  pageId: HomePage,
  /** Another site space of the section that this one is a version of. */
  versionOf: Schema.optionalKey(Schema.NullOr(Schema.String)),
  spaceId: Schema.optionalKey(Schema.String)
})
export type SiteSpaceUpdate = typeof SiteSpaceUpdate.Type

const Icon = Schema.NullOr(Text(0, 50))
const Condition = SiteSpaceUpdate.fields.condition

/** Body of `POST .../sections`. */
export const NewSectionInput = Schema.Struct({
  /** `null` is a new space, of `template` if that is given. */
  spaceId: Schema.NullOr(Schema.String),
  template: NewSpaceInput.fields.template,
  title: Schema.optionalKey(Schema.NullOr(Title)),
  icon: Schema.optionalKey(Icon),
  draft: Schema.optionalKey(Schema.Boolean),
  pageId: HomePage,
  siteSectionGroupId: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type NewSectionInput = typeof NewSectionInput.Type

/** Body of `PATCH .../sections/{siteSectionId}`. `siteSectionGroupId` moves it: `null` is out of any group. */
export const SectionUpdate = Schema.Struct({
  title: Schema.optionalKey(Title),
  path: Path,
  defaultSiteSpace: Schema.optionalKey(Schema.String),
  condition: Condition,
  icon: Schema.optionalKey(Icon),
  description: Schema.optionalKey(Schema.NullOr(Text(0, 256))),
  localizedTitle: Schema.optionalKey(LocalizedText(2, 128)),
  localizedDescription: Schema.optionalKey(LocalizedText(0, 256)),
  draft: Schema.optionalKey(Schema.Boolean),
  siteSectionGroupId: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type SectionUpdate = typeof SectionUpdate.Type

const GroupTitle = Text(1, 100)

/** Body of `POST .../section-groups`. */
export const NewSectionGroupInput = Schema.Struct({
  title: GroupTitle,
  icon: Schema.optionalKey(Icon),
  sections: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(1000))),
  parent: Schema.optionalKey(Schema.NullOr(Schema.String)),
  draft: Schema.optionalKey(Schema.Boolean)
})
export type NewSectionGroupInput = typeof NewSectionGroupInput.Type

/** Body of `PATCH .../section-groups/{siteSectionGroupId}`. `parentSectionGroupId` moves it: `null` is the top. */
export const SectionGroupUpdate = Schema.Struct({
  title: Schema.optionalKey(GroupTitle),
  localizedTitle: Schema.optionalKey(LocalizedText(1, 100)),
  icon: Schema.optionalKey(Icon),
  draft: Schema.optionalKey(Schema.Boolean),
  parentSectionGroupId: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type SectionGroupUpdate = typeof SectionGroupUpdate.Type

/** Body of `POST .../section-groups/{siteSectionGroupId}/sections`. */
export const GroupedSectionInput = Schema.Struct({ sectionId: Schema.String })

const between = <S extends Schema.Top>(neighbour: S) =>
  Schema.Struct({ before: Schema.optionalKey(neighbour), after: Schema.optionalKey(neighbour) })

/** Body of `POST .../sections/{siteSectionId}/move`; without a position it goes last. */
export const SectionMoveInput = Schema.Struct({
  position: Schema.optionalKey(
    between(Schema.Struct({ type: Schema.Literal("site-section"), siteSection: Schema.String }))
  )
})
export type SectionMoveInput = typeof SectionMoveInput.Type

/** Body of `POST .../section-groups/{siteSectionGroupId}/move`; without a position it goes last. */
export const SectionGroupMoveInput = Schema.Struct({
  position: Schema.optionalKey(
    between(Schema.Struct({ type: Schema.Literals(["site-section", "site-section-group"]), id: Schema.String }))
  )
})
export type SectionGroupMoveInput = typeof SectionGroupMoveInput.Type

/** Body of `POST .../site-spaces/{siteSpaceId}/move`; without a position it goes last. */
export const SiteSpaceMoveInput = Schema.Struct({
  position: Schema.optionalKey(between(Schema.Struct({ type: Schema.Literal("site-space"), siteSpace: Schema.String })))
})
export type SiteSpaceMoveInput = typeof SiteSpaceMoveInput.Type

const StructurePointer = Schema.Struct({
  type: Schema.Literals(["site-space", "site-section", "site-section-group", "site-external-link"]),
  id: Schema.String
})

/** Body of `PATCH .../structure/sort`: an empty position is the last one. */
export const StructureSortInput = Schema.Struct({ item: StructurePointer, position: between(StructurePointer) })
export type StructureSortInput = typeof StructureSortInput.Type
