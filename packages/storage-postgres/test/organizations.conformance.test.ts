import { organizationsSuite } from "@octavo/conformance/organizations"
import { stores } from "./stores.ts"

for (const store of stores) organizationsSuite(store)
