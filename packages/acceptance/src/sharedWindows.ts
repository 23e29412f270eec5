/**
 * Windows of a browser that one story after the other has. A window of its own would load and compile the whole application
 * for each of them, which is a third of what a short story takes.
 */
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core"

/** Beside it pages of the same origin share a process, which stays as long as one of them does. */
export const oneProcess = "--renderer-process-limit=1"

interface Shared {
  readonly window: BrowserContext
  isFree: boolean
  /** Whether it has what can't be taken from it again. */
  isSpent: boolean
}

const windows = new WeakMap<Browser, Map<string, Array<Shared>>>()

const make = async (open: () => Promise<BrowserContext>, origin: string): Promise<Shared> => {
  const window = await open()
  // a page without scripts, that stays
  await (await window.newPage()).goto(`${origin}/healthz`)
  const shared: Shared = { window, isFree: false, isSpent: false }
  const add = window.addInitScript.bind(window)
  window.addInitScript = (...script) => {
    shared.isSpent = true
    return add(...script)
  }
  return shared
}

/** What stories listen to. */
const heard = ["console", "dialog", "page", "request", "requestfailed", "requestfinished", "response", "weberror"]

/** Takes away everything that a story left: pages, listeners, routes, permissions, cookies and what pages keep. */
const clear = async ({ window }: Shared, origin: string): Promise<void> => {
  const [stays, ...pages] = window.pages()
  for (const page of pages) await page.close()
  for (const name of heard) window.removeAllListeners(name)
  await window.unrouteAll({ behavior: "ignoreErrors" })
  await window.setOffline(false)
  await window.clearPermissions()
  await window.clearCookies()
  const session = await window.newCDPSession(stays!)
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" })
  await session.detach()
}

/**
 * Lends a window in which nothing of an earlier story is left but what a browser has loaded.
 * @param origin of the server that is visited
 * @param options which windows are alike
 * @param open makes another one
 */
export const inSharedWindow = async (
  {
    browser,
    open,
    options,
    origin
  }: {
    readonly browser: Browser
    readonly origin: string
    readonly options: BrowserContextOptions
    readonly open: () => Promise<BrowserContext>
  },
  use: (window: BrowserContext) => Promise<void>
): Promise<void> => {
  const ofBrowser = windows.get(browser) ?? new Map<string, Array<Shared>>()
  windows.set(browser, ofBrowser)
  const key = JSON.stringify([origin, options])
  const alike = ofBrowser.get(key) ?? []
  ofBrowser.set(key, alike)
  const free = alike.find(({ isFree }) => isFree)
  const shared = free ?? (await make(open, origin))
  if (free === undefined) alike.push(shared)
  shared.isFree = false
  try {
    await use(shared.window)
  } finally {
    if (!shared.isSpent) {
      await clear(shared, origin)
      shared.isFree = true
    } else await shared.window.close()
  }
}
