/** Screens of the application that are looked at, and sites that are set up on them. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect } from "vitest"
import { findChromium, launchChromium } from "./chromium.ts"
import type { Store } from "./stores.ts"
import { type Visit, type VisitOptions, visit } from "./visit.ts"
import { builtWebApplication } from "./webApplication.ts"
import { startWorld, type World, type WorldConfig } from "./world.ts"

/** The Chromium that screens are looked at in. */
export const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to look at screens in")

/**
 * A server with a browser, for the stories of a `describe` about screens.
 * @param optionsOf what the server is started with
 */
export const startScreens = (store: Store, optionsOf: () => Promise<Partial<WorldConfig>> = async () => ({})) => {
  let world: World
  let browser: Browser
  beforeAll(async () => {
    if (executable === undefined) return
    world = await startWorld(store, { webApplication: await builtWebApplication(), ...(await optionsOf()) })
    browser = await launchChromium(executable)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })
  return {
    world: () => world,
    /** Looks at a screen of the application. */
    open: (path: string, look: (visit: Visit) => Promise<void>, options: VisitOptions = {}): Promise<void> =>
      visit({ world, browser, path, ...options }, look)
  }
}

const settings = new Set(["Sign-in", "Audit log", "Webhooks", "Fonts"])

/** Goes to a screen of an organization by its navigation, as who has no mouse: to what admins set up by way of its settings. */
export const goToPart = async (page: Page, name: string): Promise<void> => {
  const go = (navigation: string, link: string) =>
    page.getByRole("navigation", { name: navigation, exact: true }).getByRole("link", { name: link }).press("Enter")
  await go("Organization", settings.has(name) ? "Settings" : name)
  if (settings.has(name)) await go("Settings", name)
}

/** Waits until the status says that something was done. */
export const told = (page: Page, text: string): Promise<void> =>
  page.getByRole("status").getByText(text, { exact: true }).waitFor()

/** Waits until a dialog or a menu that was closed lets the screen be used again, and has given the focus back. */
export const settled = async (page: Page): Promise<void> => {
  await page.getByRole("dialog").or(page.getByRole("menu")).first().waitFor({ state: "detached" })
  const isFree = "document.querySelector('[inert]') === null && document.activeElement !== document.body"
  await expect.poll(() => page.evaluate(isFree)).toBe(true)
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
}

export interface SetUpSite {
  /** Its path in the API. */
  readonly api: string
  /** Its screens in the application, without a slash at the end. */
  readonly app: string
  /** Where it is read; absent for a site without spaces, which is not published. */
  readonly url: string
  /** Ids of its spaces, in order. */
  readonly spaces: ReadonlyArray<string>
}

/** A new site of new spaces with a page each, which is published where it has any. */
export const setUpSite = async (
  { api, organization, space }: World,
  title: string,
  ...titles: ReadonlyArray<string>
): Promise<SetUpSite> => {
  const made = async (url: string, body: unknown) => {
    const answer = await api.post(url, body)
    if (answer.status >= 300) throw new Error(`${url}: ${answer.text}`)
    return answer.body
  }
  const spaces: Array<string> = []
  for (const one of titles) {
    const id = await space(one)
    spaces.push(id)
    const page = { operation: "insert_page", title: one, document: { markdown: `# ${one}\n\nAbout ${one}.\n` } }
    await made(`/v1/spaces/${id}/content`, { changes: [page] })
  }
  const sites = `/v1/orgs/${organization}/sites`
  const { id } = await made(sites, { title, spaces })
  if (spaces.length > 0) await made(`${sites}/${id}/publish`, {})
  const { urls } = (await api.get(`${sites}/${id}`)).body
  return { api: `${sites}/${id}`, app: `/app/o/${organization}/sites/${id}`, url: urls.published, spaces }
}
