/**
 * From nothing to a page that readers see, in a browser and without a terminal: the address of the first start, a page with
 * a picture, a table and a link, published, and read on its site. Twelve actions of a person at most.
 */
import { SetUp } from "@octavo/core/content/set-up/SetUp"
import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { onBothStores } from "../src/stores.ts"
import { builtWebApplication } from "../src/webApplication.ts"
import { configOf, listen } from "../src/world.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to begin in")

/** A picture of one pixel, as the clipboard has it. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

const pastePicture = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob("${pixel}"), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], "cat.png", { type: "image/png" }))
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)

describe.skipIf(executable === undefined)("The first page", () => {
  onBothStores("of an installation", (store) => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchChromium(executable!)
    }, 120_000)
    afterAll(() => browser?.close())

    it("is written, published and read in twelve actions", async () => {
      const database = await store.fresh()
      const webApplication = await builtWebApplication()
      const { close, server } = await listen({ ...configOf(database), webApplication })
      const address = await Effect.runPromise(
        Effect.flatMap(SetUp, ({ address }) => address).pipe(
          Effect.provideContext(await Effect.runPromise(server.ready)),
          Effect.orDie
        )
      )
      const window = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await window.newPage()
      let actions = 0
      const act = async (what: Promise<unknown>): Promise<void> => {
        actions++
        await what
      }
      const typed = async (...keys: ReadonlyArray<string>) => {
        for (const key of keys)
          await (key.startsWith("+") ? page.keyboard.press(key.slice(1)) : page.keyboard.type(key))
      }
      const field = (name: string) => page.getByRole("textbox", { name, exact: true })
      const button = (name: string) => page.getByRole("button", { name, exact: true })

      await act(page.goto(address!))
      await act(field("Organization").fill("Acme"))
      await act(field("Your name").fill("Ada"))
      await act(
        field("E-mail address")
          .fill("ada@acme.test")
          .then(() => typed("+Enter"))
      )
      await act(page.getByRole("tree", { name: "Spaces" }).getByRole("treeitem", { name: "Documentation" }).click())
      await act(button("New page").click())
      await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Page title")
      const body = page.getByRole("textbox", { name: "Page body" })
      await act(
        (async () => {
          await typed("Cats", "+Enter")
          // what comes next is more than text: the editor has to be there
          await body.getByRole("paragraph").waitFor()
          await typed(
            "They are described [elsewhere](https://example.com/cats).",
            "+Enter",
            "/table",
            "+Enter",
            "Cat",
            "+Tab",
            "Sound",
            "+Control+Enter"
          )
        })()
      )
      await act(pastePicture(page))
      await body.locator("figure img, img").first().waitFor()
      await act(page.getByRole("region", { name: "Draft" }).getByRole("button", { name: "Publish" }).click())
      await page.getByRole("status").getByText("Your edits were published").waitFor()
      await act(button("Publish a site").click())
      await act(page.getByRole("dialog").getByRole("button", { name: "Publish" }).click())
      const link = page.getByRole("link", { name: "Published site" })
      await link.evaluate((element) => element.removeAttribute("target"))
      await act(link.click())
      await page.getByRole("navigation").getByRole("link", { name: "Cats", exact: true }).first().click()
      await page.getByRole("heading", { level: 1, name: "Cats", exact: true }).waitFor()
      const main = page.getByRole("main")
      await main.getByRole("columnheader", { name: "Sound" }).waitFor()
      await expect
        .poll(() => main.getByRole("link", { name: "elsewhere" }).getAttribute("href"))
        .toBe("https://example.com/cats")
      const picture = main.locator("img").first()
      await picture.waitFor()
      // it is loaded beside the text
      await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
      expect(actions).toBeLessThanOrEqual(12)
      await window.close()
      await close()
      await database.drop()
    }, 120_000)
  })
})
