/** Where spaces are on their sites. Pure. */
import type { SiteSpaceRecord } from "../sites/SiteSpace.ts"

/** The segments of a site space below its site's root. */
export const placeOf = ({ isDefault, path }: SiteSpaceRecord): ReadonlyArray<string> => (isDefault ? [] : [path])
