/** The files of a space, uploaded and looked at in Chromium by keyboard, and read by who may not. */
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { picture } from "../src/largePicture.ts"
import { executable, settled, startScreens, told } from "../src/screens.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"

/** Others work beside it. */

const clipboard = (page: Page): Promise<string> => page.evaluate<string>("navigator.clipboard.readText()")

onBothStores("The files of a space", (store: Store) => {
  const { open, world } = startScreens(store)

  it.skipIf(executable === undefined)(
    "are uploaded into the draft, found, shown with what uses them, and copied by keyboard",
    async () => {
      const { api } = world()
      const space = await world().space("Lanterns")
      const content = `/v1/spaces/${space}/content`
      await api.post(content, {
        changes: [{ operation: "insert_page", title: "Wicks", document: { markdown: "# Wicks\n\nThey burn.\n" } }]
      })
      const [wicks] = (await api.get(`${content}/pages`)).body.pages
      const drafts = async () =>
        (await api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body.items as ReadonlyArray<{ id: string }>
      await open(
        `/app/s/${space}/~/files`,
        async ({ audit, check, page, window }) => {
          await window.grantPermissions(["clipboard-read", "clipboard-write"])
          await page.getByText("No file is here yet").waitFor()
          await check("Files")
          if (store === sqlite) await takePicture(page, "files-empty")
          const rows = page.getByRole("list", { name: "Files" }).getByRole("listitem")
          const act = async (of: string, what: string) => {
            await page.getByRole("button", { name: `Actions for ${of}`, exact: true }).press("Enter")
            await page.getByRole("menuitem", { name: what }).press("Enter")
          }

          // chosen with the button, and dropped beside everything
          const choosing = page.waitForEvent("filechooser")
          await page.getByRole("button", { name: "Upload", exact: true }).press("Enter")
          await (await choosing).setFiles([
            { name: "flame.png", mimeType: "image/png", buffer: Buffer.from(picture(40, 30)) },
            { name: "manual.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n% nothing\n") },
            { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) }
          ])
          await page.getByText("empty.txt was not uploaded. It is empty.").waitFor()
          await page.getByRole("button", { name: "Remove: empty.txt" }).press("Enter")
          await expect.poll(() => rows.count()).toBe(2)
          const given = await page.evaluateHandle(`{
            const given = new DataTransfer()
            given.items.add(new File(["one,two"], "prices.csv", { type: "text/csv" }))
            given
          }`)
          await page.getByRole("navigation", { name: "Spaces" }).dispatchEvent("drop", { dataTransfer: given })
          await told(page, "prices.csv was uploaded")
          await expect
            .poll(() => rows.allInnerTexts())
            .toEqual([
              expect.stringMatching(/^flame\.png\s+PNG picture · 40 × 30 · /),
              expect.stringMatching(/^manual\.pdf\s+PDF · 19 B/),
              expect.stringMatching(/^prices\.csv\s+CSV · 7 B/)
            ])
          await rows.filter({ hasText: "flame.png" }).getByText("Not used").waitFor()
          // they wait in the draft until it is published
          await page.getByRole("region", { name: "Draft" }).getByText("3 files changed").waitFor()
          expect((await api.get(`${content}/files`)).body.items).toEqual([])

          // what is copied shows the file in a page
          await act("flame.png", "Copy Markdown")
          await told(page, "The Markdown that shows flame.png was copied")
          const shown = await clipboard(page)
          await settled(page)
          await act("manual.pdf", "Copy Markdown")
          await told(page, "The Markdown that shows manual.pdf was copied")
          const led = await clipboard(page)
          const [draft] = await drafts()
          const written = await api.post(`/v1/spaces/${space}/change-requests/${draft!.id}/content`, {
            changes: [
              {
                operation: "update_page",
                page: wicks.id,
                document: { markdown: `# Wicks\n\n## Burning\n\n${shown}\n\n${led}\n` }
              }
            ]
          })
          expect(written.status, written.text).toBe(200)
          await page.reload()
          await check("Files")
          const use = rows.filter({ hasText: "flame.png" }).getByRole("link", { name: "Wicks" })
          await expect.poll(() => use.getAttribute("href")).toBe(`/app/s/${space}/wicks#burning`)
          await rows.filter({ hasText: "manual.pdf" }).getByRole("link", { name: "Wicks" }).waitFor()
          if (store === sqlite) await takePicture(page, "files-wide")

          // one of them, seen large; its address needs nobody to be signed in
          await page.getByRole("button", { name: "flame.png", exact: true }).press("Enter")
          const dialog = page.getByRole("dialog", { name: "flame.png" })
          await dialog.getByRole("img", { name: "flame.png" }).waitFor()
          await dialog.getByRole("list", { name: "Used in" }).getByRole("link", { name: "Wicks" }).waitFor()
          await audit()
          if (store === sqlite) await takePicture(page, "files-dialog")
          await dialog.getByRole("button", { name: "Copy address" }).press("Enter")
          await told(page, "The address of flame.png was copied")
          const answer = await fetch(await clipboard(page))
          expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, picture(40, 30).length])
          await page.keyboard.press("Escape")
          await settled(page)

          const filter = page.getByRole("searchbox", { name: "Filter files" })
          await filter.fill("picture")
          await expect.poll(() => rows.count()).toBe(1)
          await filter.fill("lamp")
          await page.getByText("No file has “lamp” in its name").waitFor()
          await filter.fill("")

          const downloading = page.waitForEvent("download")
          await act("prices.csv", "Download")
          expect((await downloading).suggestedFilename()).toBe("prices.csv")
          await page.getByRole("button", { name: "Publish", exact: true }).press("Enter")
          await told(page, "Your edits were published")
          await expect.poll(async () => (await api.get(`${content}/files`)).body.items.length).toBe(3)
          await expect.poll(() => rows.count()).toBe(3)
          await use.press("Enter")
          await page.getByRole("heading", { level: 2, name: "Burning" }).waitFor()
        },
        { acceptDownloads: true }
      )
    }
  )

  it.skipIf(executable === undefined || store !== sqlite)(
    "are looked at by members who only read, more than fifty too, at 390 pixels in the dark",
    async () => {
      const { api } = world()
      const space = await world().space("Many")
      for (const first of [0, 20, 40]) {
        const files = Array.from({ length: 20 }, (_, at) => ({
          name: at === 0 ? `a-rather-long-name-${"of-a-file-".repeat(8)}${first}.txt` : `part-${first + at}.txt`,
          contentType: "text/plain",
          base64: Buffer.from(`Part ${first + at}`).toString("base64")
        }))
        const changes = [{ operation: "insert_files", files }]
        const answer = await api.post(`/v1/spaces/${space}/content`, { changes })
        expect(answer.status, answer.text).toBe(200)
      }
      await open(
        `/app/s/${space}/~/files`,
        async ({ check, page }) => {
          const rows = page.getByRole("list", { name: "Files" }).getByRole("listitem")
          await expect.poll(() => rows.count()).toBe(50)
          await check("Files")
          await takePicture(page, "files-390-dark")
          expect(await page.getByRole("button", { name: "Upload" }).count()).toBe(0)
          await page.getByRole("button", { name: "Show more" }).press("Enter")
          await expect.poll(() => rows.count()).toBe(60)
          await page.getByRole("button", { name: "part-7.txt", exact: true }).press("Enter")
          await page.getByRole("dialog", { name: "part-7.txt" }).getByText("No page shows it or leads to it.").waitFor()
        },
        { viewport: { width: 390, height: 844 }, colorScheme: "dark", as: await world().member("read") }
      )
    }
  )
})
