/** The guide for writers (`docs/guides/writing.md`), walked as it says; its pictures are of this walk. */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { checkPicture } from "../src/pictures.ts"
import { sqlite } from "../src/stores.ts"
import { visit } from "../src/visit.ts"
import { builtWebApplication } from "../src/webApplication.ts"
import { startWorld, type World } from "../src/world.ts"
import { says } from "../src/writing.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to follow the guide in")

const welcome = `The handbook says how we work. Begin with the first week.

{% hint style="info" %}
Something is missing? Write it.
{% endhint %}

## What is where

| Question | Page |
| -------- | ---- |
| Who does what | People |
| When we meet | Meetings |
`

const pages = [
  ["Welcome", welcome],
  ["First week", "Monday is for reading.\n"],
  ["People", "Who does what.\n"],
  ["Meetings", "When we meet.\n"],
  ["Holidays", "Take them.\n"]
] as const

describe.skipIf(executable === undefined)("The guide for writers", () => {
  let world: World
  let browser: Browser
  beforeAll(async () => {
    world = await startWorld(sqlite, { webApplication: await builtWebApplication() })
    browser = await launchChromium(executable!)
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  it("is what happens, and its pictures show it", async () => {
    const space = await world.space("Handbook")
    const changes = pages.map(([title, markdown]) => ({ operation: "insert_page", title, document: { markdown } }))
    expect((await world.api.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
    const viewport = { width: 1200, height: 760 }
    await visit({ world, browser, path: `/app/s/${space}/welcome`, viewport }, async ({ page }) => {
      const body = page.getByRole("textbox", { name: "Page body" })
      await body.getByText("Begin with the first week.").click()
      await page.keyboard.press("End")
      await page.keyboard.type(" It takes **five** days.")
      await says(page, /^Saved$/)
      await page.getByRole("region", { name: "Draft" }).getByText("1 page changed").waitFor()
      expect(await body.getByText("five").evaluate((element) => element.tagName)).toBe("STRONG")
      await checkPicture(page, "writing-page")

      await page.keyboard.press("Enter")
      await page.keyboard.type("/ta")
      await page.getByRole("listbox", { name: "Insert a block" }).getByRole("option", { name: "Table" }).waitFor()
      await says(page, /^Saved$/)
      await checkPicture(page, "writing-menu")
      await page.keyboard.press("Escape")
      for (let letters = 0; letters < 3; letters++) await page.keyboard.press("Backspace")
      await page.keyboard.press("Backspace")
      await says(page, /^Saved$/)

      await body.getByText("five").dblclick()
      await page.getByRole("toolbar", { name: "Format" }).getByRole("button", { name: "Bold", pressed: true }).waitFor()
      await checkPicture(page, "writing-selection")

      await page.getByRole("button", { name: "Actions for Holidays" }).click()
      await page.getByRole("menuitem", { name: "Duplicate" }).waitFor()
      await checkPicture(page, "writing-tree")
      await page.keyboard.press("Escape")

      await page.getByRole("region", { name: "Draft" }).getByRole("button", { name: "Publish" }).click()
      await says(page, "Your edits were published")
    })
    const published = await world.api.get(`/v1/spaces/${space}/content/path/welcome?format=markdown`)
    expect(published.body.markdown).toContain("Begin with the first week. It takes **five** days.\n")
  }, 120_000)
})
