import { notificationMailsSuite } from "@octavo/conformance/notification-mails"
import { stores } from "./stores.ts"

for (const store of stores) notificationMailsSuite(store)
