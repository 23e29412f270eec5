import { gitBytesSuite } from "@octavo/conformance/git-bytes"
import { stores } from "./stores.ts"

for (const store of stores) gitBytesSuite(store)
