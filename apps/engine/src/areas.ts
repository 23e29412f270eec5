/**
 * The areas of an engine: each is listed here and nowhere else. What its methods take is checked by the contract, by the
 * name of the operation that takes the same; what the contract has as a query or a part of a body is named beside it.
 */
import { Conversations } from "@octavo/core/connections/conversations/Conversations"
import { Events } from "@octavo/core/connections/events/Events"
import { Webhooks } from "@octavo/core/connections/webhooks/Webhooks"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Collections } from "@octavo/core/content/collections/Collections"
import { Comments } from "@octavo/core/content/comments/Comments"
import { GitSync } from "@octavo/core/content/git/GitSync"
import { Glossaries } from "@octavo/core/content/glossary/Glossaries"
import { ImportRuns } from "@octavo/core/content/imports/ImportRuns"
import { InviteLinks } from "@octavo/core/content/invites/InviteLinks"
import { Invites } from "@octavo/core/content/invites/Invites"
import { Links } from "@octavo/core/content/links/Links"
import { BrokenContext, LinkStatus } from "@octavo/core/content/links/Reference"
import { OpenApiSpecs } from "@octavo/core/content/openapi/OpenApiSpecs"
import { Reviews } from "@octavo/core/content/reviews/Reviews"
import { Search } from "@octavo/core/content/search/Search"
import { SearchText } from "@octavo/core/content/search/SearchResult"
import { History } from "@octavo/core/content/space-content/History"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Templates } from "@octavo/core/content/templates/Templates"
import { Translations } from "@octavo/core/content/translations/Translations"
import { Uploads } from "@octavo/core/content/uploads/Uploads"
import { AdaptiveSchemas } from "@octavo/core/delivery/adaptive-schema/AdaptiveSchemas"
import { Fonts } from "@octavo/core/delivery/fonts/Fonts"
import { Hostnames } from "@octavo/core/delivery/hostnames/Hostnames"
import { Insights } from "@octavo/core/delivery/insights/Insights"
import { Pdfs } from "@octavo/core/delivery/pdf/Pdfs"
import { PdfScope } from "@octavo/core/delivery/pdf/selection"
import { Redirects } from "@octavo/core/delivery/redirects/Redirects"
import { SiteExports } from "@octavo/core/delivery/site-exports/SiteExports"
import { ExternalLinks } from "@octavo/core/delivery/sites/ExternalLinks"
import { SiteSpaceCopyInput } from "@octavo/core/delivery/sites/input"
import { McpServers } from "@octavo/core/delivery/sites/McpServers"
import { SectionGroups } from "@octavo/core/delivery/sites/SectionGroups"
import { Sections } from "@octavo/core/delivery/sites/Sections"
import { SiteCustomizations } from "@octavo/core/delivery/sites/SiteCustomizations"
import { SitePreviews } from "@octavo/core/delivery/sites/SitePreviews"
import { SiteSearch } from "@octavo/core/delivery/sites/SiteSearch"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { SiteStructures } from "@octavo/core/delivery/sites/SiteStructures"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { SiteTemplates } from "@octavo/core/delivery/sites/SiteTemplates"
import { ContentUrls } from "@octavo/core/delivery/urls/ContentUrls"
import { Embeds } from "@octavo/core/delivery/urls/Embeds"
import { Urls } from "@octavo/core/delivery/urls/Urls"
import { PublishingAuths } from "@octavo/core/delivery/visitors/PublishingAuths"
import { ShareLinks } from "@octavo/core/delivery/visitors/ShareLinks"
import { Role } from "@octavo/core/kernel/shared/roles"
import { Text } from "@octavo/core/kernel/shared/text"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Members } from "@octavo/core/people/members/Members"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { SamlProviders } from "@octavo/core/people/saml/SamlProviders"
import { TeamRole } from "@octavo/core/people/teams/Team"
import { Teams } from "@octavo/core/people/teams/Teams"
import { Users } from "@octavo/core/people/users/Users"
import { bodyOf } from "@octavo/http"
import { Context, Schema } from "effect"
import { type ContentArea, contentArea } from "./content.ts"
import { type EventsArea, eventsArea } from "./events.ts"
import { type GitArea, gitArea } from "./git.ts"
import type { OctavoServices } from "./Octavo.ts"
import { type Promised, promiseService, type Run } from "./promiseService.ts"

/** What can be done, by area. Every method answers a Promise that rejects with a tagged error of core. */
export interface OctavoAreas {
  readonly users: Promised<Users["Service"]>
  readonly organizations: Promised<Organizations["Service"]>
  readonly members: Promised<Members["Service"]>
  readonly teams: Promised<Teams["Service"]>
  readonly saml: Promised<SamlProviders["Service"]>
  readonly uploads: Promised<Pick<Uploads["Service"], "create">>
  readonly fonts: Promised<Omit<Fonts["Service"], "definitions">>
  readonly invites: Promised<Invites["Service"]>
  readonly inviteLinks: Promised<InviteLinks["Service"]>
  readonly grants: Promised<Grants["Service"]>
  readonly audit: Promised<Pick<Audit["Service"], "list" | "get" | "actions">>
  readonly collections: Promised<Collections["Service"]>
  readonly spaces: Promised<Spaces["Service"] & SpaceLifecycle["Service"]>
  readonly content: ContentArea
  readonly search: Promised<
    Pick<Search["Service"], "space" | "organization"> & { readonly site: SiteSearch["Service"]["search"] }
  >
  readonly links: Promised<Links["Service"]>
  readonly changeRequests: Promised<ChangeRequests["Service"]>
  readonly changeRequestContent: Promised<ChangeRequestContent["Service"]>
  readonly reviews: Promised<Reviews["Service"]>
  readonly comments: Promised<Comments["Service"]>
  readonly events: EventsArea
  readonly templates: Promised<Pick<Templates["Service"], "list">>
  readonly history: Promised<History["Service"]>
  readonly insights: Promised<Pick<Insights["Service"], "track" | "aggregate">>
  readonly imports: Promised<ImportRuns["Service"]>
  readonly conversations: Promised<Conversations["Service"]>
  readonly pdf: Promised<Pick<Pdfs["Service"], "url">>
  readonly sites: Promised<Sites["Service"]>
  readonly siteExports: Promised<Omit<SiteExports["Service"], "open" | "sweep">>
  readonly siteStructure: Promised<SiteStructures["Service"]>
  readonly siteSections: Promised<Sections["Service"]>
  readonly siteSectionGroups: Promised<SectionGroups["Service"]>
  readonly siteExternalLinks: Promised<ExternalLinks["Service"]>
  readonly siteSpaces: Promised<SiteSpaces["Service"]>
  readonly siteTemplates: Promised<SiteTemplates["Service"]>
  readonly sitePreviews: Promised<SitePreviews["Service"]>
  readonly shareLinks: Promised<ShareLinks["Service"]>
  readonly publishingAuth: Promised<PublishingAuths["Service"]>
  readonly siteMcpServers: Promised<McpServers["Service"]>
  readonly translations: Promised<Translations["Service"]>
  readonly glossary: Promised<Glossaries["Service"]>
  readonly openapi: Promised<Omit<OpenApiSpecs["Service"], "download">>
  readonly siteCustomizations: Promised<Omit<SiteCustomizations["Service"], "looks">>
  readonly redirects: Promised<Redirects["Service"]>
  readonly adaptiveSchemas: Promised<AdaptiveSchemas["Service"]>
  readonly git: GitArea
  readonly urls: Promised<Urls["Service"] & { readonly content: ContentUrls["Service"]["resolve"] }>
  readonly embeds: Promised<Embeds["Service"]>
  readonly customHostnames: Promised<Pick<Hostnames["Service"], "get" | "revalidate" | "remove">>
  readonly webhooks: Promised<Webhooks["Service"]>
}

// ---------------------------------------------------------------------------------------------------------------------

type Arguments = ReadonlyArray<Schema.Codec<any, any> | undefined>

const bodies = new Map<string, Arguments>()

/**
 * The arguments of a method that takes the body of an operation: what stands in the path comes before it.
 * @param before how many arguments that is, where it differs
 */
const body = (operation: string, before?: number): Arguments => {
  const known = bodies.get(operation)
  if (known !== undefined) return known
  const { names, schema } = bodyOf(operation)
  const made = [...Array<undefined>(before ?? names).fill(undefined), schema]
  bodies.set(operation, made)
  return made
}

const RoleOrGuest = Schema.NullOr(Role)

const LinksFilter = Schema.Struct({
  status: Schema.UndefinedOr(LinkStatus).pipe(Schema.optionalKey),
  brokenContext: Schema.UndefinedOr(BrokenContext).pipe(Schema.optionalKey)
})

const PreviewScope = Schema.Struct({
  siteSpace: Schema.optionalKey(Schema.String),
  claims: Schema.optionalKey(Text(0, 1024)),
  draft: Schema.optionalKey(Schema.Boolean),
  target: Schema.optionalKey(Text(0, 1024))
})

/** The areas of an open engine, run by `run`. */
export const areas = (context: Context.Context<OctavoServices>, run: Run): OctavoAreas => ({
  users: promiseService(Context.get(context, Users), run, {
    update: body("updateUserById"),
    createToken: body("createToken", 1)
  }),
  organizations: promiseService(Context.get(context, Organizations), run, {
    create: body("createOrganization"),
    update: body("updateOrganizationById")
  }),
  members: promiseService(Context.get(context, Members), run, {
    setRole: [undefined, undefined, RoleOrGuest],
    put: [undefined, undefined, RoleOrGuest]
  }),
  teams: promiseService(Context.get(context, Teams), run, {
    create: body("createOrganizationTeam"),
    update: body("updateTeamInOrganizationById"),
    updateMembers: body("updateMembersInOrganizationTeam"),
    putMember: [undefined, undefined, undefined, Schema.UndefinedOr(TeamRole)]
  }),
  saml: promiseService(Context.get(context, SamlProviders), run, {
    create: body("createOrganizationSAMLProvider"),
    update: body("updateOrganizationSAMLProvider")
  }),
  uploads: promiseService({ create: Context.get(context, Uploads).create }, run, {
    create: body("generateStorageUploadURL")
  }),
  fonts: promiseService(editable(Context.get(context, Fonts)), run, {
    create: body("createCustomFont"),
    update: body("updateCustomFont")
  }),
  invites: promiseService(Context.get(context, Invites), run, { send: body("inviteUsersToOrganization") }),
  inviteLinks: promiseService(Context.get(context, InviteLinks), run, {
    create: body("createOrganizationInvite"),
    update: body("updateOrganizationInviteById")
  }),
  grants: promiseService(Context.get(context, Grants), run, {
    grant: body("inviteToSpace"),
    update: [undefined, undefined, Schema.UndefinedOr(RoleOrGuest)]
  }),
  audit: promiseService(readable(Context.get(context, Audit)), run),
  collections: promiseService(Context.get(context, Collections), run, {
    create: body("createCollection"),
    update: body("updateCollectionById"),
    move: body("moveCollection"),
    transfer: body("transferCollection")
  }),
  spaces: promiseService({ ...Context.get(context, Spaces), ...Context.get(context, SpaceLifecycle) }, run, {
    create: body("createSpace"),
    update: body("updateSpaceById"),
    move: body("moveSpace"),
    transfer: body("transferSpace")
  }),
  content: contentArea(run),
  search: promiseService(
    { ...searchable(Context.get(context, Search)), site: Context.get(context, SiteSearch).search },
    run,
    { space: [undefined, SearchText], organization: [undefined, SearchText], site: body("searchSiteContent") }
  ),
  links: promiseService(Context.get(context, Links), run, { list: [undefined, LinksFilter] }),
  changeRequests: promiseService(Context.get(context, ChangeRequests), run, {
    create: body("createChangeRequest"),
    update: body("updateChangeRequestById")
  }),
  changeRequestContent: promiseService(Context.get(context, ChangeRequestContent), run, {
    edit: body("updateChangeRequestContent"),
    editSpace: body("updateSpaceContent"),
    applyTemplate: body("applyTemplateToSpace")
  }),
  reviews: promiseService(Context.get(context, Reviews), run, {
    submit: body("submitChangeRequestReview"),
    request: body("requestReviewersForChangeRequest")
  }),
  comments: promiseService(Context.get(context, Comments), run, {
    post: body("postCommentInSpace"),
    update: body("updateCommentInSpace"),
    reply: body("postCommentReplyInSpace"),
    updateReply: body("updateCommentReplyInSpace")
  }),
  events: eventsArea(Context.get(context, Events), run),
  templates: promiseService({ list: Context.get(context, Templates).list }, run),
  history: promiseService(Context.get(context, History), run),
  insights: promiseService(counted(Context.get(context, Insights)), run, {
    track: body("trackEventsInSiteById"),
    aggregate: body("aggregateSiteEvents")
  }),
  imports: promiseService(Context.get(context, ImportRuns), run, { start: body("startImportRun") }),
  conversations: promiseService(Context.get(context, Conversations), run, { ingest: body("ingestConversation") }),
  pdf: promiseService({ url: Context.get(context, Pdfs).url }, run, { url: [undefined, PdfScope] }),
  sites: promiseService(Context.get(context, Sites), run, {
    create: body("createSite"),
    update: body("updateSiteById")
  }),
  siteExports: promiseService(askedFor(Context.get(context, SiteExports)), run, { start: body("startSiteExport") }),
  siteStructure: promiseService(Context.get(context, SiteStructures), run, { sort: body("sortSiteStructure") }),
  siteSections: promiseService(Context.get(context, Sections), run, {
    add: body("addSectionToSite"),
    update: body("updateSiteSectionById"),
    move: body("moveSiteSection")
  }),
  siteSectionGroups: promiseService(Context.get(context, SectionGroups), run, {
    add: body("addSectionGroupToSite"),
    update: body("updateSiteSectionGroupById"),
    move: body("moveSiteSectionGroup")
  }),
  siteExternalLinks: promiseService(Context.get(context, ExternalLinks), run, {
    add: body("addExternalLinkToSite"),
    update: body("updateSiteExternalLinkById")
  }),
  siteSpaces: promiseService(Context.get(context, SiteSpaces), run, {
    add: body("addSpaceToSite"),
    update: body("updateSiteSpaceById"),
    move: body("moveSiteSpace"),
    cutVersion: body("cutSiteSpaceVersion"),
    duplicate: [undefined, undefined, undefined, Schema.UndefinedOr(SiteSpaceCopyInput)]
  }),
  siteTemplates: promiseService(Context.get(context, SiteTemplates), run),
  sitePreviews: promiseService(Context.get(context, SitePreviews), run, { url: [undefined, undefined, PreviewScope] }),
  shareLinks: promiseService(Context.get(context, ShareLinks), run, {
    create: body("createSiteShareLink"),
    update: body("updateSiteShareLinkById")
  }),
  publishingAuth: promiseService(Context.get(context, PublishingAuths), run, {
    update: body("updateSitePublishingAuthById")
  }),
  siteMcpServers: promiseService(Context.get(context, McpServers), run, {
    create: body("createSiteMcpServer"),
    update: body("updateSiteMcpServerById")
  }),
  translations: promiseService(Context.get(context, Translations), run, {
    create: body("createTranslation"),
    update: body("updateTranslation")
  }),
  glossary: promiseService(Context.get(context, Glossaries), run, { update: body("updateGlossaryEntries") }),
  openapi: promiseService(described(Context.get(context, OpenApiSpecs)), run, {
    create: body("createOpenAPISpec"),
    put: body("createOrUpdateOpenAPISpecBySlug"),
    update: body("updateOpenAPISpecBySlug")
  }),
  siteCustomizations: promiseService(customizable(Context.get(context, SiteCustomizations)), run, {
    put: body("updateSiteCustomizationById"),
    override: body("overrideSiteSpaceCustomizationById")
  }),
  redirects: promiseService(Context.get(context, Redirects), run, {
    create: body("createSiteRedirect"),
    update: body("updateSiteRedirectById"),
    write: body("bulkUpsertSiteRedirects")
  }),
  adaptiveSchemas: promiseService(Context.get(context, AdaptiveSchemas), run, {
    put: body("updateSiteAdaptiveSchema")
  }),
  git: gitArea(Context.get(context, GitSync), run, {
    import: body("importGitRepository"),
    export: body("exportToGitRepository")
  }),
  urls: promiseService({ ...Context.get(context, Urls), content: Context.get(context, ContentUrls).resolve }, run),
  embeds: promiseService(Context.get(context, Embeds), run),
  customHostnames: promiseService(named(Context.get(context, Hostnames)), run),
  webhooks: promiseService(Context.get(context, Webhooks), run, {
    create: body("createOrganizationWebhook"),
    update: body("updateWebhookById")
  })
})

/** The trail is written by what is done, not by programs. */
const readable = ({ actions, get, list }: Audit["Service"]) => ({ actions, get, list })

/** A zip is read at its address. */
const askedFor = ({ get, list, remove, start }: SiteExports["Service"]) => ({ get, list, remove, start })

/** What sites are drawn with is for who draws the pages. */
const editable = ({ definitions: _, ...operations }: Fonts["Service"]) => operations

/** Visitors' looks are for who draws the pages. */
const customizable = ({ looks: _, ...operations }: SiteCustomizations["Service"]) => operations

/** An address is for who has it, without a token. */
const described = ({ download: _, ...operations }: OpenApiSpecs["Service"]) => operations

const counted = ({ aggregate, track }: Insights["Service"]) => ({ aggregate, track })

/** Hostnames are claimed with their sites. */
const named = ({ get, remove, revalidate }: Hostnames["Service"]) => ({ get, remove, revalidate })

/** What asks who may; the rest is for who has decided that. */
const searchable = ({ organization, space }: Search["Service"]) => ({ organization, space })
