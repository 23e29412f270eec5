import { siteDirectorySuite } from "@octavo/conformance/site-directory"
import { stores } from "./stores.ts"

for (const store of stores) siteDirectorySuite(store)
