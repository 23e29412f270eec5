/** Where sites are for the world: absolute addresses, whatever name a visitor used. */
import { type InstanceConfig, publishedUrl } from "@octavo/core/shared/Instance"
import type { PublishedLocation } from "@octavo/core/sites/PublishedSites"
import { publicUrl } from "@octavo/core/sites/Site"

/** Of the site space, with a slash at its end; behind the customer's proxy where the site has one. */
export const canonicalUrl = (instance: InstanceConfig, { site, siteSpace }: PublishedLocation): string =>
  `${publicUrl(instance, site, siteSpace.urlPath)}`

/** Of the site, with a slash at its end. */
export const siteUrl = (instance: InstanceConfig, { site }: PublishedLocation): string =>
  publishedUrl(instance, { siteId: site.id, basename: site.basename, hostname: site.hostname })

/**
 * Where a file of a repository is edited in the browser: the address of its tree, with `edit` in place of `tree`, as
 * GitHub and GitLab have it; where it is read when the tree's address is another one.
 */
export const editUrl = (tree: string, path: string): string =>
  `${tree.replace(/\/tree\//, "/edit/").replace(/\/*$/, "/")}${path.split("/").map(encodeURIComponent).join("/")}`
