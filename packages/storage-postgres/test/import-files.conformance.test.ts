import { importFilesSuite } from "@octavo/conformance/import-files"
import { stores } from "./stores.ts"

for (const store of stores) importFilesSuite(store)
