/** Who is quicker than the server: what is done next rests on what is seen, though the server has not heard of it yet. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { keyboard } from "../src/hands.ts"
import { sqlite } from "../src/stores.ts"
import { executable } from "../src/writing.ts"
import { deleteHolder, entry, holders, kinds, make, retitle, said, saved, withBlock } from "../src/writingJobs.ts"
import { caretBehind, startPages } from "../src/writtenPage.ts"

/** Every write takes so long, in milliseconds. */
const late = 800

const slowed = (page: Page) =>
  page.route(/\/content\?/, async (route) => {
    if (route.request().method() === "POST") await new Promise((done) => setTimeout(done, late))
    await route.continue()
  })

describe.skipIf(executable === undefined)("With saves that take long", () => {
  const { world, writing } = startPages(sqlite, { own: true })

  it("a copy has the title, the place and the words that are seen", async () => {
    await writing("First.\n", async ({ body, page, space }) => {
      const tree = page.getByRole("tree", { name: "Pages" })
      const choose = async (title: string, action: string) => {
        await tree.getByRole("treeitem", { name: title, exact: true }).hover()
        await page.getByRole("button", { name: `Actions for ${title}`, exact: true }).click()
        await entry(page, action).click()
      }
      await slowed(page)
      await caretBehind(page, body.getByText("First."))
      await page.keyboard.type(" Just typed.")
      await choose("Start", "Rename")
      await retitle(page, "Begin")
      await choose("Begin", "Hide")
      await choose("Begin", "Duplicate")
      await said(page, "Made Begin (copy)")
      const { items } = (await world().api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body
      const content = `/v1/spaces/${space}/change-requests/${items[0].id}/content`
      const [begin, copy] = (await world().api.get(`${content}/pages`)).body.pages
      expect(begin).toMatchObject({ title: "Begin", hidden: true })
      expect(copy).toMatchObject({ title: "Begin (copy)", hidden: true })
      const { markdown } = (await world().api.get(`${content}/page/${copy.id}?format=markdown`)).body
      expect(markdown).toContain("First. Just typed.")
    })
  })

  it.each(kinds)("%s that is deleted while it is on its way stays deleted", async (kind) => {
    await writing("First.\n\nLast.\n", async (written) => {
      const { body, page, says } = written
      const job = { ...written, world: world(), hand: keyboard(page), isFinger: false }
      await slowed(page)
      const isOnItsWay = page.waitForRequest((one) => (one.postData() ?? "").includes("Words"))
      await make(job, "Last.", kind)
      await page.keyboard.type("Words")
      await isOnItsWay
      if (holders.has(kind)) await deleteHolder(job, kind)
      else await withBlock(job, "Delete")
      await saved(page)
      await says("First.\n\nLast.\n")
      expect(await body.getByText("Words").count()).toBe(0)
    })
  })

  it.each(["before it is opened", "as it is opened", "when it is open"])(
    "the menu of a block stays open when the answer comes %s",
    async (moment) => {
      for (const kind of ["Heading 2", "Task list"]) {
        await writing("First.\n\nLast.\n", async (written) => {
          const { body, page, says } = written
          const answer = Promise.withResolvers<void>()
          await page.route(/\/content\?/, async (route) => {
            if (route.request().method() !== "POST") return route.continue()
            const response = await route.fetch()
            await answer.promise
            await route.fulfill({ response })
          })
          const isOnItsWay = page.waitForRequest((one) => (one.postData() ?? "").includes("Words"))
          await make({ ...written, world: world(), hand: keyboard(page), isFinger: false }, "Last.", kind)
          await page.keyboard.type("Words")
          await isOnItsWay
          const arrive = () => {
            answer.resolve()
            return saved(page)
          }
          if (moment === "before it is opened") await arrive()
          if (moment === "as it is opened") answer.resolve()
          await page.keyboard.press("ControlOrMeta+.")
          if (moment === "when it is open") await entry(page, "Move up").waitFor()
          await arrive()
          await expect.poll(() => page.getByRole("menu").isVisible()).toBe(true)
          expect(await body.locator(".chosen").textContent()).toContain("Words")
          await keyboard(page).take(entry(page, "Delete"))
          await saved(page)
          await says("First.\n\nLast.\n")
        })
      }
    }
  )

  it("the menu of a block stays with it when somebody else changes it, and is left when they delete it", async () => {
    await writing("First.\n\n## Words\n\nLast.\n", async ({ body, page, says, space }) => {
      await caretBehind(page, body.getByText("First."))
      await page.keyboard.type(" Mine.")
      await saved(page)
      const { items } = (await world().api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body
      const content = `/v1/spaces/${space}/change-requests/${items[0].id}/content`
      const [start] = (await world().api.get(`${content}/pages`)).body.pages
      const theirs = async (markdown: string) => {
        const changes = [{ operation: "update_page", page: start.id, document: { markdown } }]
        expect((await world().api.post(content, { changes })).status).toBe(200)
      }
      await caretBehind(page, body.getByText("Words"))
      await page.keyboard.press("ControlOrMeta+.")
      const menu = page.getByRole("menu")
      await menu.waitFor()
      await theirs("New.\n\nFirst. Mine.\n\n### Words\n\nLast.\n")
      await body.getByRole("heading", { level: 3, name: "Words" }).waitFor()
      expect(await body.locator(".chosen").allTextContents()).toEqual(["Words"])
      expect(await menu.evaluate((one) => one.contains(document.activeElement))).toBe(true)
      await theirs("New.\n\nFirst. Mine.\n\nLast.\n")
      await menu.waitFor({ state: "detached" })
      await page.keyboard.type("Again. ")
      await says(/Again\./)
    })
  })

  it("a block that is moved while it is on its way is there once", async () => {
    await writing("First.\n\n| a | b |\n| - | - |\n| c | d |\n\nLast.\n", async (written) => {
      const { body, page, says } = written
      await slowed(page)
      const isOnItsWay = page.waitForRequest((one) => (one.postData() ?? "").includes("Last."))
      await caretBehind(page, body.getByText("a", { exact: true }))
      await page.keyboard.press("Backspace")
      // a line that ends a cell without words is not kept by Markdown
      await page.keyboard.press("Shift+Enter")
      await isOnItsWay
      await withBlock({ ...written, world: world(), hand: keyboard(page), isFinger: false }, "Move down")
      await saved(page)
      await says("First.\n\nLast.\n\n|     | b   |\n| --- | --- |\n| c   | d   |\n")
      await expect.poll(() => body.getByRole("table").count()).toBe(1)
    })
  })

  it("a line of Markdown that is taken back while it is on its way stays away", async () => {
    await writing("First.\n", async ({ page, says }) => {
      const source = page.getByRole("textbox", { name: "Markdown source" })
      await page.getByRole("button", { name: "Markdown", exact: true }).click()
      await source.click()
      await page.keyboard.press("ControlOrMeta+End")
      await slowed(page)
      // the server has it with the id of the page
      const line = "\n[Welcome](welcome.md)\n"
      const isOnItsWay = page.waitForRequest((one) => (one.postData() ?? "").includes("[Welcome]"))
      await page.keyboard.insertText(line)
      await isOnItsWay
      await page.keyboard.press("ControlOrMeta+z")
      await saved(page)
      await says("First.\n")
      expect(await source.textContent()).not.toContain("Welcome")
    })
  })
})
