import { invitesSuite } from "@octavo/conformance/invites"
import { stores } from "./stores.ts"

for (const store of stores) invitesSuite(store)
