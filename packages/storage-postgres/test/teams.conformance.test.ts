import { teamsSuite } from "@octavo/conformance/teams"
import { stores } from "./stores.ts"

for (const store of stores) teamsSuite(store)
