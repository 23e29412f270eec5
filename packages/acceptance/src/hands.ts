/** What a person has to work with: a keyboard alone, which reaches controls by Tab and arrows, or a finger on a phone. */
import type { Locator, Page } from "playwright-core"
import { postgres, type Store, sqlite } from "./stores.ts"
import type { VisitOptions } from "./visit.ts"
import { selectionSeen } from "./writtenPage.ts"

export interface Hand {
  /** Presses a button, or whatever else is pressed. */
  readonly press: (control: Locator) => Promise<void>
  /** Goes to a control, to type in it. */
  readonly reach: (control: Locator) => Promise<void>
  /** Takes an option of a list or a menu that is open. */
  readonly take: (option: Locator) => Promise<void>
  /** Opens the menu of a page in the tree. */
  readonly menuOf: (title: string) => Promise<void>
  /** Goes to a control of the bar above the selection or the block. */
  readonly inBar: (control: Locator) => Promise<void>
  /** Goes to the end of a text that is written. @param last its last words */
  readonly end: (text: Locator, last: Locator) => Promise<void>
}

/** Whether keys go to it: it has the focus, or something in it has. */
const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((one) => {
    const { activeElement } = one.getRootNode() as Document | ShadowRoot
    return one === activeElement || one.contains(activeElement)
  })

/** Most keys until a control must have been reached. */
const most = 150

const pressUntil = async (page: Page, key: string, isThere: () => Promise<boolean>, what: string): Promise<void> => {
  for (let left = most; !(await isThere()); left--) {
    if (left === 0) throw new Error(`${what} was not reached by ${key}`)
    await page.keyboard.press(key)
  }
}

export const keyboard = (page: Page): Hand => {
  const reach: Hand["reach"] = async (control) => {
    await control.waitFor()
    await pressUntil(page, "Tab", () => hasFocus(control), `${control}`)
  }
  return {
    reach,
    press: async (control) => {
      await reach(control)
      await page.keyboard.press("Enter")
    },
    take: async (option) => {
      await option.waitFor()
      const isActive = () =>
        option.evaluate((one) => {
          const { activeElement } = document
          return one === activeElement || one.id === activeElement?.getAttribute("aria-activedescendant")
        })
      await pressUntil(page, "ArrowDown", isActive, `${option}`)
      await page.keyboard.press("Enter")
    },
    menuOf: async (title) => {
      const item = page.getByRole("treeitem", { name: title, exact: true })
      await item.waitFor()
      await reach(page.getByRole("tree", { name: "Pages" }))
      await page.keyboard.press("Home")
      await pressUntil(page, "ArrowDown", () => hasFocus(item), title)
      await page.keyboard.press("Shift+F10")
    },
    inBar: async (control) => {
      await control.waitFor()
      await page.keyboard.press("Alt+F10")
      await reach(control)
    },
    end: async (text) => {
      await reach(text)
      await page.keyboard.press("ControlOrMeta+End")
      await selectionSeen(page)
    }
  }
}

export const finger = (page: Page): Hand => {
  const press = (control: Locator) => control.tap()
  return {
    press,
    reach: press,
    take: press,
    inBar: press,
    menuOf: async (title) => {
      const button = page.getByRole("button", { name: `Actions for ${title}`, exact: true })
      if (!(await button.isVisible())) await page.getByRole("button", { name: "All pages" }).tap()
      await button.tap()
    },
    end: async (_text, last) => {
      // what is being drawn anew has no place for a moment
      let box = await last.boundingBox()
      for (; box === null; box = await last.boundingBox()) await page.waitForTimeout(50)
      const { height, width } = box
      // two taps at once would select a word
      await page.waitForTimeout(400)
      await last.tap({ position: { x: width - 40, y: height - 4 } })
      await selectionSeen(page)
    }
  }
}

const phone: VisitOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Both, the windows that they have, and where what they do is stored. */
export const hands: ReadonlyArray<
  readonly [name: string, hand: (page: Page) => Hand, window: VisitOptions, store: Store]
> = [
  ["a keyboard alone, on Postgres", keyboard, {}, postgres],
  ["a finger at 390 pixels, on SQLite", finger, phone, sqlite]
]
