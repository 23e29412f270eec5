/** Octavo with its web application. */
import { builtApplication } from "@octavo/runtime/webApplication"
import { serveMeasured } from "../support/serveMeasured.ts"

await serveMeasured({ rateLimits: "off", webApplication: builtApplication() })
