import { sessionsSuite } from "@octavo/conformance/sessions"
import { stores } from "./stores.ts"

for (const store of stores) sessionsSuite(store)
