import { contentUploadsSuite } from "@octavo/conformance/content-uploads"
import { stores } from "./stores.ts"

for (const store of stores) contentUploadsSuite(store)
