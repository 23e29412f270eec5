import { gitEncodingSuite } from "@octavo/conformance/git-encoding"
import { stores } from "./stores.ts"

for (const store of stores) gitEncodingSuite(store)
