/**
 * Windows of a browser that visits take in turns. A window of its own is a process that loads and compiles all scripts of
 * the application once more, and costs three times what a visit costs in one that another visit has left.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core"

export interface OpenWindow {
  readonly window: BrowserContext
  readonly page: Page
  /** Takes out of it all that its visit has left, for the next one; closes it where that can't be done. */
  readonly leave: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What a window or a page can't be told to forget: one in which it was called is closed. */
const lasting = [
  ...["addInitScript", "emulateMedia", "exposeBinding", "exposeFunction", "newCDPSession", "routeWebSocket"],
  ...["setExtraHTTPHeaders", "setGeolocation"]
]

/** What visits listen to. */
const heard = ["console", "dialog", "download", "page", "request", "requestfailed", "requestfinished", "response"]
const heardOfErrors = ["pageerror", "weberror"]

/** Playwright's, in milliseconds. */
const defaultTimeout = 30_000

const tellViolations =
  'addEventListener("securitypolicyviolation", (event) => console.error("policy: " + event.violatedDirective + " " + event.blockedURI))'

const left = new WeakMap<Browser, Map<string, Array<OpenWindow>>>()

export interface WindowOptions extends BrowserContextOptions {
  /** Of the server that is visited. */
  readonly origin: string
  /** Whether it is closed afterwards, and was nobody's before. */
  readonly own: boolean
}

/** A window with an empty page, in which what breaks the policy of a page is said in its console. */
export const openWindow = async (browser: Browser, { origin, own, ...options }: WindowOptions): Promise<OpenWindow> => {
  const ofBrowser = left.get(browser) ?? new Map<string, Array<OpenWindow>>()
  left.set(browser, ofBrowser)
  const key = JSON.stringify([origin, options])
  const alike = ofBrowser.get(key) ?? []
  ofBrowser.set(key, alike)
  const kept = own ? undefined : alike.pop()
  if (kept !== undefined) return kept

  const window = await browser.newContext(options)
  await window.addInitScript(tellViolations)
  const page = await window.newPage()
  const session = await window.newCDPSession(page)
  let isChanged = own
  for (const target of [window, page])
    for (const name of lasting) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== "function") continue
      Reflect.set(target, name, (...args: ReadonlyArray<unknown>) => {
        isChanged = true
        return Reflect.apply(method, target, args)
      })
    }
  const close = () => window.close()
  const opened: OpenWindow = {
    window,
    page,
    close,
    leave: async () => {
      if (isChanged || page.isClosed()) return close()
      // a visit may end while its page is on its way to another one
      const isEmpty = await empty(opened, session, origin, options).then(
        () => true,
        () => false
      )
      if (!isEmpty) return close()
      alike.push(opened)
    }
  }
  return opened
}

const empty = async (
  { page, window }: OpenWindow,
  session: CDPSession,
  origin: string,
  { viewport = null }: BrowserContextOptions
): Promise<void> => {
  for (const target of [window, page]) {
    for (const type of [...heard, ...heardOfErrors]) target.removeAllListeners(type)
    await target.unrouteAll({ behavior: "ignoreErrors" })
    target.setDefaultTimeout(defaultTimeout)
  }
  for (const other of window.pages()) if (other !== page) await other.close()
  await window.setOffline(false)
  await page.goto("about:blank")
  await page.mouse.move(0, 0)
  if (viewport !== null) await page.setViewportSize(viewport)
  await window.clearPermissions()
  await window.clearCookies()
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" })
}
