import { signInSuite } from "@octavo/conformance/sign-in"
import { stores } from "./stores.ts"

for (const store of stores) signInSuite(store)
