/**
 * Who reads a site, in a browser: share links, signing in elsewhere, conditional sections, redirects, languages, agents,
 * and previews of what is not published yet. One browser, one server; every page that is met is checked by axe and
 * html-validate, and asks no other host.
 */
import { createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { HtmlValidate, StaticConfigLoader } from "html-validate"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { makeReview, type Review } from "../src/review.ts"
import { sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to read sites in as their visitors")

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:recommended", "html-validate:document"],
    rules: { "no-inline-style": "off", "long-title": "off", "require-sri": "off", "valid-id": "off" } as never
  })
)

const signed = (key: string, claims: object): string => {
  const exp = Math.floor(Date.now() / 1000) + 600
  const head = [
    { alg: "HS256", typ: "JWT" },
    { ...claims, exp }
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".")
  return `${head}.${createHmac("sha256", key).update(head).digest("base64url")}`
}

describe.skipIf(executable === undefined)("In Chromium, a site's visitors", () => {
  let world: World
  let browser: Browser
  let login: Server
  let loginUrl: string
  let review: Review
  /** What the identity page signs with, and where it sends readers back to. */
  let identity: { readonly key: string; readonly root: string }

  const newSpace = async (title: string, pages: Readonly<Record<string, string>>, language?: string) => {
    const { body } = await world.api.post(`/v1/orgs/${world.organization}/spaces`, {
      title,
      ...(language === undefined ? {} : { language })
    })
    const changes = Object.entries(pages).map(([slug, markdown]) => ({
      operation: "insert_page",
      slug,
      document: { markdown }
    }))
    const written = await world.api.post(`/v1/spaces/${body.id}/content`, { changes })
    expect(written.status, written.text).toBe(200)
    return body.id as string
  }

  const newSite = async (title: string, visibility: string, spaces: ReadonlyArray<string>) => {
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body } = await world.api.post(sites, { title, visibility, spaces })
    const path = `${sites}/${body.id}`
    return { path, url: (await world.api.post(`${path}/publish`)).body.urls.published as string }
  }

  beforeAll(async () => {
    world = await startWorld(sqlite)
    browser = await launchChromium(executable!)
    review = await makeReview(world)
    login = createServer((request, response) => {
      const asked = new URL(request.url!, "http://localhost")
      const back = new URL(asked.searchParams.get("location") ?? "", identity.root)
      back.searchParams.set("jwt_token", signed(identity.key, { staff: true }))
      response.setHeader("content-type", "text/html; charset=utf-8")
      response.end(`<!doctype html><html lang="en"><title>Sign in</title><a href="${back}">Sign in as staff</a></html>`)
    })
    await new Promise<void>((resolve) => login.listen(0, "127.0.0.1", resolve))
    loginUrl = `http://localhost:${(login.address() as AddressInfo).port}/`
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    login?.close()
    await world?.stop()
  })

  /** A window of its own; what goes wrong in it is told at its end. `allowed` are other hosts that it leads to. */
  const visiting = async (
    look: (page: Page, check: () => Promise<void>) => Promise<void>,
    options: Parameters<Browser["newContext"]>[0] = {},
    allowed: ReadonlyArray<string> = []
  ): Promise<void> => {
    const context: BrowserContext = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
    const problems: Array<string> = []
    const page = await context.newPage()
    page.on("console", (message) => {
      // a page that is not there answers 404, which browsers note
      if (message.type() === "error" && !message.text().includes("404")) problems.push(message.text())
    })
    page.on("pageerror", (error) => problems.push(error.message))
    page.on("request", (request) => {
      const url = request.url()
      if (![world.origin, ...allowed].some((one) => url.startsWith(one)) && !url.startsWith("data:")) problems.push(url)
    })
    const check = async () => {
      if (options.javaScriptEnabled !== false) {
        await page.evaluate(axe)
        problems.push(
          ...(await page.evaluate<ReadonlyArray<string>>(
            'axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((v) => location.pathname + " " + v.id + " " + v.nodes.map((n) => n.html.slice(0, 200)).join(" ")))'
          ))
        )
      }
      // as it was sent, before the script
      const cookies = (await context.cookies(page.url())).map(({ name, value }) => `${name}=${value}`).join("; ")
      const html = await (await fetch(page.url(), { headers: { cookie: cookies } })).text()
      const { results } = await validator.validateString(html, page.url())
      problems.push(
        ...results.flatMap(({ messages }) => messages.map(({ message, ruleId }) => `${ruleId}: ${message}`))
      )
    }
    await look(page, check)
    expect(problems).toEqual([])
    await context.close()
  }
  const heading = (page: Page) => page.locator("h1").textContent()

  it("come in by a share link, stay in without the key, and are out when it is turned off", async () => {
    const space = await newSpace("Shared", { first: "# First\n\n[On](/pages/second)\n", second: "# Second\n" })
    const site = await newSite("Shared", "share-link", [space])
    const { body: link } = await world.api.post(`${site.path}/share-links`, { name: "Friends" })
    await visiting(async (page, check) => {
      expect((await page.goto(site.url))!.status()).toBe(404)
      await page.goto(link.urls.published)
      expect(await heading(page)).toBe("First")
      await check()
      await page.locator(".body").getByRole("link", { name: "Second" }).or(page.locator(".turn .next")).first().click()
      await page.getByRole("heading", { level: 1, name: "Second" }).waitFor()
      const key = link.urls.published.split("/").at(-2)
      expect(page.url()).not.toContain(key)
      expect((await page.goto(`${site.url}second`))!.status()).toBe(200)
      expect(await page.content()).not.toContain(key)
      await world.api.patch(`${site.path}/share-links/${link.id}`, { active: false })
      expect((await page.goto(`${site.url}second`))!.status()).toBe(404)
    })
  })

  it("sign in elsewhere, come back to where they were going, and sign out", async () => {
    const space = await newSpace("Staff", { start: "# Start\n", rules: "# Rules\n\nFor staff.\n" })
    const site = await newSite("Staff", "visitor-auth", [space])
    const auth = `${site.path}/publishing/auth`
    const set = await world.api.patch(auth, { backend: "custom", fallbackURL: loginUrl })
    expect(set.status, set.text).toBe(200)
    identity = { key: (await world.api.get(auth)).body.privateKey, root: site.url }
    await visiting(
      async (page, check) => {
        await page.goto(`${site.url}rules`)
        expect(page.url()).toContain(loginUrl)
        await page.getByRole("link", { name: "Sign in as staff" }).click()
        await page.getByRole("heading", { level: 1, name: "Rules" }).waitFor()
        // the token has left the address
        expect(page.url()).toBe(`${site.url}rules`)
        await check()
        await page.locator(".sidebar").getByRole("link", { name: "Start" }).click()
        await page.getByRole("heading", { level: 1, name: "Start" }).waitFor()
        await page.goto(`${site.url}~logout`)
        expect(page.url()).toContain(loginUrl)
      },
      {},
      [loginUrl]
    )
  })

  it("see the tab of a section for whom its condition holds, and find in it", async () => {
    const open = await newSpace("Manual", { start: "# Start\n\nAcorns for all.\n", next: "# Next\n" })
    const closed = await newSpace("Insiders", { inside: "# Inside\n\nAcorns inside.\n" })
    const site = await newSite("Sections", "public", [open])
    await world.api.patch(site.path, { adaptiveContent: { enabled: true } })
    const section = await world.api.post(`${site.path}/sections`, { spaceId: closed, title: "Inside" })
    await world.api.patch(`${site.path}/sections/${section.body.id}`, { condition: "visitor.claims.unsigned.beta" })
    await visiting(async (page, check) => {
      await page.goto(site.url)
      expect(await page.locator(".sections").getByText("Inside").count()).toBe(0)
      await page.goto(`${site.url}?visitor.beta=true`)
      await check()
      await page.locator(".sections").getByRole("link", { name: "Inside" }).click()
      await page.getByRole("heading", { level: 1, name: "Inside" }).waitFor()
      // what was said of the visitor is remembered
      await page.goto(`${site.url}next`)
      await page.keyboard.press("/")
      await page.locator(".finder input").fill("acorns")
      await page.locator(".finder").getByText("Acorns inside.").waitFor()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await page.waitForURL((url) => !url.pathname.endsWith("next"))
    })
    await visiting(async (page) => {
      await page.goto(`${site.url}~search?q=acorns`)
      await expect.poll(() => page.locator("main").textContent()).toContain("Acorns for all.")
      expect(await page.locator("main").textContent()).not.toContain("inside")
    })
  })

  it.each([true, false])(
    "follow redirects, switch languages and find from a missing page; script: %s",
    async (javaScriptEnabled) => {
      const english = await newSpace("Guide", { start: "# Start\n", setup: "# Setup\n\nUnpack it.\n" }, "en")
      const german = await newSpace("Anleitung", { start: "# Anfang\n", setup: "# Einrichten\n" }, "de")
      const site = await newSite(`Languages ${javaScriptEnabled}`, "public", [english, german])
      const external = { kind: "external", url: `${site.url}setup` }
      await world.api.post(`${site.path}/redirects`, { source: "/old", destination: external })
      await visiting(
        async (page, check) => {
          await page.goto(`${site.url}old`)
          expect(page.url()).toBe(`${site.url}setup`)
          await page.evaluate("globalThis.stayed = true")
          await page.locator(".languages summary").click()
          await page
            .locator(".languages")
            .getByRole("link", { name: /Anleitung|Deutsch/ })
            .click()
          await page.getByRole("heading", { level: 1, name: "Einrichten" }).waitFor()
          await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de")
          // with script pages change in place
          if (javaScriptEnabled) expect(await page.evaluate("globalThis.stayed")).toBe(true)
          await check()
          await page.goto(`${site.url}nowhere`)
          await check()
          await page.locator("main input[name=q]").fill("unpack")
          await page.locator("main").getByRole("button", { name: "Search" }).click()
          await page.getByRole("main").getByRole("link", { name: /Setup/ }).first().click()
          await page.getByRole("heading", { level: 1, name: "Setup" }).waitFor()
          await page.locator(".actions summary").click()
          await expect
            .poll(() => page.locator(".actions").getByRole("link", { name: "View as Markdown" }).isVisible())
            .toBe(true)
          await check()
        },
        { javaScriptEnabled }
      )
    }
  )

  it("get the next page before they ask for it", async () => {
    const space = await newSpace("Ahead", { start: "# Start\n", next: "# Next\n" })
    const site = await newSite("Ahead", "public", [space])
    await visiting(async (page) => {
      await page.goto(site.url)
      const asked = page.waitForRequest(`${site.url}next`)
      await page.locator(".turn .next").hover()
      await asked
      await page.locator(".turn .next").click()
      await page.getByRole("heading", { level: 1, name: "Next" }).waitFor()
      expect(await page.evaluate("performance.getEntriesByType('navigation').length")).toBe(1)
      await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1")
    })
  })

  it("send agents, who read what the same visitor would", async () => {
    const space = await newSpace("Agents", {
      start:
        "# Start\n\n{% if visitor.claims.unsigned.beta %}\n\nBetawords.\n\n{% else %}\n\nOtherwords.\n\n{% endif %}\n",
      beta: "---\nif: visitor.claims.unsigned.beta\n---\n\n# Beta page\n"
    })
    const site = await newSite("Agents", "public", [space])
    await world.api.patch(site.path, { adaptiveContent: { enabled: true } })
    const ask = async (query: string) => {
      const client = new Client({ name: "test", version: "1.0.0" })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${site.url}~mcp${query}`)))
      const call = async (name: string, args: Record<string, string>) =>
        JSON.stringify((await client.callTool({ name, arguments: args })).content)
      const all = [
        await call("listPages", {}),
        await call("searchDocumentation", { query: "betawords" }),
        await call("getPage", { page: "start" }),
        await call("getPage", { page: "beta" })
      ].join("\n")
      await client.close()
      return all
    }
    const nobody = await ask("")
    expect(nobody).toContain("Otherwords")
    expect(nobody).not.toMatch(/Betawords|Beta page/)
    const beta = await ask("?visitor.beta=true")
    expect(beta).toMatch(/Beta page.*Betawords/s)
    expect(beta).not.toContain("Otherwords")
  })

  it("are shown a change request by its page, once somebody signs in", async () => {
    await visiting(async (page, check) => {
      page.removeAllListeners("console")
      await page.goto(review.url)
      await page.getByLabel("API token").fill(world.admin.token)
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("heading", { name: "Better words" }).waitFor()
      await check()
      await page.goto(review.pages["Start"]!)
      await expect.poll(() => page.locator(".change").count()).toBeGreaterThan(0)
      await check()
    })
  })
})
