import { remotePicturesSuite } from "@octavo/conformance/remote-pictures"
import { stores } from "./stores.ts"

for (const store of stores) remotePicturesSuite(store)
