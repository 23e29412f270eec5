import { contentSuite } from "@octavo/conformance/content"
import { stores } from "./stores.ts"

for (const store of stores) contentSuite(store)
