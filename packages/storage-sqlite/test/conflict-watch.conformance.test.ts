import { conflictWatchSuite } from "@octavo/conformance/conflict-watch"
import { stores } from "./stores.ts"

for (const store of stores) conflictWatchSuite(store)
