/** Windows that visits take in turns: what one leaves is not there for the next. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { openWindow } from "../src/windows.ts"

const executable = findChromium()
const viewport = { width: 500, height: 400 }

/** What a page finds that another one may have left. */
const found = `(async () => ({
  cookies: document.cookie,
  local: localStorage.length,
  session: sessionStorage.length,
  databases: (await indexedDB.databases()).length,
  caches: (await caches.keys()).length,
  width: innerWidth,
  online: navigator.onLine,
  clipboard: (await navigator.permissions.query({ name: "clipboard-read" })).state,
  answer: await (await fetch("/answer")).text()
}))()`

const leave = `(async () => {
  document.cookie = "one=1"
  localStorage.setItem("one", "1")
  sessionStorage.setItem("one", "1")
  await new Promise((done) => (indexedDB.open("one").onsuccess = done))
  await caches.open("one")
})()`

describe.skipIf(executable === undefined)("A window that was left", () => {
  let server: Server
  let origin: string
  let browser: Browser
  beforeAll(async () => {
    server = createServer((request, response) => {
      const isPage = request.url !== "/answer"
      response.writeHead(200, { "content-type": isPage ? "text/html" : "text/plain", "cache-control": "no-store" })
      response.end(isPage ? "<!doctype html><title>A page</title>" : "the server's")
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    origin = `http://localhost:${(server.address() as AddressInfo).port}`
    browser = await launchChromium(executable!)
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  const open = (own = false) => openWindow(browser, { origin, own, viewport })

  it("has nothing of who was there", async () => {
    const first = await open()
    await first.page.goto(origin)
    const nothing = await first.page.evaluate(found)
    const heard: Array<string> = []
    first.window.on("request", (request) => heard.push(request.url()))
    first.page.on("console", (message) => heard.push(message.text()))
    await first.window.route("**/answer", (route) => route.fulfill({ body: "the window's" }))
    await first.page.route("**/other", (route) => route.abort())
    await first.window.grantPermissions(["clipboard-read"])
    await first.page.setViewportSize({ width: 300, height: 300 })
    await first.page.evaluate(leave)
    await first.window.newPage()
    expect(await first.page.evaluate(found)).toEqual({
      ...(nothing as object),
      ...{ cookies: "one=1", local: 1, session: 1, databases: 1, caches: 1, width: 300 },
      ...{ clipboard: "granted", answer: "the window's" }
    })
    await first.window.setOffline(true)
    await first.leave()
    const before = heard.length

    const second = await open()
    expect(second.window).toBe(first.window)
    expect(second.window.pages()).toEqual([second.page])
    await second.page.goto(origin)
    await second.page.evaluate("console.log('heard')")
    expect(await second.page.evaluate(found)).toEqual(nothing)
    expect(await second.page.evaluate("fetch('/other').then((answer) => answer.status)")).toBe(200)
    expect(heard.slice(before)).toEqual([])
    await second.leave()
  })

  it("is another one for who is there at the same time, wants another size, or one of their own", async () => {
    const first = await open()
    const second = await open()
    const wide = await openWindow(browser, { origin, own: false, viewport: { width: 900, height: 400 } })
    const own = await open(true)
    expect(new Set([first, second, wide, own].map(({ window }) => window)).size).toBe(4)
    for (const one of [first, second, wide, own]) await one.leave()
    expect([first, second]).toContain(await open())
    expect(browser.contexts()).not.toContain(own.window)
  })

  it.each<[string, (one: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>([
    ["scripts before each page", ({ page }) => page.addInitScript("window.one = 1")],
    ["functions of the test", ({ window }) => window.exposeFunction("one", () => 1)],
    ["other headers", ({ page }) => page.setExtraHTTPHeaders({ one: "1" })],
    ["other colours", ({ page }) => page.emulateMedia({ colorScheme: "dark" })],
    ["a session with the browser", ({ page, window }) => window.newCDPSession(page)],
    ["its page closed", ({ page }) => page.close()]
  ])("is closed where it had %s", async (_, change) => {
    const one = await open()
    await change(one)
    await one.leave()
    expect(browser.contexts()).not.toContain(one.window)
  })
})
