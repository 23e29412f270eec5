/** Who may read a published site. */
import type { Actor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import type { AllowedOnSite } from "../../people/permissions/Access.ts"
import { type ListScope, listScope } from "../../people/permissions/effectiveRole.ts"
import type { SiteView } from "./SiteStore.ts"

const everything: ListScope = { all: true }

/** What of a site's spaces an allowed caller sees: members what they may read, visitors what the site shows. */
export const viewOf = (actor: Actor, { membership, siteSpaces }: AllowedOnSite): SiteView => ({
  spaces: actor.kind === "user" && membership !== undefined ? listScope(actor.userId, membership) : everything,
  shownOnly: actor.kind === "site",
  ...defined({ only: siteSpaces })
})

/** What anybody sees of an open site. */
export const visitorView: SiteView = { spaces: everything, shownOnly: true }
