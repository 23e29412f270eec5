/**
 * Text in the web application: how it looks, where it leads, what is copied, pasted, found and replaced. In Chromium,
 * against a real server; things are found by role and name.
 */
import { describe, expect, it } from "vitest"
import { executable } from "../src/writing.ts"
import { caretBehind, isInView, selectionSeen, startPages } from "../src/writtenPage.ts"

describe.skipIf(executable === undefined)("Text of a page that is written in the browser", () => {
  const pages = startPages()
  const { writing } = pages

  it("the selection is made bold, coloured and a link to a page; the link is changed and taken away", async () => {
    await writing("One word here.\n", async ({ audit, body, page, says, toolbar, welcome }) => {
      await body.getByText("One word here.").dblclick({ position: { x: 45, y: 10 } })
      const bar = toolbar("Format")
      await bar.getByRole("button", { name: "Bold" }).click()
      await expect.poll(() => bar.getByRole("button", { name: "Bold" }).getAttribute("aria-pressed")).toBe("true")
      await audit()
      await says("One **word** here.\n")
      await bar.getByRole("button", { name: "Bold" }).click()
      await bar.getByRole("button", { name: "Link" }).click()
      const found = page.getByRole("combobox", { name: "Link to" })
      await found.fill("first st")
      await page
        .getByRole("option", { name: /First steps|Welcome/ })
        .first()
        .waitFor()
      await audit()
      // Enter at once takes what is found for all that was typed, and not what stood there before
      await found.fill("welcome")
      await page.keyboard.press("Enter")
      await says(`One [word](${welcome}) here.\n`)
      await body.getByRole("link", { name: "word" }).click()
      const card = page.getByRole("group", { name: "Link" })
      await card.getByText("Welcome").waitFor()
      await card.getByRole("button", { name: "Edit" }).click()
      await page.getByRole("combobox", { name: "Link to" }).fill("https://example.com/")
      await page.getByRole("option", { name: /example\.com/ }).waitFor()
      await page.keyboard.press("Enter")
      await says("One [word](https://example.com/) here.\n")
      await body.getByRole("link", { name: "word" }).click()
      await page.getByRole("group", { name: "Link" }).getByRole("button", { name: "Remove" }).click()
      await says("One word here.\n")
    })
  }, 60_000)

  it("a pasted address of this installation leads to the page; what leads nowhere is seen", async () => {
    await writing("One word here, [gone](gone.md).\n", async ({ body, page, says, space, welcome }) => {
      await body.getByText("One word here").dblclick({ position: { x: 45, y: 10 } })
      await selectionSeen(page)
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox", { name: "Link to" }).fill(`${pages.world().origin}/app/s/${space}/welcome`)
      await page.getByRole("option", { name: /Of this installation/ }).waitFor()
      await page.keyboard.press("Enter")
      await says(`One [word](${welcome}) here, [gone](gone.md).\n`)
      await expect.poll(() => body.locator("a", { hasText: "gone" }).getAttribute("title")).toBe("Leads nowhere")
    })
  }, 60_000)

  it("what is copied comes back as it was; text of other programs becomes blocks, an address a link", async () => {
    const markdown = 'First.\n\n{% hint style="danger" %}\nCare.\n{% endhint %}\n'
    await writing(
      markdown,
      async ({ body, page, says, space, welcome }) => {
        await body.getByText("Care.").click()
        await selectionSeen(page)
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
        await page.keyboard.press("Control+c")
        await caretBehind(page, body.getByText("First."))
        await page.keyboard.press("Control+v")
        const hint = '{% hint style="danger" %}\nCare.\n{% endhint %}\n'
        await says(`First.\n\n${hint}\n${hint}`)
        const put = (kinds: Readonly<Record<string, string>>) =>
          page.evaluate(
            (all) =>
              navigator.clipboard.write([
                new ClipboardItem(
                  Object.fromEntries(Object.entries(all).map(([type, text]) => [type, new Blob([text], { type })]))
                )
              ]),
            kinds
          )
        await put({
          "text/html": "<h2>Pasted</h2><p>With <b>bold</b> words</p><ul><li>one</li></ul>",
          "text/plain": "x"
        })
        await caretBehind(page, body.getByText("First."))
        await page.keyboard.press("Control+v")
        await says(/First\.\n\n## Pasted\n\nWith \*\*bold\*\* words\n\n[*-] one\n/)
        await put({ "text/plain": `${pages.world().origin}/app/s/${space}/welcome` })
        await body.getByText("Pasted").dblclick({ position: { x: 20, y: 12 } })
        await selectionSeen(page)
        await page.keyboard.press("Control+v")
        await says(new RegExp(`## \\[Pasted\\]\\(${welcome}\\)`))
      },
      { permissions: ["clipboard-read", "clipboard-write"] }
    )
  }, 90_000)

  it("words are found and replaced, in all places at once, and taken back by one undo", async () => {
    await writing(
      "One cat.\n\n* a Cat\n\n| Cat | b |\n| --- | --- |\n| c | cat |\n",
      async ({ audit, body, page, says }) => {
        await body.getByText("One cat.").click()
        await page.keyboard.press("Home")
        await selectionSeen(page)
        await page.keyboard.press("Control+f")
        const bar = page.getByRole("search", { name: "Find and replace" })
        await bar.getByRole("textbox", { name: "Find" }).fill("cat")
        await bar.getByText("4 found").waitFor()
        await audit()
        await page.keyboard.press("Enter")
        await bar.getByText("1 of 4").waitFor()
        await bar.getByRole("textbox", { name: "Replace" }).fill("dog")
        await bar.getByRole("button", { name: "Replace", exact: true }).click()
        await bar.getByText("1 of 3").waitFor()
        await bar.getByRole("button", { name: "Replace all" }).click()
        await page.keyboard.press("Escape")
        await bar.waitFor({ state: "detached" })
        await says("One dog.\n\n* a dog\n\n| dog | b |\n| --- | --- |\n| c | dog |\n")
        await page.keyboard.press("Control+z")
        await says(/One dog\.\n\n\* a Cat\n/)
      }
    )
  }, 60_000)

  it("words that are out of sight, or folded, come into view while the focus stays in the bar", async () => {
    const far = "Between.\n\n".repeat(60)
    const folded = "<details>\n\n<summary>More</summary>\n\nA third cat.\n\n</details>\n"
    await writing(`One cat.\n\n${far}Another cat.\n\n${far}${folded}`, async ({ body, page }) => {
      await body.getByText("One cat.").click()
      await page.keyboard.press("Home")
      await selectionSeen(page)
      await page.keyboard.press("Control+f")
      const bar = page.getByRole("search", { name: "Find and replace" })
      const find = bar.getByRole("textbox", { name: "Find" })
      await find.fill("cat")
      for (const [press, at, words] of [
        ["Enter", "1 of 3", "One cat."],
        ["Enter", "2 of 3", "Another cat."],
        ["Enter", "3 of 3", "A third cat."],
        ["Shift+Enter", "2 of 3", "Another cat."]
      ] as const) {
        await page.keyboard.press(press)
        await bar.getByText(at).waitFor()
        await expect.poll(() => isInView(body.getByText(words))).toBe(true)
        await expect.poll(() => find.evaluate((field) => field === document.activeElement)).toBe(true)
      }
    })
  }, 60_000)
})
