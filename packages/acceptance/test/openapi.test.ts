/** OpenAPI specifications from outside: what is fetched, what is refused, and what readers of a site see of them. */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { HtmlValidate, StaticConfigLoader } from "html-validate"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { followSpec } from "../src/openapi.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const serve = async (listener: RequestListener) => {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** A description of an API that is served at an origin. */
const zoo = (origin: string, ...animals: ReadonlyArray<string>) => ({
  openapi: "3.1.0",
  info: { title: "Zoo", version: "1", description: "All **animals**." },
  servers: [{ url: `${origin}/v1` }],
  tags: [{ name: "animals" }],
  security: [{ key: [] }],
  paths: Object.fromEntries(
    animals.map((animal) => [
      `/${animal}/{id}`,
      {
        get: {
          tags: ["animals"],
          summary: `Get a ${animal}`,
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 }],
          responses: {
            200: {
              description: "It",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Animal" } } }
            }
          }
        }
      }
    ])
  ),
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    schemas: {
      Animal: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, parent: { $ref: "#/components/schemas/Animal" } }
      }
    }
  }
})

const putter = (world: World) => async (slug: string, source: object) => {
  const path = `/v1/orgs/${world.organization}/openapi/${slug}`
  await world.api.request("PUT", path, { body: { source } })
  return followSpec(world.api, path)
}

onBothStores("OpenAPI specifications", (store) => {
  let world: World
  let put: ReturnType<typeof putter>
  let outside: Awaited<ReturnType<typeof serve>>
  const asked: Array<string> = []
  let text = ""

  beforeAll(async () => {
    world = await startWorld(store)
    put = putter(world)
    outside = await serve((request, response) => {
      const path = request.url ?? "/"
      asked.push(path)
      if (path.startsWith("/v1/")) {
        response.setHeader("access-control-allow-origin", "*").setHeader("access-control-allow-headers", "*")
        response.setHeader("content-type", "application/json")
        return response.end(JSON.stringify({ path, key: request.headers["x-key"] ?? null }))
      }
      if (path === "/bomb.json") {
        return response.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(60 * 1024 * 1024, 0x20)))
      }
      if (path === "/inward.json") return response.writeHead(302, { location: "file:///etc/passwd" }).end()
      if (path === "/none.json") return response.writeHead(500).end()
      response.setHeader("etag", '"v1"')
      return request.headers["if-none-match"] === '"v1"' ? response.writeHead(304).end() : response.end(text)
    })
    text = JSON.stringify(zoo(outside.origin, "lion", "bear"))
  })
  afterAll(async () => {
    outside.close()
    await world.stop()
  })

  it("39, 40: what is fetched is bounded, redirects and references lead nowhere", async () => {
    expect(await put("bomb", { url: `${outside.origin}/bomb.json` })).toMatchObject({
      lastProcessErrorCode: "FETCH_ERROR",
      lastProcessedErrors: [{ code: "too-large" }]
    })
    for (const path of ["/inward.json", "/none.json"]) {
      expect((await put("away", { url: outside.origin + path })).lastProcessErrorCode).toBe("FETCH_ERROR")
    }
    const secret = `${outside.origin}/secret.json`
    const spec = await put("refs", {
      text: JSON.stringify({
        ...zoo(outside.origin, "lion"),
        components: {
          schemas: { Animal: { $ref: secret }, Other: { $ref: "file:///etc/passwd" } },
          securitySchemes: {}
        }
      })
    })
    expect(spec.lastProcessErrorCode).toBeUndefined()
    expect(JSON.stringify(spec.lastProcessedErrors)).toContain("external-reference")
    expect(asked).not.toContain("/secret.json")
  })

  it("39: addresses inside are refused unless the installation allows them", async () => {
    const closed = await startWorld(store, { allowPrivateNetworks: false })
    const before = asked.length
    const spec = await putter(closed)("inside", { url: `${outside.origin}/spec.json` })
    expect(spec).toMatchObject({ lastProcessErrorCode: "FETCH_ERROR", lastProcessedErrors: [{ code: "refused" }] })
    expect(asked.length).toBe(before)
    await closed.stop()
  })

  describe("on a site", () => {
    let url = ""
    let space = ""
    beforeAll(async () => {
      await put("zoo", { url: `${outside.origin}/spec.json` })
      const at = `/v1/orgs/${world.organization}`
      const made = await world.api.post(`${at}/spaces`, {
        title: "Zoo",
        computedSource: {
          type: "builtin:openapi",
          props: { models: true, grouping: "by-operation" },
          dependencies: { spec: { ref: { kind: "openapi", spec: "zoo" } } }
        }
      })
      space = made.body.id
      const site = (await world.api.post(`${at}/sites`, { title: "Zoo", spaces: [space] })).body
      url = (await world.api.post(`${at}/sites/${site.id}/publish`)).body.urls.published
    })
    const page = async (path: string) => {
      const answer = await fetch(url + path)
      return { status: answer.status, headers: answer.headers, html: await answer.text() }
    }

    it("reads of the space name the specifications that its pages are made of", async () => {
      const { headers } = await world.api.get(`/v1/spaces/${space}/content/pages`)
      expect(headers.get("x-gitbook-cache-tag")).toBe(`space:${space},organization:${world.organization}:computed`)
    })

    it("each operation has a page of valid HTML, that may ask its server and nobody else", async () => {
      const { headers, html, status } = await page("animals/get-a-lion")
      expect(status).toBe(200)
      const loader = new StaticConfigLoader({ extends: ["html-validate:standard", "html-validate:a11y"] })
      const report = await new HtmlValidate(loader).validateString(html, {
        rules: { "no-inline-style": "off", "prefer-native-element": "off", "no-redundant-role": "off" }
      })
      expect(
        report.results.flatMap(({ messages }) => messages.map(({ message, ruleId }) => `${ruleId}: ${message}`))
      ).toEqual([])
      expect(headers.get("content-security-policy")).toContain(`connect-src 'self' ${outside.origin};`)
      expect(html).toContain("/_octavo/api.")
      expect(html).toContain("/v1/lion/7")
      expect(html).toContain("X-Key")
      const plain = await page("")
      expect(plain.headers.get("content-security-policy")).toContain("connect-src 'self';")
      expect(plain.html).not.toContain("/_octavo/api.")
      expect((await page("models")).html).toContain("<code>parent</code>")
    })

    it("agents read operations in Markdown, and PDFs have them", async () => {
      const markdown = await page("animals/get-a-lion.md")
      expect(markdown.html).toContain("`GET /lion/{id}`")
      expect(markdown.html).toContain("- `parent`")
      expect(markdown.html).not.toContain("{% openapi-operation")
      const pdf = await world.api.get(`/v1/spaces/${space}/pdf`)
      const answer = await fetch(pdf.body.url)
      expect([answer.status, (await answer.arrayBuffer()).byteLength > 5000]).toEqual([200, true])
    })

    it("operations are in all that machines read of the site, and found in every way", async () => {
      const api = (path: string, body: object) => world.api.post(`/v1/orgs/${world.organization}${path}`, body)
      const lion = `${url}animals/get-a-lion`
      expect((await page("llms.txt")).html).toContain(`- [Get a lion](${lion}.md)`)
      expect((await page("sitemap.xml")).html).toContain(`<loc>${lion}</loc>`)
      const full = (await page("llms-full.txt")).html
      const part = full.slice(full.indexOf(`Source: ${lion}\n`), full.indexOf(`Source: ${url}animals/get-a-bear`))
      expect(part).toContain("# Get a lion\n")
      expect(part).toContain("`GET /lion/{id}`")
      expect(full).not.toContain("{% openapi")
      const site = (await world.api.get(`/v1/orgs/${world.organization}/sites`)).body.items.find(
        ({ title }: { readonly title: string }) => title === "Zoo"
      )
      const token = (await world.api.post("/v1/urls/published", { url })).body.apiToken
      const visitor = world.api.as(token)
      for (const query of ["get a lion", "lion id", "lion"]) {
        const asked = encodeURIComponent(query)
        expect((await page(`~search?q=${asked}`)).html, query).toContain(`animals/get-a-lion"`)
        const answers = [
          await world.api.get(`/v1/spaces/${space}/search?query=${asked}`),
          await visitor.get(`/v1/spaces/${space}/search?query=${asked}`)
        ].map(({ body }) => body.items)
        for (const way of [
          (await world.api.get(`/v1/orgs/${world.organization}/search?query=${asked}`)).body,
          (await api(`/sites/${site.id}/search`, { query })).body,
          (await visitor.post(`/v1/orgs/${world.organization}/sites/${site.id}/search`, { query })).body
        ]) {
          answers.push(way.items.find(({ id }: { readonly id: string }) => id === space)?.pages)
        }
        for (const pages of answers) {
          const paths = pages.map(({ path }: { readonly path: string }) => path)
          expect([query, paths[0]]).toEqual([query, "animals/get-a-lion"])
          // a page that has some of the words comes behind, and one that has none is not there
          expect([query, paths.includes("animals/get-a-bear")]).toEqual([query, query !== "lion"])
        }
      }
      const client = new Client({ name: "test", version: "1.0.0" })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}~mcp`)))
      const said = async (name: string, args: Record<string, string>) =>
        JSON.stringify((await client.callTool({ name, arguments: args })).content)
      expect(await said("listPages", {})).toContain(`${lion}.md`)
      expect(await said("searchDocumentation", { query: "lion" })).toContain(lion)
      expect(await said("getPage", { page: lion })).toContain("GET /lion/{id}")
      await client.close()
    })

    it("computed pages say each title once, on the page, in Markdown and in documents", async () => {
      const said = {
        ...zoo(outside.origin),
        info: { title: "Zoo API", version: "1", description: "# Zoo API\n\nAll **animals**." },
        tags: [{ name: "Animals", description: "# Animals\n\nThey live here.\n\nAnd there." }],
        paths: Object.fromEntries(
          ["List animals", "Get one.", "  Spaced   title", undefined].map((summary, n) => [
            `/path-${n}`,
            {
              get: {
                tags: n < 3 ? ["Animals"] : [],
                operationId: `operation${n}`,
                ...(summary === undefined ? {} : { summary }),
                description: `# A heading\n\nDescription ${n}.`,
                responses: { 200: { description: "It" } }
              }
            }
          ])
        )
      }
      await put("said", { text: JSON.stringify(said) })
      const at = `/v1/orgs/${world.organization}`
      for (const grouping of ["by-operation", "by-tag"]) {
        const { body: made } = await world.api.post(`${at}/spaces`, {
          title: "Said",
          computedSource: {
            type: "builtin:openapi",
            props: { models: true, grouping },
            dependencies: { spec: { ref: { kind: "openapi", spec: "said" } } }
          }
        })
        const { body: site } = await world.api.post(`${at}/sites`, { title: "Said", spaces: [made.id] })
        const root = (await world.api.post(`${at}/sites/${site.id}/publish`)).body.urls.published
        const pages: Array<any> = []
        const walk = (list: ReadonlyArray<any>) => {
          for (const one of list) {
            pages.push(one)
            walk(one.pages ?? [])
          }
        }
        walk((await world.api.get(`/v1/spaces/${made.id}/content/pages`)).body.pages)
        expect(pages.length).toBeGreaterThan(3)
        const plain = (text: string) =>
          text
            .replace(/<[^>]*>|[^\p{L}\p{N}]+/gu, " ")
            .trim()
            .toLowerCase()
        const twice = (list: ReadonlyArray<string>) => list.filter((one, n) => one !== "" && list.indexOf(one) !== n)
        for (const [n, { id, path, title }] of pages.entries()) {
          const where = [grouping, path]
          const html = await (await fetch(root + (n === 0 ? "" : path))).text()
          const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"))
          const titles = Array.from(
            main.matchAll(/<h[1-6]\b(?![^>]*op-label)[^>]*>(.*?)<\/h[1-6]>|<div class="op-media"><code>(\w+)<\/code>/g),
            ([, heading = "", model = ""]) => plain(heading + model)
          )
          expect([...where, titles.includes(plain(title))]).toEqual([...where, true])
          expect([...where, twice(titles)]).toEqual([...where, []])
          const markdown = await (await fetch(`${root}${path}.md`)).text()
          const headings = Array.from(markdown.matchAll(/^#+ (.*)$/gm), ([, text = ""]) => plain(text))
          expect([...where, headings.includes(plain(title)), twice(headings)]).toEqual([...where, true, []])
          // GitBook's renderer says the title of an operation with its block, unless that is headless
          const { document } = (await world.api.get(`/v1/spaces/${made.id}/content/page/${id}`)).body
          const operations = document.nodes.filter(({ type }: any) => type === "openapi-operation")
          expect([...where, operations.map(({ data }: any) => data.headless)]).toEqual([
            ...where,
            operations.map(() => true)
          ])
          const descriptions = (text: string) => text.match(/Description \d/g) ?? []
          expect([...where, descriptions(main).length]).toEqual([...where, operations.length])
          expect([...where, descriptions(markdown).length]).toEqual([...where, operations.length])
          expect([...where, descriptions(JSON.stringify(document)).length]).toEqual([...where, operations.length])
        }
      }
    })

    it("pages follow a new version", async () => {
      const written = await world.api.post(`/v1/spaces/${await world.space("Own")}/content`, {
        changes: [
          {
            operation: "insert_page",
            title: "Own",
            document: {
              markdown:
                '{% openapi-operation spec="zoo" path="/wolf/{id}" method="get" %}\n{% endopenapi-operation %}\n'
            }
          }
        ]
      })
      expect(written.status).toBe(200)
      expect((await page("animals/get-a-wolf")).status).toBe(404)
      const searched = async (query: string) =>
        (await world.api.get(`/v1/orgs/${world.organization}/search?query=${query}`)).body.items.find(
          ({ id }: { readonly id: string }) => id === space
        )?.pages.length ?? 0
      expect([await searched("wolf"), (await searched("bear")) > 0]).toEqual([0, true])
      await put("zoo", { text: JSON.stringify(zoo(outside.origin, "lion", "wolf")) })
      expect([(await searched("wolf")) > 0, await searched("bear")]).toEqual([true, 0])
      const full = (await page("llms-full.txt")).html
      expect([full.includes("GET /wolf/"), full.includes("GET /bear/")]).toEqual([true, false])
      expect((await page("animals/get-a-wolf")).status).toBe(200)
      expect((await page("animals/get-a-bear")).status).toBe(404)
    })

    it.skipIf(store !== sqlite || findChromium() === undefined)(
      "an operation is tried from the page, by script alone",
      async () => {
        const browser = await launchChromium(findChromium()!)
        try {
          const tab = await browser.newPage()
          const errors: Array<string> = []
          tab.on("console", (message) => message.type() === "error" && errors.push(message.text()))
          // by a link of another page: what the form may ask comes with its own page
          await tab.goto(url)
          await tab.goto(`${url}animals`)
          await tab.click('a[href$="animals/get-a-lion"] >> nth=0')
          await tab.waitForSelector("form.try:not([hidden])")
          await tab.fill('input[data-name="X-Key"]', "secret")
          await tab.fill('input[data-name="id"]', "a/b")
          await tab.click("form.try button")
          await tab.waitForSelector(".try-answer pre")
          await expect
            .poll(() => tab.textContent(".try-answer"))
            .toMatch(/^200 .*"path": "\/v1\/lion\/a%2Fb",\s+"key": "secret"/s)
          expect(errors).toEqual([])
          const silent = await browser.newContext({ javaScriptEnabled: false })
          const without = await silent.newPage()
          await without.goto(`${url}animals/get-a-lion`)
          await expect.poll(() => without.isVisible("form.try")).toBe(false)
          await expect.poll(() => without.isVisible("text=Authorization")).toBe(true)
        } finally {
          await browser.close()
        }
      }
    )
  })
})
