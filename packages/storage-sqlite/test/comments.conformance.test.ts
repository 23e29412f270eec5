import { commentsSuite } from "@octavo/conformance/comments"
import { stores } from "./stores.ts"

for (const store of stores) commentsSuite(store)
