/** Writing in the web application, as stories tell it: a server with a browser, pages to write, and how they are written. */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, expect } from "vitest"
import { findChromium, launchChromium } from "./chromium.ts"
import type { Store } from "./stores.ts"
import { type VisitOptions, visit } from "./visit.ts"
import { builtWebApplication } from "./webApplication.ts"
import { type Person, startWorld, type World, type WorldConfig } from "./world.ts"
import { caretBehind } from "./writtenPage.ts"

export const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to write in")

/** What the console says of requests that were made to fail. */
export const failing = /Failed to load resource|net::ERR/

export const settings = { timeout: 60_000 }

export interface Draft {
  readonly id: string
  readonly number: number
  readonly status: string
}

/** A server of a store with the stories of one page each. @param more of its configuration, when it is about to start */
export const start = (store: Store, more: () => Promise<Partial<WorldConfig>> = async () => ({})) => {
  let world: World
  let browser: Browser
  beforeAll(async () => {
    world = await startWorld(store, { webApplication: await builtWebApplication(), ...(await more()) })
    browser = await launchChromium(executable!)
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const ask = async (person: Person, method: "get" | "post" | "patch", path: string, body?: object) => {
    const { body: answer, status, text } = await person.client[method](`/v1${path}`, body as never)
    expect(status, text).toBeLessThan(300)
    return answer
  }

  /** A space with one page. */
  const furnished = async (markdown = "One two three.\n\nFour five six.\n") => {
    const space = await world.space("Handbook")
    const answer = await ask(world.admin, "post", `/spaces/${space}/content`, {
      changes: [{ operation: "insert_page", title: "Start", document: { markdown } }]
    })
    return { space, page: answer.changes[0].page.id as string }
  }
  const draftsOf = async (space: string): Promise<ReadonlyArray<Draft>> =>
    (await ask(world.admin, "get", `/spaces/${space}/change-requests?status=draft&status=archived`)).items
  const changeRequest = async (space: string, subject = "A change"): Promise<Draft> =>
    ask(world.admin, "post", `/spaces/${space}/change-requests`, { subject })
  /** Text of a page in a change request, or in the live content. */
  const markdownOf = async (space: string, page: string, draft?: Draft): Promise<string> => {
    const place = draft === undefined ? "" : `/change-requests/${draft.id}`
    return (await ask(world.admin, "get", `/spaces/${space}${place}/content/page/${page}?format=markdown`)).markdown
  }

  /** Opens an address below the application's spaces. @param options origin: where a browser reaches the server */
  const writing = (
    path: string,
    look: Parameters<typeof visit>[1],
    { origin = world.origin, ...options }: VisitOptions & { readonly origin?: string } = {}
  ) => visit({ world: { origin, admin: world.admin }, browser, path: `/app/s/${path}`, ...options }, look)

  return { world: () => world, ask, furnished, draftsOf, changeRequest, markdownOf, writing }
}

export const bodyOf = (page: Page) => page.getByRole("textbox", { name: "Page body" })
export const says = (page: Page, words: string | RegExp) =>
  page.getByRole("status").filter({ hasText: words }).waitFor()

/** Goes to the end of the paragraph that has words, and types. */
export const typeAfter = async (page: Page, words: string, text: string): Promise<void> => {
  await caretBehind(page, bodyOf(page).getByText(words))
  await page.keyboard.type(text)
}

/** Whether this browser keeps something that is not on the server. */
export const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("octavo")
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    try {
      return await new Promise<boolean>((resolve, reject) => {
        const request = db.transaction("work").objectStore("work").count()
        request.onsuccess = () => resolve(request.result > 0)
        request.onerror = () => reject(request.error)
      })
    } finally {
      db.close()
    }
  })
export const keeps = (page: Page, what: boolean) => expect.poll(() => isKept(page)).toBe(what)

/** No content change reaches the server, as when it is stopped. */
export const stopServer = (window: BrowserContext) =>
  window.route("**/content?*", (route) => route.abort("connectionrefused"))
export const startServer = (window: BrowserContext) => window.unroute("**/content?*")
