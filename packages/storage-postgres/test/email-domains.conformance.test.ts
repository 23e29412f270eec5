import { emailDomainsSuite } from "@octavo/conformance/email-domains"
import { stores } from "./stores.ts"

for (const store of stores) emailDomainsSuite(store)
