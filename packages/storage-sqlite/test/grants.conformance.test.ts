import { grantsSuite } from "@octavo/conformance/grants"
import { stores } from "./stores.ts"

for (const store of stores) grantsSuite(store)
