/** All ports of core over one `SqlClient` and its `Dialect`. */
import { Layer } from "effect"
import { blobsLayer, objectsLayer, revisionStoreLayer } from "./content.ts"
import { gitStoreLayer } from "./git.ts"
import { jobsLayer } from "./jobs.ts"
import { memberStoreLayer } from "./members.ts"
import { organizationStoreLayer } from "./organizations.ts"
import { accessStoreLayer } from "./permissions.ts"
import { StoreSettings } from "./settings.ts"
import { siteSpaceStoreLayer, siteStoreLayer } from "./sites.ts"
import { spaceStoreLayer } from "./spaces.ts"
import { transactionLayer } from "./transaction.ts"
import { userStoreLayer } from "./users.ts"

export const storesLayer = Layer.mergeAll(
  StoreSettings.layer,
  transactionLayer,
  accessStoreLayer,
  userStoreLayer,
  organizationStoreLayer,
  memberStoreLayer,
  spaceStoreLayer,
  revisionStoreLayer,
  blobsLayer,
  gitStoreLayer,
  siteStoreLayer,
  siteSpaceStoreLayer,
  jobsLayer()
).pipe(Layer.provideMerge(objectsLayer))
