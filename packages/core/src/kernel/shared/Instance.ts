/** This installation, as services see it: what absolute URLs are made of. Never taken from a request (threat: host poisoning). */
import * as Context from "effect/Context"

export interface InstanceConfig {
  /** Where browsers and clients reach the server: no trailing slash. */
  readonly publicUrl: string
  /** Path of the web application below the public URL; `/app` when left out. */
  readonly appPath?: string | undefined
  /** `docs.example.com`: published sites then also live at `{basename}.docs.example.com`. */
  readonly siteHost?: string | undefined
  /** Basename or id of the only site that is shown, for docs on a laptop and for a site that becomes files. */
  readonly onlySite?: string | undefined
  /** Where the only site is, without a slash at the end; at the public URL itself when left out. */
  readonly onlySiteUrl?: string | undefined
  /** Where custom hostnames are pointed to, without a port; the site host or the public URL's when left out. */
  readonly hostnameTarget?: string | undefined
  readonly version: string
  /** When the program's files were written, ISO 8601. */
  readonly built: string
  /** Who commits to Git repositories; the author is who asked for it. `Octavo`, `octavo@{public host}` without it. */
  readonly committer?: { readonly name?: string | undefined; readonly email?: string | undefined }
}

export class Instance extends Context.Service<Instance, InstanceConfig>()("@octavo/core/kernel/shared/Instance") {}

/** URL of an object in the API: its `urls.location`. */
export const location = (instance: InstanceConfig, path: string): string => `${instance.publicUrl}/v1${path}`

/** URL of an object in the web application: its `urls.app`. */
export const app = (instance: InstanceConfig, path: string): string =>
  `${instance.publicUrl}${instance.appPath ?? "/app"}${path}`

/** Where a request is for this installation, or for the only site that it shows. */
export const ownUrl = ({ onlySite, onlySiteUrl, publicUrl }: InstanceConfig): string =>
  onlySite === undefined ? publicUrl : (onlySiteUrl ?? publicUrl)

/** What of a site decides on where it lives. */
export interface PublishedAt {
  readonly siteId: string
  readonly basename: string | null
  readonly hostname?: string | null
  /** Path of a site space or section below the site; empty for the default one. */
  readonly path?: string
  /** Key of a share link that the site's URLs begin with. */
  readonly shareKey?: string
}

/** Whether a site is the only one that is shown. */
export const isOnlySite = ({ onlySite }: InstanceConfig, at: Pick<PublishedAt, "siteId" | "basename">): boolean =>
  onlySite !== undefined && (at.basename === onlySite || at.siteId === onlySite)

/**
 * URL of a published site, or of a part of it, with a trailing slash: its custom hostname, else
 * `{basename}.{site host}` where a site host is configured, else `{public url}/sites/{basename or id}/`. The only site
 * that is shown is where `ownUrl` says.
 */
export const publishedUrl = (instance: InstanceConfig, at: PublishedAt): string => {
  const protocol = instance.publicUrl.slice(0, instance.publicUrl.indexOf("://"))
  const root = isOnlySite(instance, at)
    ? `${ownUrl(instance)}/`
    : at.hostname != null
      ? `${protocol}://${at.hostname}/`
      : instance.siteHost !== undefined && at.basename !== null
        ? `${protocol}://${at.basename}.${instance.siteHost}/`
        : `${instance.publicUrl}/sites/${at.basename ?? at.siteId}/`
  const begun = at.shareKey === undefined ? root : `${root}${at.shareKey}/`
  return at.path === undefined || at.path === "" ? begun : `${begun}${at.path}/`
}
