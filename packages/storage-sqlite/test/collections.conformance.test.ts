import { collectionsSuite } from "@octavo/conformance/collections"
import { stores } from "./stores.ts"

for (const store of stores) collectionsSuite(store)
