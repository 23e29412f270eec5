import { storesLayerWith } from "../src/index.ts"

/**
 * The ports of a store for the suites of conformance, whose clock jumps for weeks: what workers do every few seconds for
 * the sake of those that died would be done 180,000 times in a week. Their own suite has it as it is.
 */
export const suiteStores = storesLayerWith({
  lockExpiration: "1 hour",
  lockRefreshInterval: "100 days",
  lookEvery: "100 days"
})
