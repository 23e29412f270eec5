/** All services of core over its ports: what the server, the CLI and the embedded engine share. */
import { Layer } from "effect"
import { actions, auditActions } from "./areas.ts"
import { areas as connections } from "./connections/areas.ts"
import { Conversations } from "./connections/conversations/Conversations.ts"
import { issueClustersLayer } from "./connections/conversations/issueClusters.ts"
import { Outbox } from "./connections/webhooks/Outbox.ts"
import { viewNotifierLayer } from "./connections/webhooks/viewNotifier.ts"
import { areas as content } from "./content/areas.ts"
import { DraftBreaks } from "./content/checks/DraftBreaks.ts"
import { ContentIndex } from "./content/content-index/ContentIndex.ts"
import { DraftLinks } from "./content/links/DraftLinks.ts"
import { mergeRulesLayer } from "./content/merge-rules/MergeRules.ts"
import { ApiReference } from "./content/openapi/ApiReference.ts"
import { openApiSourceLayer } from "./content/openapi/openApiSource.ts"
import { Blobs } from "./content/revisions/Blobs.ts"
import { ComputedContent } from "./content/revisions/computed/ComputedContent.ts"
import { RevisionTree } from "./content/revisions/model/RevisionTree.ts"
import { translationSourceLayer } from "./content/translations/translationSource.ts"
import { uploadedFilesLayer } from "./content/uploads/Uploads.ts"
import { areas as delivery } from "./delivery/areas.ts"
import { siteAddressesLayer } from "./delivery/redirects/siteAddresses.ts"
import { siteReadersLayer } from "./delivery/sites/siteReaders.ts"
import { spaceSitesLayer } from "./delivery/sites/spaceSites.ts"
import { VisibleSites } from "./delivery/sites/VisibleSites.ts"
import { Audience } from "./delivery/visitors/Audience.ts"
import { contentListeners, queuedListeners } from "./listeners.ts"
import { areas as people } from "./people/areas.ts"
import { AuditActions } from "./people/audit/AuditEvent.ts"
import { Actions } from "./people/permissions/actions.ts"
import { stackLayers } from "./stackLayers.ts"

/** What the areas say of themselves. */
const tables = Layer.mergeAll(Layer.succeed(Actions, actions), Layer.succeed(AuditActions, auditActions))

/** What pages can be computed from: below everything that reads pages. */
const computedSources = translationSourceLayer.pipe(
  Layer.provideMerge(openApiSourceLayer),
  Layer.provide(ApiReference.layer),
  Layer.provide(Blobs.layer)
)

// What a floor asks of a higher one is a port of the lower, answered by a layer of the higher. The services behind are
// those of their floors: a layer is built once, wherever it is asked for.

/** What people ask of sites, and who hears of people. */
const belowPeople = Layer.mergeAll(
  queuedListeners,
  siteReadersLayer.pipe(Layer.provide([Audience.layer, VisibleSites.layer])),
  viewNotifierLayer.pipe(Layer.provide(Outbox.layer))
)

/** What content asks of conversations, sites, merge rules and uploads, and who hears of content. */
const belowContent = Layer.mergeAll(
  contentListeners.pipe(Layer.provide(ComputedContent.layer)),
  issueClustersLayer.pipe(Layer.provide(Conversations.layer)),
  spaceSitesLayer,
  mergeRulesLayer.pipe(
    Layer.provide(DraftBreaks.layer),
    Layer.provide(DraftLinks.layer),
    Layer.provide(ContentIndex.layer),
    Layer.provide(ComputedContent.layer)
  ),
  siteAddressesLayer,
  uploadedFilesLayer
)

const floors = stackLayers(connections).pipe(
  Layer.provideMerge(stackLayers(delivery)),
  Layer.provideMerge(stackLayers(content)),
  Layer.provideMerge(belowContent),
  Layer.provideMerge(stackLayers(people)),
  Layer.provideMerge(belowPeople),
  Layer.provideMerge(computedSources),
  Layer.provideMerge(tables)
)

export const servicesLayer = Layer.provideMerge(floors, RevisionTree.layer)

/** The same with no content kept in memory between reads, for tests: whatever is asked may be what is asked first. */
export const forgetfulServicesLayer = Layer.provideMerge(floors, RevisionTree.layerWith({ cacheBytes: 0 }))
