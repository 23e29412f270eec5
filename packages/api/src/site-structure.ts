import {
  ExternalLinkUpdate,
  NewExternalLinkInput,
  SiteExternalLink
} from "@octavo/core/delivery/site-records/ExternalLink"
import {
  SiteSection,
  SiteSectionGroup,
  SiteStructure,
  SiteStructureItem
} from "@octavo/core/delivery/site-records/Section"
import { SiteSpace } from "@octavo/core/delivery/site-records/SiteSpace"
import {
  GroupedSectionInput,
  NewSectionGroupInput,
  NewSectionInput,
  NewSiteSpaceInput,
  NewVersionInput,
  SectionGroupMoveInput,
  SectionGroupUpdate,
  SectionMoveInput,
  SectionUpdate,
  SiteSpaceCopyInput,
  SiteSpaceMoveInput,
  SiteSpaceUpdate,
  StructureSortInput
} from "@octavo/core/delivery/sites/input"
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Conflict } from "./errors.ts"
import { Authenticated, Checked, Common, created, Deleted, Id, ListOf, listQuery, QueryBoolean } from "./shared.ts"

const site = "/orgs/:organizationId/sites/:siteId"
const params = { organizationId: Id, siteId: Id }
const shareKey = { shareKey: Schema.optionalKey(Schema.String) }
const replaced = {
  deprecated: true,
  description: "Replaced by `PATCH .../structure/sort`, as the `Link` header of the answer says."
}

/** The tree of a site. */
export const SiteStructureGroup = HttpApiGroup.make("site-structure")
  .add(
    HttpApiEndpoint.get("getSiteStructure", `${site}/structure`, {
      params,
      query: shareKey,
      success: SiteStructure,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get what a site's navigation is made of" })),
    HttpApiEndpoint.patch("sortSiteStructure", `${site}/structure/sort`, {
      params,
      payload: StructureSortInput,
      success: SiteStructureItem,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Move something among what stands beside it",
        description: "Answers what was moved. An empty position is the last one."
      })
    )
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Site structure",
      description: "The whole of a site at once: its sections, groups and spaces in order."
    })
  )

/** The sections of a site. */
export const SiteSectionsGroup = HttpApiGroup.make("site-sections")
  .add(
    HttpApiEndpoint.get("listSiteSections", `${site}/sections`, {
      params,
      query: { ...listQuery, ...shareKey },
      success: ListOf(SiteSection, "SiteSectionList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the sections of a site" })),
    HttpApiEndpoint.post("addSectionToSite", `${site}/sections`, {
      params,
      payload: NewSectionInput,
      success: created(SiteSection),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add a section to a site",
        description:
          "What a site without sections shows becomes its first section, the default one. `spaceId: null` makes a new " +
          "space, of `template` if that is given; `pageId` is the page of an existing space at the section's root."
      })
    ),
    HttpApiEndpoint.get("getSiteSectionById", `${site}/sections/:siteSectionId`, {
      params: { ...params, siteSectionId: Id },
      success: SiteSection,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a section of a site" })),
    HttpApiEndpoint.patch("updateSiteSectionById", `${site}/sections/:siteSectionId`, {
      params: { ...params, siteSectionId: Id },
      payload: SectionUpdate,
      success: SiteSection,
      error: [...Common, Conflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Change a section of a site" })),
    HttpApiEndpoint.delete("deleteSiteSectionById", `${site}/sections/:siteSectionId`, {
      params: { ...params, siteSectionId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a section of a site",
        description: "Its spaces leave the site. When it was the default section, the next one becomes that."
      })
    ),
    HttpApiEndpoint.post("moveSiteSection", `${site}/sections/:siteSectionId/move`, {
      params: { ...params, siteSectionId: Id },
      // null stands for a body that is absent
      payload: [SectionMoveInput, Schema.Null],
      success: SiteSection,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Move a section of a site", ...replaced }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Site sections", description: "Parts of a site with a tab of their own." })
  )

const group = { ...params, siteSectionGroupId: Id }

/** The groups that sections of a site stand in. */
export const SiteSectionGroupsGroup = HttpApiGroup.make("site-section-groups")
  .add(
    HttpApiEndpoint.get("listSiteSectionGroups", `${site}/section-groups`, {
      params,
      query: listQuery,
      success: ListOf(SiteSectionGroup, "SiteSectionGroupList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the section groups of a site" })),
    HttpApiEndpoint.post("addSectionGroupToSite", `${site}/section-groups`, {
      params,
      payload: NewSectionGroupInput,
      success: created(SiteSectionGroup),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Add a section group to a site" })),
    HttpApiEndpoint.get("getSiteSectionGroupById", `${site}/section-groups/:siteSectionGroupId`, {
      params: group,
      success: SiteSectionGroup,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a section group of a site" })),
    HttpApiEndpoint.patch("updateSiteSectionGroupById", `${site}/section-groups/:siteSectionGroupId`, {
      params: group,
      payload: SectionGroupUpdate,
      success: SiteSectionGroup,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change a section group of a site" })),
    HttpApiEndpoint.delete("deleteSiteSectionGroupById", `${site}/section-groups/:siteSectionGroupId`, {
      params: group,
      success: Deleted,
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a section group of a site",
        description: "What stands in it stays, and takes the group's place."
      })
    ),
    HttpApiEndpoint.post("addSectionToGroup", `${site}/section-groups/:siteSectionGroupId/sections`, {
      params: group,
      payload: GroupedSectionInput,
      success: created(SiteSectionGroup),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Move a section into a section group" })),
    HttpApiEndpoint.delete(
      "removeSectionFromGroup",
      `${site}/section-groups/:siteSectionGroupId/sections/:siteSectionId`,
      { params: { ...group, siteSectionId: Id }, success: Deleted, error: Common }
    ).annotateMerge(OpenApi.annotations({ summary: "Move a section out of a section group" })),
    HttpApiEndpoint.post("moveSiteSectionGroup", `${site}/section-groups/:siteSectionGroupId/move`, {
      params: group,
      payload: [SectionGroupMoveInput, Schema.Null],
      success: SiteSectionGroup,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Move a section group of a site", ...replaced }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Site section groups", description: "Sections under one menu." }))

const link = { ...params, siteExternalLinkId: Id }

/** Links among the sections of a site that lead elsewhere. */
export const SiteExternalLinksGroup = HttpApiGroup.make("site-external-links")
  .add(
    HttpApiEndpoint.post("addExternalLinkToSite", `${site}/external-links`, {
      params,
      payload: NewExternalLinkInput,
      success: created(SiteExternalLink),
      error: Common
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add an external link to a site",
        description: "It stands beside sections: what a site without sections shows becomes its first section."
      })
    ),
    HttpApiEndpoint.get("getSiteExternalLinkById", `${site}/external-links/:siteExternalLinkId`, {
      params: link,
      success: SiteExternalLink,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get an external link of a site" })),
    HttpApiEndpoint.patch("updateSiteExternalLinkById", `${site}/external-links/:siteExternalLinkId`, {
      params: link,
      payload: ExternalLinkUpdate,
      success: SiteExternalLink,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Change an external link of a site" })),
    HttpApiEndpoint.delete("deleteSiteExternalLinkById", `${site}/external-links/:siteExternalLinkId`, {
      params: link,
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Delete an external link of a site" }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Site external links", description: "Links among sections that lead elsewhere." })
  )

/** The spaces on a site. */
export const SiteSpacesGroup = HttpApiGroup.make("site-spaces")
  .add(
    HttpApiEndpoint.get("listSiteSpaces", `${site}/site-spaces`, {
      params,
      query: { ...listQuery, ...shareKey, default: Schema.optionalKey(QueryBoolean) },
      success: ListOf(SiteSpace, "SiteSpaceList"),
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "List the spaces on a site" })),
    HttpApiEndpoint.post("addSpaceToSite", `${site}/site-spaces`, {
      params,
      payload: NewSiteSpaceInput,
      success: created(SiteSpace),
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Put a space on a site",
        description:
          "Without `sectionId` in the default section, when the site has sections. `spaceId: null` makes a new space, of " +
          "`template` if that is given; `pageId` is the page of an existing space at the root of the site space."
      })
    ),
    HttpApiEndpoint.get("getSiteSpaceById", `${site}/site-spaces/:siteSpaceId`, {
      params: { ...params, siteSpaceId: Id },
      success: SiteSpace,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Get a space on a site" })),
    HttpApiEndpoint.patch("updateSiteSpaceById", `${site}/site-spaces/:siteSpaceId`, {
      params: { ...params, siteSpaceId: Id },
      payload: SiteSpaceUpdate,
      success: SiteSpace,
      error: [...Common, Conflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Change a space on a site" })),
    HttpApiEndpoint.delete("deleteSiteSpaceById", `${site}/site-spaces/:siteSpaceId`, {
      params: { ...params, siteSpaceId: Id },
      success: Deleted,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Take a space off a site" })),
    HttpApiEndpoint.post("duplicateSiteSpace", `${site}/site-spaces/:siteSpaceId/duplicate`, {
      params: { ...params, siteSpaceId: Id },
      payload: [SiteSpaceCopyInput, Schema.Null],
      success: created(SiteSpace),
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Copy a space on a site",
        description: "The copy is a space of its own beside the other one, and comes behind it on the site."
      })
    ),
    HttpApiEndpoint.post("cutSiteSpaceVersion", `${site}/site-spaces/:siteSpaceId/versions`, {
      params: { ...params, siteSpaceId: Id },
      payload: NewVersionInput,
      success: created(SiteSpace),
      error: [...Common, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Cut a version of a space on a site",
        description:
          "The version is a copy of the space as it is now, beside it on the site and before the versions that were cut " +
          "earlier. With `makeDefault` it takes the root of the section, and the space moves to its own path."
      })
    ),
    HttpApiEndpoint.post("moveSiteSpace", `${site}/site-spaces/:siteSpaceId/move`, {
      params: { ...params, siteSpaceId: Id },
      payload: [SiteSpaceMoveInput, Schema.Null],
      success: SiteSpace,
      error: Common
    }).annotateMerge(OpenApi.annotations({ summary: "Move a space on a site", ...replaced }))
  )
  .middleware(Checked)
  .middleware(Authenticated)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Site spaces", description: "Spaces on a site, and which of them comes first." })
  )
