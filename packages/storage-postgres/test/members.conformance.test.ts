import { membersSuite } from "@octavo/conformance/members"
import { stores } from "./stores.ts"

for (const store of stores) membersSuite(store)
