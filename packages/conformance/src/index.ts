/** Every suite of every area, for one store. */
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
  sitesSuite(under)
}
