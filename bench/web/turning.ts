/** Going from page to page by the tree. */
import type { Page } from "playwright-core"
import { median } from "../support/numbers.ts"
import { type Part, within } from "./part.ts"

const rounds = 20

export const turning: Part = async ({ app, say, window, world }) => {
  say("going from page to page")
  const fresh = await window()
  const page = await fresh.newPage()
  await page.goto(app + world.pages[0]!)
  await page.getByRole("tree", { name: "Pages" }).waitFor()
  const times: Array<number> = []
  for (let round = 1; round <= rounds; round++) {
    const at = round % world.pages.length
    times.push(await turn(page, world.pages[at]!, `Page about topic ${at}`))
  }
  await fresh.close()
  return [within("page to page", median(times), 100, "ms")]
}

/** Milliseconds from a click in the tree to the frame with the page. After ten, pages come again. */
const turn = (page: Page, path: string, title: string): Promise<number> =>
  page.evaluate(
    ([path, title]) =>
      new Promise<number>((resolve) => {
        let begin = 0
        const look = () => {
          if (document.querySelector("#Application .page h1")?.textContent !== title) requestAnimationFrame(look)
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)))
        }
        const press = () => {
          const link = document.querySelector<HTMLElement>(`[role=treeitem] a[href$="${path}"]`)
          if (link === null) return requestAnimationFrame(press)
          begin = performance.now()
          link.click()
          requestAnimationFrame(look)
        }
        press()
      }),
    [path, title] as const
  )
