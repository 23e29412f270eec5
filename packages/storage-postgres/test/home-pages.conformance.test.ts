import { homePagesSuite } from "@octavo/conformance/home-pages"
import { stores } from "./stores.ts"

for (const store of stores) homePagesSuite(store)
