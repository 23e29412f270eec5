/**
 * The web application in Chromium: what it loads, and how soon a page is read and written. The bars are those of what
 * people notice, so the yardstick is the bar, and the ratio the part of it that is used; what the browser itself needs
 * stands beside it. `npm run bench -- web typing` runs one part alone.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findChromium, launchChromium } from "@octavo/acceptance/chromium"
import { builtWebApplication } from "@octavo/acceptance/webApplication"
import { startChild } from "../support/child.ts"
import type { ServerState } from "../support/serverProcess.ts"
import type { Row } from "../support/table.ts"
import { bytes } from "./bytes.ts"
import { opening } from "./opening.ts"
import { type Part, signIn } from "./part.ts"
import { reviewing } from "./reviewing.ts"
import { turning } from "./turning.ts"
import { typing } from "./typing.ts"
import { makeWorld } from "./world.ts"

const parts: Readonly<Record<string, Part>> = { bytes, opening, turning, typing, reviewing }

const run = async (say: (line: string) => void, wanted: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const unknown = wanted.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`)
  const executable = findChromium()
  if (executable === undefined) throw new Error("There is no Chromium here: OCTAVO_TEST_CHROMIUM names one")
  const directory = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  try {
    say("building the application, filling the store")
    const built = await builtWebApplication()
    const database = `sqlite:${directory}/octavo.db`
    const world = await makeWorld(database, directory)
    const server = startChild("web/octavo.ts", undefined, [database, directory])
    const browser = await launchChromium(executable)
    try {
      const { port } = await server.ask<ServerState>({})
      const app = `http://localhost:${port}/app`
      const storageState = await signIn(browser, app, world.token)
      const window = () => browser.newContext({ viewport: { width: 1440, height: 900 }, storageState })
      const rows: Array<Row> = []
      for (const [name, part] of Object.entries(parts)) {
        if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await part({ app, built, say, window, world })))
      }
      return rows
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

export default { title: "The web application: bytes, opening, turning pages, typing, reviewing", run }
