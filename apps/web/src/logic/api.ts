/** What the API answers, by the names that the application has for it. Types alone. */
import type { OctavoClient } from "@octavo/client"

type Answer<Method extends (...parts: never) => Promise<unknown>> = Awaited<ReturnType<Method>>
type Item<Method extends (...parts: never) => Promise<{ readonly items: ReadonlyArray<unknown> }>> =
  Answer<Method>["items"][number]

export type User = Answer<OctavoClient["users"]["getAuthenticatedUser"]>
export type Organization = Item<OctavoClient["organizations"]["listOrganizationsForAuthenticatedUser"]>
export type Collection = Item<OctavoClient["collections"]["listCollectionsInOrganizationById"]>
export type Site = Item<OctavoClient["sites"]["listSites"]>
export type SiteStructure = Answer<OctavoClient["siteStructure"]["getSiteStructure"]>
export type SiteSpace = Extract<SiteStructure, { readonly type: "siteSpaces" }>["structure"][number]
/** What stands beside sections: one, a group of them, or a link that leads elsewhere. */
export type SectionedItem = Extract<SiteStructure, { readonly type: "sections" }>["structure"][number]
export type SiteSection = Extract<SectionedItem, { readonly object: "site-section" }>
export type SiteSectionGroup = Extract<SectionedItem, { readonly object: "site-section-group" }>
export type SiteExternalLink = Extract<SectionedItem, { readonly object: "site-external-link" }>
export type SiteStructureItem = SectionedItem | SiteSpace
export type StructureSort = Parameters<OctavoClient["siteStructure"]["sortSiteStructure"]>[0]["payload"]
export type SiteLook = Answer<OctavoClient["siteCustomization"]["getSiteCustomizationById"]>
export type LookLink = SiteLook["header"]["links"][number]["links"][number]
export type LinkTarget = LookLink["to"]
export type SiteRedirect = Item<OctavoClient["siteRedirects"]["listSiteRedirects"]>
export type InsightsQuestion = Parameters<OctavoClient["siteInsights"]["aggregateSiteEvents"]>[0]["payload"]
export type InsightsAnswer = Answer<OctavoClient["siteInsights"]["aggregateSiteEvents"]>
export type ShareLink = Item<OctavoClient["siteShareLinks"]["listSiteShareLinks"]>
export type Space = Item<OctavoClient["spaces"]["listSpacesInOrganizationById"]>
/** What a space asks of a merge. */
export type SpaceMergeRules = Space["mergeRules"]
export type MergeRule = Extract<SpaceMergeRules, { readonly type: "rules" }>["rules"][number]
export type Language = NonNullable<Space["language"]>
/** What somebody may do with a space. */
export type Role = NonNullable<Space["defaultLevel"]>
/** Somebody who can access a space, with what gives them their role. */
export type SpaceAccess = Item<OctavoClient["spacePermissions"]["listPermissionsAggregateInSpace"]>
/** An import from a Git repository, or an export to one. */
export type GitOperation = Item<OctavoClient["spaceGit"]["listGitOperations"]>
export type Team = Item<OctavoClient["teams"]["listTeamsInOrganizationById"]>
export type ListedPage = Answer<OctavoClient["spaceContent"]["listPages"]>["pages"][number]
export type Page = Answer<OctavoClient["spaceContent"]["getPageByPath"]>
export type DocumentPage = Extract<Page, { type: "document" }>
export type RichDocument = NonNullable<DocumentPage["document"]>
export type File = Answer<OctavoClient["spaceContent"]["getFileById"]>
/** Content that a link stands in or leads to. */
export type ContentPlace = Item<OctavoClient["links"]["listSpacePageBacklinks"]>
export type ContentLink = Item<OctavoClient["links"]["listSpaceLinks"]>
export type ChangeRequest = Item<OctavoClient["changeRequests"]["listChangeRequestsForOrganization"]>
export type SearchResult = Item<OctavoClient["search"]["searchOrganizationContent"]>
export type Member = Item<OctavoClient["organizationMembers"]["listMembersInOrganizationById"]>
export type InviteLink = Item<OctavoClient["organizationInvites"]["listOrganizationInviteLinks"]>
export type EmailDomain = Item<OctavoClient["emailDomains"]["listOrganizationEmailDomains"]>
export type Webhook = Item<OctavoClient["webhooks"]["listOrganizationWebhooks"]>
export type NewWebhook = Parameters<OctavoClient["webhooks"]["createOrganizationWebhook"]>[0]["payload"]
export type WebhookDelivery = Item<OctavoClient["webhooks"]["listWebhookDeliveries"]>
/** A provider of single sign-on, over SAML. */
export type SignInProvider = Item<OctavoClient["sso"]["listSAMLProvidersInOrganizationById"]>
export type AuditEvent = Item<OctavoClient["audit"]["listOrganizationAuditEvents"]>
export type AuditEventDetails = Answer<OctavoClient["audit"]["getOrganizationAuditEvent"]>
export type AuditAction = Item<OctavoClient["audit"]["listOrganizationAuditEventActions"]>
export type TeamMember = Item<OctavoClient["teamMembers"]["listTeamMembersInOrganizationById"]>
export type TeamPlace = TeamMember["team"]["role"]
export type OpenApiSpec = Item<OctavoClient["openapi"]["listOpenAPISpecs"]>
export type CustomFont = Item<OctavoClient["customFonts"]["listCustomFonts"]>
export type Translation = Item<OctavoClient["translations"]["listTranslations"]>
export type TranslationRun = Item<OctavoClient["translations"]["listTranslationRuns"]>
export type GlossaryEntry = Item<OctavoClient["glossary"]["listGlossaryEntries"]>
export type GlossaryOperation = Parameters<
  OctavoClient["glossary"]["updateGlossaryEntries"]
>[0]["payload"]["operations"][number]
export type Token = Item<OctavoClient["users"]["listTokens"]>
export type Scope = NonNullable<Parameters<OctavoClient["users"]["createToken"]>[0]["payload"]["scopes"]>[number]
export type ImportRun = Answer<OctavoClient["imports"]["getImportRun"]>
export type Template = Item<OctavoClient["templates"]["listTemplates"]>

type ContentPayload = Parameters<OctavoClient["changeRequestContent"]["updateChangeRequestContent"]>[0]["payload"]
export type ContentChange = ContentPayload["changes"][number]
/** What content changes did: the change request after them, and the pages and files that they touched. */
export type ContentUpdate = Extract<
  Answer<OctavoClient["changeRequestContent"]["updateChangeRequestContent"]>,
  { readonly changes: unknown }
>

type Events = ReturnType<OctavoClient["events"]["streamSpaceEvents"]>
type SpaceEvent = Events extends AsyncGenerator<infer Event> ? Event : never
/** Somebody who has the same open. */
export type PresentPerson = Extract<SpaceEvent, { readonly event: "presence" }>["data"]["people"][number]
export type SemanticChange = Answer<OctavoClient["changeRequestContent"]["getChangeRequestChanges"]>["changes"][number]
export type PageRevision = Item<OctavoClient["spaceContent"]["listSpacePageHistory"]>
export type Review = Item<OctavoClient["reviews"]["getReviewsByChangeRequestId"]>
export type Comment = Item<OctavoClient["changeRequestComments"]["listCommentsInChangeRequest"]>
export type CommentReply = Item<OctavoClient["changeRequestComments"]["listCommentRepliesInChangeRequest"]>
export type DraftConflict = Answer<OctavoClient["changeRequests"]["listChangeRequestConflicts"]>["items"][number]
export type ContentCheck = Answer<OctavoClient["changeRequests"]["listChangeRequestChecks"]>["items"][number]
export type Notification = Item<OctavoClient["notifications"]["listNotifications"]>
export type NotificationSettings = Answer<OctavoClient["notifications"]["getNotificationSettings"]>
export type SpaceRevision = Item<OctavoClient["spaceContent"]["listSpaceRevisions"]>
