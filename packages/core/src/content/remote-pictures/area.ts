/** The face of the area, for the lists of areas: its services. */
import { RemotePictures } from "./RemotePictures.ts"

export const layer = RemotePictures.layer
