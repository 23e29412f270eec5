import { eventsSuite } from "@octavo/conformance/events"
import { stores } from "./stores.ts"

for (const store of stores) eventsSuite(store)
