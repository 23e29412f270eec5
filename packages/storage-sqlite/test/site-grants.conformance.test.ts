import { siteGrantsSuite } from "@octavo/conformance/site-grants"
import { stores } from "./stores.ts"

for (const store of stores) siteGrantsSuite(store)
