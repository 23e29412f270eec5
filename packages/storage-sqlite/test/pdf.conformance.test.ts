import { pdfSuite } from "@octavo/conformance/pdf"
import { stores } from "./stores.ts"

for (const store of stores) pdfSuite(store)
