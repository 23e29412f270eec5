import { Effect } from "effect"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { visitorView } from "../site-records/audience.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import type { SiteStore } from "../site-records/SiteStore.ts"
import { isOpenToAll } from "../visitors/visitorPass.ts"

/** A site that everybody may read, or why it is none, in words. */
export type OpenSite =
  | { readonly site: SiteRecord; readonly problem?: undefined }
  | { readonly site?: undefined; readonly problem: string }

/** The site as everybody sees it: what becomes files. */
export const openSite = (
  sites: SiteStore["Service"],
  { organizationId, siteId }: { readonly organizationId: string; readonly siteId: string }
): Effect.Effect<OpenSite, StorageError> =>
  Effect.map(sites.get(organizationId, siteId, visitorView), (site): OpenSite => {
    if (site === undefined) return { problem: "The site was deleted" }
    if (!site.published) return { problem: "The site is not published: publish it, then ask for its files" }
    if (!isOpenToAll(site)) {
      return { problem: "The site asks who reads it, which takes a server: only a site for everybody becomes files" }
    }
    if (site.siteSpaces === 0) return { problem: "The site shows nothing: add a space that is not a draft" }
    return { site }
  })
