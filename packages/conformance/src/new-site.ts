/** Organizations with spaces and sites, and who visits these. */

import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { Effect } from "effect"
import { as, newOrganization, publishedAt } from "./harness.ts"

/** An organization with an admin and spaces of the given titles. */
export const newSpaces = (...spaceTitles: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { id, admin } = yield* newOrganization()
    const spaces = yield* Spaces
    const made = yield* Effect.forEach(spaceTitles, (title) => spaces.create(id, { title }).pipe(as(admin)))
    return { org: id, admin, spaceIds: made.map((space) => space.id) }
  })

let sites = 0
/** A title that no other site of the run has. */
export const unique = (word: string) => `${word} ${++sites}`

/** A site of an organization of its own, published or not. */
export const newSite = (options: { readonly published: boolean }, ...spaceTitles: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const made = yield* newSpaces(...spaceTitles)
    const service = yield* Sites
    const site = yield* service
      .create(made.org, { title: unique("Manual"), spaces: made.spaceIds })
      .pipe(as(made.admin))
    if (options.published) yield* service.publish(made.org, site.id).pipe(as(made.admin))
    const siteSpaces = yield* SiteSpaces
    const { items } = yield* siteSpaces.list(made.org, site.id, {}, {}).pipe(as(made.admin))
    return { ...made, site, siteSpaces: items, url: `https://octavo.test/sites/${site.basename}` }
  })

/** The caller that the token of a published URL stands for. */
export const asVisitor = (url: string) =>
  Effect.gen(function* () {
    const authentication = yield* Authentication
    const { apiToken } = yield* publishedAt(url)
    return Effect.provideService(CurrentActor, yield* authentication.authenticate(apiToken))
  })
