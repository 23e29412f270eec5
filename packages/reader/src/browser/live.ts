/**
 * The script of pages of a folder that is being written. When a file was saved, the page is exchanged where it stands:
 * what the reader had scrolled to, opened and chosen stays. What is wrong in the folder is told over the page.
 */
import type { Fault } from "../logic/fault.ts"
import { all, parse } from "./dom.ts"
import { showFaults } from "./faults.ts"
import { EXCHANGED_EVENT, exchangeHead, lacksDiagrams, STALE_EVENT } from "./pageChanges.ts"

/** What can be open or chosen on a page, in its order, by what it says of itself. */
const chosen = (): ReadonlyMap<string, boolean> => {
  const count = new Map<string, number>()
  const named = (name: string): string => {
    const times = (count.get(name) ?? 0) + 1
    count.set(name, times)
    return `${name} ${times}`
  }
  return new Map([
    ...all<HTMLDetailsElement>("details").map((one): readonly [string, boolean] => [
      named(`details ${nameOf(one)}`),
      one.open
    ]),
    ...all("[role=tab]").map((one): readonly [string, boolean] => [
      named(`tab ${one.textContent}`),
      one.getAttribute("aria-selected") === "true"
    ])
  ])
}

/** A branch of the tree belongs to the page before it; others say what they are. */
const nameOf = (details: HTMLDetailsElement): string =>
  details.previousElementSibling?.getAttribute("href") ?? details.querySelector("summary")?.textContent ?? ""

const choose = (before: ReadonlyMap<string, boolean>): void => {
  const names = [...chosen().keys()]
  const nodes = [...all<HTMLDetailsElement>("details"), ...all("[role=tab]")]
  nodes.forEach((node, index) => {
    const was = before.get(names[index]!)
    if (node instanceof HTMLDetailsElement) {
      if (was !== undefined) node.open = was
    } else if (was) node.click()
  })
}

let shown: string | undefined
let turn = 0

const refresh = async (): Promise<void> => {
  const mine = ++turn
  dispatchEvent(new Event(STALE_EVENT))
  const { pathname, search } = location
  const html = await fetch(pathname + search, { headers: { accept: "text/html" }, cache: "no-store" })
    .then((answer) => answer.text())
    .catch(() => undefined)
  if (html === undefined || mine !== turn || location.pathname !== pathname || html === shown) return
  shown = html
  const next = parse(html)
  if (lacksDiagrams(next)) return location.reload()
  const before = chosen()
  const tops = all(".sidebar, .outline").map((one) => one.scrollTop)
  const { scrollX: x, scrollY: y } = window
  document.title = next.title
  exchangeHead(next.head)
  document.documentElement.lang = next.documentElement.lang
  document.documentElement.dir = next.documentElement.dir
  document.body.replaceWith(next.body)
  dispatchEvent(new Event(EXCHANGED_EVENT))
  choose(before)
  all(".sidebar, .outline").forEach((one, index) => {
    one.scrollTop = tops[index] ?? 0
  })
  scrollTo({ left: x, top: y, behavior: "instant" })
}

const events = new URL("./events", (document.currentScript as HTMLScriptElement).src)
let version: string | undefined

const listen = (): EventSource => {
  const source = new EventSource(events)
  source.addEventListener("content", ({ data }) => {
    // the first one says what is shown already
    const isNew = version !== undefined && version !== data
    version = data
    if (isNew || document.body.dataset["waiting"] !== undefined) refresh()
  })
  source.addEventListener("faults", ({ data }) => {
    const faults: ReadonlyArray<Fault> = JSON.parse(data)
    // it may have been opened before anybody knew why there is nothing to show
    const why = document.querySelector("[data-waiting] [role=status]")
    if (why !== null && faults.length > 0) why.textContent = faults.map(({ message }) => message).join(" ")
    showFaults(faults)
  })
  return source
}

// browsers have six connections to a host for all of its tabs: one that nobody looks at keeps none, and catches up
let source = document.hidden ? undefined : listen()
document.addEventListener("visibilitychange", () => {
  source?.close()
  source = document.hidden ? undefined : listen()
})
