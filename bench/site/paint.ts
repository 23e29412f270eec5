/**
 * Pages in Chromium on a slow line: when something is seen of them first, and how far it moves after that. The line is
 * the one that Lighthouse measures phones on.
 */
import { findChromium, launchChromium } from "@octavo/acceptance/chromium"
import type { Browser } from "playwright-core"
import { median, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import { host } from "./fetchRaw.ts"
import type { PublishedSite } from "./world.ts"

/** "Slow 4G": bytes a second, and milliseconds that each request waits for its answer besides. */
const line = { downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8, latency: 150 }
const said = "1.6 Mbit/s, 150 ms"

const rounds = 11
const paintBar = 500

/** Runs before anything of a page: adds up what moves. */
const noteShifts = `
  window.moved = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value
  }).observe({ type: "layout-shift", buffered: true })`

/** A visit of a browser that has nothing of the site. */
const visit = async (browser: Browser, url: string) => {
  const window = await browser.newContext({ viewport: { width: 412, height: 823 } })
  try {
    const page = await window.newPage()
    await page.addInitScript(noteShifts)
    const session = await window.newCDPSession(page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", { offline: false, ...line })
    await page.goto(url, { waitUntil: "load" })
    const paint = await page.evaluate<number>(
      `new Promise((resolve) => new PerformanceObserver((list) => {
        const first = list.getEntriesByName("first-contentful-paint")[0]
        if (first) resolve(first.startTime)
      }).observe({ type: "paint", buffered: true }))`
    )
    await page.locator("#Page-content h1").waitFor()
    // what the script does to a page comes after it
    await page.waitForTimeout(200)
    return { paint, moved: await page.evaluate<number>("window.moved") }
  } finally {
    await window.close()
  }
}

export const measurePaint = async (
  port: number,
  site: PublishedSite,
  say: (text: string) => void
): Promise<ReadonlyArray<Row>> => {
  const executable = findChromium()
  if (executable === undefined) {
    say("there is no Chromium here: nothing is said of what is seen first")
    return []
  }
  // the server answers at its own address alone
  const browser = await launchChromium(executable, [`--host-resolver-rules=MAP ${host} 127.0.0.1:${port}`])
  try {
    say(`first paint on a line of ${said}`)
    const urls = Array.from({ length: rounds }, (_, at) => site.paths[at % site.paths.length]!)
    const visits = []
    for (const path of [urls[0]!, ...urls]) visits.push(await visit(browser, `http://${host}${path}`))
    // the first one is the browser's own first
    const paint = median(visits.slice(1).map((one) => one.paint))
    const moved = Math.max(...visits.map((one) => one.moved))
    return [
      {
        what: `first paint of ${site.pages.toLocaleString("en")}, ${said}`,
        ours: `${shown(paint)} ms`,
        yardstick: `${paintBar} ms`,
        ratio: paint / paintBar,
        bar: atMost(1)
      },
      { what: "the same, layout shift", ours: moved.toFixed(3), yardstick: "0", ratio: moved, bar: atMost(0) }
    ]
  } finally {
    await browser.close()
  }
}
