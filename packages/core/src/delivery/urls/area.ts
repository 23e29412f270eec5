/** The face of the area, for the lists of areas: its services. */
import { Layer } from "effect"
import { ContentUrls } from "./ContentUrls.ts"
import { Embeds } from "./Embeds.ts"
import { Urls } from "./Urls.ts"

export const layer = Layer.mergeAll(ContentUrls.layer, Embeds.layer, Urls.layer)
