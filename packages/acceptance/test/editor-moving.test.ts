/**
 * Blocks that are moved in the web application: by keys, from their menu, by a mouse and by a finger; where they are then
 * is told. In Chromium, against a real server.
 */
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { VisitOptions } from "../src/visit.ts"
import { executable } from "../src/writing.ts"
import { caretBehind, startPages, type WrittenPage } from "../src/writtenPage.ts"

const markdown = "First.\n\nSecond.\n\nThird.\n"
const told = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words }).waitFor()

describe.skipIf(executable === undefined)("Blocks that are moved", () => {
  const pages = startPages()

  const writing = (
    look: (written: WrittenPage) => Promise<void>,
    { text = markdown, ...options }: VisitOptions & { readonly text?: string } = {}
  ): Promise<void> => pages.writing(text, look, options)

  const middleOf = async (place: Locator) => {
    const { height, width, x, y } = (await place.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }

  it("by keys and from the menu of the handle, which keyboards open, too", async () => {
    await writing(async ({ body, page, says }) => {
      await caretBehind(page, body.getByText("Third."))
      await page.keyboard.press("Alt+ArrowUp")
      await told(page, "Paragraph moved: 2 of 3")
      await page.keyboard.press("Alt+ArrowUp")
      await told(page, "Paragraph moved: 1 of 3")
      await page.keyboard.press("Alt+ArrowUp")
      await told(page, "It can't be moved further")
      await says("Third.\n\nFirst.\n\nSecond.\n")
      await page.keyboard.press("Control+.")
      await page.getByRole("menu", { name: "Block: Paragraph" }).waitFor()
      await page.getByRole("menuitem", { name: "Move down" }).press("Enter")
      await told(page, "Paragraph moved: 2 of 3")
      await says("First.\n\nThird.\n\nSecond.\n")
    })
  }, 60_000)

  it("what it is moved into is told", async () => {
    const text = '* one\n* two\n\n{% hint style="info" %}\nCare.\n\nMore.\n{% endhint %}\n'
    await writing(
      async ({ body, page, says }) => {
        await caretBehind(page, body.getByText("More."))
        await page.keyboard.press("Alt+ArrowUp")
        await told(page, "Paragraph moved: 1 of 2, in Hint")
        await caretBehind(page, body.getByText("two"))
        await page.keyboard.press("Alt+ArrowUp")
        await told(page, "List item moved: 1 of 2, in Bulleted list")
        await says('* two\n* one\n\n{% hint style="info" %}\nMore.\n\nCare.\n{% endhint %}\n')
      },
      { text }
    )
  }, 60_000)

  it("by a mouse that pulls the handle", async () => {
    await writing(async ({ body, page, says }) => {
      await body.getByText("First.").hover()
      await page.getByRole("button", { name: "Block: Paragraph" }).hover()
      await page.mouse.down()
      const { height, width, x, y } = (await body.getByText("Third.").boundingBox())!
      await page.mouse.move(x + width - 20, y + height / 2, { steps: 8 })
      await page.mouse.move(x + width - 20, y + height - 1, { steps: 3 })
      await page.mouse.up()
      await told(page, "Paragraph moved: 3 of 3")
      await says("Second.\n\nThird.\n\nFirst.\n")
    })
  }, 60_000)

  it("by a finger that pulls the handle, and a touch of it opens the menu", async () => {
    await writing(
      async ({ body, page, says, window }) => {
        await body.getByText("First.").tap()
        const handle = page.getByRole("button", { name: "Block: Paragraph" })
        const session = await window.newCDPSession(page)
        const touch = (
          type: "touchStart" | "touchMove" | "touchEnd",
          ...touchPoints: ReadonlyArray<{ x: number; y: number }>
        ) => session.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] })
        const pullTo = async (y: number) => {
          const from = await middleOf(handle)
          await touch("touchStart", from)
          for (const part of [0.2, 0.5, 0.8, 1])
            await touch("touchMove", { x: from.x, y: from.y + (y - from.y) * part })
          await page.locator(".drop-cursor").waitFor()
          await touch("touchEnd")
          await page.locator(".drop-cursor").waitFor({ state: "detached" })
        }
        const third = (await body.getByText("Third.").boundingBox())!
        await pullTo(third.y + third.height - 2)
        await told(page, "Paragraph moved: 3 of 3")
        await says("Second.\n\nThird.\n\nFirst.\n")
        expect(await page.getByRole("menu").count()).toBe(0)
        await handle.tap()
        const menu = page.getByRole("menu", { name: "Block: Paragraph" })
        await menu.getByRole("menuitem", { name: "Move up" }).tap()
        await told(page, "Paragraph moved: 2 of 3")
        await says("Second.\n\nFirst.\n\nThird.\n")
        await pullTo((await body.getByText("Second.").boundingBox())!.y + 2)
        await told(page, "Paragraph moved: 1 of 3")
      },
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" }
    )
  }, 60_000)
})
