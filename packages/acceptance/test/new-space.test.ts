/**
 * How spaces begin in Chromium: with a page, a template or an import of files or a website, and where they stand: in
 * collections, under a title and with an emoji.
 */
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"
import { bytesOf } from "../src/uploads.ts"
import { type Visit, type VisitOptions, visit } from "../src/visit.ts"
import { builtWebApplication } from "../src/webApplication.ts"
import { pagesOfWebsite, startWebsite, type Website } from "../src/website.ts"
import { startWorld, type World } from "../src/world.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to make spaces in")

const zipOf = async (files: Readonly<Record<string, string>>): Promise<Buffer> => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [path, text] of Object.entries(files)) await writer.add(path, new Uint8ArrayReader(bytesOf(text)))
  return Buffer.from(await writer.close())
}

/** Waits for a value: machines of tests are busy. */
const eventually = <A>(read: () => A | Promise<A>) => expect.poll(read)

const titlesOf = (pages: ReadonlyArray<any>): ReadonlyArray<string> =>
  pages.flatMap(({ pages, title }) => [title, ...titlesOf(pages ?? [])])

onBothStores("A space begins", (store: Store) => {
  const isSqlite = store === sqlite
  let world: World
  let browser: Browser
  let website: Website
  beforeAll(async () => {
    if (executable === undefined) return
    world = await startWorld(store, { webApplication: await builtWebApplication() })
    browser = await launchChromium(executable)
    website = await startWebsite()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    website?.close()
    await world?.stop()
  })

  const open = (path: string, look: (visit: Visit) => Promise<void>, options: VisitOptions = {}) =>
    visit({ world, browser, path, ...options }, look)
  const home = () => `/app/o/${world.organization}`
  const said = (page: Page, words: string | RegExp) => page.getByRole("status").getByText(words).first().waitFor()
  const tree = (page: Page, name: "Pages" | "Spaces") => page.getByRole("tree", { name })
  const picture = async (page: Page, name: string) => {
    if (isSqlite) await takePicture(page, name)
  }
  /** Makes a space by the dialog; answers its id. */
  const create = async (
    page: Page,
    title: string,
    beginning: string,
    before?: () => Promise<void>
  ): Promise<string> => {
    await page.getByRole("button", { name: "New space" }).click()
    const dialog = page.getByRole("dialog", { name: "New space" })
    await dialog.getByRole("textbox", { name: "Title" }).fill(title)
    await dialog.getByRole("radiogroup", { name: "Start with" }).getByText(beginning).click()
    await before?.()
    await dialog.getByRole("button", { name: "Create" }).click()
    await dialog.waitFor({ state: "detached" })
    await said(page, `The space “${title}” was made`)
    return /\/s\/([\w-]+)/.exec(page.url())![1]!
  }
  const liveTitles = async (space: string) => titlesOf((await world.api.get(`/v1/spaces/${space}/content`)).body.pages)
  const draftTitles = async (space: string) => {
    const { items } = (await world.api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body
    const { body } = await world.api.get(`/v1/spaces/${space}/change-requests/${items[0].id}/content/pages`)
    return titlesOf(body.pages)
  }

  it.skipIf(executable === undefined)(
    "with an import: of files that are dropped, and what was left out is told",
    async () => {
      await open(home(), async ({ audit, check, page }) => {
        await check("Acme")
        const space = await create(page, "Imported", "An import")
        await check("Import")
        expect(new URL(page.url()).pathname).toBe(`/app/s/${space}/~/import`)
        const button = page.getByRole("button", { name: "Import", exact: true })
        await expect.poll(() => button.isDisabled()).toBe(true)
        const zip = await zipOf({
          "docs/README.md": "# Home\n\n[Guide](guide.md)\n",
          "docs/guide.md": "# Guide\n\nWords.\n",
          "docs/SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* [Guide](guide.md)\n* [Gone](gone.md)\n"
        })
        // as somebody drops them
        const dropped = await page.evaluateHandle(
          ([zip, note, type]) => {
            const transfer = new DataTransfer()
            transfer.items.add(new File([Uint8Array.from(zip as Array<number>)], "docs.zip", { type }))
            transfer.items.add(new File([note as string], "note.md"))
            transfer.items.add(new File(["x"], "program.exe"))
            return transfer
          },
          // the name that Windows has for the type
          [[...zip], "# A note\n\nAlone.\n", "application/x-zip-compressed"] as const
        )
        const region = page.getByRole("region", { name: "Drop files here" })
        await region.dispatchEvent("drop", { dataTransfer: dropped })
        await region.getByText("docs.zip").waitFor()
        await region.getByRole("alert").getByText("program.exe is no zip archive, Markdown or HTML").waitFor()
        await audit()
        await picture(page, "import")
        await button.click()
        const report = page.getByRole("region", { name: "Report" })
        await report.getByText("3 pages were made").waitFor()
        await report
          .getByText(/gone\.md/)
          .first()
          .waitFor()
        await audit()
        await picture(page, "import-report")
        expect([...(await liveTitles(space))].sort()).toEqual(["A note", "Guide", "Home"])
        await report.getByRole("link", { name: /^Open / }).click()
        await tree(page, "Pages").getByRole("treeitem", { name: "Guide" }).waitFor()
      })
    }
  )

  if (!isSqlite) return

  it.skipIf(executable === undefined)("with nothing but a title", async () => {
    await open(home(), async ({ check, page }) => {
      await check("Acme")
      const space = await create(page, "Bare", "An empty page")
      await tree(page, "Pages").getByRole("treeitem").first().waitFor()
      expect(await liveTitles(space)).toHaveLength(1)
      // the caret is in its title
      const title = page.getByRole("textbox", { name: "Page title" })
      await eventually(() => title.evaluate((element) => element === document.activeElement)).toBe(true)
    })
  })

  it.skipIf(executable === undefined)("with a template, whose pages are told before", async () => {
    await open(home(), async ({ audit, check, page }) => {
      await check("Acme")
      let told: ReadonlyArray<string> = []
      const space = await create(page, "Templated", "A template", async () => {
        const dialog = page.getByRole("dialog", { name: "New space" })
        await dialog.getByRole("radiogroup", { name: "Template" }).getByText("API documentation").click()
        const list = dialog.getByRole("list", { name: "Its pages" })
        await list.getByRole("listitem").getByText("Authentication").waitFor()
        told = await list.getByRole("listitem").allTextContents()
        await audit()
        await picture(page, "new-space")
      })
      expect(told.length).toBeGreaterThan(3)
      expect(await liveTitles(space)).toEqual(told)
    })
  })

  it.skipIf(executable === undefined)(
    "with an import of a website, into a draft where there are pages already",
    async () => {
      const space = await world.space("Has pages")
      const page = { operation: "insert_page", title: "First", document: { markdown: "Words.\n" } }
      await world.api.post(`/v1/spaces/${space}/content`, { changes: [page] })
      await open(`/app/s/${space}/~/import`, async ({ check, page }) => {
        await check("Import")
        const address = page.getByRole("textbox", { name: "Address" })
        await address.fill("no address")
        await page.getByText("This is no address of a website").waitFor()
        await address.fill("https://github.com/acme/docs")
        await page.getByText(/This is a Git repository/).waitFor()
        await expect.poll(() => page.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true)
        await address.fill(`${website.origin}/docs/`)
        await page.keyboard.press("Enter")
        await page.getByRole("progressbar", { name: "Import" }).waitFor()
        await picture(page, "import-busy")
        await page.getByRole("region", { name: "Report" }).getByText(`${pagesOfWebsite} pages were made`).waitFor()
        expect(await liveTitles(space)).toEqual(["First"])
        expect(await draftTitles(space)).toHaveLength(pagesOfWebsite + 1)
        await page
          .getByRole("region", { name: "Report" })
          .getByRole("link", { name: /^Open / })
          .click()
        await tree(page, "Pages").getByRole("treeitem", { name: "Home" }).waitFor()
      })
    }
  )

  it.skipIf(executable === undefined)(
    "and one that has no pages says where to begin, at 390 pixels in the dark as well",
    async () => {
      const space = await world.space("Nothing yet")
      await open(
        `/app/s/${space}`,
        async ({ check, page }) => {
          await check("Nothing yet")
          await picture(page, "empty-narrow")
          await page.getByRole("button", { name: "A template" }).click()
          const dialog = page.getByRole("dialog", { name: "Start with a template" })
          await dialog.getByRole("button", { name: "Create" }).click()
          await dialog.waitFor({ state: "detached" })
          await eventually(async () => (await liveTitles(space)).length).toBeGreaterThan(3)
        },
        { viewport: { width: 390, height: 844 }, colorScheme: "dark" }
      )
      const other = await world.space("Nothing either")
      await open(`/app/s/${other}`, async ({ check, page }) => {
        await check("Nothing either")
        await picture(page, "empty")
        await page.getByRole("link", { name: "An import" }).waitFor()
        await page.getByRole("button", { name: "An empty page" }).click()
        await tree(page, "Pages").getByRole("treeitem", { name: "Untitled" }).waitFor()
        expect(await draftTitles(other)).toEqual(["Untitled"])
      })
      const reader = await world.member("read")
      const third = await world.space("Nothing to read")
      await open(
        `/app/s/${third}`,
        async ({ check, page }) => {
          await check("Nothing to read")
          expect(
            await page.getByRole("button", { name: /^(?:A template|An empty page|New page|New collection)$/ }).count()
          ).toBe(0)
          await page.goto(`${world.origin}/app/s/${third}/~/import`)
          await check("Import")
          expect(await page.getByRole("textbox", { name: "Address" }).count()).toBe(0)
          expect(await page.getByRole("button", { name: /^Actions for/ }).count()).toBe(0)
        },
        { as: reader }
      )
    }
  )

  it.skipIf(executable === undefined)(
    "and is put into a collection, called otherwise and given an emoji, by keyboard",
    async () => {
      const space = await world.space("Handbook")
      await open(home(), async ({ audit, check, page }) => {
        await check("Acme")
        await page.getByRole("button", { name: "New collection" }).focus()
        await page.keyboard.press("Enter")
        await page.getByRole("dialog", { name: "New collection" }).getByRole("textbox", { name: "Title" }).waitFor()
        await audit()
        await page.keyboard.type("Engineering")
        await page.keyboard.press("Enter")
        await said(page, "The collection “Engineering” was made")
        await check("Engineering")
        const item = (name: string) => tree(page, "Spaces").getByRole("treeitem", { name, exact: true })
        await item("Handbook").focus()
        await page.keyboard.press("F2")
        await page.keyboard.type("Manual")
        await page.keyboard.press("Enter")
        await said(page, "Renamed to Manual")
        await item("Manual").focus()
        await page.keyboard.press("Shift+F10")
        await page.getByRole("menuitem", { name: "Emoji" }).press("Enter")
        await page.getByRole("dialog", { name: "Emoji of Manual" }).getByRole("button", { name: "Rocket" }).waitFor()
        await audit()
        await picture(page, "emoji")
        await page.getByRole("button", { name: "Rocket" }).press("Enter")
        await said(page, "The emoji was changed")
        await item("Manual").focus()
        await page.keyboard.press("Shift+F10")
        await page.getByRole("menuitem", { name: "Move" }).press("Enter")
        const dialog = page.getByRole("dialog", { name: "Move Manual" })
        await dialog.getByRole("radio", { name: "Engineering" }).check({ force: true })
        await audit()
        await dialog.getByRole("button", { name: "Move" }).press("Enter")
        await said(page, "Moved Manual to Engineering")
        await eventually(() => item("Manual").getAttribute("aria-level")).toBe("2")
        const { body } = await world.api.get(`/v1/spaces/${space}`)
        expect([body.title, body.emoji.length > 0]).toEqual(["Manual", true])
        const parent = await world.api.get(`/v1/collections/${body.parent}`)
        expect(parent.body.title).toBe("Engineering")
      })
    }
  )
})
