import { changeRequestsSuite } from "@octavo/conformance/change-requests"
import { stores } from "./stores.ts"

for (const store of stores) changeRequestsSuite(store)
