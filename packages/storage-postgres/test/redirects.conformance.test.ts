import { redirectsSuite } from "@octavo/conformance/redirects"
import { stores } from "./stores.ts"

for (const store of stores) redirectsSuite(store)
