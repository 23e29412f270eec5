import { commentLifeSuite } from "@octavo/conformance/comment-life"
import { stores } from "./stores.ts"

for (const store of stores) commentLifeSuite(store)
