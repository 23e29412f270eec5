/** Going to an address of the application, and asking for what is shown there before somebody does. */
import type { MouseEvent } from "react"
import { pageOfAddress } from "../../logic/addresses.ts"
import { firstOf } from "../../logic/pageTree.ts"
import { history } from "../history.ts"
import { base } from "../place.ts"
import { changeRequestQuery, ownDraftQuery, pageQuery, pagesQuery, queryClient } from "../queries.ts"

/** Goes to an address below the application's path. */
export const go = (address: string): void => history.push(base + address)

/** Goes on from an address that leads elsewhere: nobody comes back to it. */
export const goOn = (address: string): void => history.replace(base + address)

/** Whether a click is one that a router follows: others open windows. */
export const isPlainClick = ({ altKey, button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/** Asks for a page that somebody points at. */
export const preload = (address: string): void => {
  const page = pageOfAddress(address)
  if (page === undefined || page.path === "") return
  // a change request that was gone to has its id at hand when its pages are shown
  const draft = queryClient.getQueryData(
    page.number === undefined
      ? ownDraftQuery(page.space).queryKey
      : changeRequestQuery(page.space, page.number).queryKey
  )
  if (page.number !== undefined && !draft) return
  // an address that the server does not have yet: a page was just moved or made
  const listed = queryClient.getQueryData(pagesQuery(page.space, draft?.id).queryKey)
  if (listed !== undefined && firstOf(listed.pages, ({ path }) => path === page.path) === undefined) return
  void queryClient.prefetchQuery(pageQuery(page.space, page.path, draft?.id))
}
