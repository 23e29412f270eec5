import { siteStructureSuite } from "@octavo/conformance/site-structure"
import { stores } from "./stores.ts"

for (const store of stores) siteStructureSuite(store)
