import { changeRequestContentSuite } from "@octavo/conformance/change-request-content"
import { stores } from "./stores.ts"

for (const store of stores) changeRequestContentSuite(store)
