import { embeddingsSuite } from "@octavo/conformance/embeddings"
import { stores } from "./stores.ts"

for (const store of stores) embeddingsSuite(store)
