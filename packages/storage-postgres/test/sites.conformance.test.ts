import { sitesSuite } from "@octavo/conformance/sites"
import { stores } from "./stores.ts"

for (const store of stores) sitesSuite(store)
