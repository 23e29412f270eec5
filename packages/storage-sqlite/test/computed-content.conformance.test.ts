import { computedContentSuite } from "@octavo/conformance/computed-content"
import { stores } from "./stores.ts"

for (const store of stores) computedContentSuite(store)
