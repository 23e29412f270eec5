import { mergeRacesSuite } from "@octavo/conformance/merge-races"
import { stores } from "./stores.ts"

for (const store of stores) mergeRacesSuite(store)
