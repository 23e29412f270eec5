import { insightsSuite } from "@octavo/conformance/insights"
import { stores } from "./stores.ts"

for (const store of stores) insightsSuite(store)
