/** Git imports through the API: what is asked, what goes wrong, what survives. */
import { onBothStores } from "../src/stores.ts"
import { faults } from "./git-import/faults.ts"
import { furnishImports } from "./git-import/given.ts"
import { hostileTrees } from "./git-import/hostileTrees.ts"
import { order } from "./git-import/order.ts"
import { refused } from "./git-import/refused.ts"
import { stoppedServers } from "./git-import/stoppedServers.ts"

onBothStores("A Git import", (store) => {
  const given = furnishImports(store)
  refused(given)
  faults(given)
  order(given)
  hostileTrees(given)
  stoppedServers(given)
})
