import { openApiSuite } from "@octavo/conformance/openapi"
import { stores } from "./stores.ts"

for (const store of stores) openApiSuite(store)
