import { pageSizeSuite } from "@octavo/conformance/page-size"
import { stores } from "./stores.ts"

for (const store of stores) pageSizeSuite(store)
