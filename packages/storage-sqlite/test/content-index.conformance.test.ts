import { contentIndexSuite } from "@octavo/conformance/content-index"
import { stores } from "./stores.ts"

for (const store of stores) contentIndexSuite(store)
