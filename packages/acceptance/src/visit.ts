/** A visit to the web application: a browser in which somebody is signed in, and what goes wrong in it. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { expect } from "vitest"
import { sessionOf } from "./review.ts"
import { openWindow } from "./windows.ts"
import type { Person, World } from "./world.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

export interface VisitOptions extends BrowserContextOptions {
  /** Who is signed in; the administrator where nobody is named. */
  readonly as?: Person
  /** What a console may say. */
  readonly ignored?: RegExp
  /** Whether what is shown may ask other hosts, as pictures of strangers do. */
  readonly anywhere?: boolean
  /** Whether nobody was in the window before: for stories of what comes at which moment. */
  readonly own?: boolean
  /** What is done to the window before anything is opened in it. */
  readonly before?: (window: BrowserContext) => Promise<unknown>
}

export interface Visit {
  readonly page: Page
  readonly window: BrowserContext
  /** Looks at the screen: one heading, landmarks, a name of the document, and what axe finds. */
  readonly check: (heading: string | RegExp) => Promise<void>
  /** What axe finds in whatever is open. */
  readonly audit: () => Promise<void>
}

/** What comes into sight has come: its colours on the way there are nobody's. */
const violations = `Promise.all(document.getAnimations()
    .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
    .map((one) => one.finished.catch(() => {})))
  .then(() => axe.run(document, { resultTypes: ["violations"] }))
  .then((found) => found.violations.map((one) =>
    location.pathname + " " + one.id + " " + one.nodes.map((node) => node.html.slice(0, 200)).join(" ")))`

/** Opens a path of a server in a window, as new. At the end nothing was said in the console, broke the page's policy or asked another host. */
export const visit = async (
  where: VisitOptions & {
    readonly world: Pick<World, "origin" | "admin">
    readonly browser: Browser
    readonly path: string
  },
  look: (visit: Visit) => Promise<void>
): Promise<void> => {
  const {
    anywhere = false,
    as = where.world.admin,
    before,
    browser,
    ignored,
    own = false,
    path,
    world,
    ...options
  } = where
  const [name, value] = (await sessionOf(world, as)).split("=") as [string, string]
  const { close, leave, page, window } = await openWindow(browser, {
    ...options,
    viewport: options.viewport === undefined ? { width: 1440, height: 900 } : options.viewport,
    origin: world.origin,
    own: own || anywhere || before !== undefined
  })
  try {
    await before?.(window)
    await window.addCookies([{ name, value, domain: "localhost", path: "/app" }])
    const problems: Array<string> = []
    window.on("console", (message) => {
      if (message.type() === "error" && ignored?.test(message.text()) !== true) problems.push(message.text())
    })
    window.on("weberror", (error) => problems.push(error.error().message))
    window.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(world.origin))
        problems.push(request.url())
    })
    const audit = async () => {
      if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
      expect(await page.evaluate<ReadonlyArray<string>>(violations)).toEqual([])
    }
    const check: Visit["check"] = async (heading) => {
      // the whole of it: "Webhooks" is another screen than "Webhook", and may be the one that is left
      await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor()
      await expect.poll(() => page.locator("h1").count()).toBe(1)
      await page.getByRole("main").waitFor()
      await expect.poll(() => page.title()).toMatch(/ · Octavo$/)
      // nothing is wider than the window
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0)
      await audit()
    }
    await page.goto(world.origin + path)
    await look({ page, window, check, audit })
    expect(problems).toEqual([])
  } catch (cause) {
    await close()
    throw cause
  }
  await leave()
}
