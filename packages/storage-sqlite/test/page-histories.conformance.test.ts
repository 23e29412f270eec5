import { pageHistoriesSuite } from "@octavo/conformance/page-histories"
import { stores } from "./stores.ts"

for (const store of stores) pageHistoriesSuite(store)
