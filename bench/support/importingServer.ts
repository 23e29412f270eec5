/** Octavo as it is served, which may import from this machine. */
import { serveMeasured } from "./serveMeasured.ts"

await serveMeasured({ allowPrivateNetworks: true })
