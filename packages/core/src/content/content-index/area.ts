/** The face of the area, for the lists of areas: its services. */
import { ContentIndex } from "./ContentIndex.ts"

export const layer = ContentIndex.layer
