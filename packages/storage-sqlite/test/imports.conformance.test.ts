import { importsSuite } from "@octavo/conformance/imports"
import { stores } from "./stores.ts"

for (const store of stores) importsSuite(store)
