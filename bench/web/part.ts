/** What the parts of this benchmark have in common. */
import type { Browser, BrowserContext } from "playwright-core"
import { shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import type { WebWorld } from "./world.ts"

interface Stage {
  /** Address of the application. */
  readonly app: string
  /** Directory of the built application. */
  readonly built: string
  readonly world: WebWorld
  /** A browser that has loaded nothing yet, in which somebody is signed in. */
  readonly window: () => Promise<BrowserContext>
  readonly say: (line: string) => void
}

/** Measures something of the application. */
export type Part = (stage: Stage) => Promise<ReadonlyArray<Row>>

/** A part of a bar that is in milliseconds or kilobytes. */
export const within = (what: string, value: number, limit: number, unit: string): Row => ({
  what,
  ours: `${shown(value)} ${unit}`,
  yardstick: `${limit} ${unit}`,
  ratio: value / limit,
  bar: atMost(1)
})

/** Two times, for information. */
export const beside = (what: string, ours: number, theirs: number): Row => ({
  what,
  ours: `${shown(ours)} ms`,
  yardstick: `${shown(theirs)} ms`,
  ratio: ours / theirs
})

export const signIn = async (browser: Browser, app: string, token: string) => {
  const window = await browser.newContext()
  const page = await window.newPage()
  await page.goto(app)
  await page.getByLabel("API token").fill(token)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("tree", { name: "Spaces" }).waitFor()
  const state = await window.storageState()
  await window.close()
  return state
}
