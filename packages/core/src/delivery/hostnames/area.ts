/** The face of the area, for the lists of areas: its services and what the trail records. */
import { Hostnames } from "./Hostnames.ts"

export const layer = Hostnames.layer

export const auditActions = {
  "site.hostname.claim": "Custom hostname claimed for a site",
  "site.hostname.serve": "Custom hostname proven: the site is served there",
  "site.hostname.fail": "Custom hostname no longer proven: the site is not served there",
  "site.hostname.release": "Custom hostname given up"
} as const
