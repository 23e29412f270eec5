/** The face of the area, for the lists of areas: its services. */
import { Templates } from "./Templates.ts"

export const layer = Templates.layer
