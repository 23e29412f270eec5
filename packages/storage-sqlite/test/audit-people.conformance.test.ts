import { auditPeopleSuite } from "@octavo/conformance/audit-people"
import { stores } from "./stores.ts"

for (const store of stores) auditPeopleSuite(store)
