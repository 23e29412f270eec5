/** The reference of the API for people, at `/docs`. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { gzipSync } from "node:zlib"
import { HtmlValidate } from "html-validate"
import type { Browser as Chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { rawRequest } from "../src/client.ts"
import { type Document, readDocument } from "../src/document.ts"
import { sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** Bytes of a page with all that it loads, compressed. */
const most = 300_000

describe("The reference of the API", { timeout: 120_000 }, () => {
  let world: World
  let document: Document
  let paths: ReadonlyArray<string>
  const pages = new Map<string, string>()

  const get = async (path: string) => (await fetch(new URL(path, world.origin))).text()
  const linked = (html: string) => [...html.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, address]) => address!)

  beforeAll(async () => {
    world = await startWorld(sqlite)
    document = await readDocument(world.api)
    const first = await get("/docs")
    paths = [...new Set(linked(first).flatMap((href) => /^\/docs[^#]*/.exec(href) ?? []))]
    for (const path of paths) pages.set(path, await get(path))
  })
  afterAll(() => world?.stop())

  it("has every operation once, where the list of all of them leads to", () => {
    const said = new Map<string, number>()
    for (const [path, html] of pages) {
      if (path === "/docs") continue
      for (const [, method, at] of html.matchAll(
        /<span class="method[^"]*">([A-Z]+)<\/span><code class="api-path">([^<]*)</g
      )) {
        said.set(`${method} ${at}`, (said.get(`${method} ${at}`) ?? 0) + 1)
      }
    }
    const wanted = document.operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect([...said.keys()].sort()).toEqual([...new Set(wanted)].sort())
    expect([...said].filter(([, times]) => times !== 1)).toEqual([])
    const places = linked(pages.get("/docs")!).filter((href) => href.includes("#") && href.startsWith("/docs/"))
    expect(places.length).toBe(wanted.length)
    for (const place of places) {
      const [path, anchor] = place.split("#") as [string, string]
      expect(pages.get(path), place).toContain(`id="${anchor}"`)
    }
  })

  it("is small, of this server alone, and of no other product", async () => {
    const loaded = new Map<string, Promise<number>>()
    const size = (path: string) => {
      const known = loaded.get(path) ?? get(path).then((text) => gzipSync(text).length)
      loaded.set(path, known)
      return known
    }
    for (const [path, html] of pages) {
      const assets = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]*)"/g)].map(([, address]) => address!)
      expect(assets.filter((address) => !address.startsWith("/"))).toEqual([])
      const sizes = await Promise.all(assets.map(size))
      expect(
        sizes.reduce((sum, one) => sum + one, gzipSync(html).length),
        path
      ).toBeLessThan(most)
      expect(html).not.toMatch(/scalar/i)
    }
  })

  it("is valid HTML", async () => {
    const validator = new HtmlValidate({
      extends: ["html-validate:recommended", "html-validate:document"],
      // a token that somebody tries is not for a browser to keep
      rules: { "no-inline-style": "off", "long-title": "off", "require-sri": "off", "autocomplete-password": "off" }
    })
    const found: Array<string> = []
    // they are drawn alike, and long ones take the validator minutes: the list, the shortest and a middle one tell
    const [list, ...others] = [...pages]
    others.sort(([, a], [, b]) => a.length - b.length)
    for (const [path, html] of [list!, others[0]!, others[Math.floor(others.length / 2)]!]) {
      const { results } = await validator.validateString(html)
      for (const { message, ruleId } of results.flatMap(({ messages }) => messages)) {
        found.push(`${path} ${ruleId}: ${message}`)
      }
    }
    expect([...new Set(found)]).toEqual([])
  })

  it("is at no other address, and not on hosts of sites", async () => {
    expect((await rawRequest(world.origin, "/docs/nothing")).status).toBe(404)
    const elsewhere = await rawRequest(world.origin, "/docs", { headers: { host: "docs.gone.example" } })
    expect(elsewhere.status).toBe(404)
  })

  const executable = findChromium()
  describe.skipIf(executable === undefined)("in Chromium", () => {
    let chromium: Chromium
    beforeAll(async () => {
      chromium = await launchChromium(executable!)
    })
    afterAll(() => chromium?.close())

    it.each(["light", "dark"] as const)(
      "fits, is accessible, and lets people try what reads: %s",
      async (colorScheme) => {
        const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
        const page = await (await chromium.newContext({ colorScheme })).newPage()
        const problems: Array<string> = []
        for (const path of ["/docs", "/docs/users"]) {
          await page.goto(world.origin + path)
          for (const width of [1440, 390]) {
            await page.setViewportSize({ width, height: 900 })
            if (await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")) {
              problems.push(`${path} is wider than ${width}`)
            }
            await page.evaluate(axe)
            const found = await page.evaluate<ReadonlyArray<string>>(
              'axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((v) => v.id + " " + v.nodes.map((n) => n.html.slice(0, 200)).join(" ")))'
            )
            problems.push(...found.map((one) => `${path} at ${width}: ${one}`))
          }
        }
        expect(problems).toEqual([])
        await page.setViewportSize({ width: 1440, height: 900 })
        const form = page.locator("form").filter({ hasText: "/v1/user" }).first()
        await form.getByLabel("Authorization").fill(world.admin.token)
        await form.getByRole("button", { name: "Send" }).click()
        await page.getByText(world.admin.email).first().waitFor()
        await page.context().close()
      }
    )
  })
})
