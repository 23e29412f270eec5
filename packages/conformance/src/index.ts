/** Every suite of every area, for one store. */
import { collectionsSuite } from "./collections.ts"
import { contentSuite } from "./content.ts"
import type { StoreUnderTest } from "./harness.ts"
import { organizationsSuite } from "./organizations.ts"
import { sitesSuite } from "./sites.ts"
import { spacesSuite } from "./spaces.ts"
import { usersSuite } from "./users.ts"

export type { StoreUnderTest } from "./harness.ts"

export const allSuites = (under: StoreUnderTest): void => {
  usersSuite(under)
  organizationsSuite(under)
  spacesSuite(under)
  collectionsSuite(under)
  contentSuite(under)
  sitesSuite(under)
}
