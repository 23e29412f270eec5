/** Sections of a site and the groups that they stand in, as the store keeps them and as the API shows them. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import type { InstanceConfig } from "../../kernel/shared/Instance.ts"
import { SiteExternalLink } from "./ExternalLink.ts"
import { type Localized, LocalizedTexts } from "./localized.ts"
import { publicUrl, type SiteRecord } from "./Site.ts"
import { SiteSpace } from "./SiteSpace.ts"

export interface SectionRecord {
  readonly id: string
  readonly siteId: string
  /** The group that holds it, or `null` at the top. */
  readonly groupId: string | null
  readonly title: string
  readonly localizedTitle: Localized | null
  readonly description: string | null
  readonly localizedDescription: Localized | null
  readonly icon: string | null
  /** First segment below the site's root; the default section is at the root itself. */
  readonly path: string
  readonly condition: string | null
  /** Not shown to visitors. */
  readonly draft: boolean
  /** Stands in a draft group, and is not shown to visitors for that. */
  readonly inDraft: boolean
  /** Fractional index among the sections and groups of its group. */
  readonly position: string
  readonly defaultSiteSpace: string | null
  readonly isDefault: boolean
}

export type NewSection = Omit<
  SectionRecord,
  "isDefault" | "inDraft" | "condition" | "localizedTitle" | "description" | "localizedDescription"
>

export type SectionPatch = Partial<Omit<SectionRecord, "id" | "siteId" | "isDefault" | "inDraft">>

export interface SectionGroupRecord {
  readonly id: string
  readonly siteId: string
  /** The group that holds it, or `null` at the top. */
  readonly parentId: string | null
  readonly title: string
  readonly localizedTitle: Localized | null
  readonly icon: string | null
  /** It, and all that stands in it, is not shown to visitors. */
  readonly draft: boolean
  /** Fractional index among the sections and groups of its parent. */
  readonly position: string
}

export type SectionGroupPatch = Partial<Omit<SectionGroupRecord, "id" | "siteId">>

/** A section, as the API shows it. */
export const SiteSection = Schema.Struct({
  object: Schema.Literal("site-section"),
  id: Schema.String,
  title: Schema.String,
  localizedTitle: Schema.optionalKey(LocalizedTexts),
  description: Schema.optionalKey(Schema.String),
  localizedDescription: Schema.optionalKey(LocalizedTexts),
  default: Schema.Boolean,
  path: Schema.String,
  condition: Schema.optionalKey(Schema.String),
  sectionGroup: Schema.optionalKey(Schema.String),
  icon: Schema.optionalKey(Schema.String),
  draft: Schema.Boolean,
  siteSpaces: Schema.Array(SiteSpace),
  urls: Schema.Struct({ published: Schema.optionalKey(Schema.String) })
}).annotate({ identifier: "SiteSection" })
export type SiteSection = typeof SiteSection.Type

/** A group of sections, as the API shows it: what is in it, in order; `sections` are those of `children`. */
export interface SiteSectionGroup {
  readonly object: "site-section-group"
  readonly id: string
  readonly title: string
  readonly localizedTitle?: Localized
  readonly sectionGroup?: string
  readonly icon?: string
  readonly draft: boolean
  readonly children: ReadonlyArray<SiteSection | SiteSectionGroup | SiteExternalLink>
  readonly sections: ReadonlyArray<SiteSection>
}
export const SiteSectionGroup = Schema.Struct({
  object: Schema.Literal("site-section-group"),
  id: Schema.String,
  title: Schema.String,
  localizedTitle: Schema.optionalKey(LocalizedTexts),
  sectionGroup: Schema.optionalKey(Schema.String),
  icon: Schema.optionalKey(Schema.String),
  draft: Schema.Boolean,
  children: Schema.Array(
    Schema.Union([
      SiteSection,
      Schema.suspend((): Schema.Codec<SiteSectionGroup> => SiteSectionGroup),
      SiteExternalLink
    ])
  ),
  sections: Schema.Array(SiteSection)
}).annotate({ identifier: "SiteSectionGroup" })

/** What a site's navigation is made of, in order. */
export const SiteStructure = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("sections"),
    structure: Schema.Array(Schema.Union([SiteSection, SiteSectionGroup, SiteExternalLink]))
  }),
  Schema.Struct({ type: Schema.Literal("siteSpaces"), structure: Schema.Array(SiteSpace) })
]).annotate({ identifier: "SiteStructure" })
export type SiteStructure = typeof SiteStructure.Type

/** What stands somewhere in a site's structure. */
export const SiteStructureItem = Schema.Union([SiteSpace, SiteSection, SiteSectionGroup, SiteExternalLink]).annotate({
  identifier: "SiteStructureItem"
})
export type SiteStructureItem = typeof SiteStructureItem.Type

/** @param siteSpaces of the section, as the caller sees them */
export const toSiteSection = (
  instance: InstanceConfig,
  site: SiteRecord,
  section: SectionRecord,
  siteSpaces: ReadonlyArray<SiteSpace>
): SiteSection => ({
  object: "site-section",
  id: section.id,
  title: section.title,
  ...present({
    localizedTitle: section.localizedTitle,
    description: section.description,
    localizedDescription: section.localizedDescription
  }),
  default: section.isDefault,
  path: section.path,
  ...present({ condition: section.condition, sectionGroup: section.groupId, icon: section.icon }),
  draft: section.draft,
  siteSpaces,
  urls:
    site.published && !section.draft && !section.inDraft
      ? { published: publicUrl(instance, site, section.isDefault ? "" : section.path) }
      : {}
})

export const toSectionGroup = (
  group: SectionGroupRecord,
  children: SiteSectionGroup["children"]
): SiteSectionGroup => ({
  object: "site-section-group",
  id: group.id,
  title: group.title,
  ...present({ localizedTitle: group.localizedTitle, sectionGroup: group.parentId, icon: group.icon }),
  draft: group.draft,
  children,
  sections: children.filter((child) => child.object === "site-section")
})
