import { reviewsSuite } from "@octavo/conformance/reviews"
import { stores } from "./stores.ts"

for (const store of stores) reviewsSuite(store)
