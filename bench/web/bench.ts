/**
 * The web application in Chromium: what it loads, and how soon a page is read. The bars are those of
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
import { makeWorld, type WebWorld } from "./world.ts"

type Say = (line: string) => void

const rounds = 20

const run = async (say: Say): Promise<ReadonlyArray<Row>> => {
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
  const chunk = (module: string): string => {
    const found = assets.find((name) => name.startsWith(`${module}-`))
    if (found === undefined) throw new Error(`There is no chunk of ${module}`)
    return found
  }
  const closed = (starts: ReadonlyArray<string>): ReadonlySet<string> => {
    const found = new Set<string>()
    const add = (name: string): void => {
      if (found.has(name)) return
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
  return [within("script before a space is read", size(reading), 200, "KB")]
}

/** Runs before anything of a page: promises when its heading has been painted first. */
const noteFirst = `
  window.firstContent = new Promise((resolve) => {
    const look = () => {
      const heading = document.querySelector("#Application .page h1, body.bare h1")
      if (heading === null) requestAnimationFrame(look)
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    }
    requestAnimationFrame(look)
  })`

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
      const time = await page.evaluate<number>("window.firstContent")
      if (round >= 0) times.push(time)
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

  return [
    within("open a page, cold cache: first content", median(ours), 400, "ms"),
    {
      what: "the same, beside a bare page of a bare server",
      ours: `${shown(median(ours))} ms`,
      yardstick: `${shown(median(theirs))} ms`,
      ratio: median(ours) / median(theirs)
    },
    within("page to page", median(turns), 100, "ms")
  ]
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
    const time = await page.evaluate(
      ([path, heading]) =>
        new Promise<number>((resolve) => {
          const begin = performance.now()
          const look = () => {
            if (document.querySelector("#Application .page h1")?.textContent !== heading) requestAnimationFrame(look)
            else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)))
          }
          document.querySelector<HTMLElement>(`[role=treeitem][href$="${path}"]`)!.click()
          requestAnimationFrame(look)
        }),
      [to, title] as const
    )
    times.push(time)
  }
  return times
}

export default { title: "The web application: bytes, opening, turning pages", run }
