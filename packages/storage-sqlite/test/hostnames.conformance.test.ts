import { hostnamesSuite } from "@octavo/conformance/hostnames"
import { stores } from "./stores.ts"

for (const store of stores) hostnamesSuite(store)
