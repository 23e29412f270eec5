/** Opens where something leads, in a window of its own: what is written here stays. */
import { base } from "../place.ts"

/** The address of a link as browsers take it; none for what could run something. */
export const addressOf = (href: string | undefined): string | undefined => {
  if (href === undefined || !/^(?:https?:|mailto:|tel:|[/#])/i.test(href)) return undefined
  return href.startsWith("/") && !href.startsWith("//") ? base + href : href
}

/** @param address as `addressOf` gives it */
export const openAddress = (address: string | undefined): void => {
  if (address !== undefined) window.open(address, "_blank", "noopener")
}
