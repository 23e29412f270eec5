/** Where sites are for the world: absolute addresses, whatever name a visitor used. */

import { publicUrl } from "@octavo/core/delivery/site-records/Site"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { type InstanceConfig, publishedUrl } from "@octavo/core/kernel/shared/Instance"

/** Of the site space, with a slash at its end; behind the customer's proxy where the site has one. */
export const canonicalUrl = (instance: InstanceConfig, { site, siteSpace }: PublishedLocation): string =>
  `${publicUrl(instance, site, siteSpace.urlPath)}`

/** Of the site, with a slash at its end. */
export const siteUrl = (instance: InstanceConfig, { site }: PublishedLocation): string =>
  publishedUrl(instance, { siteId: site.id, basename: site.basename, hostname: site.hostname })

/** How hosts of repositories address a tree, and how the same place is edited there; what is before the branch. */
const editors: ReadonlyArray<readonly [tree: RegExp, edit: string]> = [
  // GitLab; names of groups and projects are before `/-/`
  [/^(https?:\/\/.+?\/-)\/(?:tree|blob)\//, "$1/edit/"],
  // Gitea and Forgejo
  [/^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/src\/branch\//, "$1/_edit/"],
  // GitHub
  [/^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/(?:tree|blob)\//, "$1/edit/"]
]

/**
 * Where a file of a repository is edited in the browser; where it is read on hosts that are not known.
 * @param tree address of the directory that the path is in, without a slash at its end
 */
export const editUrl = (tree: string, path: string): string => {
  const known = editors.find(([pattern]) => pattern.test(`${tree}/`))
  const base = known === undefined ? `${tree}/` : `${tree}/`.replace(...known)
  return base + path.split("/").map(encodeURIComponent).join("/")
}
