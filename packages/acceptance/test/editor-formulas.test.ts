/**
 * Formulas and notes in the web application: drawn and edited where they stand. In Chromium, against a real server;
 * things are found by role and name.
 */
import { describe, expect, it } from "vitest"
import { executable } from "../src/writing.ts"
import { caretBehind, startPages } from "../src/writtenPage.ts"

describe.skipIf(executable === undefined)("Formulas and notes of a page that is written", () => {
  const pages = startPages()
  const { writing } = pages

  it("formulas are drawn, in the page and in its lines, without a style that the policy refuses", async () => {
    // of all that is drawn with styles: accents, colours, phantoms, prescripts, bold
    const hard = String.raw`\color{blue}{x} \boldsymbol{y} \phantom{z} {}_a^b\!\sideset{_1^2}{_3^4}\sum \boxed{w} \cancel{v}`
    await writing(`Of $$\\frac{1}{2}$$ here.\n\n$$\n${hard}\n$$\n`, async ({ body, check, says }) => {
      await body.locator("mfrac").waitFor()
      await body.locator("math[display=block]").waitFor()
      expect(await body.locator("[data-style]").count()).toBe(0)
      await expect.poll(() => body.locator("math [style]").count()).toBeGreaterThan(0)
      await check("Start")
      await says(`Of $$\\frac{1}{2}$$ here.\n\n$$\n${hard}\n$$\n`)
    })
  }, 60_000)

  it("a formula is drawn while it is written; one that can't be read says why", async () => {
    await writing("$$\nx^2\n$$\n", async ({ body, check, page, says, toolbar }) => {
      await body.locator("math").click()
      const field = toolbar("Math settings").getByRole("textbox", { name: "Formula" })
      await field.fill(String.raw`\frac{1}{`)
      await field.press("Tab")
      await body.getByText(/^This formula can't be read: \S/).waitFor()
      await check("Start")
      await body.getByText(/^This formula can't be read/).click()
      await field.fill(String.raw`\sqrt{2}`)
      await field.press("Tab")
      await body.locator("msqrt").waitFor()
      await says("$$\n\\sqrt{2}\n$$\n")
      await page.reload()
      await body.locator("msqrt").waitFor()
    })
  }, 60_000)

  it("a note that has blocks is edited as blocks, where it stands", async () => {
    const note = "[^1]: First.\n\n    * an item\n"
    await writing(`See [this](#user-content-fn-1)[^1].\n\n${note}`, async ({ audit, body, page, says }) => {
      await body.getByText("this").click()
      const panel = page.getByRole("group", { name: "Note" })
      const blocks = panel.getByRole("textbox", { name: "Note" })
      await blocks.getByRole("listitem").waitFor()
      await audit()
      await caretBehind(page, blocks.getByText("an item"))
      await page.keyboard.type(" of **two**")
      await page.keyboard.press("Enter")
      await page.keyboard.type("the second")
      await says(/\[\^1\]: First\.\n\n {4}[*-] an item of \*\*two\*\*\n {4}[*-] the second\n/)
      await page.keyboard.press("Escape")
      await expect.poll(() => body.evaluate((one) => one.contains(document.activeElement))).toBe(true)
      // it was kept while it was typed: in one step or in several
      for (let step = 0; step < 20; step++) await page.keyboard.press("Control+z")
      await says(`See [this](#user-content-fn-1)[^1].\n\n${note}`)
    })
  }, 60_000)

  it("a note of words gets blocks", async () => {
    await writing("See [this](#user-content-fn-1)[^1].\n\n[^1]: Because.\n", async ({ body, page, says }) => {
      await body.getByText("this").click()
      const panel = page.getByRole("group", { name: "Note" })
      await panel.getByRole("button", { name: "As blocks" }).click()
      await caretBehind(page, panel.getByRole("textbox", { name: "Note" }).getByText("Because."))
      await page.keyboard.press("Enter")
      await page.keyboard.type("* one")
      await body.getByText("See").click()
      await panel.waitFor({ state: "detached" })
      await says(/\[\^1\]: Because\.\n\n {4}[*-] one\n/)
    })
  }, 60_000)
})
