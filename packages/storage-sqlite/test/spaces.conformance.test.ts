import { spacesSuite } from "@octavo/conformance/spaces"
import { stores } from "./stores.ts"

for (const store of stores) spacesSuite(store)
