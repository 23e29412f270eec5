import { setUpSuite } from "@octavo/conformance/set-up"
import { stores } from "./stores.ts"

for (const store of stores) setUpSuite(store)
