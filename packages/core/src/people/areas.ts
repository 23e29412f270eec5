/** The areas of the floor that have a face, from the ground up: each stands on those before it. */

import * as audit from "./audit/area.ts"
import * as emailDomains from "./email-domains/area.ts"
import * as grants from "./grants/area.ts"
import * as mail from "./mail/area.ts"
import * as members from "./members/area.ts"
import * as organizations from "./organizations/area.ts"
import * as permissions from "./permissions/area.ts"
import * as saml from "./saml/area.ts"
import * as signIn from "./sign-in/area.ts"
import * as teams from "./teams/area.ts"
import * as users from "./users/area.ts"

export const areas = [
  permissions,
  audit,
  emailDomains,
  users,
  members,
  organizations,
  teams,
  grants,
  signIn,
  mail,
  saml
] as const
