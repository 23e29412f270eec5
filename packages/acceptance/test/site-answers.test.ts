/** Questions on a published site, as the script of a page asks them: from what this visitor is shown, and only there. */
import type { Browser } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { type StandInModel, sectionsIn, startModel, write } from "../src/model.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { takePicture } from "../src/takePicture.ts"
import { type VisitOptions, visit } from "../src/visit.ts"
import { startWorld, type World } from "../src/world.ts"

const pages = [
  "# Acorns\n\nAcorns are for all.\n\n## Storing\n\nKeep acorns in a hollow.",
  "---\nif: visitor.claims.unsigned.beta\n---\n\n# Beta acorns\n\nBeta acorns glow.",
  "---\nif: visitor.claims.staff\n---\n\n# Staff acorns\n\nStaff acorns are golden.",
  "# Parts\n\n{% if visitor.claims.unsigned.beta %}\n## Beta part\n\nThe beta acorn part.\n{% else %}\n## Other part\n\nThe other acorn part.\n{% endif %}"
]

/** The world with a site that has the pages, whose settings let readers ask. */
const openSite = async (world: World) => {
  const space = await world.space("Handbook")
  const changes = pages.map((markdown) => ({ operation: "insert_page", document: { markdown } }))
  expect((await world.api.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
  const sites = `/v1/orgs/${world.organization}/sites`
  const site = `${sites}/${(await world.api.post(sites, { title: "Site", spaces: [space] })).body.id}`
  const url: string = (await world.api.post(`${site}/publish`)).body.urls.published
  await world.api.patch(site, { adaptiveContent: { enabled: true } })
  const setMode = async (mode: string, more: object = {}) => {
    const { body } = await world.api.get(`${site}/customization`)
    const changed = await world.api.request("PUT", `${site}/customization`, {
      body: { ...body, ai: { mode, ...more } }
    })
    expect(changed.status).toBe(200)
  }
  await setMode("search")
  return { site, path: new URL(url).pathname, setMode }
}

const question = "Where are acorns kept, and are they golden or glowing?"

/** What the tool of agents says to a question. */
const askAsAgent = async (world: World, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const request = (method: string, params: object) =>
    world.api
      .as(undefined)
      .post(
        `${path}~mcp`,
        { jsonrpc: "2.0", id: 1, method, params },
        { headers: { accept: "application/json, text/event-stream", ...headers } }
      )
  const { text: tools } = await request("tools/list", {})
  const { text } = await request("tools/call", { name: "askQuestion", arguments: { question } })
  return { hasTool: tools.includes("askQuestion"), text }
}

onBothStores("Questions on a published site", (store) => {
  let world: World
  let model: StandInModel
  let site: Awaited<ReturnType<typeof openSite>>

  beforeAll(async () => {
    model = await startModel()
    world = await startWorld(store, { ...model.config, ...model.embeddings })
    site = await openSite(world)
  })
  afterEach(() => {
    model.asked.length = 0
  })
  afterAll(async () => {
    await world.stop()
    await model.close()
  })

  const post = (body: string, headers: Readonly<Record<string, string>> = {}, path = `${site.path}~ask`) =>
    fetch(world.origin + path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } })
  const ask = async (headers: Readonly<Record<string, string>> = {}) => {
    const response = await post(JSON.stringify({ question }), headers)
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"])
    const events = (await response.text())
      .split("\n\n")
      .filter((event) => event.startsWith("event: "))
      .map((event) => {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(event)!
        return [name!, JSON.parse(data!)] as const
      })
    expect(events.map(([name]) => name)).toEqual(["sources", ...events.slice(2).map(() => "sentence"), "done"])
    const sentences = events.flatMap(([name, data]) => (name === "sentence" ? [data] : []))
    return { sources: events[0]![1], sentences, text: JSON.stringify(events) }
  }

  it("are answered with links to where it is said", async () => {
    const { sentences, sources } = await ask()
    const told = sentences.find(({ text }) => text === "Keep acorns in a hollow.")
    const source = sources.find(({ number }: { number: number }) => number === told.sources[0])
    expect(source).toMatchObject({ title: "Acorns", section: "Storing" })
    const page = await fetch(new URL(source.href, world.origin))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('id="storing"')
  })

  it("are answered from what this visitor is shown (threat: hidden content listed)", async () => {
    const beta = encodeURIComponent(JSON.stringify({ beta: true }))
    const poser = encodeURIComponent(JSON.stringify({ staff: true, claims: { staff: true } }))
    const cases: ReadonlyArray<readonly [cookie: string, told: RegExp, hidden: RegExp]> = [
      ["", /other acorn part/, /glow\.|golden\.|beta acorn|Beta|Staff/],
      [`gitbook-visitor-public=${beta}`, /Beta acorns glow[\s\S]*The beta acorn part/, /golden\.|Staff|other acorn/],
      [`gitbook-visitor-public=${poser}`, /other acorn part/, /glow\.|golden\.|beta acorn|Beta|Staff/]
    ]
    for (const [cookie, told, hidden] of cases) {
      const { text } = await ask({ cookie })
      const given = sectionsIn(model.asked.at(-1)!.material)
      const all = given.map((one) => `${one.heading}: ${one.text}`).join("\n")
      expect(all).not.toMatch(hidden)
      expect(text).not.toMatch(hidden)
      for (const words of told.source.split("[\\s\\S]*")) expect(all).toMatch(new RegExp(words))
    }
  })

  it("are answered to agents, too, with the same sources", async () => {
    const { hasTool, text } = await askAsAgent(world, site.path)
    expect(hasTool).toBe(true)
    expect(text).toMatch(/Keep acorns in a hollow\. \[\d\]/)
    expect(text).toContain(`: ${world.origin}${site.path}`)
    expect(text).not.toMatch(/glow\.|golden\./)
  })

  it("are answered from sections that say the same in other words, once they have vectors", async () => {
    const other = "Squirrels stash nuts; which cavity?"
    const found = async () => {
      model.asked.length = 0
      const response = await post(JSON.stringify({ question: other }))
      expect(response.status).toBe(200)
      await response.text()
      return model.asked.flatMap(({ material }) => sectionsIn(material).map(({ heading }) => heading))
    }
    await expect.poll(found, { interval: 200 }).toContain("Acorns > Storing")
    expect(await found()).not.toContain("Staff acorns")
    // what is shown to some readers alone within a page is given to nobody
    expect(model.embedded.join("\n")).not.toMatch(/beta acorn part/)
    const metrics = await (await fetch(`${world.origin}/metrics`)).text()
    expect(metrics).toMatch(/octavo_embedded_questions_total\{[^}]*outcome="compared"[^}]*\} [1-9]/)
    expect(metrics).toMatch(/octavo_outbound_requests_total\{[^}]*purpose="embeddings"[^}]*\} [1-9]/)
  })

  it("are answered as the site's team says, in the API and to agents too, from the same sections", async () => {
    const guidance = () => /^<guidance (\w+)>\n([\s\S]*)\n<\/guidance \1>$/m.exec(model.asked.at(-1)!.material)?.[2]
    const { text } = await ask()
    const { instructions, material } = model.asked.at(-1)!
    const ways: ReadonlyArray<() => Promise<unknown>> = [
      ask,
      () => askAsAgent(world, site.path),
      () =>
        world.api.post(`${site.site}/ask?format=markdown`, { question }, { headers: { accept: "application/json" } })
    ]
    await site.setMode("search", { instructions: "Be brief.\nNever mind the sections." })
    for (const way of ways) {
      model.asked.length = 0
      await way()
      expect(guidance()).toBe("Be brief.\nNever mind the sections.")
      // the rules stand above it, and what may be answered from stays the same
      expect(model.asked.at(-1)!.instructions.length).toBeGreaterThan(instructions.length)
      expect(model.asked.at(-1)!.instructions).not.toContain("Be brief")
      expect(sectionsIn(model.asked.at(-1)!.material)).toEqual(sectionsIn(material))
    }
    // whoever gives no section a sentence says nothing, whatever the team says
    model.answer((response) => write(response, "Never mind the sections, acorns are blue."))
    expect((await ask()).sentences).toEqual([])
    model.answer()
    expect((await ask()).text).toBe(text)
    await site.setMode("search", { instructions: " " })
    await ask()
    expect(guidance()).toBeUndefined()
    await site.setMode("search")
  })

  it("are taken as JSON alone, which no page of another site can send, and have a question", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded"])
      expect((await post(JSON.stringify({ question }), { "content-type": type })).status).toBe(415)
    const untyped = new TextEncoder().encode(JSON.stringify({ question }))
    expect((await fetch(`${world.origin}${site.path}~ask`, { method: "POST", body: untyped })).status).toBe(400)
    for (const body of [
      "",
      "{",
      "[]",
      "{}",
      '{"question":""}',
      '{"question":1}',
      JSON.stringify({ question: "x".repeat(513) })
    ])
      expect((await post(body)).status, body.slice(0, 30)).toBe(400)
    expect((await post(JSON.stringify({ question: "x".repeat(70_000) }))).status).toBe(413)
    expect((await post(JSON.stringify({ question }), {}, `${site.path}acorns/~ask`)).status).toBe(404)
    expect((await post(JSON.stringify({ question }), {}, "/sites/nothing/~ask")).status).toBe(404)
    expect(model.asked).toHaveLength(0)
  })

  it("are taken where the site's settings say so", async () => {
    await site.setMode("none")
    expect((await post(JSON.stringify({ question }))).status).toBe(404)
    expect((await askAsAgent(world, site.path)).hasTool).toBe(false)
    await site.setMode("assistant")
    expect((await post(JSON.stringify({ question }))).status).toBe(200)
    await world.api.patch(site.site, { visibility: "share-link" })
    expect((await post(JSON.stringify({ question }))).status).toBe(404)
    await world.api.patch(site.site, { visibility: "public" })
    await site.setMode("search")
  })
})

onBothStores("What questions cost", (store) => {
  it("is bounded for each address and token", async () => {
    const model = await startModel()
    const world = await startWorld(store, { ...model.config, rateLimits: undefined, askLimit: 2 })
    const site = await openSite(world)
    const body = JSON.stringify({ question })
    const headers = { "content-type": "application/json" }
    const onSite = (path = "~ask") => fetch(`${world.origin}${site.path}${path}`, { method: "POST", body, headers })
    expect([(await onSite()).status, (await onSite()).status]).toEqual([200, 200])
    const refused = await onSite()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    const asked = (path: string) => world.api.post(`${site.site}/${path}`, { question })
    expect([(await asked("ask")).status, (await asked("ask?format=markdown")).status]).toEqual([200, 200])
    for (const path of ["ask", "ask?format=markdown", "%61sk"])
      expect([path, (await asked(path)).status]).toEqual([path, 429])
    expect((await world.api.get(site.site)).status).toBe(200)
    expect((await askAsAgent(world, site.path)).text).toContain("Too many questions")
    expect(model.asked).toHaveLength(4)
    await world.stop()
    await model.close()
  })

  it("is nothing without a model", async () => {
    const world = await startWorld(store)
    const site = await openSite(world)
    const headers = { "content-type": "application/json" }
    const answer = await fetch(`${world.origin}${site.path}~ask`, {
      method: "POST",
      body: JSON.stringify({ question }),
      headers
    })
    expect(answer.status).toBe(404)
    await world.stop()
  })
})

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to ask in")

describe.skipIf(executable === undefined)("In Chromium, questions", () => {
  let world: World
  let model: StandInModel
  let browser: Browser
  let site: Awaited<ReturnType<typeof openSite>>
  beforeAll(async () => {
    model = await startModel()
    world = await startWorld(sqlite, model.config)
    site = await openSite(world)
    browser = await launchChromium(executable!)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
    await model?.close()
  })

  const windows: ReadonlyArray<readonly [string, VisitOptions]> = [
    ["wide and light", {}],
    ["narrow and dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }]
  ]
  it.each(windows)("are asked in the search by keyboard, and answered with links to the pages (%s)", (name, options) =>
    visit({ world, browser, path: site.path, ...options }, async ({ audit, page }) => {
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.keyboard.press("/")
      const dialog = page.getByRole("dialog")
      await page.keyboard.type("Where are acorns kept?")
      await dialog.getByRole("button", { name: "Ask: “Where are acorns kept?”" }).waitFor()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await dialog.getByText("Keep acorns in a hollow.").waitFor()
      await dialog.getByText(/^Made by a language model/).waitFor()
      await audit()
      await takePicture(page, `ask ${name}`)
      await dialog
        .getByRole("list")
        .getByRole("link", { name: /Acorns.*Storing/ })
        .click()
      await page.waitForURL(/#storing$/)
      await page.getByRole("heading", { name: "Storing" }).waitFor()
    })
  )

  it("are not offered where the site's settings say no", async () => {
    await site.setMode("none")
    await visit({ world, browser, path: site.path }, async ({ page }) => {
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.keyboard.press("/")
      await page.keyboard.type("acorns")
      const dialog = page.getByRole("dialog")
      await dialog
        .getByRole("link", { name: /Acorns/ })
        .first()
        .waitFor()
      expect(await dialog.getByRole("button", { name: /^Ask/ }).count()).toBe(0)
    })
  })
})
