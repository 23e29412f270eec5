import { visitorsSuite } from "@octavo/conformance/visitors"
import { stores } from "./stores.ts"

for (const store of stores) visitorsSuite(store)
