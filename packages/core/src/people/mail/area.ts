/** The face of the area, for the lists of areas: its services. */
import { Mails } from "./Mails.ts"

export const layer = Mails.layer
