/** The face of the area, for the lists of areas: its services. */
import { ChangeRequestContent } from "./ChangeRequestContent.ts"

export const layer = ChangeRequestContent.layer
