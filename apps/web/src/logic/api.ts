/** What the API answers, by the names that the application has for it. Types alone. */
import type { OctavoClient } from "@octavo/client"

type Answer<Method extends (...parts: never) => Promise<unknown>> = Awaited<ReturnType<Method>>
type Item<Method extends (...parts: never) => Promise<{ readonly items: ReadonlyArray<unknown> }>> =
  Answer<Method>["items"][number]

export type User = Answer<OctavoClient["users"]["getAuthenticatedUser"]>
export type Organization = Item<OctavoClient["organizations"]["listOrganizationsForAuthenticatedUser"]>
export type Collection = Item<OctavoClient["collections"]["listCollectionsInOrganizationById"]>
export type Space = Item<OctavoClient["spaces"]["listSpacesInOrganizationById"]>
export type ListedPage = Answer<OctavoClient["spaceContent"]["listPages"]>["pages"][number]
export type Page = Answer<OctavoClient["spaceContent"]["getPageByPath"]>
export type DocumentPage = Extract<Page, { type: "document" }>
export type RichDocument = NonNullable<DocumentPage["document"]>
export type File = Answer<OctavoClient["spaceContent"]["getFileById"]>
export type ChangeRequest = Item<OctavoClient["changeRequests"]["listChangeRequestsForOrganization"]>
export type SearchResult = Item<OctavoClient["search"]["searchOrganizationContent"]>
export type Member = Item<OctavoClient["organizationMembers"]["listMembersInOrganizationById"]>
export type Template = Item<OctavoClient["templates"]["listTemplates"]>
