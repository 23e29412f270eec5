import { webhooksSuite } from "@octavo/conformance/webhooks"
import { stores } from "./stores.ts"

for (const store of stores) webhooksSuite(store)
