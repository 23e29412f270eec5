/**
 * Threats of one organization to another over HTTP. What can be said of all operations is tried on every operation of the
 * document, so that a new one is under attack on the day it comes. One world and one table of operations serve all of them.
 */
import { onBothStores } from "../src/stores.ts"
import { atOnce } from "./threats/atOnce.ts"
import { authority } from "./threats/authority.ts"
import { foreignIds } from "./threats/foreignIds.ts"
import { furnishThreats } from "./threats/given.ts"
import { revealed } from "./threats/revealed.ts"

onBothStores("Threats", (store) => {
  const given = furnishThreats(store)
  foreignIds(given)
  authority(given)
  revealed(given)
  atOnce(given)
})
