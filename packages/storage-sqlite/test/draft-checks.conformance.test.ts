import { draftChecksSuite } from "@octavo/conformance/draft-checks"
import { stores } from "./stores.ts"

for (const store of stores) draftChecksSuite(store)
