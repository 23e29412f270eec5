/** Where people begin: the first page of an installation, and that of the application. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { HtmlValidate } from "html-validate"
import type { Browser as Chromium, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeBrowser } from "../src/browse.ts"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { rawRequest } from "../src/client.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"
import { type Person, startWorld, type World } from "../src/world.ts"

/** A browser in which somebody has signed in with their token, on the application's first page. */
const signedIn = async (world: World, { token }: Pick<Person, "token">) => {
  const browser = makeBrowser()
  const asked = await browser.get(`${world.origin}/app`)
  expect(asked.status).toBe(401)
  return { browser, page: await browser.post(`${world.origin}/app/~/sign-in`, { to: "/app", token }, asked.url) }
}

const newSite = async (world: World, title: string, visibility: string, published = true) => {
  const { organization: org, api } = world
  const spaces = [await world.space("Guide")]
  const { body } = await api.post(`/v1/orgs/${org}/sites`, { title, visibility, spaces })
  if (published) await api.post(`/v1/orgs/${org}/sites/${body.id}/publish`, {})
  return (await api.get(`/v1/orgs/${org}/sites/${body.id}`)).body
}

const hrefs = ({ text }: { readonly text: string }) => [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!)

onBothStores("The first page", (store) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(store)
  })
  afterAll(() => world.stop())

  it("names everybody what is public, nothing else, and leads to signing in and the API", async () => {
    const open = await newSite(world, "Open <manual>", "public")
    const hidden = [
      await newSite(world, "Unlisted manual", "unlisted"),
      await newSite(world, "Shared manual", "share-link"),
      await newSite(world, "Signed manual", "visitor-auth"),
      await newSite(world, "Kept manual", "public", false)
    ]
    const page = await makeBrowser().get(`${world.origin}/`)
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    expect(page.text).toContain("Open &lt;manual&gt;")
    for (const { id, title } of hidden) {
      expect(page.text).not.toContain(title)
      expect(page.text).not.toContain(id)
    }
    expect(page.text).not.toContain("organization")
    expect(hrefs(page)).toEqual(expect.arrayContaining([open.urls.published, "/app", `${world.origin}/docs`]))
    expect(page.text).toContain(`${world.origin}/v1`)
    // the same for who is signed in: scripts of sites on this host could read it
    const { browser } = await signedIn(world, await world.member("admin"))
    expect((await browser.get(`${world.origin}/`)).text).toBe(page.text)
  })

  it("says what a site is about, and so do what machines read of it and its front page", async () => {
    const site = await newSite(world, "Engine manual", "public")
    const { body: shown } = await world.api.get(`/v1/orgs/${world.organization}/sites/${site.id}/site-spaces`)
    const page = { operation: "insert_page", title: "Begin", document: { markdown: "Here." } }
    const written = await world.api.post(`/v1/spaces/${shown.items[0].space.id}/content`, { changes: [page] })
    expect(written.status, written.text).toBe(200)
    const address = `/v1/orgs/${world.organization}/sites/${site.id}`
    const read = async () => {
      const [list, llms, front] = await Promise.all(
        [`${world.origin}/`, `${site.urls.published}llms.txt`, site.urls.published].map((url) => makeBrowser().get(url))
      )
      return [list!.text, llms!.text, front!.text]
    }
    const description = 'Engines, "gears" & all <between>'
    await world.api.patch(address, { description })
    const escaped = "Engines, &quot;gears&quot; &amp; all &lt;between&gt;"
    const [list, llms, front] = await read()
    expect(list).toContain(escaped)
    expect(llms).toContain(`\n> ${description}\n`)
    expect(front).toContain(`<meta name="description" content="${escaped}">`)
    expect(front).toContain(`<meta property="og:description" content="${escaped}">`)
    await world.api.patch(address, { description: null })
    for (const text of await read()) expect(text).not.toContain("Engines")
  })

  it("is no page of another host", async () => {
    const page = await rawRequest(world.origin, "/", { headers: { host: "docs.gone.example", accept: "text/html" } })
    expect(page.status).toBe(404)
  })

  it("finds sites by their titles, and takes whatever is searched for", async () => {
    for (let i = 0; i < 14; i++) await newSite(world, `Volume ${i}`, "public")
    const browser = makeBrowser()
    const all = await browser.get(`${world.origin}/`)
    expect(all.text).toContain("Find a site")
    const found = await browser.get(`${world.origin}/?title=volume+13`)
    expect(found.text).toContain("Volume 13")
    expect(found.text).not.toContain("Volume 12")
    for (const title of ["%00", "%ED%A0%80", "%", '"><script>alert(1)</script>', "x".repeat(8000)]) {
      const page = await browser.get(`${world.origin}/?title=${title}`)
      // what is no text at all the server refuses as a whole
      expect(title.startsWith("%") ? [200, 400] : [200]).toContain(page.status)
      expect(page.text).not.toContain("<script>alert")
    }
  })

  it("of the application lists a person's sites by organization, after signing in, and leads out again", async () => {
    const other = await world.neighbour("Another house")
    const admin = await world.member("admin")
    const { browser, page } = await signedIn(world, admin)
    expect([page.status, new URL(page.url).pathname]).toEqual([200, "/app"])
    expect(page.text).toContain(admin.email)
    for (const title of ["Unlisted manual", "Shared manual", "Signed manual", "Kept manual"]) {
      expect(page.text).toContain(title)
    }
    expect(page.text).not.toContain("Another house")
    expect(hrefs(page)).toEqual(
      expect.arrayContaining(["/app/~/tokens", `${world.origin}/app/o/${world.organization}`])
    )
    for (const href of new Set(hrefs(page).filter((href) => href.includes("/app")))) {
      const at = await browser.get(new URL(href, world.origin).href)
      expect([at.status, href]).toEqual([200, href])
    }
    const searched = await browser.get(`${world.origin}/app?title=shared`)
    expect([searched.text.includes("Shared manual"), searched.text.includes("Kept manual")]).toEqual([true, false])
    const elsewhere = await signedIn(world, other.admin)
    expect(elsewhere.page.text).toContain("Another house")
    expect(elsewhere.page.text).not.toContain("manual")
    const guest = await signedIn(world, await world.member(null))
    expect(guest.page.text).not.toContain("manual")
    // a script of a site sees nothing of it
    const session = browser.cookies()[0]!
    const headers = { cookie: `${session.name}=${session.value}`, "sec-fetch-dest": "empty" }
    expect((await fetch(`${world.origin}/app`, { headers })).status).toBe(401)
    const out = await browser.submit(page, {}, "/sign-out")
    expect([out.status, new URL(out.url).pathname, browser.cookies()]).toEqual([401, "/app", []])
  })

  it("is asked to be signed in to with too narrow a token only as far as that goes", async () => {
    const person = await world.member("edit")
    const made = await person.client.post("/v1/user/tokens", { label: "narrow", scopes: ["user:read"] })
    if (made.status >= 400) throw new Error(JSON.stringify(made.body))
    const { page } = await signedIn(world, { token: made.body.token })
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("Not with this token")])
  })

  it("is valid HTML", async () => {
    const { browser, page } = await signedIn(world, await world.member("admin"))
    const pages = [page]
    for (const path of ["/", "/?title=volume", "/?title=nothing+like+it", "/app?title=volume"]) {
      pages.push(await browser.get(world.origin + path))
    }
    pages.push((await signedIn(world, await world.stranger())).page)
    const validator = new HtmlValidate({
      extends: ["html-validate:recommended", "html-validate:document"],
      rules: { "no-inline-style": "off", "long-title": "off", "require-sri": "off" }
    })
    const reports = await Promise.all(pages.map(({ text }) => validator.validateString(text)))
    const found = reports.flatMap(({ results }) => results.flatMap(({ messages }) => messages))
    expect(found.map(({ message, ruleId }) => `${ruleId}: ${message}`)).toEqual([])
  })
})

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const violations = async (page: Page) => {
  await page.evaluate(axe)
  return page.evaluate<ReadonlyArray<string>>(
    'axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id + " " + v.nodes.map((n) => n.html.slice(0, 200)).join(" ")))'
  )
}

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here, so first pages are not opened in one")

describe.skipIf(executable === undefined)("In Chromium, the first pages", { timeout: 120_000 }, () => {
  let world: World
  let chromium: Chromium
  beforeAll(async () => {
    world = await startWorld(sqlite)
    for (let i = 0; i < 13; i++) {
      const { id } = await newSite(world, `Volume ${i}`, i % 3 === 0 ? "unlisted" : "public", i !== 5)
      const description = i % 2 === 0 ? "What everybody should know, and those who come later" : "A manual"
      await world.api.patch(`/v1/orgs/${world.organization}/sites/${id}`, { description })
    }
    chromium = await launchChromium(executable!)
  }, 120_000)
  afterAll(async () => {
    await chromium?.close()
    await world?.stop()
  })

  it.each(["light", "dark"] as const)("fit, are accessible and need no script: %s", async (colorScheme) => {
    const problems: Array<string> = []
    const context = await chromium.newContext({ colorScheme })
    const page = await context.newPage()
    const look = async (name: string) => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        if (await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")) {
          problems.push(`${name} is wider than ${width}`)
        }
        await takePicture(page, `${name}-${width}-${colorScheme}`)
        problems.push(...(await violations(page)).map((one) => `${name} at ${width}: ${one}`))
      }
    }
    await page.goto(`${world.origin}/`)
    await look("front")
    await page.getByRole("link", { name: "Sign in" }).click()
    await page.getByLabel("API token").fill((await world.member("edit")).token)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("heading", { name: "Your sites" }).waitFor()
    await look("home")
    await page.getByLabel("Find a site").fill("volume 5")
    await page.getByRole("button", { name: "Find" }).click()
    await page.getByText("Not published yet").waitFor()
    await expect.poll(() => page.getByRole("listitem").filter({ hasText: "Volume" }).count()).toBe(1)
    expect(problems).toEqual([])
    await context.close()
  })
})
