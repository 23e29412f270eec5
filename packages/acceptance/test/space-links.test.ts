/** The links of a space, looked at and mended in Chromium by keyboard. */
import { describe, expect, it } from "vitest"
import { executable, startScreens } from "../src/screens.ts"
import { sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"
import type { World } from "../src/world.ts"

/** Others work beside it. */

const insert = (title: string, markdown: string) => ({
  operation: "insert_page",
  title,
  document: { markdown: `# ${title}\n\n${markdown}\n` }
})

const write = async ({ api }: World, path: string, changes: ReadonlyArray<unknown>): Promise<void> => {
  const answer = await api.post(`/v1/spaces/${path}/content`, { changes })
  expect(answer.status, answer.text).toBe(200)
}

describe.skipIf(executable === undefined)("The links of a space", () => {
  const { open, world } = startScreens(sqlite)

  it("are told broken ones first, each leads to its place, and what leads to a page is told, by keyboard", async () => {
    const { api } = world()
    const space = await world().space("Lanterns")
    const other = await world().space("Notes")
    await write(world(), space, [
      insert("Wicks", "They burn.\n\n## Lighting\n\n[Trim](trim.md) it first, or see [the index](../index.md)."),
      insert("Oil", `[Wicks](wicks) and [notes](${world().origin}/app/s/${other}).`)
    ])
    const pages = (await api.get(`/v1/spaces/${space}/content/pages`)).body.pages as ReadonlyArray<{ id: string }>
    await write(world(), other, [insert("Remarks", `See [the wicks](${world().origin}/app/s/${space}/wicks).`)])
    await open(`/app/s/${space}/~/links`, async ({ audit, check, page }) => {
      await check("Links")
      const rows = (name: string) => page.getByRole("list", { name, exact: true }).getByRole("listitem")
      await page.getByText("4 links to pages, files and spaces, 2 of them broken.").waitFor()
      await expect
        .poll(() => rows("Wicks").allInnerTexts())
        .toEqual([
          expect.stringMatching(/^trim\.md\s*at\s*#lighting$/),
          expect.stringMatching(/^\.\.\/index\.md\s*at\s*#lighting$/)
        ])
      await takePicture(page, "links-wide")

      // all of them, then those of one page, and what leads there from this space and from another one
      await page.getByRole("button", { name: "All (4)" }).press("Enter")
      await expect.poll(() => rows("Oil").allInnerTexts()).toEqual(["Wicks", expect.stringMatching(/^Notes\s*Space$/)])
      await expect.poll(() => rows("Wicks").first().textContent()).toMatch(/^trim\.mdBroken/)
      await page.getByRole("combobox", { name: "Page" }).selectOption({ label: "Wicks" })
      await expect.poll(() => rows("Oil").count()).toBe(0)
      await expect.poll(() => rows("Wicks").count()).toBe(2)
      await expect
        .poll(async () => (await rows("What leads to Wicks").allInnerTexts()).toSorted())
        .toEqual(["Oil", expect.stringMatching(/^Remarks\s+in Notes$/)])
      expect(await page.getByRole("link", { name: "Remarks" }).getAttribute("href"), "a page of another space").toBe(
        `/app/s/${other}/remarks`
      )
      await audit()
      await takePicture(page, "links-page")

      // opened at the place that it stands in, and mended there, in the draft
      await page.getByRole("button", { name: "Broken (2)" }).press("Enter")
      await rows("Wicks").getByRole("link", { name: "#lighting" }).first().press("Enter")
      await page.getByRole("heading", { level: 2, name: "Lighting" }).waitFor()
      expect(new URL(page.url()).hash).toBe("#lighting")
      const made = await api.post(`/v1/spaces/${space}/change-requests`, {})
      await write(world(), `${space}/change-requests/${made.body.id}`, [
        { operation: "update_page", page: pages[0]!.id, document: { markdown: "# Wicks\n\n[Oil](oil)\n" } },
        { operation: "update_page", page: pages[1]!.id, document: { markdown: "# Oil\n\n[Lost](lost.md)\n" } }
      ])
      await page.goto(`${world().origin}/app/s/${space}/~/links`)
      await page.getByText("2 links to pages, files and spaces, 1 of them broken by your draft.").waitFor()
      await expect.poll(() => rows("Oil").allInnerTexts()).toEqual(["lost.md"])
    })
  })

  it("are looked at by members who only read, more than fifty too, at 390 pixels in the dark", async () => {
    const space = await world().space("Many")
    const lost = Array.from({ length: 60 }, (_, at) => `- [Lost](lost/${"very-".repeat(at % 12)}far/${at}.md)`)
    await write(world(), space, [insert("Lost", lost.join("\n")), insert("Alone", "Nothing leads here.")])
    await open(
      `/app/s/${space}/~/links`,
      async ({ check, page }) => {
        const rows = page.getByRole("list", { name: "Lost" }).getByRole("listitem")
        await expect.poll(() => rows.count()).toBe(50)
        await check("Links")
        await takePicture(page, "links-390-dark")
        await page.getByRole("button", { name: "Show more" }).press("Enter")
        await expect.poll(() => rows.count()).toBe(60)
        expect(await page.getByText("Open the page to mend it there").count()).toBe(0)
        await page.getByRole("combobox", { name: "Page" }).selectOption({ label: "Alone" })
        await page.getByText("No link is here yet").waitFor()
        await page.getByText("No page that you may read leads here.").waitFor()
      },
      { viewport: { width: 390, height: 844 }, colorScheme: "dark", as: await world().member("read") }
    )
  })
})
