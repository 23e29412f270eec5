import { siteExportsSuite } from "@octavo/conformance/site-exports"
import { stores } from "./stores.ts"

for (const store of stores) siteExportsSuite(store)
