/**
 * The web application in Chromium: what it loads, how soon a page is read, and what a key costs. The bars are those of
 * what people notice, so the yardstick is the bar, and the ratio the part of it that is used; what the machine itself
 * needs for a bare page stands beside it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { findChromium, launchChromium } from "@octavo/acceptance/chromium"
import { builtWebApplication } from "@octavo/acceptance/webApplication"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { startChild } from "../support/child.ts"
import { median, shown } from "../support/numbers.ts"
import type { ServerState } from "../support/serverProcess.ts"
import { atMost, type Row } from "../support/table.ts"
import { workOfKeys } from "./trace.ts"
import { makeWorld, type WebWorld } from "./world.ts"

type Say = (line: string) => void

const rounds = 20
const keys = 200
/** Milliseconds between two keys: who types fast. */
const pause = 80
/** Blocks of a page, and the milliseconds that no frame may be over. */
const typing = [
  [200, 16],
  [3000, 50]
] as const

const run = async (say: Say): Promise<ReadonlyArray<Row>> => {
  const executable = findChromium()
  if (executable === undefined) throw new Error("There is no Chromium here: OCTAVO_TEST_CHROMIUM names one")
  const directory = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  try {
    say("building the application, filling the store")
    const built = await builtWebApplication()
    const database = `sqlite:${directory}/octavo.db`
    const world = await makeWorld(
      database,
      directory,
      typing.map(([blocks]) => blocks)
    )
    const server = startChild("web/octavo.ts", undefined, [database, directory])
    const browser = await launchChromium(executable)
    try {
      const { port } = await server.ask<ServerState>({})
      return [...bytesOf(built), ...(await measure(browser, `http://localhost:${port}/app`, world, say))]
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A part of a bar that is in milliseconds or kilobytes. */
const within = (what: string, value: number, limit: number, unit: string): Row => ({
  what,
  ours: `${shown(value)} ${unit}`,
  yardstick: `${limit} ${unit}`,
  ratio: value / limit,
  bar: atMost(1)
})

/** Scripts as the browser receives them, and all that they import at once. */
const bytesOf = (built: string): ReadonlyArray<Row> => {
  const assets = readdirSync(join(built, "assets")).filter((name) => name.endsWith(".js"))
  const text = (name: string) => readFileSync(join(built, "assets", name), "utf8")
  const chunk = (module: string) => assets.find((name) => name.startsWith(`${module}-`)) ?? ""
  const closed = (starts: ReadonlyArray<string>): ReadonlySet<string> => {
    const found = new Set<string>()
    const add = (name: string): void => {
      if (name === "" || found.has(name)) return
      found.add(name)
      for (const [, next] of text(name).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) add(next!)
    }
    starts.forEach(add)
    return found
  }
  const size = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(text(name), { level: 9 }).length, 0) / 1000
  const { script } = JSON.parse(readFileSync(join(built, "application.json"), "utf8")) as { readonly script: string }
  const reading = closed([script.replace("assets/", ""), chunk("SpaceScreen"), chunk("PageScreen")])
  const writing = closed([chunk("PageBody")])
  return [
    within("script before a space is read", size(reading), 200, "KB"),
    within("script of the editor, beside that", size([...writing].filter((name) => !reading.has(name))), 260, "KB")
  ]
}

/** Runs before anything of a page: when its heading has been painted first. */
const noteFirst = `
  const noted = () => {
    const heading = document.querySelector("#Application .page h1, body.bare h1")
    if (heading === null) return requestAnimationFrame(noted)
    requestAnimationFrame(() => setTimeout(() => { window.firstContent = performance.now() }))
  }
  requestAnimationFrame(noted)`

const measure = async (browser: Browser, app: string, world: WebWorld, say: Say): Promise<ReadonlyArray<Row>> => {
  const signedIn = await signIn(browser, app, world.token)
  /** A browser that has loaded nothing yet. */
  const fresh = async (): Promise<BrowserContext> =>
    browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: signedIn })
  const openings = async (url: string): Promise<ReadonlyArray<number>> => {
    const times: Array<number> = []
    for (let round = -1; round < rounds; round++) {
      const window = await fresh()
      await window.addInitScript(noteFirst)
      const page = await window.newPage()
      await page.goto(url)
      const time = await (await page.waitForFunction("window.firstContent")).jsonValue()
      if (round >= 0) times.push(Number(time))
      await window.close()
    }
    return times
  }

  say("opening a page with a cold cache")
  const bare = await barePage()
  const [ours, theirs] = [await openings(app + world.pages[0]!), await openings(bare.url)]
  bare.close()

  say("going from page to page")
  const window = await fresh()
  const page = await window.newPage()
  await page.goto(app + world.pages[0]!)
  const turns = await turning(page, world)
  await window.close()

  const rows = [
    within("open a page, cold cache: first content", median(ours), 400, "ms"),
    {
      what: "the same, beside a bare page of a bare server",
      ours: `${shown(median(ours))} ms`,
      yardstick: `${shown(median(theirs))} ms`,
      ratio: median(ours) / median(theirs)
    },
    within("page to page", median(turns), 100, "ms")
  ]
  for (const [blocks, limit] of typing) {
    say(`typing in a page of ${blocks} blocks`)
    const writing = await fresh()
    const sheet = await writing.newPage()
    await sheet.goto(app + world.long.get(blocks)!)
    rows.push(within(`a key in a page of ${blocks} blocks, 99 of 100`, await typed(sheet), limit, "ms"))
    await writing.close()
  }
  return rows
}

const signIn = async (browser: Browser, app: string, token: string) => {
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

/** A page that is nothing but a heading and some text: what Chromium itself needs. */
const barePage = async () => {
  const body = `<!doctype html><title>Bare</title><body class="bare"><h1>Bare</h1><p>${"Some words. ".repeat(300)}</p>`
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(body))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** Milliseconds from a click in the tree to the frame with the page, for pages that were not asked for before. */
const turning = async (page: Page, world: WebWorld): Promise<ReadonlyArray<number>> => {
  const tree = page.getByRole("tree", { name: "Pages" })
  await tree.waitFor()
  const times: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const to = world.pages[(round + 1) % world.pages.length]!
    const title = `Page about topic ${(round + 1) % world.pages.length}`
    await page.evaluate("window.turned = undefined")
    await page.evaluate(
      ([path, heading]) => {
        const begin = performance.now()
        const look = () => {
          if (document.querySelector("#Application .page h1")?.textContent !== heading)
            return requestAnimationFrame(look)
          requestAnimationFrame(() => setTimeout(() => Object.assign(window, { turned: performance.now() - begin })))
        }
        document.querySelector<HTMLElement>(`[role=treeitem][href$="${path}"]`)!.click()
        requestAnimationFrame(look)
      },
      [to, title] as const
    )
    times.push(Number(await (await page.waitForFunction("window.turned")).jsonValue()))
  }
  return times
}

/** The work of a key in the middle of the page that 99 of 100 keys do not exceed, in milliseconds. */
const typed = async (page: Page): Promise<number> => {
  const body = page.getByRole("textbox", { name: "Page body" })
  await body.waitFor()
  const paragraphs = body.locator("p")
  await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click()
  await page.keyboard.press("End")
  const press = async () => {
    await page.keyboard.press("a")
    await page.waitForTimeout(pause)
  }
  // what the first keys cost once: code that is compiled, a draft that is made
  for (let key = 0; key < 20; key++) await press()
  const work = await workOfKeys(page, keys, press)
  return work.toSorted((a, b) => a - b)[Math.ceil(work.length * 0.99) - 1]!
}

export default { title: "The web application: bytes, opening, turning pages, typing", run }
