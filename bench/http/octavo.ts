/** Octavo as it is served. */
import { serveMeasured } from "../support/serveMeasured.ts"

await serveMeasured({
  url: "http://localhost:4000",
  // counted as ever, and never too much
  tokenLimit: 999_999_999,
  addressLimit: 999_999_999,
  pageLimit: 999_999_999
})
