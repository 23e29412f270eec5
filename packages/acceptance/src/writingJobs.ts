/** Steps of jobs that a person who writes has to do, with a keyboard alone or a finger. */
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { type Hand, hands } from "./hands.ts"
import type { VisitOptions } from "./visit.ts"
import type { World } from "./world.ts"
import { executable } from "./writing.ts"
import { selectionSeen, startPages, type WrittenPage } from "./writtenPage.ts"

export interface Job extends WrittenPage {
  readonly world: World
  readonly hand: Hand
  /** Whether a finger does it. */
  readonly isFinger: boolean
}

/** A job, what the page says before, how it is done, and which window it needs. */
export type JobRow = readonly [
  name: string,
  markdown: string,
  act: (job: Job) => Promise<void>,
  window?: Pick<VisitOptions, "ignored">
]

/** Stories of jobs: each is done once with each hand. */
export const doneByHands = (jobs: ReadonlyArray<JobRow>): void => {
  describe.skipIf(executable === undefined).each(hands)("With %s", (_name, handOf, window, store) => {
    const { world, writing } = startPages(store)
    for (const [name, markdown, act, more] of jobs) {
      it(name, { timeout: 60_000 }, async () => {
        const isFinger = window.isMobile === true
        await writing(
          markdown,
          (written) => act({ ...written, world: world(), hand: handOf(written.page), isFinger }),
          { ...window, ...more }
        )
      })
    }
  })
}

export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole("button", { name, exact: typeof name === "string" })
export const entry = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true })
/** Waits for words of the status, which are gone after a while. */
export const said = async (page: Page, words: string | RegExp): Promise<void> => {
  const status = page.getByRole("status")
  try {
    await status.getByText(words).first().waitFor()
  } catch (cause) {
    const heard = JSON.stringify(await status.allTextContents())
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300))
    throw new Error(`"${words}" was not said, but ${heard}; the focus is on ${focused}`, { cause })
  }
}
export const saved = (page: Page) => page.getByRole("status").getByText("Saved", { exact: true }).first().waitFor()

/** Writes a title of a page or a group over the one that is there. */
export const retitle = async (page: Page, title: string) => {
  const box = page.getByRole("textbox", { name: "Rename" })
  await box.waitFor()
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type(title)
  await page.keyboard.press("Enter")
}

/** Opens the list of blocks below the last words. */
const openKinds = async ({ body, hand, page }: Job, last: string) => {
  await hand.end(body, body.getByText(last).last())
  await page.keyboard.press("Enter")
  await page.keyboard.type("/")
}

/** Makes a block of a kind below the last words. */
export const make = async (job: Job, last: string, kind: string) => {
  await openKinds(job, last)
  await job.page.keyboard.type(kind.toLowerCase())
  await job.hand.take(job.page.getByRole("option", { name: kind, exact: true }))
}

/** Does something with the block that the caret is in. */
export const withBlock = async ({ hand, isFinger, page }: Job, ...actions: ReadonlyArray<string>) => {
  if (isFinger) await hand.press(button(page, /^Block: /))
  else await page.keyboard.press("ControlOrMeta+.")
  for (const action of actions) await hand.take(entry(page, action))
  await page.getByRole("menu").waitFor({ state: "detached" })
}

/** Kinds of blocks that are made from the list. */
export const kinds = [
  "Heading 2",
  "Task list",
  "Quote",
  "Code",
  "Hint",
  "Table",
  "Tabs",
  "Stepper",
  "Columns",
  "Expandable",
  "Updates",
  "Condition",
  "Prompt",
  "Cards"
]

/** Kinds that hold blocks. */
export const holders = new Set(["Hint", "Tabs", "Stepper", "Columns", "Expandable", "Updates", "Condition", "Prompt"])

/** Deletes the block around the one with the caret. */
export const deleteHolder = async ({ body, hand, isFinger, page }: Job, kind: string) => {
  const bar = page.getByRole("toolbar", { name: / settings$/ })
  const act = async (name: string) => {
    await hand.inBar(button(bar, name))
    if (!isFinger) await page.keyboard.press("Enter")
  }
  // a bar that is away while one types comes back
  if (isFinger) await hand.press(body.getByText("Words"))
  if ((await button(bar, kind).count()) > 0) await act(kind)
  await act("Delete")
}

/** Selects the last word, as keys do or the handles that phones show. */
export const selectWord = async ({ isFinger, page }: Job) => {
  if (isFinger) await page.evaluate('getSelection().modify("extend", "backward", "word")')
  else await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft")
  await selectionSeen(page)
}

export const treeOf = (page: Page) =>
  page
    .getByRole("tree", { name: "Pages" })
    .getByRole("treeitem")
    .evaluateAll((rows) => rows.map((row) => row.ariaLabel))

export const showTree = async ({ hand, isFinger, page }: Job) => {
  if (isFinger) await hand.press(button(page, "All pages"))
}
