/** The face of the area, for the lists of areas: its services. */
import { Layer } from "effect"
import { PurgeJobs } from "./PurgeJobs.ts"
import { Purges } from "./Purges.ts"

export const layer = Layer.mergeAll(PurgeJobs.layer, Purges.layer)
