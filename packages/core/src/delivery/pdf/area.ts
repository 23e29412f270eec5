/** The face of the area, for the lists of areas: its services. */
import { Pdfs } from "./Pdfs.ts"

export const layer = Pdfs.layer
