/** Spaces on a site, as the store keeps them and as the API shows them. */

import { Schema } from "effect"
import { type Language, Space, type SpaceRecord, toSpace } from "../../content/spaces/Space.ts"
import { present } from "../../kernel/shared/defined.ts"
import type { InstanceConfig } from "../../kernel/shared/Instance.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import type { WithShownParent } from "../../people/permissions/Access.ts"
import { publicUrl, type SiteRecord } from "./Site.ts"

export interface SiteSpaceRecord {
  readonly id: string
  readonly siteId: string
  readonly spaceId: string
  /** `null` while the site has no sections. */
  readonly sectionId: string | null
  /** Its segment below its section's root, or the site's; the default one is at that root itself. */
  readonly path: string
  /** Path below the site's root, without slashes at its ends; empty at the root. */
  readonly urlPath: string
  /** The title on the site; the space's where it has none of its own. */
  readonly title: string
  /** The page that was chosen for its root, there or not; the first one where none was. */
  readonly pageId: string | null
  /** Of its content, where the space says so. */
  readonly language: Language | null
  /** The site space that it was cut from, on the site or not; `null` for what is no version of another one. */
  readonly versionOf: string | null
  /** Fractional index among the spaces of its section, or of the site. */
  readonly position: string
  readonly condition: string | null
  /** Left out of navigation; can be read by its address. */
  readonly hidden: boolean
  /** Not shown to visitors. */
  readonly draft: boolean
  /** Whether it is at the root of its section, or of the site. */
  readonly isDefault: boolean
}

/** A site space with the space that it shows. */
export interface SiteSpaceWithSpace {
  readonly siteSpace: SiteSpaceRecord
  readonly space: SpaceRecord
}

export interface NewSiteSpace {
  readonly id: string
  readonly siteId: string
  readonly spaceId: string
  readonly sectionId: string | null
  readonly path: string
  readonly title: string | null
  readonly position: string
  readonly draft: boolean
  readonly pageId: string | null
  readonly versionOf?: string
}

export interface SiteSpacePatch {
  readonly title?: string | null
  readonly path?: string
  readonly condition?: string | null
  readonly hidden?: boolean
  readonly draft?: boolean
  readonly spaceId?: string
  readonly pageId?: string | null
  readonly versionOf?: string | null
  readonly position?: string
}

/** A site space, as the API shows it. */
export const SiteSpace = Schema.Struct({
  object: Schema.Literal("site-space"),
  id: Schema.String,
  path: Schema.String,
  section: Schema.optionalKey(Schema.String),
  space: Space,
  title: Schema.String,
  default: Schema.Boolean,
  condition: Schema.optionalKey(Schema.String),
  /** The page at its root, where one was chosen. */
  pageId: Schema.optionalKey(Schema.String),
  /** The site space that it is a version of. */
  versionOf: Schema.optionalKey(Schema.String),
  hidden: Schema.Boolean,
  draft: Schema.Boolean,
  hasAdvancedCustomizationFeature: Schema.Boolean,
  urls: Schema.Struct({ published: Schema.optionalKey(Schema.String) })
}).annotate({ identifier: "SiteSpace" })
export type SiteSpace = typeof SiteSpace.Type

/** @param role the caller's effective role on the space */
export const toSiteSpace = (
  instance: InstanceConfig,
  site: SiteRecord,
  siteSpace: SiteSpaceRecord,
  space: WithShownParent<SpaceRecord>,
  role: Role
): SiteSpace => ({
  object: "site-space",
  id: siteSpace.id,
  path: siteSpace.path,
  ...present({ section: siteSpace.sectionId }),
  space: toSpace(instance, space, role),
  title: siteSpace.title,
  default: siteSpace.isDefault,
  ...present({ condition: siteSpace.condition, pageId: siteSpace.pageId, versionOf: siteSpace.versionOf }),
  hidden: siteSpace.hidden,
  draft: siteSpace.draft,
  hasAdvancedCustomizationFeature: true,
  urls: site.published && !siteSpace.draft ? { published: publicUrl(instance, site, siteSpace.urlPath) } : {}
})
