/** The areas of the floor that have a face, from the ground up: each stands on those before it. */

import * as adaptiveSchema from "./adaptive-schema/area.ts"
import * as fonts from "./fonts/area.ts"
import * as hostnames from "./hostnames/area.ts"
import * as insights from "./insights/area.ts"
import * as pdf from "./pdf/area.ts"
import * as redirects from "./redirects/area.ts"
import * as renderers from "./renderers/area.ts"
import * as siteExports from "./site-exports/area.ts"
import * as sites from "./sites/area.ts"
import * as urls from "./urls/area.ts"
import * as visitors from "./visitors/area.ts"

export const areas = [
  fonts,
  hostnames,
  adaptiveSchema,
  pdf,
  visitors,
  insights,
  redirects,
  sites,
  siteExports,
  renderers,
  urls
] as const
