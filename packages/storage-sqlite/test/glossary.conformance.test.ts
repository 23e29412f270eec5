import { glossarySuite } from "@octavo/conformance/glossary"
import { stores } from "./stores.ts"

for (const store of stores) glossarySuite(store)
