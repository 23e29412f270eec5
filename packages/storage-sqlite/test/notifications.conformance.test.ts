import { notificationsSuite } from "@octavo/conformance/notifications"
import { stores } from "./stores.ts"

for (const store of stores) notificationsSuite(store)
