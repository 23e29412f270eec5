/** Who may read a published site: every address of it, at once and no longer than allowed (threats: share key guessing, forged visitor tokens, open redirects, host poisoning, proxy path confusion, cache leaks, hidden content listed). */
import { onBothStores } from "../src/stores.ts"
import { furnishAudience } from "./audience/given.ts"
import { shareLinks } from "./audience/shareLinks.ts"
import { visibility } from "./audience/visibility.ts"
import { visitors } from "./audience/visitors.ts"

onBothStores("The audience of a site", (store) => {
  const given = furnishAudience(store)
  shareLinks(given)
  visitors(given)
  visibility(given)
})
