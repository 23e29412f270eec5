/**
 * Reusable content in a page that is written in the web application: it is seen where it is included, with who else shows
 * it, and becomes the page's own. In Chromium, against a real server.
 */
import { describe, expect, it } from "vitest"
import { importOk, main } from "../src/imports.ts"
import { startSample } from "../src/sample.ts"
import { visit } from "../src/visit.ts"
import { executable } from "../src/writing.ts"
import { selectionSeen, startPages } from "../src/writtenPage.ts"

const include = '{% include ".gitbook/includes/note.md" %}\n'
const files = {
  "SUMMARY.md": "# Table of contents\n\n* [Top](README.md)\n* [Other](other.md)\n",
  "README.md": `# Top\n\nBefore.\n\n${include}\nAfter.\n`,
  "other.md": `# Other\n\n${include}`,
  ".gitbook/includes/note.md": "---\ntitle: A note\n---\n\nShared words.\n\n* one\n* [x](../../other.md)\n"
}

describe.skipIf(executable === undefined)("Reusable content in a page that is written", () => {
  const started = startPages()

  /** A space that was imported; its first page, and what it says of it in the draft, with what it includes when wanted. */
  const imported = async (name: string) => {
    const world = started.world()
    const source = await startSample(world, files, name)
    const space = await world.space(`Includes ${name}`)
    await importOk(world.api, space, { url: source.url, ref: main })
    const { pages } = (await world.api.get(`/v1/spaces/${space}/content/pages`)).body
    const draftOf = async () =>
      (await world.api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body.items[0]?.id as string | undefined
    const markdown =
      (page = 0, more = "") =>
      async () => {
        const draft = await draftOf()
        const place = draft === undefined ? "" : `/change-requests/${draft}`
        const at = `/v1/spaces/${space}${place}/content/page/${pages[page].id}?format=markdown${more}`
        return (await world.api.get(at)).body.markdown as string
      }
    const says = (wanted: RegExp, page?: number, more?: string) =>
      expect.poll(markdown(page, more), { interval: 300 }).toMatch(wanted)
    return { world, browser: started.browser(), space, says, draftOf }
  }

  it("is seen in it, says which pages show it, and is detached by one step that undo takes back", async () => {
    const { browser, says, space, world } = await imported("seen")
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

  it("is edited where it is included, by keyboard, and every page that includes it shows that", async () => {
    const { browser, draftOf, says, space, world } = await imported("edited")
    const whole = "&dereferenced=reusable-contents"
    await visit({ world, browser, path: `/app/s/${space}` }, async ({ audit, page }) => {
      page.setDefaultTimeout(10_000)
      const body = page.getByRole("textbox", { name: "Page body" })
      await body.getByText("A note", { exact: true }).click()
      const bar = page.getByRole("toolbar", { name: "Reusable content settings" })
      await bar.getByRole("button", { name: "Edit" }).focus()
      await page.keyboard.press("Enter")
      const place = page.getByRole("region", { name: "Reusable content: A note" })
      await place.getByText("On 2 pages: who changes it changes all of them.").waitFor()
      const text = place.getByRole("textbox", { name: "Reusable content: A note" })
      await expect.poll(() => text.evaluate((one) => one === document.activeElement)).toBe(true)
      await audit()
      // its keys, its menu and what is pasted are its own
      await page.keyboard.press("Control+Home")
      await page.keyboard.type("Our ")
      await page.keyboard.press("End")
      await selectionSeen(page)
      await page.keyboard.press("Enter")
      await page.keyboard.type("/hint")
      await place.getByRole("option", { name: "Hint" }).waitFor()
      await page.keyboard.press("Enter")
      await page.keyboard.type("Mind the step.")
      await place.getByRole("status").getByText("Saved", { exact: true }).waitFor()
      await says(/Our Shared words\.\n\n\{% hint [^\n]+\nMind the step\.\n\{% endhint %\}/, 1, whole)
      // the page itself was not written
      await says(/^# Top\n\nBefore\.\n\n\{% include "[^"]+" %\}\n\nAfter\.\n$/)
      // somebody else writes in it at the same time
      const draft = await draftOf()
      const at = `/v1/spaces/${space}/change-requests/${draft}`
      const { reusableContents } = (await world.api.get(`${at}/content`)).body
      const now = (await world.api.get(at)).body
      const { id } = reusableContents[0]
      await world.api.post(`${at}/content`, {
        changes: [
          {
            operation: "update_reusable_content",
            reusableContent: id,
            revision: now.revision,
            document: {
              markdown:
                '---\ntitle: A note\n---\n\nOur Shared words.\n\n{% hint style="info" %}\nMind the step.\n{% endhint %}\n\n* one\n* two\n'
            }
          }
        ]
      })
      await text.getByText("two", { exact: true }).waitFor()
      await place.getByRole("button", { name: "Done" }).click()
      await place.waitFor({ state: "detached" })
      await body.getByText("Our Shared words.").waitFor()
      await expect.poll(() => body.evaluate((one) => one === document.activeElement)).toBe(true)
      // and the page goes on
      await page.keyboard.press("Control+End")
      await page.keyboard.type(" End.")
      await says(/After\. End\.\n$/)
      expect((await world.api.get(`${at}/content`)).body.reusableContents[0].title).toBe("A note")
    })
  }, 90_000)
})
