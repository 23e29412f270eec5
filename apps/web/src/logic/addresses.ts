/** Addresses below the application's path. Pure. */

/** A URL, or `undefined` for what is none; browsers of three years have no `URL.parse`. */
export const parsedUrl = (url: string, base?: string): URL | undefined => {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}

/** A URL as people read it: without what every one begins with. */
export const plainUrl = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/$/, "")

/** An address of the application, as its router takes it. */
export const organizationAddress = (id: string): string => `/o/${id}`
/** Screens of an organization beside its home. */
export type OrganizationPart = "people" | "teams" | "openapi" | "translations" | SettingsPart
/** What its admins set up. */
export type SettingsPart = "settings" | "sign-in" | "audit" | "webhooks" | "fonts"
/** Which settings an address of the router is of. */
export const settingsPartIn = (pathname: string): SettingsPart | undefined =>
  /^\/o\/[\w-]+\/(settings|sign-in|audit|webhooks|fonts)(?:\/|$)/.exec(pathname)?.[1] as SettingsPart | undefined
export const organizationPartAddress = (organization: string, part: OrganizationPart): string =>
  `${organizationAddress(organization)}/${part}`
export const teamAddress = (organization: string, id: string): string =>
  `${organizationPartAddress(organization, "teams")}/${id}`
export const specAddress = (organization: string, slug: string): string =>
  `${organizationPartAddress(organization, "openapi")}/${slug}`
export const webhookAddress = (organization: string, id: string): string =>
  `${organizationPartAddress(organization, "webhooks")}/${id}`
/** Where an invite link is taken up. */
export const joinAddress = (organization: string, invite: string): string =>
  `${organizationAddress(organization)}/join/${invite}`
export const siteAddress = (organization: string, id: string): string => `/o/${organization}/sites/${id}`
/** Screens of a site beside the one of its content. */
export type SitePart = "structure" | "look" | "audience" | "domain" | "redirects" | "insights" | "settings"
export const sitePartAddress = (organization: string, id: string, part: SitePart): string =>
  `${siteAddress(organization, id)}/${part}`
export const collectionAddress = (id: string): string => `/c/${id}`

/**
 * Of a space, or of a page of its live content.
 * @param path of the page, as the API says it; empty for the first one
 * @param number of the change request whose draft it is of
 */
export const pageAddress = (space: string, path = "", number?: string): string => {
  const place = number === undefined ? `/s/${space}` : `/s/${space}/~/changes/${number}`
  return path === "" ? place : `${place}/${path.split("/").map(encodeURIComponent).join("/")}`
}

/** Of a comment at its place in a page. @param number of the change request that it is in */
export const commentAddress = (space: string, path: string, comment: string, number?: string): string =>
  `${pageAddress(space, path, number)}?comment=${encodeURIComponent(comment)}`

/** Of a room of a space. */
export const roomAddress = (space: string, room: string): string => `/s/${space}/~/${room}`

/**
 * What an absolute address of the installation is for the router: `https://docs.acme.org/app/s/x/a` as `/s/x/a`.
 * `undefined` for what lies elsewhere, and for what the server draws itself: signing in, previews of sites.
 */
export const ownAddress = (
  url: string,
  app: { readonly origin: string; readonly base: string }
): string | undefined => {
  const at = parsedUrl(url, app.origin)
  if (at === undefined || at.origin !== app.origin) return undefined
  if (at.pathname !== app.base && !at.pathname.startsWith(`${app.base}/`)) return undefined
  const below = at.pathname.slice(app.base.length) || "/"
  return isScreen(below) ? below + at.search + at.hash : undefined
}

/** Whether the application has a screen at an address below its path. */
export const isScreen = (below: string): boolean =>
  below === "/" ||
  /^\/account(?:\/(?:notifications|tokens))?\/?$/.test(below) ||
  /^\/[oc]\/[\w-]+\/?$/.test(below) ||
  /^\/o\/[\w-]+\/(?:people|translations|fonts|sign-in|audit|settings)\/?$/.test(below) ||
  /^\/o\/[\w-]+\/(?:(?:teams|openapi|webhooks)(?:\/[\w-]+)?|join\/[\w-]+)\/?$/.test(below) ||
  /^\/o\/[\w-]+\/sites\/[\w-]+(?:\/(?:structure|look|audience|domain|redirects|insights|settings))?\/?$/.test(below) ||
  /^\/s\/[\w-]+(?:\/(?!~(?:\/|$)).*)?$/.test(below) ||
  /^\/s\/[\w-]+\/~\/[a-z]+\/?$/.test(below) ||
  /^\/s\/[\w-]+\/~\/changes\/[\w-]+\/?$/.test(below) ||
  /^\/s\/[\w-]+\/~\/revisions\/[\w-]+\/?$/.test(below) ||
  draftPage.test(below)

/** A page of a change request. */
const draftPage = /^\/s\/([\w-]+)\/~\/changes\/([\w-]+)\/(?=.)([^?#]*)/

interface PagePlace {
  readonly space: string
  readonly path: string
  /** Number of the change request whose draft it is of. */
  readonly number?: string
}

/** The page at an address of the application; its path is empty for a space. `undefined` where no page is. */
export const pageOfAddress = (address: string): PagePlace | undefined => {
  const [, space, rest = ""] = /^\/s\/([\w-]+)(?:\/([^?#]*))?/.exec(address) ?? []
  const [, , number, path] = draftPage.exec(address) ?? []
  if (space === undefined || (number === undefined && (rest === "~" || rest.startsWith("~/")))) return undefined
  try {
    return {
      space,
      path: (path ?? rest).split("/").filter(Boolean).map(decodeURIComponent).join("/"),
      ...(number === undefined ? {} : { number })
    }
  } catch {
    return undefined
  }
}
