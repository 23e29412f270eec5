/** Access of visitors to published sites: the pass that lets somebody in, and whether it still does. Pure. */
import type { SiteVisibility } from "../site-records/Site.ts"

/** What lets somebody in. */
export type VisitorPass =
  | { readonly kind: "anyone" }
  /** A share link that is active. */
  | { readonly kind: "share-link"; readonly id: string }
  /** A visitor's JWT, signed with the site's key of this id. */
  | { readonly kind: "signed-in"; readonly keyId: string }
  /** A member who looks at the site before, or besides, its visitors; `null`: the operator. */
  | { readonly kind: "member"; readonly userId: string | null }

/** What of a site decides on who gets in. */
export interface AccessRules {
  readonly published: boolean
  readonly visibility: SiteVisibility
  /** The active ones, each with the SHA-256 of its key. */
  readonly shareLinks: ReadonlyArray<{ readonly id: string; readonly keyHash: string }>
  /** The id of the signing key; another one as soon as the key is another. */
  readonly keyId: string | null
}

/** Whether anybody may read the site, without a key of a share link or a visitor's token. */
export const isOpenToAll = (site: Pick<AccessRules, "published" | "visibility">): boolean =>
  site.published && (site.visibility === "public" || site.visibility === "unlisted")

/** Whether a pass still lets in: asked each time, because passes outlive what they were given for (threat: stale authority). */
export const admits = (rules: AccessRules, pass: VisitorPass): boolean => {
  if (pass.kind === "member") return true
  if (!rules.published) return false
  switch (rules.visibility) {
    case "public":
    case "unlisted":
      return true
    case "share-link":
      return pass.kind === "share-link" && rules.shareLinks.some(({ id }) => id === pass.id)
    case "visitor-auth":
      return pass.kind === "signed-in" && rules.keyId === pass.keyId
  }
}
