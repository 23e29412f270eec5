import { rateLimitsSuite } from "@octavo/conformance/rate-limits"
import { stores } from "./stores.ts"

for (const store of stores) rateLimitsSuite(store)
