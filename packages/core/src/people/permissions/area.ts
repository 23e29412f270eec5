/** The face of the area, for the lists of areas: its services. */
import { Access } from "./Access.ts"

export const layer = Access.layer
