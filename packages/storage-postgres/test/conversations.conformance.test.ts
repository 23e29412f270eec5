import { conversationsSuite } from "@octavo/conformance/conversations"
import { stores } from "./stores.ts"

for (const store of stores) conversationsSuite(store)
