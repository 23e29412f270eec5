/** Pictures of screens for somebody who wants to look at them: in the directory that `OCTAVO_TEST_PICTURES` names. */
import { mkdirSync } from "node:fs"
import type { Page } from "playwright-core"

const directory = process.env["OCTAVO_TEST_PICTURES"]

/** Takes a picture of a whole screen, where they are wanted. @param name of the file, without its ending */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  if (directory === undefined) return
  mkdirSync(directory, { recursive: true })
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true })
}
