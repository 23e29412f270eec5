import { draftLinksSuite } from "@octavo/conformance/draft-links"
import { stores } from "./stores.ts"

for (const store of stores) draftLinksSuite(store)
