import { answersSuite } from "@octavo/conformance/answers"
import { stores } from "./stores.ts"

for (const store of stores) answersSuite(store)
