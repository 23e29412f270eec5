import { keptSuite } from "@octavo/conformance/kept"
import { stores } from "./stores.ts"

for (const store of stores) keptSuite(store)
