import { samlSuite } from "@octavo/conformance/saml"
import { stores } from "./stores.ts"

for (const store of stores) samlSuite(store)
