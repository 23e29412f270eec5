import { siteCustomizationSuite } from "@octavo/conformance/site-customization"
import { stores } from "./stores.ts"

for (const store of stores) siteCustomizationSuite(store)
