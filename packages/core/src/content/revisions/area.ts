/** The face of the area, for the lists of areas: its services. */
import { Layer } from "effect"
import { BlobCollector } from "./BlobCollector.ts"
import { Blobs } from "./Blobs.ts"
import { ContentChanges } from "./ContentChanges.ts"
import { ComputedContent } from "./computed/ComputedContent.ts"
import { Heads } from "./Heads.ts"
import { ContentMerge } from "./merge/ContentMerge.ts"
import { MarkedConflicts } from "./merge/MarkedConflicts.ts"

export const layer = Layer.mergeAll(ContentChanges.layer, BlobCollector.layer).pipe(
  Layer.provideMerge(
    Layer.mergeAll(Blobs.layer, ComputedContent.layer, ContentMerge.layer, MarkedConflicts.layer, Heads.layer)
  )
)
