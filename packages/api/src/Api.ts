/** The whole contract: a list of its groups. The OpenAPI document and the typed client derive from it. */
import { HttpApi, OpenApi } from "effect/http-api"
import { ContentGroup } from "./content.ts"
import { GitGroup } from "./git.ts"
import { MembersGroup } from "./members.ts"
import { OrganizationsGroup } from "./organizations.ts"
import { SiteSpacesGroup, SitesGroup } from "./sites.ts"
import { SpacesGroup } from "./spaces.ts"
import { UrlsGroup } from "./urls.ts"
import { UsersGroup } from "./users.ts"

export class Api extends HttpApi.make("octavo")
  .add(UsersGroup)
  .add(OrganizationsGroup)
  .add(MembersGroup)
  .add(SpacesGroup)
  .add(ContentGroup)
  .add(GitGroup)
  .add(SitesGroup, SiteSpacesGroup)
  .add(UrlsGroup)
  .annotateMerge(
    OpenApi.annotations({
      title: "Octavo",
      version: "1",
      description: "A self-hosted documentation platform. Every operation takes `Authorization: Bearer <token>`."
    })
  ) {}
