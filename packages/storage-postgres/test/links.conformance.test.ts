import { linksSuite } from "@octavo/conformance/links"
import { stores } from "./stores.ts"

for (const store of stores) linksSuite(store)
