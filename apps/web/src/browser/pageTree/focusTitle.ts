/** Puts the caret into the title of a page, as soon as that page is drawn and can be written. */
import { base } from "../place.ts"

/** Milliseconds after which nobody waits for it any more. */
const patience = 10_000

/** @param address of the page that was gone to */
export const focusTitle = (address: string): void => {
  const end = Date.now() + patience
  const look = () => {
    if (location.pathname !== base + address || Date.now() > end) return
    // what is busy still shows the page before
    const title = document.querySelector<HTMLElement>('#Content [aria-busy="false"] [aria-label="Page title"]')
    if (title === null) return void requestAnimationFrame(look)
    title.focus()
    if (title instanceof HTMLInputElement || title instanceof HTMLTextAreaElement) title.select()
    else getSelection()?.selectAllChildren(title)
  }
  requestAnimationFrame(look)
}
