import { mcpServersSuite } from "@octavo/conformance/mcp-servers"
import { stores } from "./stores.ts"

for (const store of stores) mcpServersSuite(store)
