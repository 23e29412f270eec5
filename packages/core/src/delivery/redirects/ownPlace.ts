/** Places of a site by the addresses that name them. Pure. */
import type { InstanceConfig } from "../../kernel/shared/Instance.ts"
import { resolveUrl } from "../site-records/resolveUrl.ts"
import type { SiteRecord } from "../site-records/Site.ts"

/** A place of a site, by an address that names it. */
export interface OwnPlace {
  readonly segments: ReadonlyArray<string>
  /** Query and fragment of the address, with their signs. */
  readonly suffix: string
}

/** What an address means on a site: `undefined` when it leads elsewhere. */
export const ownPlace = (instance: InstanceConfig, site: SiteRecord, url: string): OwnPlace | undefined => {
  const { hash, host, pathname, search } = new URL(url)
  const suffix = search + hash
  // behind the customer's proxy the site is at a path of another host
  const behind = site.proxy === null ? undefined : below(`${host}${pathname}`, site.proxy)
  const at =
    behind === undefined
      ? resolveUrl(instance, url)
      : resolveUrl(instance, `${instance.publicUrl}/sites/${site.id}/${behind}`)
  if (at === "elsewhere" || at === "malformed") return undefined
  const { address, segments } = at
  const isOwn =
    address.by === "name"
      ? address.name === site.id || address.name === site.basename
      : address.by === "basename"
        ? address.basename === site.basename
        : address.hostname === site.hostname
  return isOwn ? { segments, suffix } : undefined
}

/** What of a path comes below another. */
const below = (path: string, root: string): string | undefined =>
  path === root ? "" : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined
