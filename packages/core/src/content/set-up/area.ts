/** The face of the area, for the lists of areas: its services. */
import { SetUp } from "./SetUp.ts"

export const layer = SetUp.layer
