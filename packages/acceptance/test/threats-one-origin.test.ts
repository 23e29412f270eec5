/** Sites and application on one origin (`docs/contributing/threats.md`): what a script that ran in a page of a site could ask for. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { tokenRequest } from "../src/authorize.ts"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { type PostForm, routesOfRouter, type Walk, walkApplication } from "../src/oneOrigin.ts"
import { makeReview, sessionOf } from "../src/review.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** Everything but a window. */
const destinations = [
  "empty",
  "iframe",
  "frame",
  "object",
  "embed",
  "script",
  "image",
  "style",
  "worker",
  "serviceworker"
]

/** A world with a published site, one that only members see, and somebody who is signed in. */
const startScene = async (store: Store) => {
  const world = await startWorld(store)
  const { api, organization } = world
  const review = await makeReview(world)
  const siteOf = async (title: string, markdown: string) => {
    const space = await world.space(title)
    const changes = [{ operation: "insert_page", title, document: { markdown } }]
    const written = await api.post(`/v1/spaces/${space}/content`, { changes })
    expect(written.status, written.text).toBe(200)
    const { body } = await api.post(`/v1/orgs/${organization}/sites`, { title, visibility: "public", spaces: [space] })
    return body.id as string
  }
  const site = await siteOf("Manual", "# Manual\n\nFor all.\n")
  const published = (await api.post(`/v1/orgs/${organization}/sites/${site}/publish`)).body.urls.published as string
  const secret = await siteOf("Plans", "# Plans\n\nAcorns for winter.\n")
  const { basename } = (await api.get(`/v1/orgs/${organization}/sites/${secret}`)).body
  const cookie = await sessionOf(world, world.admin)
  const opened = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, world.origin), {
      redirect: "manual",
      headers: { cookie, "sec-fetch-dest": "document", ...headers }
    })
  const starts = [
    "/app",
    `/app/o/${organization}`,
    "/app/~/sign-in",
    "/app/~/sign-in?email=ann%40example.org",
    "/app/~/tokens",
    `/app/~/authorize?${tokenRequest().asked}`,
    review.url,
    `/app/s/${review.space}/~/revisions/${(await api.get(`/v1/spaces/${review.space}`)).body.revision}`
  ]
  const previewPath = `/app/o/${organization}/sites/${secret}/preview`
  const own = await walkApplication(world, starts, cookie)
  const nobodys = await walkApplication(world, starts)
  return {
    world,
    review,
    cookie,
    opened,
    published,
    own,
    /** Every form that a script of a site could send, as it would have to: it reads no page of the session. */
    forms: [...new Map([...own.forms, ...nobodys.forms]).values()].map(({ action, fields }): PostForm => {
      const sent = new URLSearchParams(fields)
      sent.delete("form")
      // what the session of somebody else would begin with
      if (sent.has("token")) sent.set("token", world.admin.token)
      if (sent.has("label")) sent.set("label", "Stolen")
      return { action, fields: sent }
    }),
    /** Of the site that only members see: the site, and where its preview begins. */
    secretPath: `/sites/${basename}/`,
    previewPath,
    /** One page of each kind, which are opened in windows of a browser. */
    kinds: [...starts, previewPath, new URL(review.pages["Setup"]!).pathname],
    /** What only somebody signed in may read. */
    secrets: [world.admin.email, "Acorns", "Better words", 'name="form"', 'name="octavo-session"'],
    /** What a script could have changed. */
    state: async () => ({
      signedIn: (await opened("/app/~/tokens")).status,
      tokens: (await api.get("/v1/user/tokens")).body.count as number,
      sessions: ((await (await opened("/app/~/tokens")).text()).match(/<strong>|This browser/g) ?? []).length
    })
  }
}
type Scene = Awaited<ReturnType<typeof startScene>>

onBothStores("A script in a page of a site on the application's origin", (store) => {
  let scene: Scene
  let world: World
  let walk: Walk
  beforeAll(async () => {
    scene = await startScene(store)
    world = scene.world
    walk = scene.own
  })
  afterAll(() => world?.stop())

  const answerOf = async (path: string, headers: Record<string, string>, method = "GET") => {
    const answer = await fetch(new URL(path, world.origin), { method, redirect: "manual", headers })
    const text = await answer.text()
    // errors say which request they were of
    return [answer.status, answer.headers.get("location"), answer.headers.get("set-cookie"), text].join("\n")
  }

  // the router is the same, whatever the store is
  if (store === sqlite) {
    it("is nobody on every route: windows alone have a session, and the application's alone look at it", async () => {
      // a browser sends no TRACE
      const routes = (await routesOfRouter(world)).filter(({ method }) => method !== "TRACE")
      expect(routes.length).toBeGreaterThan(300)
      expect(routes.map(({ path }) => path)).toEqual(
        expect.arrayContaining(["/app/x1", "/app/~/x1", "/x1", "/v1/user"])
      )
      const wrong: Array<string> = []
      for (const { method, path } of routes) {
        const nobody = await answerOf(path, { "sec-fetch-dest": "empty" }, method)
        for (const dest of path.startsWith("/app/") ? destinations : ["document"]) {
          const headers = { cookie: scene.cookie, "sec-fetch-site": "same-origin", "sec-fetch-dest": dest }
          if ((await answerOf(path, headers, method)) !== nobody) wrong.push(`${dest} ${method} ${path}`)
        }
      }
      expect(wrong).toEqual([])
    })
  }

  it("reads no page of the session, and nothing that such a page loads: none is for scripts or frames", async () => {
    const wrong: Array<string> = []
    let personal = 0
    for (const path of walk.paths) {
      const nobody = await answerOf(path, { "sec-fetch-dest": "document" })
      const own = await scene.opened(path)
      await own.text()
      // a window that a page opens is none of that page's, wherever it is led to
      if (own.headers.get("cross-origin-opener-policy") !== "noopener-allow-popups") wrong.push(`opens ${path}`)
      if (own.headers.get("content-type")?.startsWith("text/html")) {
        expect(own.headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'")
      }
      for (const dest of destinations) {
        const headers = { cookie: scene.cookie, "sec-fetch-site": "same-origin", "sec-fetch-dest": dest }
        const answer = await answerOf(path, headers)
        if (answer !== nobody) wrong.push(`${dest} ${path}`)
        for (const secret of scene.secrets) if (answer.includes(secret)) wrong.push(`${dest} ${path} tells ${secret}`)
      }
      if ((await answerOf(path, { cookie: scene.cookie, "sec-fetch-dest": "document" })) !== nobody) personal++
    }
    expect(wrong).toEqual([])
    // of every kind: organization, space, page, site, collection, revision, change request, tokens, programs
    expect(personal).toBeGreaterThan(20)
    expect([...walk.paths]).toContain(scene.previewPath)
  })

  it("sends no form as the person, whatever it is of", async () => {
    const paths = scene.forms.map(({ action }) => new URL(action).pathname).toSorted()
    expect(paths).toEqual(
      ["authorize", "end-session", "sign-in", "sign-in-mail", "sign-out", "tokens", "delete-token"]
        .map((name) => `/app/~/${name}`)
        .toSorted()
    )
    const before = await scene.state()
    const other = /name="form" value="([^"]+)"/.exec(
      await (await scene.opened("/app/~/tokens", { cookie: await sessionOf(world, world.admin) })).text()
    )![1]!
    const begun = await scene.state()
    expect(begun.signedIn).toBe(200)
    for (const { action, fields } of scene.forms) {
      for (const mark of [undefined, "", other]) {
        for (const dest of ["document", "empty", "iframe"]) {
          const body = new URLSearchParams(fields)
          if (mark !== undefined) body.set("form", mark)
          const headers = { cookie: scene.cookie, origin: world.origin, "sec-fetch-dest": dest }
          const answer = await fetch(action, { method: "POST", redirect: "manual", headers, body })
          const said = `${action} ${dest} ${mark}`
          const text = await answer.text()
          expect(text.includes("oct_"), said).toBe(false)
          // in a window it is the person's, and refused; elsewhere nobody's
          if (dest === "document") {
            expect([answer.status, answer.headers.get("set-cookie")], said).toEqual([403, null])
            expect(text, said).toContain("another session")
          }
        }
      }
    }
    const after = await scene.state()
    expect({ ...after, sessions: begun.sessions }).toEqual({ ...before, sessions: begun.sessions })
  })

  it("plants no session beside the person's", async () => {
    const stranger = await world.stranger("Planted")
    const planted = await sessionOf(world, stranger)
    for (const cookie of [`${planted}; ${scene.cookie}`, `${scene.cookie}; ${planted}`]) {
      const shown = await scene.opened("/app/~/tokens", { cookie })
      expect([shown.status, (await shown.text()).includes(stranger.email)]).toEqual([401, false])
    }
  })

  it("learns no address of a preview, and has no preview without its address", async () => {
    const begun = await scene.opened(scene.previewPath)
    expect([begun.status, begun.headers.get("set-cookie")]).toEqual([303, null])
    const url = begun.headers.get("location")!
    expect(url).toContain(`${scene.secretPath}~preview/`)
    const page = await fetch(url)
    expect([page.status, page.headers.get("set-cookie"), (await page.text()).includes("Acorns")]).toEqual([
      200,
      null,
      true
    ])
    expect((await fetch(`${world.origin}${scene.secretPath}`, { headers: { cookie: scene.cookie } })).status).toBe(404)
  })

  it("while what the person does in windows of their own works", async () => {
    const marked = async (action: string, more: Record<string, string> = {}, as = scene.cookie) => {
      const shown = await (await scene.opened("/app/~/tokens", { cookie: as })).text()
      const form = /name="form" value="([^"]+)"/.exec(shown)![1]!
      const headers = { cookie: as, origin: world.origin, "sec-fetch-dest": "document" }
      return fetch(`${world.origin}/app/~/${action}`, {
        method: "POST",
        redirect: "manual",
        headers,
        body: new URLSearchParams({ form, ...more })
      })
    }
    const made = await marked("tokens", { label: "Laptop", days: "" })
    expect([made.status, (await made.text()).includes("oct_")]).toEqual([200, true])
    const ended = await sessionOf(world, world.admin)
    const out = await marked("sign-out", { to: "" }, ended)
    expect([out.status, out.headers.get("set-cookie")]).toEqual([303, expect.stringContaining("octavo-session=;")])
    expect((await scene.opened("/app/~/tokens", { cookie: ended })).status).toBe(401)
  })
})

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to run scripts of sites in")

/** Reads addresses in every way that a page has, and tells what of it held one of the words. */
const reading = `async ({ addresses, words }) => {
  const found = []
  const note = (way, address, text) => {
    for (const word of words) if (String(text).includes(word)) found.push(way + " " + address + " tells " + word)
  }
  const markup = (win) => win.document.documentElement.outerHTML + win.location.href
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const frame = (address) => new Promise((resolve) => {
    const element = document.createElement("iframe")
    element.onload = () => {
      try { note("frame", address, markup(element.contentWindow)) } catch (error) {}
      element.remove()
      resolve()
    }
    element.src = address
    document.body.append(element)
  })
  for (const address of addresses) {
    await fetch(address, { credentials: "include" }).then((answer) => answer.text()).then((text) => note("fetch", address, text), () => {})
    await new Promise((resolve) => {
      const request = new XMLHttpRequest()
      request.onloadend = () => { note("request", address, request.responseText); resolve() }
      request.open("GET", address)
      request.withCredentials = true
      request.send()
    })
    await Promise.race([frame(address), pause(5000)])
    // as it opens, and as it is led on: until it is somebody else's, or is loaded
    const opened = window.open(address)
    for (let i = 0; i < 40 && opened !== null && !opened.closed; i++) {
      await pause(25)
      try {
        note("window", address, markup(opened))
        if (opened.document.readyState === "complete" && opened.location.href !== "about:blank") break
      } catch (error) { break }
    }
  }
  return [...new Set(found)]
}`

/** Sends a form in a window of its own, as a page does. */
const sending = `({ action, fields, target }) => {
  const form = document.createElement("form")
  form.method = "post"
  form.action = action
  form.target = target
  for (const [name, value] of fields) {
    const input = document.createElement("input")
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}`

/** Makes a worker that would answer for the application's pages. */
const serving = `async (scripts) => {
  const made = await Promise.allSettled(scripts.map((script) => navigator.serviceWorker.register(script, { scope: "/app/" })))
  return made.filter(({ status }) => status === "fulfilled").length
}`

describe.skipIf(executable === undefined)("In Chromium, a script in a page", () => {
  let scene: Scene
  let browser: Browser
  let elsewhere: Server
  let otherOrigin: string

  beforeAll(async () => {
    scene = await startScene(sqlite)
    browser = await launchChromium(executable!)
    elsewhere = createServer((_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8")
      response.end('<!doctype html><html lang="en"><title>Elsewhere</title><h1>Elsewhere</h1></html>')
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve))
    otherOrigin = `http://localhost:${(elsewhere.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    await browser?.close()
    elsewhere?.close()
    await scene?.world.stop()
  })

  /** A page in the browser of somebody who is signed in; its own policy does not hold its scripts. */
  const inPage = async (url: string, look: (page: Page, context: BrowserContext) => Promise<void>) => {
    const context = await browser.newContext({ bypassCSP: true })
    const [name = "", value = ""] = scene.cookie.split("=")
    await context.addCookies([{ name, value, domain: "localhost", path: "/app", httpOnly: true, sameSite: "Lax" }])
    const own = await context.newPage()
    await own.goto(`${scene.world.origin}/app/~/tokens`)
    expect(await own.content()).toContain(scene.world.admin.email)
    await own.close()
    const page = await context.newPage()
    await page.goto(url)
    await look(page, context)
    await context.close()
  }

  const sites = [
    ["of a site on the application's origin", () => scene.published],
    ["of another origin on the same host", () => otherOrigin]
  ] as const

  it.each(sites)("%s reads nothing of the session, in no way that pages have", async (_, url) => {
    await inPage(url(), async (page) => {
      const addresses = [...scene.kinds, scene.secretPath].map((path) => new URL(path, scene.world.origin).href)
      expect(await page.evaluate(`(${reading})(${JSON.stringify({ addresses, words: scene.secrets })})`)).toEqual([])
    })
  })

  it.each(sites)("%s changes nothing with the forms of the session", async (_, url) => {
    const before = await scene.state()
    await inPage(url(), async (page, context) => {
      for (const [i, { action, fields }] of scene.forms.entries()) {
        const opening = context.waitForEvent("page")
        const given = { action, fields: [...fields], target: `form-${i}` }
        await page.evaluate(`(${sending})(${JSON.stringify(given)})`)
        const opened = await opening
        await opened.waitForURL(action)
        await opened.waitForLoadState()
        expect(await opened.locator("body").textContent(), action).toMatch(/another session|only taken from/)
      }
    })
    expect(await scene.state()).toEqual(before)
  })

  it("of a site puts no worker before the application, and no session beside the person's", async () => {
    await inPage(scene.published, async (page, context) => {
      const scripts = [...scene.own.paths].filter((path) => path.endsWith(".js"))
      expect(scripts.length).toBeGreaterThan(0)
      expect(await page.evaluate(`(${serving})(${JSON.stringify(scripts)})`)).toBe(0)
      const stranger = await scene.world.stranger("Planted")
      const planted = await sessionOf(scene.world, stranger)
      await page.evaluate(`document.cookie = ${JSON.stringify(`${planted}; path=/app`)}`)
      await page.evaluate(`document.cookie = ${JSON.stringify(`${planted}; path=/app/~`)}`)
      const own = await context.newPage()
      await own.goto(`${scene.world.origin}/app/~/tokens`)
      expect(await own.content()).not.toContain(stranger.email)
    })
  })
})
