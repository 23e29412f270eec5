/** Where spaces are on their sites. Pure. */
import type { SiteSpaceRecord } from "../site-records/SiteSpace.ts"

/** The segments of a site space below its site's root. */
export const placeOf = ({ urlPath }: SiteSpaceRecord): ReadonlyArray<string> =>
  urlPath === "" ? [] : urlPath.split("/")
