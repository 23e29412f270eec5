import { blobsSuite } from "@octavo/conformance/blobs"
import { stores } from "./stores.ts"

for (const store of stores) blobsSuite(store)
