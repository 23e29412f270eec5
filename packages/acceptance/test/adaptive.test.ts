/** Adaptive content as visitors meet it: what is shown to one and not to another, in every form that a site has. */
import { createHmac } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Answer } from "../src/client.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const beta = "visitor.claims.unsigned.beta"

/** Slug to Markdown, in order. */
const pages: Readonly<Record<string, string>> = {
  welcome: "# Welcome\n\nSee [the beta](beta.md) and [the last page](last.md).\n",
  beta: `---\nif: ${beta}\n---\n\n# Beta guide\n\nOnly for beta visitors.\n`,
  signed: "---\nif: visitor.claims.beta\n---\n\n# Signed secret\n\nNever for what visitors say of themselves.\n",
  broken: "---\nif: visitor.claims.unsigned < 3\n---\n\n# Broken secret\n\nNobody can tell for whom.\n",
  blocks: [
    "# Blocks",
    "",
    "Always.",
    "",
    `{% if ${beta} %}`,
    "## For beta",
    "",
    "Beta words.",
    '{% elsif visitor.claims.unsigned.plan == "pro" %}',
    "## For pro",
    "",
    "Pro words.",
    "{% else %}",
    "## For all others",
    "",
    "Other words.",
    "{% endif %}",
    "",
    "{% if visitor.claims.beta %}",
    "Signed words.",
    "{% endif %}",
    "",
    "{% if visitor.claims.unsigned.plan < 3 %}",
    "Undecided words.",
    "{% else %}",
    "Undecided others.",
    "{% endif %}",
    "",
    'Hello <code class="expression">visitor.claims.unsigned.name ?? "you"</code>.',
    ""
  ].join("\n"),
  plain: "# Plain\n\nThe same for everybody.\n",
  open: `# Open end\n\nBefore.\n\n{% if ${beta} %}\n\nBehind.\n\n## Far behind\n`,
  last: "# Last\n\nThe end.\n"
}

onBothStores("Adaptive content", (store) => {
  let world: World
  let site: string
  let second: string
  let guide: string
  let base: string

  const get = (path: string, query = "", headers: Record<string, string> = {}): Promise<Answer> =>
    world.api.as(undefined).get(`${base}${path}${query === "" ? "" : `?${query}`}`, { headers })
  /** A token as the customer's server signs it (RFC 7519, HS256). */
  const tokenOf = async (claims: object): Promise<string> => {
    const { privateKey } = (await world.api.get(`${site}/publishing/auth`)).body
    const exp = Math.floor(Date.now() / 1000) + 600
    const parts = [
      { alg: "HS256", typ: "JWT" },
      { ...claims, exp }
    ]
    const head = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")
    return `${head}.${createHmac("sha256", privateKey).update(head).digest("base64url")}`
  }
  const markdown = { accept: "text/markdown" }

  const newSpace = async (title: string, content: Readonly<Record<string, string>>): Promise<string> => {
    const space = await world.space(title)
    const changes = Object.entries(content).map(([slug, text]) => ({
      operation: "insert_page",
      slug,
      document: { markdown: text }
    }))
    expect((await world.api.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
    return space
  }

  beforeAll(async () => {
    world = await startWorld(store)
    guide = await newSpace("Guide", pages)
    const spaces = [guide, await newSpace("Insiders", { inside: "# Inside\n\nInsider words.\n" })]
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body } = await world.api.post(sites, { title: "Adaptive", spaces })
    site = `${sites}/${body.id}`
    const published = await world.api.post(`${site}/publish`)
    base = new URL(published.body.urls.published).pathname
    expect((await world.api.patch(site, { adaptiveContent: { enabled: true } })).status).toBe(200)
    const { items } = (await world.api.get(`${site}/site-spaces`)).body
    second = `${site}/site-spaces/${items[1].id}`
    expect((await world.api.patch(second, { condition: beta })).status).toBe(200)
  })

  afterAll(() => world.stop())

  const yes = "visitor.beta=true"
  const titles = ["Beta guide", "Signed secret", "Broken secret"]

  it("a page whose condition does not hold is nowhere", async () => {
    for (const path of ["beta", "signed", "broken"]) {
      const hidden = await get(path)
      const missing = await get("no-such-page")
      expect([hidden.status, hidden.text]).toEqual([404, missing.text])
      const asked = await get(path, "", markdown)
      expect([asked.status, asked.text]).toEqual([404, (await get("no-such-page", "", markdown)).text])
    }
    for (const path of [
      "",
      "plain",
      "blocks",
      "no-such-page",
      "plain.md",
      "llms.txt",
      "llms-full.txt",
      "sitemap.xml"
    ]) {
      const { text } = await get(path)
      for (const title of titles) expect(text, `${title} in ${path}`).not.toContain(title)
      expect(text, path).not.toMatch(/\/(?:beta|signed|broken)\b|Insider/)
    }
  })

  describe("a condition that cannot be read", () => {
    const unreadable = "visitor.claims.groups.includes('a')"
    it.each([
      ["condition", { condition: unreadable, document: { markdown: "# A\n" } }],
      ["document", { document: { markdown: `---\nif: ${unreadable}\n---\n\n# A\n` } }]
    ])("is refused as %s of a page, new or not", async (field, page) => {
      const { body: plain } = await world.api.get(`/v1/spaces/${guide}/content/path/plain`)
      for (const change of [
        { operation: "insert_page", ...page },
        { operation: "update_page", page: plain.id, ...page }
      ]) {
        const { body, status } = await world.api.post(`/v1/spaces/${guide}/content`, { changes: [change] })
        expect([status, body.error.message]).toEqual([400, expect.stringContaining(`changes.0.${field}`)])
        expect(body.error.message).toMatch(/called.*at character/)
      }
      expect((await world.api.get(`/v1/spaces/${guide}/content/path/plain`)).body).toEqual(plain)
    })

    it("within a text, and a block without end, is told to members who look at the site, and to nobody else", async () => {
      const markdown = `# Told\n\nSeen.\n\n{% if ${unreadable} %}\n\nUnseen.\n\n{% endif %}\n`
      const changes = [{ operation: "insert_page", slug: "told", hidden: true, document: { markdown } }]
      expect((await world.api.post(`/v1/spaces/${guide}/content`, { changes })).status).toBe(200)
      const { url } = (await world.api.get(`${site}/publishing/preview`)).body
      for (const [path, note] of [
        ["told", "cannot be read"],
        ["open", "never closed"]
      ] as const) {
        const member = await world.api.as(undefined).get(new URL(path, url).pathname)
        expect(member.text, path).toMatch(new RegExp(`role="note"[^>]*lang="en".*${note}`, "s"))
        for (const query of ["", yes]) {
          const visitor = await get(path, query)
          expect(visitor.status).toBe(200)
          expect(visitor.text).not.toMatch(new RegExp(`${note}|Unseen|includes\\(`))
        }
      }
    })
  })

  it("a page whose condition holds is everywhere", async () => {
    const page = await get("beta", yes)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Only for beta visitors.")])
    expect((await get("beta.md", yes)).text).toContain("Only for beta visitors.")
    expect((await get("beta", yes, markdown)).text).toContain("Only for beta visitors.")
    for (const path of ["", "plain", "llms.txt", "llms-full.txt"]) {
      expect((await get(path, yes)).text, path).toContain("Beta guide")
    }
    expect((await get("sitemap.xml", yes)).text).toContain("/beta<")
    const { text } = await get("", yes)
    expect(text).toMatch(/href="[^"]*\/beta"/)
    expect(text).toContain("Insiders")
    // the neighbours of those that see it and of those that do not
    expect((await get("", yes)).text).toMatch(/rel="next"[^>]*beta|beta"[^>]*rel="next"/)
    expect((await get("")).text).toMatch(/rel="next"[^>]*blocks|blocks"[^>]*rel="next"/)
  })

  it("what is unsigned satisfies nothing that asks for signed claims (threat: claim confusion)", async () => {
    const attempts = [
      yes,
      "visitor.claims.beta=true",
      "visitor.signed.beta=true",
      "visitor.__proto__.beta=true",
      "visitor.constructor.prototype.beta=true",
      "visitor.unsigned.beta=true",
      "visitor.claims=%7B%22beta%22%3Atrue%7D",
      "visitor=%7B%22beta%22%3Atrue%7D",
      "visitor.beta.beta=true",
      "claims.beta=true"
    ]
    for (const query of attempts) {
      expect((await get("signed", query)).status, query).toBe(404)
      expect((await get("blocks", query)).text, query).not.toContain("Signed words")
      expect((await get("llms-full.txt", query)).text, query).not.toContain("Signed")
    }
  })

  describe("blocks", () => {
    it.each<readonly [query: string, shown: string]>([
      ["", "Other words."],
      ["visitor.beta=false", "Other words."],
      [yes, "Beta words."],
      ["visitor.plan=pro", "Pro words."],
      [`visitor.plan=pro&${yes}`, "Beta words."],
      ["visitor.plan=free", "Other words."]
    ])("for %j: %s", async (query, shown) => {
      const all = ["Beta words.", "Pro words.", "Other words."]
      for (const [path, headers] of [
        ["blocks", {}],
        ["blocks.md", {}],
        ["blocks", markdown],
        ["llms-full.txt", {}]
      ] as const) {
        const { status, text } = await get(path, query, headers)
        expect(status).toBe(200)
        expect(all.filter((words) => text.includes(words))).toEqual([shown])
        expect(text.includes("Undecided others")).toBe(!query.includes("plan"))
        expect(text).not.toContain("Undecided words")
        expect(text).not.toMatch(/\{% (?:if|else|elsif|endif)/)
      }
      // the outline too
      const { text } = await get("blocks", query)
      const headings = ["For beta", "For pro", "For all others"]
      expect(headings.filter((heading) => text.includes(heading))).toHaveLength(1)
    })

    it("what cannot be decided is not shown, nor is its else", async () => {
      const { text } = await get("blocks", "visitor.plan=pro")
      expect(text).not.toContain("Undecided")
    })

    it("expressions write what visitors say, as text", async () => {
      expect((await get("blocks")).text).toMatch(/Hello .*you/)
      expect((await get("blocks", "visitor.name=Ada")).text).toMatch(/Hello .*Ada/)
      const script = "visitor.name=%3Cscript%3Ealert(1)%3C%2Fscript%3E"
      expect((await get("blocks", script)).text).toContain("&lt;script&gt;alert(1)")
      const link = await get("blocks.md", "visitor.name=%5Bx%5D(https%3A%2F%2Fevil.test)%0A%0A%23%20H")
      expect(link.text).toContain("Hello \\[x\\](https://evil.test) \\# H.")
    })

    it("an open end hides what is behind it from those for whom it does not hold, and from no one else", async () => {
      const { text } = await get("open")
      expect(text).toContain("Before.")
      expect(text).not.toMatch(/Behind|Far behind/)
      expect((await get("open", yes)).text).toMatch(/Behind.*Far behind/s)
    })
  })

  it("a site space under a condition is there for those for whom it holds", async () => {
    expect((await get("insiders/inside.md", yes)).text).toContain("Insider words.")
    expect((await get("insiders/", yes)).text).toContain("Insider words.")
    for (const path of ["insiders", "insiders/", "insiders/inside"]) expect((await get(path)).status).toBe(404)
    expect((await get("llms-full.txt", yes)).text).toContain("Insider words.")
    const patched = await world.api.patch(second, { condition: "visitor.claims.beta(" })
    expect([patched.status, patched.body.error.message]).toEqual([400, expect.stringContaining("called")])
  })

  describe("answers that are kept (threat: cache leaks)", () => {
    const paths = ["", "blocks", "blocks.md", "llms-full.txt", "open", "insiders/", "beta"]

    it("are right for each visitor, in whatever order they come", async () => {
      const visitors = [
        "",
        yes,
        "visitor.plan=pro",
        "visitor.plan=free&x=1",
        "visitor.name=Ada",
        `${yes}&visitor.plan=pro`
      ]
      const first = new Map<string, string>()
      for (const query of visitors) {
        for (const path of paths) first.set(`${path}?${query}`, (await get(path, query)).text)
      }
      for (const query of visitors.toReversed()) {
        for (const path of paths.toReversed()) {
          expect((await get(path, query)).text, `${path}?${query}`).toBe(first.get(`${path}?${query}`))
        }
      }
    })

    it("say so: what depends on a visitor is stored by nobody, what does not by anybody", async () => {
      for (const path of paths.slice(0, 5)) {
        const answer = await get(path, yes)
        expect(answer.headers.get("cache-control"), path).toBe("private, no-store")
        expect((await get(path)).headers.get("cache-control"), path).toBe("private, no-store")
      }
      const robots = await get("robots.txt", yes)
      expect(robots.headers.get("cache-control")).toContain("public")
    })

    it("follow a change of the site at once", async () => {
      expect((await get("beta", yes)).status).toBe(200)
      await world.api.patch(site, { adaptiveContent: { enabled: false } })
      expect((await get("beta", yes)).status).toBe(404)
      expect((await get("blocks", yes)).text).toContain("Other words.")
      // nobody is anybody in particular: the same for all
      expect((await get("blocks", yes)).headers.get("cache-control")).toContain("public")
      await world.api.patch(site, { adaptiveContent: { enabled: true } })
      expect((await get("blocks", yes)).text).toContain("Beta words.")
      const schema = { type: "object", properties: {}, additionalProperties: false }
      await world.api.request("PUT", `${site}/adaptive-schema`, { body: { jsonSchema: schema } })
      expect((await get("blocks", yes)).text).toContain("Other words.")
      const unsigned = { ...schema, properties: { beta: { type: "boolean" } } }
      const described = { ...schema, properties: { unsigned } }
      await world.api.request("PUT", `${site}/adaptive-schema`, { body: { jsonSchema: described } })
      expect((await get("blocks", yes)).text).toContain("Beta words.")
      expect((await get("blocks", "visitor.plan=pro")).text).toContain("Other words.")
      expect((await get("blocks", "visitor.beta=yes")).text).toContain("Other words.")
      unsigned.properties = {
        ...unsigned.properties,
        plan: { type: "string", description: "" },
        name: { type: "string", description: "" }
      } as never
      await world.api.request("PUT", `${site}/adaptive-schema`, { body: { jsonSchema: described } })
      expect((await get("blocks", "visitor.plan=pro")).text).toContain("Pro words.")
    })
  })

  it("signed claims of a visitor's token satisfy what asks for them", async () => {
    const jsonSchema = {
      type: "object",
      properties: { beta: { type: "boolean", description: "Tries things out." } },
      additionalProperties: false
    }
    await world.api.request("PUT", `${site}/adaptive-schema`, { body: { jsonSchema } })
    const jwt = await tokenOf({ beta: true })
    const cookie = `gitbook-visitor-token=${jwt}`
    const page = await get("signed", "", { cookie })
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Signed secret")])
    expect((await get("blocks", "", { cookie })).text).toContain("Signed words.")
    expect((await get("signed", "", { cookie: `${cookie}x` })).status).toBe(404)
    expect(
      (await get("signed", "", { cookie: `gitbook-visitor-token=${await tokenOf({ beta: "true" })}` })).status
    ).toBe(404)
    expect(
      (await get("signed", "", { cookie: `gitbook-visitor-token=${await tokenOf({ unsigned: { beta: true } })}` }))
        .status
    ).toBe(404)
    expect((await get("beta", "", { cookie })).status).toBe(404)
    expect((await get("signed")).status).toBe(404)
  })

  it("a section under a condition is there, with its tab, for those for whom it holds", async () => {
    const spaces = [
      await newSpace("Open", { start: "# Start\n\nOpen words.\n" }),
      await newSpace("Closed", { start: "# Start\n\nClosed words.\n" })
    ]
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body } = await world.api.post(sites, { title: "Sections", spaces: [spaces[0]] })
    const path = `${sites}/${body.id}`
    await world.api.patch(path, { adaptiveContent: { enabled: true } })
    const section = await world.api.post(`${path}/sections`, { spaceId: spaces[1], title: "Closed section" })
    expect(section.status).toBe(201)
    expect((await world.api.patch(`${path}/sections/${section.body.id}`, { condition: beta })).status).toBe(200)
    const { urls } = (await world.api.post(`${path}/publish`)).body
    const root = new URL(urls.published).pathname
    const nobody = world.api.as(undefined)
    const there = `${root}${section.body.path}/`
    expect((await nobody.get(there)).status).toBe(404)
    expect((await nobody.get(`${there}?${yes}`)).text).toContain("Closed words.")
    for (const name of ["", "llms.txt", "llms-full.txt", "sitemap.xml", "no-such-page"]) {
      expect((await nobody.get(root + name)).text, name).not.toMatch(/Closed|closed-section/)
    }
    expect((await nobody.get(`${root}?${yes}`)).text).toContain("Closed section")
    expect((await nobody.get(`${root}llms-full.txt?${yes}`)).text).toContain("Closed words.")
  })

  it("a first page that is not shown leads to the first one that is", async () => {
    const space = await newSpace("Late", {
      first: `---\nif: ${beta}\n---\n\n# First\n`,
      next: "# Next\n\nNext words.\n"
    })
    const { body } = await world.api.post(`/v1/orgs/${world.organization}/sites`, { title: "Late", spaces: [space] })
    const path = `/v1/orgs/${world.organization}/sites/${body.id}`
    await world.api.patch(path, { adaptiveContent: { enabled: true } })
    const { urls } = (await world.api.post(`${path}/publish`)).body
    const nobody = world.api.as(undefined)
    const root = new URL(urls.published).pathname
    const led = await nobody.get(root)
    expect([led.status, led.headers.get("location")]).toEqual([307, `${root}next`])
    expect((await nobody.get(`${root}next`)).text).toContain("Next words.")
    expect((await nobody.get(`${root}?${yes}`)).text).toContain("First")
    expect((await nobody.get(root)).status).toBe(307)
    expect((await nobody.get(`${root}first`)).status).toBe(404)
  })
})
