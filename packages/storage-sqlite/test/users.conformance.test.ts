import { usersSuite } from "@octavo/conformance/users"
import { stores } from "./stores.ts"

for (const store of stores) usersSuite(store)
