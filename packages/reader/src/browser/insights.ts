/**
 * What readers do, told to the site alone: pages that they open, what they search for, what they think of a page. Who asks
 * not to be tracked is not. A visit is known by a random word in the tab, a reader only where the site says so.
 */
import { beaconOf, isTold, persistentId, type ReaderEvent } from "../logic/beacon.ts"
import { all, closest } from "./dom.ts"
import { PAGE_EVENT } from "./pageChanges.ts"
import { listen } from "./readerEvents.ts"

// over plain HTTP there is no `randomUUID`
const makeWord = (): string => crypto.randomUUID?.() ?? String(Math.random()).slice(2)

const send = (event: ReaderEvent): void => {
  const { base, insights } = document.body.dataset
  if (!isTold(navigator, base, insights)) return
  const session = persistentId(() => sessionStorage, "octavo-session", makeWord)
  const visitor = insights === "known" ? persistentId(() => localStorage, "octavo-visitor", makeWord) : session
  const { pathname, search } = location
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href
  const place = { base, canonical, pathname, search, referrer: document.referrer }
  fetch(`${base}/~insights`, {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(beaconOf(event, place, { session, visitor }))
  }).catch(() => {})
}

const rate = (button: HTMLButtonElement): void => {
  for (const one of all(".feedback button[value]")) one.setAttribute("aria-pressed", String(one === button))
  send({ type: "page_post_feedback", rating: button.value })
  const form = button.closest(".feedback")!.querySelector("form")!
  form.hidden = false
  form.querySelector("textarea")!.focus()
}

const comment = (box: HTMLElement, form: HTMLFormElement): void => {
  const text = form.querySelector("textarea")!.value.trim()
  const rating = box.querySelector<HTMLButtonElement>("[aria-pressed=true]")!.value
  if (text) send({ type: "page_post_feedback_comment", rating, comment: text })
  form.hidden = true
  box.querySelector("[role=status]")!.textContent = box.dataset["thanks"] ?? ""
}

export const sendInsights = (): void => {
  listen(send)
  addEventListener("click", (event) => {
    const button = closest<HTMLButtonElement>(event, ".feedback button[value]")
    if (button) rate(button)
  })
  addEventListener("submit", (event) => {
    const box = closest(event, ".feedback")
    if (!box) return
    event.preventDefault()
    comment(box, event.target as HTMLFormElement)
  })
  addEventListener(PAGE_EVENT, () => send({ type: "page_view" }))
  send({ type: "page_view" })
}
