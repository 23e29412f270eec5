import { templatesSuite } from "@octavo/conformance/templates"
import { stores } from "./stores.ts"

for (const store of stores) templatesSuite(store)
