/** The face of the area, for the lists of areas: its services. */
import { Layer } from "effect"
import { ContentChecks } from "./ContentChecks.ts"
import { DraftBreaks } from "./DraftBreaks.ts"
import { DraftTexts } from "./DraftTexts.ts"

export const layer = ContentChecks.layer.pipe(Layer.provideMerge(Layer.merge(DraftBreaks.layer, DraftTexts.layer)))
