/**
 * The Markdown of a page as text in the web application: coloured, found in, left by keys, edited beside the blocks and
 * beside others. In Chromium, against a real server; things are found by role and name.
 */
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { VisitOptions } from "../src/visit.ts"
import { executable } from "../src/writing.ts"
import { caretBehind, startPages, type WrittenPage } from "../src/writtenPage.ts"

interface SourcePage extends WrittenPage {
  readonly source: Locator
}

const sourceOf = (page: Page): Locator => page.getByRole("textbox", { name: "Markdown source" })
const isFocused = (place: Locator): Promise<boolean> => place.evaluate((one) => one.matches(":focus"))

describe.skipIf(executable === undefined)("The Markdown of a page as text", () => {
  const pages = startPages()

  const writing = (
    markdown: string,
    look: (written: SourcePage) => Promise<void>,
    { toggle = "Markdown", ...options }: VisitOptions & { readonly toggle?: "Markdown" | "Side by side" } = {}
  ): Promise<void> =>
    pages.writing(
      markdown,
      async (written) => {
        await written.page.getByRole("button", { name: toggle }).click()
        const source = sourceOf(written.page)
        await source.waitFor()
        await look({ ...written, source })
      },
      options
    )

  /** Edits a page of the draft of a space as somebody else. */
  const others = async (space: string, edit: (markdown: string) => string) => {
    const world = pages.world()
    const [draft] = (await world.api.get(`/v1/spaces/${space}/change-requests?status=draft`)).body.items
    const place = `/v1/spaces/${space}/change-requests/${draft.id}/content`
    const { body } = await world.api.get(`${place}/path/start?format=markdown`)
    const changes = [{ operation: "update_page", page: body.id, document: { markdown: edit(body.markdown) } }]
    const made = await world.api.post(place, { changes })
    expect(made.status, made.text).toBe(200)
  }

  it("tags, headers, HTML and code are told apart; what is typed is saved byte for byte", async () => {
    const markdown = '## One\n\n{% hint style="info" %}\nCare for `code`.\n{% endhint %}\n\n<b title="x">bold</b>\n'
    await writing(markdown, async ({ check, page, says, source }) => {
      const colourOf = (text: string) =>
        source
          .getByText(text, { exact: true })
          .first()
          .evaluate((one) => getComputedStyle(one).color)
      const plain = await source.evaluate((one) => getComputedStyle(one).color)
      for (const text of ["hint", "style", '"info"', "code", "b", "title"]) expect(await colourOf(text)).not.toBe(plain)
      await check("Start")
      await page.keyboard.press("Tab")
      await source.click()
      await page.keyboard.press("Control+End")
      await page.keyboard.type("\n* an item")
      await page.keyboard.press("Enter")
      await page.keyboard.type("another")
      await says(`${markdown}\n* an item\n* another`)
      await page.keyboard.press("Control+z")
      await page.keyboard.press("Control+z")
      await page.keyboard.press("Control+Home")
      await page.keyboard.press("Control+Shift+z")
      await page.getByRole("button", { name: "Markdown" }).click()
      await page.getByRole("textbox", { name: "Page body" }).getByText("Care for").waitFor()
    })
  }, 60_000)

  it("a page with ends of lines of Windows keeps them", async () => {
    await writing("One.\r\n\r\nTwo.\r\n", async ({ page, says, source }) => {
      await caretBehind(page, source.getByText("One."))
      await page.keyboard.type("\nMore.")
      await says("One.\r\nMore.\r\n\r\nTwo.\r\n")
    })
  }, 60_000)

  it("Tab indents; Escape, then Tab leaves, which is told", async () => {
    await writing("* one\n* two\n", async ({ page, says, source }) => {
      await expect.poll(() => source.getAttribute("aria-multiline")).toBe("true")
      const note = await source.getAttribute("aria-describedby")
      await expect
        .poll(() => page.locator(`#${note}`).textContent())
        .toBe("Tab indents. To leave the text, press Escape, then Tab.")
      await caretBehind(page, source.getByText("two"))
      await page.keyboard.press("Tab")
      expect(await isFocused(source)).toBe(true)
      await says("* one\n  * two\n")
      await page.keyboard.press("Escape")
      await page.keyboard.press("x")
      await page.keyboard.press("Tab")
      expect(await isFocused(source)).toBe(true)
      await page.keyboard.press("Escape")
      await page.keyboard.press("Tab")
      expect(await isFocused(source)).toBe(false)
      await source.focus()
      await page.keyboard.press("Escape")
      await page.keyboard.press("Shift+Tab")
      expect(await isFocused(source)).toBe(false)
    })
  }, 60_000)

  it("words are found and replaced, and taken back by one undo", async () => {
    await writing("One cat.\n\n* a Cat\n\ncat\n", async ({ audit, page, says, source }) => {
      await source.click()
      await page.keyboard.press("Control+Home")
      await page.keyboard.press("Control+f")
      const bar = page.getByRole("search", { name: "Find and replace" })
      await bar.getByRole("textbox", { name: "Find" }).fill("cat")
      await bar.getByText("3 found").waitFor()
      await audit()
      await page.keyboard.press("Enter")
      await bar.getByText("1 of 3").waitFor()
      await bar.getByRole("textbox", { name: "Replace" }).fill("dog")
      await bar.getByRole("button", { name: "Replace", exact: true }).click()
      await bar.getByText("1 of 2").waitFor()
      await bar.getByRole("button", { name: "Replace all" }).click()
      await page.getByRole("status").filter({ hasText: "2 places were replaced" }).waitFor()
      await page.keyboard.press("Escape")
      await bar.waitFor({ state: "detached" })
      expect(await isFocused(source)).toBe(true)
      await says("One dog.\n\n* a dog\n\ndog\n")
      await page.keyboard.press("Control+z")
      await says("One dog.\n\n* a Cat\n\ncat\n")
    })
  }, 60_000)

  it("what others write comes in beside the caret, and undo takes back what is mine alone", async () => {
    await writing("One.\n\nTwo.\n\nThree.\n", async ({ page, says, source, space }) => {
      await caretBehind(page, source.getByText("Two."))
      await page.keyboard.type(" Mine")
      await says("One.\n\nTwo. Mine\n\nThree.\n")
      await others(space, (markdown) => markdown.replace("One.", "Zero.\n\nOne, theirs.").replace("Three.", "Three!"))
      await source.getByText("One, theirs.").waitFor()
      await page.keyboard.type(" still")
      await says("Zero.\n\nOne, theirs.\n\nTwo. Mine still\n\nThree!\n")
      await page.keyboard.press("Control+z")
      await page.keyboard.press("Control+z")
      await says("Zero.\n\nOne, theirs.\n\nTwo.\n\nThree!\n")
    })
  }, 60_000)

  it("beside the blocks it is the same page: what is written in either is in the other", async () => {
    await writing(
      "One.\n\nTwo.\n",
      async ({ body, check, page, says, source }) => {
        await body.waitFor()
        await check("Start")
        await caretBehind(page, source.getByText("Two."))
        await page.keyboard.type("\n\n## Written as text")
        await body.getByRole("heading", { name: "Written as text" }).waitFor()
        await caretBehind(page, body.getByText("One."))
        await page.keyboard.type(" As a block.")
        await source.getByText("One. As a block.").waitFor()
        await says("One. As a block.\n\nTwo.\n\n## Written as text\n")
        await source.focus()
        await page.keyboard.type("At the end. ")
        await page.getByRole("button", { name: "Side by side" }).click()
        await source.waitFor({ state: "detached" })
        await body.getByText("At the end.").waitFor()
        await caretBehind(page, body.getByText("One. As a block."))
        await page.keyboard.press("Control+z")
        await says(/^One\.\n/)
      },
      { toggle: "Side by side" }
    )
  }, 60_000)

  it("a page of 300 KB is written in it", async () => {
    const paragraph = `${"Words and *more* of them, {% if a %} and `code`. ".repeat(100)}\n\n`
    await writing(paragraph.repeat(60), async ({ page, says, source }) => {
      await source.click()
      await page.keyboard.press("Control+End")
      await page.keyboard.type("The end.")
      await source.getByText("The end.").waitFor()
      await page.keyboard.press("Control+Home")
      await page.keyboard.type("The beginning. ")
      await says(/^The beginning\. Words[\s\S]*\nThe end\.$/)
    })
  }, 120_000)

  it("on a window of 390 pixels, in the dark and with forced colours", async () => {
    const narrow = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const
    const markdown = `## One\n\n${"word ".repeat(60)}\n\n${"x".repeat(200)}\n`
    for (const forcedColors of ["none", "active"] as const)
      await writing(
        markdown,
        async ({ check, page, says, source }) => {
          await source.click()
          await page.keyboard.press("Control+Home")
          await page.keyboard.type("Typed. ")
          await page.keyboard.press("Control+f")
          await page.getByRole("textbox", { name: "Find" }).fill("word")
          await page.getByText("60 found").waitFor()
          await check("Start")
          await says(`Typed. ${markdown}`)
          expect(await page.getByRole("button", { name: "Side by side" }).count()).toBe(0)
        },
        { ...narrow, forcedColors }
      )
  }, 60_000)
})
