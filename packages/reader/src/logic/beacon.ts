/**
 * What a page tells its site of its reader. The server leaves secrets out of what it keeps; what it has no use for is not
 * sent in the first place: keys of share links, tokens, and what visitors say of themselves stay in the address.
 */
import { isPreview } from "./pages.ts"

/** Something a reader did, as the server's `noting.ts` reads it. */
export interface ReaderEvent {
  readonly type:
    | "page_view"
    | "page_post_feedback"
    | "page_post_feedback_comment"
    | "search_open"
    | "search_type_query"
    | "search_open_result"
  readonly query?: string
  readonly results?: number
  readonly rating?: string
  readonly comment?: string
}

/** Where a reader is. */
export interface Place {
  /** Base path of the site, without a slash at its end. */
  readonly base: string
  readonly pathname: string
  readonly search: string
  /** Address of the page as it calls itself; `undefined` where it has none. */
  readonly canonical: string | undefined
  /** `document.referrer` */
  readonly referrer: string
}

/** The form of a share link's key: `isShareKey` of core. */
const key = /^[0-9A-Za-z]{22}$/

/** The path without the key of a share link, which stands behind the base and in no address that a page has of its own. */
const pathOf = ({ base, canonical, pathname }: Place): string => {
  if (!pathname.startsWith(`${base}/`)) return pathname
  const [first, ...rest] = pathname.slice(base.length + 1).split("/")
  const isKey = key.test(first!) && (canonical === undefined || !canonical.split(/[/?#]/).includes(first!))
  return isKey ? `${base}/${rest.join("/")}` : pathname
}

/** The parameters that say which campaign led here, and no other. */
const searchOf = (search: string): string => {
  const kept = [...new URLSearchParams(search)].filter(([name]) => name.startsWith("utm_"))
  return kept.length === 0 ? "" : `?${new URLSearchParams(kept)}`
}

/** The page that led here, without its query and fragment, names and passwords. */
const referrerOf = (referrer: string): string => {
  try {
    const { host, pathname, protocol } = new URL(referrer)
    return `${protocol}//${host}${pathname}`
  } catch {
    return ""
  }
}

/** What is sent of an event. */
export const beaconOf = (
  event: ReaderEvent,
  place: Place,
  who: { readonly session: string; readonly visitor: string }
) => ({
  ...event,
  path: pathOf(place),
  search: searchOf(place.search),
  ...who,
  referrer: referrerOf(place.referrer)
})

/** What a reader's browser says of being told of. */
interface Wishes {
  readonly doNotTrack?: string | null
  readonly globalPrivacyControl?: boolean
}

/**
 * Whether something is sent: not of who asks for that, nor of members who look at a preview, nor where the page has no
 * word of it.
 * @param insights what the page says of how readers are known; `undefined` for not at all
 */
export const isTold = (
  { doNotTrack, globalPrivacyControl }: Wishes,
  base: string | undefined,
  insights: string | undefined
): base is string =>
  doNotTrack !== "1" &&
  globalPrivacyControl !== true &&
  insights !== undefined &&
  base !== undefined &&
  !isPreview(base)

/** A word that is kept under a name, made when there is none; `none` where nothing may be kept. */
export const persistentId = (
  store: () => { getItem(name: string): string | null; setItem(name: string, value: string): void },
  name: string,
  make: () => string
): string => {
  try {
    const known = store().getItem(name)
    if (known) return known
    const made = make()
    store().setItem(name, made)
    return made
  } catch {
    return "none"
  }
}
