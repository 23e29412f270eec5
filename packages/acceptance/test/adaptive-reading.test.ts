/** What visitors of an adaptive site find and read: by searching it, by its agents, and through the API with their token. */
import { createHmac } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const pages: Readonly<Record<string, string>> = {
  home: "# Home\n\nEverybody finds acorns here.\n",
  unsigned: "---\nif: visitor.claims.unsigned.beta\n---\n\n# Beta guide\n\nAcorns for beta.\n",
  signed: "---\nif: visitor.claims.staff\n---\n\n# Staff guide\n\nAcorns for staff.\n",
  parts: [
    "# Parts",
    "",
    "Acorns in parts.",
    "",
    "{% if visitor.claims.unsigned.beta %}",
    "## Beta part",
    "",
    "Acorns and betawords.",
    "{% elsif visitor.claims.staff %}",
    "## Staff part",
    "",
    "Acorns and staffwords.",
    "{% else %}",
    "## Other part",
    "",
    "Acorns and otherwords.",
    "{% endif %}",
    ""
  ].join("\n")
}

type Who = "nobody" | "beta" | "staff" | "poser"
/** What visitors bring: `poser` says of themselves what only a signature could. */
const unsignedOf: Readonly<Record<Who, object>> = {
  nobody: {},
  beta: { beta: true },
  staff: {},
  poser: { staff: true, claims: { staff: true }, unsigned: { staff: true } }
}

const words = ["betawords", "staffwords", "otherwords"]
const ownWords: Readonly<Record<Who, string>> = {
  nobody: "otherwords",
  beta: "betawords",
  staff: "staffwords",
  poser: "otherwords"
}

/** Titles of pages, and of the sections of what is found, for one word. */
const found: ReadonlyArray<readonly [who: Who, word: string, titles: ReadonlyArray<string>]> = [
  ["nobody", "acorns", ["Home", "Parts", "Parts>Other part"]],
  ["beta", "acorns", ["Beta guide", "Home", "Inside", "Parts", "Parts>Beta part"]],
  ["staff", "acorns", ["Home", "Parts", "Parts>Staff part", "Staff guide", "Vault"]],
  ["poser", "acorns", ["Home", "Parts", "Parts>Other part"]],
  ["nobody", "otherwords", ["Parts>Other part"]],
  ["beta", "otherwords", []],
  ["staff", "otherwords", []],
  ["nobody", "betawords", []],
  ["beta", "betaw", ["Parts>Beta part"]],
  ["staff", "betawords", []],
  ["nobody", "staffwords", []],
  ["poser", "staffwords", []],
  ["staff", "staffwords", ["Parts>Staff part"]]
]

onBothStores("Adaptive reading", (store) => {
  let world: World
  let site: string
  let url: string
  let guide: string
  let inside: string
  let vault: string
  let jwt: string

  const newSpace = async (title: string, content: Readonly<Record<string, string>>): Promise<string> => {
    const space = await world.space(title)
    const changes = Object.entries(content).map(([slug, markdown]) => ({
      operation: "insert_page",
      slug,
      document: { markdown }
    }))
    expect((await world.api.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
    return space
  }

  /** The API as a visitor reads it, with the token that the visitor's renderer gets. */
  const readerOf = async (who: Who) => {
    const visitor = { unsignedClaims: unsignedOf[who], ...(who === "staff" ? { jwtToken: jwt } : {}) }
    const { body, status } = await world.api.post("/v1/urls/published", { url, visitor })
    expect(status).toBe(200)
    return world.api.as(body.apiToken)
  }

  /** The same visitor in a browser. */
  const browse = (who: Who, path: string) =>
    world.api.as(undefined).get(`${new URL(url).pathname}${path}`, {
      headers: {
        cookie: [
          `gitbook-visitor-public=${encodeURIComponent(JSON.stringify(unsignedOf[who]))}`,
          ...(who === "staff" ? [`gitbook-visitor-token=${jwt}`] : [])
        ].join("; ")
      }
    })

  beforeAll(async () => {
    world = await startWorld(store)
    guide = await newSpace("Guide", pages)
    inside = await newSpace("Insiders", { inside: "# Inside\n\nAcorns inside.\n" })
    vault = await newSpace("Vault", { vault: "# Vault\n\nAcorns in the vault.\n" })
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body } = await world.api.post(sites, { title: "Reading", spaces: [guide, inside] })
    site = `${sites}/${body.id}`
    url = (await world.api.post(`${site}/publish`)).body.urls.published
    await world.api.patch(site, { adaptiveContent: { enabled: true } })
    const { body: looks } = await world.api.get(`${site}/customization`)
    const link = { title: "Staff lounge", to: { kind: "url", url: "https://example.com/" }, links: [] }
    const links = [{ ...link, condition: "visitor.claims.staff" }]
    const header = { ...looks.header, links }
    expect((await world.api.request("PUT", `${site}/customization`, { body: { ...looks, header } })).status).toBe(200)
    const section = await world.api.post(`${site}/sections`, { spaceId: vault, title: "The vault" })
    await world.api.patch(`${site}/sections/${section.body.id}`, { condition: "visitor.claims.staff" })
    const { items } = (await world.api.get(`${site}/site-spaces`)).body
    const second = items.find((one: { space: { id: string } }) => one.space.id === inside)
    await world.api.patch(`${site}/site-spaces/${second.id}`, { condition: "visitor.claims.unsigned.beta" })
    const { privateKey } = (await world.api.get(`${site}/publishing/auth`)).body
    const exp = Math.floor(Date.now() / 1000) + 600
    const head = [
      { alg: "HS256", typ: "JWT" },
      { staff: true, exp }
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".")
    jwt = `${head}.${createHmac("sha256", privateKey).update(head).digest("base64url")}`
  })

  afterAll(() => world.stop())

  interface Hit {
    readonly id: string
    readonly title: string
    readonly sections?: ReadonlyArray<{ readonly id: string; readonly title: string; readonly body: string }>
  }
  const titlesOf = (hits: ReadonlyArray<Hit>, word: string): ReadonlyArray<string> =>
    hits
      .flatMap(({ id, sections = [], title }) =>
        sections
          .filter(({ body }) => body.toLowerCase().includes(word))
          .map((section) => (section.id === id ? title : `${title}>${section.title}`))
      )
      .toSorted()

  describe.each(found)("%s looks for %s", (who, word, titles) => {
    const hidden = words.filter((one) => one !== ownWords[who])

    it("through the API", async () => {
      const api = await readerOf(who)
      const all = await api.post(`${site}/search`, { query: word, scope: { mode: "all" } })
      expect(all.status).toBe(200)
      const groups: ReadonlyArray<{ readonly id: string; readonly pages: ReadonlyArray<Hit> }> = all.body.items
      expect(
        titlesOf(
          groups.flatMap((group) => group.pages),
          word
        )
      ).toEqual(titles)
      expect(all.body.count).toBe(groups.length)
      for (const one of hidden) expect(all.text).not.toContain(one)
      // one space
      const own = await api.get(`/v1/spaces/${guide}/search?query=${word}`)
      const here = titles.filter((title) => !["Inside", "Vault"].includes(title))
      expect(titlesOf(own.body.items, word)).toEqual(here)
      expect(own.body.count).toBe(new Set(here.map((title) => title.split(">")[0])).size)
    })

    it("on the site, and as an agent", async () => {
      const page = await browse(who, `~search?q=${word}&part=list`)
      expect(page.status).toBe(200)
      expect(page.headers.get("cache-control")).toMatch(/no-store|no-cache/)
      const agent = await world.api.as(undefined).post(
        `${new URL(url).pathname}~mcp`,
        {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "searchDocumentation", arguments: { query: word } }
        },
        {
          headers: {
            accept: "application/json, text/event-stream",
            cookie: [
              `gitbook-visitor-public=${encodeURIComponent(JSON.stringify(unsignedOf[who]))}`,
              ...(who === "staff" ? [`gitbook-visitor-token=${jwt}`] : [])
            ].join("; ")
          }
        }
      )
      // the default scope: one space of each section
      const here = titles.filter((title) => title !== "Inside")
      // pages to go on with come after what was found
      const [found = ""] = page.text.split('<div class="instead">')
      for (const answer of [found, agent.text]) {
        for (const title of ["Home", "Beta guide", "Staff guide", "Vault", "Beta part", "Staff part", "Other part"]) {
          const isFound = here.some((one) => one.split(">").at(-1) === title)
          expect(answer.includes(`>${title}<`) || answer.includes(`[${title}]`), `${title} for ${who}`).toBe(isFound)
        }
      }
      for (const answer of [page.text, agent.text])
        for (const one of hidden) expect(answer.replaceAll(word, "")).not.toContain(one)
    })
  })

  it.each<readonly [who: Who, slugs: ReadonlyArray<string>, spaces: ReadonlyArray<string>]>([
    ["nobody", ["home", "parts"], ["Guide"]],
    ["beta", ["home", "unsigned", "parts"], ["Guide", "Insiders"]],
    ["staff", ["home", "signed", "parts"], ["Guide", "The vault"]],
    ["poser", ["home", "parts"], ["Guide"]]
  ])("the API shows %s the pages %j", async (who, slugs, titles) => {
    const api = await readerOf(who)
    const { revision } = (await api.get(`/v1/spaces/${guide}`)).body
    // twice: the second time from what was kept
    for (const _ of [1, 2]) {
      const tree = (await api.get(`/v1/spaces/${guide}/content/pages`)).body.pages
      expect(tree.map(({ slug }: { slug: string }) => slug)).toEqual(slugs)
      for (const slug of ["unsigned", "signed"]) {
        const one = await api.get(`/v1/spaces/${guide}/content/path/${slug}`)
        expect(one.status, slug).toBe(slugs.includes(slug) ? 200 : 404)
      }
      const parts = (await api.get(`/v1/spaces/${guide}/content/path/parts?format=markdown`)).body
      expect(words.filter((one) => parts.markdown.includes(one))).toEqual([ownWords[who]])
      const document = await api.get(`/v1/spaces/${guide}/revisions/${revision}/page/${parts.id}/document`)
      expect(words.filter((one) => document.text.includes(one))).toEqual([ownWords[who]])
      expect((await api.get(`/v1/spaces/${inside}`)).status).toBe(who === "beta" ? 200 : 404)
      expect((await api.get(`/v1/spaces/${vault}/content`)).status).toBe(who === "staff" ? 200 : 404)
    }
    const { body, text } = await api.get(`${site}/published`)
    const shown = body.structure.structure.flatMap(
      (section: { title: string; siteSpaces: ReadonlyArray<{ title: string }> }) =>
        section.title === "The vault" ? [section.title] : section.siteSpaces.map(({ title }) => title)
    )
    expect(shown).toEqual(titles)
    for (const title of ["Insiders", "The vault"]) expect(text.includes(title)).toBe(titles.includes(title))
    for (const path of ["published", "customization"]) {
      expect((await api.get(`${site}/${path}`)).text.includes("Staff lounge"), path).toBe(who === "staff")
    }
    const sections = await api.get(`${site}/sections`)
    expect(sections.body.count).toBe(titles.includes("The vault") ? 2 : 1)
    const spaces = await api.get(`${site}/site-spaces`)
    expect(spaces.body.count).toBe(titles.length)
  })

  it("an answer for one visitor is none for another, whatever they have in hand (threat: cache leaks)", async () => {
    const beta = await readerOf("beta")
    const nobody = await readerOf("nobody")
    const path = `/v1/spaces/${guide}/content/path/parts?format=markdown`
    const first = await beta.get(path)
    const other = await nobody.get(path, { headers: { "if-none-match": first.headers.get("etag")! } })
    expect([other.status, other.body.markdown]).toEqual([200, expect.stringContaining("otherwords")])
    const again = await beta.get(path, { headers: { "if-none-match": first.headers.get("etag")! } })
    expect(again.status).toBe(304)
  })

  it("a redirect tells nothing of a page that the visitor is not shown", async () => {
    const destination = async (slug: string) => {
      const { items } = (await world.api.get(`${site}/site-spaces`)).body
      const { id } = (await world.api.get(`/v1/spaces/${guide}/content/path/${slug}`)).body
      const first = items.find((one: { space: { id: string } }) => one.space.id === guide)
      return { kind: "site-page", siteSpaceId: first.id, pageId: id }
    }
    const made = await world.api.post(`${site}/redirects`, { source: "/old", destination: await destination("signed") })
    expect(made.status).toBe(201)
    expect((await browse("nobody", "old")).status).toBe(404)
    expect((await browse("staff", "old")).headers.get("location")).toMatch(/\/signed$/)
    expect((await (await readerOf("nobody")).get(`${site}/redirect?source=/old`)).status).toBe(404)
    expect((await (await readerOf("staff")).get(`${site}/redirect?source=/old`)).status).toBe(200)
    expect((await world.api.get(`${site}/redirect?source=/old`)).status).toBe(200)
  })

  it("feeds, lists and maps have what the visitor is shown", async () => {
    const update = (word: string) =>
      `{% updates %}\n{% update date="2026-02-03" %}\n## ${word}\n{% endupdate %}\n{% endupdates %}`
    const space = await newSpace("News", {
      news: `# News\n\n{% if visitor.claims.unsigned.beta %}\n${update("Betanews")}\n{% else %}\n${update("Othernews")}\n{% endif %}\n`,
      beta: "---\nif: visitor.claims.unsigned.beta\n---\n\n# Beta page\n"
    })
    const { body } = await world.api.post(`/v1/orgs/${world.organization}/sites`, { title: "News", spaces: [space] })
    const own = `/v1/orgs/${world.organization}/sites/${body.id}`
    await world.api.patch(own, { adaptiveContent: { enabled: true } })
    const root = new URL((await world.api.post(`${own}/publish`)).body.urls.published).pathname
    const ask = async (path: string, query: string) =>
      (await world.api.as(undefined).get(`${root}${path}${query}`)).text
    for (const [query, shown, hidden] of [
      ["", "Othernews", "Betanews"],
      ["?visitor.beta=true", "Betanews", "Othernews"],
      ["?visitor.beta=false", "Othernews", "Betanews"]
    ] as const) {
      for (const path of ["rss.xml", "llms-full.txt", "news.md"]) {
        const text = await ask(path, query)
        expect(text, path + query).toContain(shown)
        expect(text, path + query).not.toContain(hidden)
      }
      for (const path of ["sitemap.xml", "llms.txt", "llms-full.txt"]) {
        expect(/\/beta\b|Beta page/.test(await ask(path, query)), path + query).toBe(shown === "Betanews")
      }
    }
  })

  it("turning adaptive content off makes everybody nobody", async () => {
    const api = await readerOf("beta")
    await world.api.patch(site, { adaptiveContent: { enabled: false } })
    expect((await api.get(`/v1/spaces/${inside}`)).status).toBe(404)
    const hits = await api.post(`${site}/search`, { query: "betawords" })
    expect(hits.body.items).toEqual([])
    await world.api.patch(site, { adaptiveContent: { enabled: true } })
    expect((await api.post(`${site}/search`, { query: "betawords" })).body.count).toBe(1)
  })
})
