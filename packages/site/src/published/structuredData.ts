/** Where a page is on its site, as search engines are told. */

import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import type { InstanceConfig } from "@octavo/core/kernel/shared/Instance"
import type { SpaceIndex } from "@octavo/render/spaceIndex"
import { SEARCH_PATH } from "../page/searchForm.ts"
import type { StructuredData } from "../view.ts"
import { canonicalUrl, siteUrl } from "./addresses.ts"
import { breadcrumbs } from "./navigation.ts"

/**
 * `undefined` for a page that the navigation does not lead to: what is hidden is in nothing that machines read.
 * @param path ids from the root down to the page, the page itself last
 */
export const structuredDataOf = (
  instance: InstanceConfig,
  location: PublishedLocation,
  index: SpaceIndex,
  path: ReadonlyArray<string>
): StructuredData | undefined => {
  if (path.some((id) => index.pageById.get(id)?.page.hidden === true)) return undefined
  const url = canonicalUrl(instance, location)
  return {
    siteUrl: siteUrl(instance, location),
    about: location.site.description ?? undefined,
    searchUrl: `${url}${SEARCH_PATH}`,
    // groups have no address, and lists of crumbs no entry without one
    breadcrumbs: breadcrumbs(index, url, path).flatMap(({ href, title }) =>
      href === undefined || href === url ? [] : [{ title, url: href }]
    )
  }
}
