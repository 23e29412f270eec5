/** Typing in a page of many blocks: how much work a key is, from the key to the frame that shows it. */
import type { Locator, Page } from "playwright-core"
import { median } from "../support/numbers.ts"
import type { Row } from "../support/table.ts"
import { beside, type Part, within } from "./part.ts"
import { framesOfKeys, tasksOf, traced } from "./trace.ts"

/** Blocks of the pages that are written in, and milliseconds that a key may take there. */
const bars = [
  { blocks: 200, limit: 16 },
  { blocks: 3000, limit: 50 }
] as const

const keys = 100

export const typing: Part = async ({ app, say, window, world }) => {
  say("typing in pages of many blocks")
  const [, , space] = world.pages[0]!.split("/")
  const paths = await makePages(new URL(app).origin, world.token, space!)
  const rows: Array<Row> = []
  for (const [at, { blocks, limit }] of bars.entries()) {
    const fresh = await window()
    const page = await fresh.newPage()
    await page.goto(app + paths[at]!)
    const body = page.getByRole("textbox", { name: "Page body" })
    await body.waitFor()
    const html = await body.evaluate((element) => element.innerHTML)
    const typed = await type(page, body)
    // saves come into it as they come to those who write
    const saving = await saved(page)
    await page.setContent(`<!doctype html><title>Bare</title><div role="textbox" contenteditable>${html}</div>`)
    const bare = await type(page, page.getByRole("textbox"))
    await fresh.close()
    rows.push(
      within(`a key in a page of ${blocks} blocks, 99 of 100`, slowest(typed), limit, "ms"),
      within("the longest task while that page is saved", saving, limit, "ms"),
      beside("the middle key, beside a bare editable element with the same", median(typed), median(bare))
    )
  }
  return rows
}

/** Of 100 the last but one. */
const slowest = (times: ReadonlyArray<number>): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1]!

/** Milliseconds of work of each key, in the middle of a page. */
const type = async (page: Page, body: Locator): Promise<ReadonlyArray<number>> => {
  const paragraphs = body.getByText("A paragraph with")
  await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click()
  await page.keyboard.press("End")
  // what is made with the first key is made
  await page.keyboard.type("The first words. ", { delay: 30 })
  return framesOfKeys(
    await traced(page, async () => {
      await page.keyboard.type("abcde fghi ".repeat(10).slice(0, keys), { delay: 50 })
      await page.waitForTimeout(500)
    })
  )
}

/** Milliseconds of the longest task from a key until the server has it. */
const saved = async (page: Page): Promise<number> => {
  const isSaved = page.getByRole("status").filter({ hasText: /^Saved$/ })
  await isSaved.waitFor()
  const work = await traced(page, async () => {
    await page.keyboard.type("z")
    await isSaved.waitFor({ state: "hidden" })
    await isSaved.waitFor()
    await page.waitForTimeout(1000)
  })
  return Math.max(...tasksOf(work).map(({ took }) => took))
}

const markdownOf = (blocks: number): string =>
  Array.from({ length: blocks }, (_, at) =>
    at % 10 === 0
      ? `## Part ${at / 10}`
      : at % 7 === 0
        ? `* An item of a list\n* Another one, **strong**`
        : `A paragraph with [a link](https://example.com/${at}) and \`code\`, and words that go on to the end of the line.`
  ).join("\n\n")

/** Makes a page for each bar in a space; answers their paths below `/app`. */
export const makePages = async (origin: string, token: string, space: string): Promise<ReadonlyArray<string>> => {
  const changes = bars.map(({ blocks }) => ({
    operation: "insert_page",
    title: `Blocks ${blocks}`,
    document: { markdown: markdownOf(blocks) }
  }))
  const response = await fetch(`${origin}/v1/spaces/${space}/content`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ changes })
  })
  if (!response.ok) throw new Error(`The pages to write in were not made: ${await response.text()}`)
  return bars.map(({ blocks }) => `/s/${space}/blocks-${blocks}`)
}
