import { translationsSuite } from "@octavo/conformance/translations"
import { stores } from "./stores.ts"

for (const store of stores) translationsSuite(store)
