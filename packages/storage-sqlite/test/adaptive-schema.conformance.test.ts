import { adaptiveSchemaSuite } from "@octavo/conformance/adaptive-schema"
import { stores } from "./stores.ts"

for (const store of stores) adaptiveSchemaSuite(store)
