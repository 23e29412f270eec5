import { HttpApi, OpenApi } from "effect/http-api"
import { AuditGroup } from "./audit.ts"
import { ChangeRequestContentGroup } from "./change-request-content.ts"
import { ChangeRequestsGroup } from "./change-requests.ts"
import { CollectionsGroup } from "./collections.ts"
import { ContentGroup } from "./content.ts"
import { GitGroup } from "./git.ts"
import { CollectionPermissionsGroup, SpacePermissionsGroup } from "./grants.ts"
import { InvitesGroup } from "./invites.ts"
import { MembersGroup } from "./members.ts"
import { OrganizationsGroup } from "./organizations.ts"
import { SiteSpacesGroup, SitesGroup } from "./sites.ts"
import { SpacesGroup } from "./spaces.ts"
import { TeamMembersGroup, TeamsGroup } from "./teams.ts"
import { UrlsGroup } from "./urls.ts"
import { UsersGroup } from "./users.ts"

/**
 * The document as the public client knows it: operations by their plain names, and objects that may hold more than is
 * listed, because unknown fields are ignored on the way in and may be added on the way out.
 */
const plain = (document: Record<string, any>): Record<string, any> => {
  const opened = JSON.parse(JSON.stringify(document), (key, value) =>
    key === "additionalProperties" && value === false ? undefined : value
  )
  for (const methods of Object.values<Record<string, { operationId: string }>>(opened["paths"])) {
    for (const operation of Object.values(methods)) {
      operation.operationId = operation.operationId.slice(operation.operationId.lastIndexOf(".") + 1)
    }
  }
  return opened
}

/** The whole contract: a list of its groups. The OpenAPI document and the typed client derive from it. */
export class Api extends HttpApi.make("octavo")
  .add(UsersGroup)
  .add(OrganizationsGroup)
  .add(MembersGroup)
  .add(InvitesGroup)
  .add(TeamsGroup, TeamMembersGroup)
  .add(AuditGroup)
  .add(CollectionsGroup)
  .add(SpacesGroup)
  .add(SpacePermissionsGroup, CollectionPermissionsGroup)
  .add(ContentGroup)
  .add(ChangeRequestsGroup, ChangeRequestContentGroup)
  .add(GitGroup)
  .add(SitesGroup, SiteSpacesGroup)
  .add(UrlsGroup)
  .annotateMerge(
    OpenApi.annotations({
      title: "Octavo",
      version: "1",
      description: "A self-hosted documentation platform. Every operation takes `Authorization: Bearer <token>`.",
      transform: plain
    })
  ) {}
