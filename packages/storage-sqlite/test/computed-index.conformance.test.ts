import { computedIndexSuite } from "@octavo/conformance/computed-index"
import { stores } from "./stores.ts"

for (const store of stores) computedIndexSuite(store)
