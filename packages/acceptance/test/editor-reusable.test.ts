/**
 * Reusable content in a page that is written in the web application: it is seen where it is included, with who else shows
 * it, and becomes the page's own. In Chromium, against a real server.
 */
import { describe, expect, it } from "vitest"
import { importOk, main } from "../src/imports.ts"
import { startSample } from "../src/sample.ts"
import { visit } from "../src/visit.ts"
import { executable } from "../src/writing.ts"
import { startPages } from "../src/writtenPage.ts"

const include = '{% include ".gitbook/includes/note.md" %}\n'
const files = {
  "SUMMARY.md": "# Table of contents\n\n* [Top](README.md)\n* [Other](other.md)\n",
  "README.md": `# Top\n\nBefore.\n\n${include}\nAfter.\n`,
  "other.md": `# Other\n\n${include}`,
  ".gitbook/includes/note.md": "---\ntitle: A note\n---\n\nShared words.\n\n* one\n* [x](../../other.md)\n"
}

describe.skipIf(executable === undefined)("Reusable content in a page that is written", () => {
  const started = startPages()

  it("is seen in it, says which pages show it, and is detached by one step that undo takes back", async () => {
    const [world, browser] = [started.world(), started.browser()]
    const source = await startSample(world, files, "reusable")
    const space = await world.space("Includes")
    await importOk(world.api, space, { url: source.url, ref: main })
    const { pages } = (await world.api.get(`/v1/spaces/${space}/content/pages`)).body
    const markdown = async () => {
      const [draft] = (await world.api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body.items
      const place = draft === undefined ? "" : `/change-requests/${draft.id}`
      return (await world.api.get(`/v1/spaces/${space}${place}/content/page/${pages[0].id}?format=markdown`)).body
        .markdown as string
    }
    const says = (wanted: RegExp) => expect.poll(markdown, { timeout: 30_000, interval: 300 }).toMatch(wanted)
    await visit({ world, browser, path: `/app/s/${space}` }, async ({ audit, check, page }) => {
      page.setDefaultTimeout(10_000)
      const body = page.getByRole("textbox", { name: "Page body" })
      await body.getByText("A note", { exact: true }).waitFor()
      await body.getByText("Shared words.").waitFor()
      await check("Top")
      await body.getByText("A note", { exact: true }).click()
      const bar = page.getByRole("toolbar", { name: "Reusable content settings" })
      await bar.getByRole("button", { name: "Where it is used" }).click()
      await bar.getByText("On 2 pages: who changes it changes all of them.").waitFor()
      await bar.getByRole("list", { name: "Pages that show it" }).getByRole("link", { name: "Other" }).waitFor()
      await audit()
      await bar.getByRole("button", { name: "Detach" }).click()
      await page.getByRole("status").filter({ hasText: "Its blocks are this page's own now" }).waitFor()
      await says(/^# Top\n\nBefore\.\n\nShared words\.\n\n[*-] one\n[*-] \[x\]\([^)]+\)\n\nAfter\.\n$/)
      await page.keyboard.press("Control+z")
      await body.getByText("A note", { exact: true }).waitFor()
      await says(/^# Top\n\nBefore\.\n\n\{% include "[^"]+" %\}\n\nAfter\.\n$/)
    })
  }, 90_000)
})
