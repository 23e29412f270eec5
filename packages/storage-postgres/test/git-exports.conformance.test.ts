import { gitExportsSuite } from "@octavo/conformance/git-exports"
import { stores } from "./stores.ts"

for (const store of stores) gitExportsSuite(store)
