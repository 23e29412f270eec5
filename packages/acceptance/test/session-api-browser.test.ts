/** Chromium, in which somebody is signed in, and what scripts of pages do with the session (threats: requests across sites, sites and application on one origin). */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { ownPath, type Scripted, scripted } from "../src/sessionClient.ts"
import { sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to run scripts of pages in")

/**
 * Asks an address in every way that a page has, with keys that are none of the session's, and tells what was answered:
 * way, status and text. What a page can't see of an answer is `null`.
 */
const asking = `async ({ read, write, keys }) => {
  const seen = []
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const send = async (way, address, options) => {
    try {
      const answer = await fetch(address, { credentials: "include", ...options })
      seen.push([way, answer.status || null, await answer.text()])
    } catch { seen.push([way, null, ""]) }
  }
  const body = JSON.stringify({ title: "Changed" })
  for (const key of [undefined, ...keys]) {
    const headers = key === undefined ? {} : { "octavo-session": key }
    for (const mode of ["cors", "same-origin"]) {
      await send("fetch " + mode, read, { mode, headers })
      await send("fetch HEAD " + mode, read, { mode, headers, method: "HEAD" })
      await send("fetch POST " + mode, write, { mode, headers: { ...headers, "content-type": "application/json" }, method: "POST", body })
      await send("fetch DELETE " + mode, write, { mode, headers, method: "DELETE" })
    }
    const ask = new XMLHttpRequest()
    await new Promise((resolve) => {
      ask.onloadend = () => { seen.push(["request", ask.status || null, ask.responseText]); resolve() }
      ask.open("GET", read)
      ask.withCredentials = true
      if (key !== undefined) ask.setRequestHeader("octavo-session", key)
      ask.send()
    })
    const script = "fetch(" + JSON.stringify(read) + ", { credentials: 'include', headers: " + JSON.stringify(headers) + " })" +
      ".then(async (answer) => postMessage([answer.status, await answer.text()]), () => postMessage([null, '']))"
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })))
    seen.push(await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(["worker", ...data])
      worker.onerror = () => resolve(["worker", null, ""])
    }))
    worker.terminate()
  }
  await send("fetch no-cors", read, { mode: "no-cors" })
  await send("fetch POST no-cors", write, { mode: "no-cors", method: "POST", body })
  await send("fetch kept alive", write, { mode: "no-cors", method: "POST", body, keepalive: true })
  navigator.sendBeacon(write, body)
  const element = (name, attributes) => new Promise((resolve) => {
    const made = Object.assign(document.createElement(name), attributes)
    made.onload = () => resolve(seen.push([name, "loaded", ""]))
    made.onerror = () => resolve(seen.push([name, null, ""]))
    document.head.append(made)
    pause(3000).then(resolve)
  })
  await element("img", { src: read })
  await element("script", { src: read })
  await element("link", { rel: "stylesheet", href: read })
  await element("link", { rel: "prefetch", href: read })
  const source = new EventSource(read, { withCredentials: true })
  await new Promise((resolve) => {
    source.onmessage = ({ data }) => resolve(seen.push(["events", 200, data]))
    source.onerror = () => resolve(seen.push(["events", null, ""]))
    pause(3000).then(resolve)
  })
  source.close()
  const frame = document.createElement("iframe")
  await new Promise((resolve) => {
    frame.onload = resolve
    frame.src = read
    document.body.append(frame)
  })
  try { seen.push(["frame", null, frame.contentDocument.documentElement.outerHTML]) } catch {}
  return seen
}`

/** Sends a form in a window of its own. */
const sending = `(action) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action, target: "sent", enctype: "text/plain" })
  form.append(Object.assign(document.createElement("input"), { name: '{"title":"Changed","x":"', value: '"}' }))
  document.body.append(form)
  form.submit()
}`

/** Gets a page of the application ahead in every way that there is, and looks for its key where a script can look. */
const readingAhead = `async (addresses) => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const found = []
  for (const href of addresses) {
    for (const rel of ["prefetch", "preload", "prerender", "modulepreload"]) {
      document.head.append(Object.assign(document.createElement("link"), { rel, href, as: rel === "preload" ? "fetch" : "" }))
    }
  }
  const rules = { prefetch: [{ urls: addresses, eagerness: "immediate" }], prerender: [{ urls: addresses, eagerness: "immediate" }] }
  document.head.append(Object.assign(document.createElement("script"), { type: "speculationrules", textContent: JSON.stringify(rules) }))
  await pause(1500)
  for (const address of addresses) {
    for (const cache of ["only-if-cached", "force-cache", "default"]) {
      const text = await fetch(address, { mode: "same-origin", cache }).then((answer) => answer.text(), () => "")
      if (/name="?octavo-session/.test(text)) found.push(cache + " " + address)
    }
  }
  for (const name of await caches.keys()) found.push(name)
  return found
}`

/** Watches the window that opened this one, for as long as it may. */
const watchingOpener = `async () => {
  let seen = ""
  for (let i = 0; i < 100; i++) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    try { seen += window.opener === null ? "" : window.opener.document.documentElement.outerHTML + window.opener.location.href } catch {}
  }
  return seen
}`

describe.skipIf(executable === undefined)("In Chromium, where somebody is signed in,", () => {
  let world: World
  let space: string
  let published: string
  let own: Scripted
  let attacker: Scripted
  let browser: Browser
  let elsewhere: Server
  let port: number

  beforeAll(async () => {
    world = await startWorld(sqlite)
    space = await world.space("Manual")
    await world.api.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: "insert_page", title: "Start", document: { markdown: "# Start\n" } }]
    })
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body } = await world.api.post(sites, { title: "Manual", visibility: "public", spaces: [space] })
    published = (await world.api.post(`${sites}/${body.id}/publish`)).body.urls.published
    own = await scripted(world, world.admin)
    attacker = await scripted(world, await world.stranger("Attacker"))
    browser = await launchChromium(executable!)
    elsewhere = createServer((_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8")
      response.end('<!doctype html><html lang="en"><title>Elsewhere</title><h1>Elsewhere</h1></html>')
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve))
    port = (elsewhere.address() as AddressInfo).port
  })
  afterAll(async () => {
    await browser?.close()
    elsewhere?.close()
    await world?.stop()
  })

  /** A page in the browser of the person; its own policy does not hold its scripts. */
  const inPage = async <A>(url: string, look: (page: Page, context: BrowserContext) => Promise<A>): Promise<A> => {
    const context = await browser.newContext({ bypassCSP: true })
    const [name = "", value = ""] = own.cookie.split("=")
    await context.addCookies([{ name, value, domain: "localhost", path: "/app", httpOnly: true, sameSite: "Lax" }])
    const page = await context.newPage()
    await page.goto(url)
    const found = await look(page, context)
    await context.close()
    return found
  }

  const address = (path: string) => world.origin + ownPath(path)
  const spaces = () => address(`/v1/orgs/${world.organization}/spaces`)
  /** What a script could have changed. */
  const state = async () => [
    (await world.api.get(`/v1/orgs/${world.organization}/spaces`)).text,
    (await world.api.get("/v1/user/tokens")).body.count
  ]

  it("a page of the application reads and writes with the key that it tells", async () => {
    const done = await inPage(`${world.origin}/app`, (page) =>
      page.evaluate(`(async () => {
        const key = document.querySelector('meta[name="octavo-session"]').content
        const headers = { "octavo-session": key, "content-type": "application/json" }
        const me = await (await fetch("/app/~/api/v1/user", { headers })).json()
        const made = await fetch(${JSON.stringify(spaces())}, { method: "POST", headers, body: JSON.stringify({ title: "Made" }) })
        const kept = await fetch("/app/~/api/v1/spaces/" + (await made.json()).id, { method: "DELETE", headers })
        const known = await fetch("/app/~/api/v1/user", { headers: { "octavo-session": key, accept: "text/html" } })
        return [me.email, made.status, kept.status, (await known.json()).email]
      })()`)
    )
    expect(done).toEqual([world.admin.email, 201, 205, world.admin.email])
  })

  const pages: Readonly<Record<string, () => string>> = {
    "of a site on the application's origin": () => published,
    "of another origin of the same host": () => `http://localhost:${port}/`,
    "of another site": () => `http://127.0.0.1:${port}/`
  }

  it.each(Object.keys(pages))("a page %s gets and changes nothing, in no way that pages have", async (name) => {
    const url = pages[name]!()
    const before = await state()
    const asked = { read: address("/v1/user"), write: spaces(), keys: [attacker.key, "A".repeat(43), world.admin.id] }
    await inPage(url, async (page, context) => {
      const seen = (await page.evaluate(`(${asking})(${JSON.stringify(asked)})`)) as Array<
        [way: string, status: number | string | null, text: string]
      >
      expect(seen.length).toBeGreaterThan(40)
      for (const [way, status, text] of seen) {
        // what is loaded ahead is shown to nobody
        if (!(way === "link" && status === "loaded")) expect([null, 403, 401], `${way}: ${text}`).toContain(status)
        expect(text, way).not.toContain(world.admin.email)
      }
      // that it was asked, and refused
      if (url === published) expect(seen.filter(([, status]) => status === 403).length).toBeGreaterThan(20)
      else expect(seen.filter(([, status]) => typeof status === "number")).toEqual([])
      const opening = context.waitForEvent("page")
      await page.evaluate(`(${sending})(${JSON.stringify(spaces())})`)
      const sent = await opening
      await sent.waitForURL(spaces())
      await expect.poll(() => sent.locator("body").textContent()).toMatch(/application's own pages|load the page again/)
    })
    expect(await state()).toEqual(before)
  })

  it("a page of a site finds no key in what it loads ahead, and not in the window that it came from", async () => {
    await inPage(published, async (page, context) => {
      const addresses = [`/app`, `/app/o/${world.organization}`, `/app/s/${space}`]
      expect(await page.evaluate(`(${readingAhead})(${JSON.stringify(addresses)})`)).toEqual([])
      const opening = context.waitForEvent("page")
      await page.evaluate(`void window.open(${JSON.stringify(published)})`)
      const opened = await opening
      await opened.waitForLoadState()
      expect(await opened.evaluate("window.opener !== null")).toBe(true)
      // what it can see while the window is still a page of the site
      expect(await opened.evaluate("window.opener.document.documentElement.outerHTML")).toContain("Start")
      const watching = opened.evaluate(`(${watchingOpener})()`) as Promise<string>
      await page.evaluate(`void (location.href = "/app")`)
      await page.waitForURL(`${world.origin}/app`)
      expect(await page.content()).toContain('name="octavo-session"')
      const seen = await watching
      expect(seen).not.toContain("octavo-session")
      expect(seen).not.toMatch(/\/app(?:<|$)/)
      expect(await opened.evaluate("window.opener?.closed ?? true")).toBe(true)
    })
  })

  it("a session set beside the person's, with its key, is none: neither of them acts", async () => {
    const before = await state()
    // the browser does not let a script replace the person's own, at /app; of two cookies none counts
    const plants = { "/app": 403, "/app/~": 401, "/app/~/api": 401, "/app/~/api/v1": 401 }
    await inPage(published, async (page) => {
      for (const [path, wanted] of Object.entries(plants)) {
        await page.evaluate(`document.cookie = ${JSON.stringify(`${attacker.cookie}; path=${path}`)}`)
        const headers = { "octavo-session": attacker.key, "content-type": "application/json" }
        for (const options of [{ headers }, { headers, method: "POST", body: '{"title":"Changed"}' }]) {
          const sent = `fetch(${JSON.stringify(spaces())}, ${JSON.stringify(options)}).then(({ status }) => status)`
          expect(await page.evaluate(sent), path).toBe(wanted)
        }
      }
    })
    expect(await state()).toEqual(before)
  })

  it("pages of the application open no window that could reach them", async () => {
    const headers = { cookie: own.cookie, "sec-fetch-dest": "document" }
    for (const path of ["/app", `/app/o/${world.organization}`, `/app/s/${space}`, "/app/~/tokens"]) {
      const text = await (await fetch(world.origin + path, { headers })).text()
      expect(text, path).not.toMatch(/\starget=|rel="[^"]*\bopener\b/)
    }
  })
})
