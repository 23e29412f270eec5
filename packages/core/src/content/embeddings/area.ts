/** The face of the area, for the lists of areas: its services. */
import { Layer } from "effect"
import { EmbeddingJobs } from "./EmbeddingJobs.ts"
import { Embeddings } from "./Embeddings.ts"

export const layer = Layer.mergeAll(Embeddings.layer, EmbeddingJobs.layer)
