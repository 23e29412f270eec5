/** All services of core over its ports: what the server, the CLI and the embedded engine share. */
import { Layer } from "effect"
import { RevisionTree } from "./content/model/RevisionTree.ts"
import { SpaceContent } from "./content/SpaceContent.ts"
import { GitImports } from "./git/GitImports.ts"
import { GitSync } from "./git/GitSync.ts"
import { Members } from "./members/Members.ts"
import { Organizations } from "./organizations/Organizations.ts"
import { Access } from "./permissions/Access.ts"
import { Spaces } from "./spaces/Spaces.ts"
import { PublishedSites } from "./sites/PublishedSites.ts"
import { SiteSpaces } from "./sites/SiteSpaces.ts"
import { Sites } from "./sites/Sites.ts"
import { Urls } from "./urls/Urls.ts"
import { Authentication } from "./users/Authentication.ts"
import { Users } from "./users/Users.ts"

export const servicesLayer = Layer.mergeAll(
  Users.layer,
  Organizations.layer,
  Members.layer,
  Spaces.layer,
  SpaceContent.layer,
  Authentication.layer,
  GitSync.layer,
  GitImports.layer,
  Sites.layer,
  SiteSpaces.layer,
  Urls.layer
).pipe(
  Layer.provideMerge(PublishedSites.layer),
  Layer.provideMerge(Layer.mergeAll(Access.layer, RevisionTree.layer))
)
