/** A page that is written in the browser, and what of it is on the server: for stories of the block editor. */
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect } from "vitest"
import { launchChromium } from "./chromium.ts"
import { type Store, sqlite } from "./stores.ts"
import { type Visit, type VisitOptions, visit } from "./visit.ts"
import { builtWebApplication } from "./webApplication.ts"
import { startWorld, type World } from "./world.ts"
import { executable } from "./writing.ts"

export interface WrittenPage extends Visit {
  readonly body: Locator
  readonly space: string
  /** Where links to the other page lead, as Markdown. */
  readonly welcome: string
  /** Waits until the page on the server is this Markdown, or such. */
  readonly says: (markdown: string | RegExp) => Promise<void>
  readonly toolbar: (name: string) => Locator
}

interface WritingOptions extends VisitOptions {
  readonly world: World
  readonly browser: Browser
  readonly markdown: string
  readonly anchor?: string
}

/** Opens the first page of a space of its own, which has another one, "Welcome". */
export const writePage = async (
  options: WritingOptions,
  look: (written: WrittenPage) => Promise<void>
): Promise<void> => {
  const { anchor = "", browser, markdown, world, ...window } = options
  const space = await world.space("Handbook")
  const made = await world.api.post(`/v1/spaces/${space}/content`, {
    changes: [
      { operation: "insert_page", title: "Start", document: { markdown } },
      { operation: "insert_page", title: "Welcome", document: { markdown: "Hello.\n\n## First steps\n\nRead.\n" } }
    ]
  })
  expect(made.status, made.text).toBe(200)
  const id = made.body.changes[0].page.id as string
  const markdownOf = async (): Promise<string> => {
    const drafts = await world.api.get(`/v1/spaces/${space}/change-requests?status=draft`)
    const place = drafts.body.items.length === 0 ? "" : `/change-requests/${drafts.body.items[0].id}`
    return (await world.api.get(`/v1/spaces/${space}${place}/content/page/${id}?format=markdown`)).body.markdown
  }
  const says: WrittenPage["says"] = async (markdown) => {
    const page = expect.poll(markdownOf, { interval: 300 })
    await (typeof markdown === "string" ? page.toBe(markdown) : page.toMatch(markdown))
  }
  await visit({ world, browser, path: `/app/s/${space}/start${anchor}`, ...window }, async (one) => {
    one.page.setDefaultTimeout(10_000)
    const body = one.page.getByRole("textbox", { name: "Page body" })
    await body.waitFor()
    const toolbar = (name: string) => one.page.getByRole("toolbar", { name })
    const welcome = `/pages/${made.body.changes[1].page.id}`
    await look({ ...one, body, space, welcome, toolbar, says })
  })
}

/**
 * A server with a browser, for the stories of a `describe`: each writes a page of its own.
 * @param common of all of their windows
 */
export const startPages = (store: Store = sqlite, common: VisitOptions = {}) => {
  let world: World
  let browser: Browser
  beforeAll(async () => {
    world = await startWorld(store, { webApplication: await builtWebApplication() })
    browser = await launchChromium(executable!)
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })
  const writing = (
    markdown: string,
    look: (written: WrittenPage) => Promise<void>,
    options: VisitOptions & { readonly anchor?: string } = {}
  ): Promise<void> => writePage({ world, browser, markdown, ...common, ...options }, look)
  return { world: () => world, browser: () => browser, writing }
}

/** Browsers tell of a selection a moment after it was made: no person is as quick as a test. */
export const selectionSeen = async (page: Page): Promise<void> => {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
}

/** Puts the caret at the end of a text. */
export const caretBehind = async (page: Page, text: Locator): Promise<void> => {
  await text.click()
  await page.keyboard.press("End")
  await selectionSeen(page)
}

/** Whether somebody sees it: it is inside of the window, and nothing lies over its middle. */
export const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const seen = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2)
    return seen !== null && one.contains(seen)
  })

/** An empty paragraph behind a text, and a kind chosen in its menu. */
export const chooseKind = async (page: Page, behind: Locator, kind: string): Promise<void> => {
  await caretBehind(page, behind)
  await page.keyboard.press("Enter")
  await page.keyboard.type(`/${kind.toLowerCase()}`)
  await page.getByRole("listbox", { name: "Insert a block" }).getByRole("option", { name: kind, exact: true }).waitFor()
  await page.keyboard.press("Enter")
}
