import { searchSuite } from "@octavo/conformance/search"
import { stores } from "./stores.ts"

for (const store of stores) searchSuite(store)
