/** Octavo as it is served, at the port that its third argument names: addresses of sites have it in them. */
import { serveMeasured } from "../support/serveMeasured.ts"

const port = Number(process.argv[4])
await serveMeasured({
  port,
  url: `http://localhost:${port}`,
  // counted as ever, and never too much
  tokenLimit: 999_999_999,
  addressLimit: 999_999_999,
  pageLimit: 999_999_999
})
