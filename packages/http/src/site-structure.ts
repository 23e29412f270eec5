import { SiteExternalLink } from "@octavo/core/delivery/site-records/ExternalLink"
import {
  SiteSection,
  SiteSectionGroup,
  SiteStructure,
  SiteStructureItem
} from "@octavo/core/delivery/site-records/Section"
import { SiteSpace } from "@octavo/core/delivery/site-records/SiteSpace"
import { ExternalLinks } from "@octavo/core/delivery/sites/ExternalLinks"
import { SectionGroups } from "@octavo/core/delivery/sites/SectionGroups"
import { Sections } from "@octavo/core/delivery/sites/Sections"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { SiteStructures } from "@octavo/core/delivery/sites/SiteStructures"
import { Instance, location } from "@octavo/core/kernel/shared/Instance"
import { Effect, Layer } from "effect"
import { groupHandlers } from "./groupHandlers.ts"
import { createdAtReply, deletedReply, deprecated, reply } from "./reply.ts"

const structure = reply(SiteStructure)
const item = reply(SiteStructureItem)
const siteSpace = reply(SiteSpace)
const section = reply(SiteSection)
const group = reply(SiteSectionGroup)
const link = reply(SiteExternalLink)

interface OfSite {
  readonly organizationId: string
  readonly siteId: string
}

/** The path of a site's objects below `/v1`. */
const site = ({ organizationId, siteId }: OfSite) => `/orgs/${organizationId}/sites/${siteId}`

/** Marks the answer of a move: what replaces it puts anything of a site in order. */
const sortedInstead = (params: OfSite) => deprecated(`/v1${site(params)}/structure/sort`)

/** The contract of deletes: what is not there answers 204. */
const absent = () => Effect.succeed(deletedReply(false))

const structureHandlers = groupHandlers(
  "site-structure",
  Effect.fn(function* (handlers) {
    const structures = yield* SiteStructures
    return handlers.handleAll({
      getSiteStructure: ({ params, query }) =>
        Effect.map(structures.get(params.organizationId, params.siteId, query.shareKey), (it) => structure(it)),
      sortSiteStructure: ({ params, payload }) =>
        Effect.map(structures.sort(params.organizationId, params.siteId, payload), (it) => item(it))
    })
  })
)

const sectionHandlers = groupHandlers(
  "site-sections",
  Effect.fn(function* (handlers) {
    const sections = yield* Sections
    const instance = yield* Instance
    return handlers.handleAll({
      listSiteSections: ({ params, query }) => sections.list(params.organizationId, params.siteId, query),
      addSectionToSite: ({ params, payload }) =>
        Effect.map(sections.add(params.organizationId, params.siteId, payload), (it) =>
          createdAtReply(location(instance, `${site(params)}/sections/${it.id}`), it)
        ),
      getSiteSectionById: ({ params }) =>
        Effect.map(sections.get(params.organizationId, params.siteId, params.siteSectionId), (it) => section(it)),
      updateSiteSectionById: ({ params, payload }) =>
        Effect.map(sections.update(params.organizationId, params.siteId, params.siteSectionId, payload), (it) =>
          section(it)
        ),
      deleteSiteSectionById: ({ params }) =>
        Effect.map(sections.remove(params.organizationId, params.siteId, params.siteSectionId), deletedReply).pipe(
          Effect.catchTag("NotFound", absent)
        ),
      moveSiteSection: ({ params, payload }) =>
        Effect.map(sections.move(params.organizationId, params.siteId, params.siteSectionId, payload ?? {}), (it) =>
          sortedInstead(params)(section(it))
        )
    })
  })
)

const sectionGroupHandlers = groupHandlers(
  "site-section-groups",
  Effect.fn(function* (handlers) {
    const groups = yield* SectionGroups
    const instance = yield* Instance
    return handlers.handleAll({
      listSiteSectionGroups: ({ params, query }) => groups.list(params.organizationId, params.siteId, query),
      addSectionGroupToSite: ({ params, payload }) =>
        Effect.map(groups.add(params.organizationId, params.siteId, payload), (it) =>
          createdAtReply(location(instance, `${site(params)}/section-groups/${it.id}`), it)
        ),
      getSiteSectionGroupById: ({ params }) =>
        Effect.map(groups.get(params.organizationId, params.siteId, params.siteSectionGroupId), (it) => group(it)),
      updateSiteSectionGroupById: ({ params, payload }) =>
        Effect.map(groups.update(params.organizationId, params.siteId, params.siteSectionGroupId, payload), (it) =>
          group(it)
        ),
      deleteSiteSectionGroupById: ({ params }) =>
        Effect.map(groups.remove(params.organizationId, params.siteId, params.siteSectionGroupId), deletedReply).pipe(
          Effect.catchTag("NotFound", absent)
        ),
      addSectionToGroup: ({ params, payload }) =>
        Effect.map(
          groups.addSection(params.organizationId, params.siteId, params.siteSectionGroupId, payload.sectionId),
          (it) => createdAtReply(location(instance, `${site(params)}/sections/${payload.sectionId}`), it)
        ),
      removeSectionFromGroup: ({ params }) =>
        Effect.map(
          groups.removeSection(params.organizationId, params.siteId, params.siteSectionGroupId, params.siteSectionId),
          deletedReply
        ).pipe(Effect.catchTag("NotFound", absent)),
      moveSiteSectionGroup: ({ params, payload }) =>
        Effect.map(groups.move(params.organizationId, params.siteId, params.siteSectionGroupId, payload ?? {}), (it) =>
          sortedInstead(params)(group(it))
        )
    })
  })
)

const linkHandlers = groupHandlers(
  "site-external-links",
  Effect.fn(function* (handlers) {
    const links = yield* ExternalLinks
    const instance = yield* Instance
    return handlers.handleAll({
      addExternalLinkToSite: ({ params, payload }) =>
        Effect.map(links.add(params.organizationId, params.siteId, payload), (it) =>
          createdAtReply(location(instance, `${site(params)}/external-links/${it.id}`), it)
        ),
      getSiteExternalLinkById: ({ params }) =>
        Effect.map(links.get(params.organizationId, params.siteId, params.siteExternalLinkId), (it) => link(it)),
      updateSiteExternalLinkById: ({ params, payload }) =>
        Effect.map(links.update(params.organizationId, params.siteId, params.siteExternalLinkId, payload), (it) =>
          link(it)
        ),
      deleteSiteExternalLinkById: ({ params }) =>
        Effect.map(links.remove(params.organizationId, params.siteId, params.siteExternalLinkId), deletedReply).pipe(
          Effect.catchTag("NotFound", absent)
        )
    })
  })
)

const siteSpaceHandlers = groupHandlers(
  "site-spaces",
  Effect.fn(function* (handlers) {
    const siteSpaces = yield* SiteSpaces
    const instance = yield* Instance
    const made = (params: OfSite) => (it: SiteSpace) =>
      createdAtReply(location(instance, `${site(params)}/site-spaces/${it.id}`), it)
    return handlers.handleAll({
      listSiteSpaces: ({ params, query }) =>
        siteSpaces.list(params.organizationId, params.siteId, { default: query.default }, query),
      addSpaceToSite: ({ params, payload }) =>
        Effect.map(siteSpaces.add(params.organizationId, params.siteId, payload), made(params)),
      getSiteSpaceById: ({ params }) =>
        Effect.map(siteSpaces.get(params.organizationId, params.siteId, params.siteSpaceId), (it) => siteSpace(it)),
      updateSiteSpaceById: ({ params, payload }) =>
        Effect.map(siteSpaces.update(params.organizationId, params.siteId, params.siteSpaceId, payload), (it) =>
          siteSpace(it)
        ),
      deleteSiteSpaceById: ({ params }) =>
        Effect.map(siteSpaces.remove(params.organizationId, params.siteId, params.siteSpaceId), deletedReply).pipe(
          Effect.catchTag("NotFound", absent)
        ),
      duplicateSiteSpace: ({ params, payload }) =>
        Effect.map(
          siteSpaces.duplicate(params.organizationId, params.siteId, params.siteSpaceId, payload ?? {}),
          made(params)
        ),
      cutSiteSpaceVersion: ({ params, payload }) =>
        Effect.map(
          siteSpaces.cutVersion(params.organizationId, params.siteId, params.siteSpaceId, payload),
          made(params)
        ),
      moveSiteSpace: ({ params, payload }) =>
        Effect.map(siteSpaces.move(params.organizationId, params.siteId, params.siteSpaceId, payload ?? {}), (it) =>
          sortedInstead(params)(siteSpace(it))
        )
    })
  })
)

export const siteStructureHandlers = Layer.mergeAll(
  structureHandlers,
  sectionHandlers,
  sectionGroupHandlers,
  linkHandlers,
  siteSpaceHandlers
)
