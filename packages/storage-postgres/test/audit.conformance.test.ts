import { auditSuite } from "@octavo/conformance/audit"
import { stores } from "./stores.ts"

for (const store of stores) auditSuite(store)
