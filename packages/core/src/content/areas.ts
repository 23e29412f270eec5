/** The areas of the floor that have a face, from the ground up: each stands on those before it. */

import * as changeRequestContent from "./change-request-content/area.ts"
import * as changeRequests from "./change-requests/area.ts"
import * as checks from "./checks/area.ts"
import * as collections from "./collections/area.ts"
import * as comments from "./comments/area.ts"
import * as contentIndex from "./content-index/area.ts"
import * as embeddings from "./embeddings/area.ts"
import * as git from "./git/area.ts"
import * as glossary from "./glossary/area.ts"
import * as imports from "./imports/area.ts"
import * as invites from "./invites/area.ts"
import * as links from "./links/area.ts"
import * as openapi from "./openapi/area.ts"
import * as remotePictures from "./remote-pictures/area.ts"
import * as reviews from "./reviews/area.ts"
import * as revisions from "./revisions/area.ts"
import * as search from "./search/area.ts"
import * as setUp from "./set-up/area.ts"
import * as spaceContent from "./space-content/area.ts"
import * as spaces from "./spaces/area.ts"
import * as templates from "./templates/area.ts"
import * as translations from "./translations/area.ts"
import * as uploads from "./uploads/area.ts"

export const areas = [
  revisions,
  collections,
  templates,
  uploads,
  spaces,
  setUp,
  changeRequests,
  contentIndex,
  remotePictures,
  glossary,
  invites,
  git,
  spaceContent,
  translations,
  changeRequestContent,
  comments,
  links,
  checks,
  openapi,
  embeddings,
  search,
  imports,
  reviews
] as const
