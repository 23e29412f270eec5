/**
 * Customization and descriptions of APIs as an attacker would write them: text that is made to run in every place that
 * takes text, each in turn and all that was taken at once, in Chromium. One store: nothing of it is the store's.
 */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { looks } from "../src/looks.ts"
import { newSpec } from "../src/openapi.ts"
import { sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const attacks: ReadonlyArray<string> = [
  '"><script>window.hit=1</script><img src=x onerror=window.hit=1>',
  "'-window.hit-'\" onfocus=window.hit=1 autofocus x=\"",
  "</style></script><script>window.hit=1</script>",
  "</title></textarea></template><svg onload=window.hit=1>",
  "javascript:window.hit=1",
  "JaVa\tScRiPt:window.hit=1",
  "data:text/html,<script>parent.hit=1</script>",
  "red;}*{background:url(//evil.test/a)}",
  "#00f;background:url(https://evil.test/b)",
  "url(https://evil.test/c)",
  'https://evil.test/d"onload=window.hit=1//',
  "[x](javascript:window.hit=1)<img src=//evil.test/e>",
  "{{constructor.constructor('window.hit=1')()}}",
  "\u2028window.hit=1//"
]

type Path = ReadonlyArray<string | number>

/** Every place of a value that holds text. */
const textsIn = (value: unknown, path: Path = []): ReadonlyArray<Path> =>
  typeof value === "string"
    ? [path]
    : value !== null && typeof value === "object"
      ? Object.entries(value).flatMap(([name, inner]) =>
          textsIn(inner, [...path, Array.isArray(value) ? Number(name) : name])
        )
      : []

/** The same value with other text in one place. */
const replaced = <A>(value: A, path: Path, text: string): A => {
  const copy = structuredClone(value)
  const last = path.at(-1)!
  const holder = path.slice(0, -1).reduce<any>((at, step) => at[step], copy)
  holder[last] = text
  return copy
}

const word = {
  type: "string",
  title: "Word",
  description: "Words",
  default: "d",
  example: "e",
  enum: ["d", "e"],
  pattern: "^d"
}
/** A description of an API with text in many places. */
const specification = {
  openapi: "3.1.0",
  info: {
    title: "Pets",
    version: "1",
    summary: "All pets",
    description: "Much",
    termsOfService: "https://x.test/",
    contact: { name: "Us", url: "https://x.test/", email: "a@x.test" },
    license: { name: "Free", url: "https://x.test/" }
  },
  servers: [
    {
      url: "https://{host}.x.test/v1",
      description: "Here",
      variables: { host: { default: "a", enum: ["a", "b"], description: "Where" } }
    }
  ],
  tags: [{ name: "pets", description: "Kept", externalDocs: { url: "https://x.test/", description: "More" } }],
  security: [{ key: [] }],
  paths: {
    "/pets/{id}": {
      post: {
        tags: ["pets"],
        operationId: "makePet",
        summary: "Make",
        description: "Makes one",
        externalDocs: { url: "https://x.test/", description: "More" },
        parameters: [{ name: "id", in: "path", required: true, description: "Which", schema: word, example: "one" }],
        requestBody: {
          description: "Body",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" }, example: { name: "Rex" } } }
        },
        responses: { 200: { description: "Fine", content: { "text/html": { schema: word, example: "<b>x</b>" } } } },
        "x-codeSamples": [{ lang: "JavaScript", label: "JS", source: "let x" }]
      }
    }
  },
  components: {
    schemas: { Pet: { type: "object", title: "Pet", description: "A pet", properties: { name: word } } },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key", description: "The key" } }
  }
}

const executable = findChromium()
if (executable === undefined) console.warn("SKIPPED: there is no Chromium here to attack")

describe.skipIf(executable === undefined)("Text that is made to run", { timeout: 240_000 }, () => {
  let world: World
  let browser: Browser
  let tab: Page
  const outside: Array<string> = []
  beforeAll(async () => {
    world = await startWorld(sqlite)
    browser = await launchChromium(executable!)
    tab = await browser.newPage()
    tab.on("dialog", (dialog) => dialog.dismiss())
    tab.on("request", (request) => {
      if (new URL(request.url()).host === "evil.test") outside.push(request.url())
    })
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const org = () => `/v1/orgs/${world.organization}`

  /** A published site of a new space. */
  const newSite = async (body: object, markdown?: string) => {
    const made = await world.api.post(`${org()}/spaces`, { title: "Target", ...body })
    expect(made.status, made.text).toBe(201)
    const space = made.body.id
    if (markdown !== undefined) {
      const changes = [{ operation: "insert_page", title: "First", document: { markdown } }]
      const written = await world.api.post(`/v1/spaces/${space}/content`, { changes })
      expect(written.status, written.text).toBe(200)
    }
    const sites = `${org()}/sites`
    const { body: site } = await world.api.post(sites, { title: "Target", visibility: "public", spaces: [space] })
    const { body: published } = await world.api.post(`${sites}/${site.id}/publish`)
    return { path: `${sites}/${site.id}`, root: new URL(published.urls.published).pathname }
  }

  /** Opens a page, follows what could run on a click, and looks for what ran. */
  const seeThatNothingRuns = async (address: string, about: string) => {
    const answer = await tab.goto(`${world.origin}${address}`)
    expect(answer!.status(), about).toBe(200)
    const hrefs = await tab.evaluate<ReadonlyArray<string>>(
      `[...document.querySelectorAll("a")].map((a) => a.getAttribute("href") ?? "")`
    )
    expect(
      hrefs.filter((href) => /^\s*(?:java\s*script|data|vbscript):/i.test(href)),
      about
    ).toEqual([])
    for (const frame of tab.frames()) expect(await frame.evaluate("window.hit"), about).toBeUndefined()
    const handlers = await tab.evaluate(
      `[...document.querySelectorAll("*")].flatMap((e) => [...e.attributes].filter((a) => a.name.startsWith("on")).map((a) => e.tagName + " " + a.name))`
    )
    expect(handlers, about).toEqual([])
    expect(outside, about).toEqual([])
  }

  it("in what a site looks like runs nowhere, and asks no other host", async () => {
    const { path, root } = await newSite({}, "# First\n\nWords.\n\n```js\nlet x\n```\n")
    const places = textsIn(looks())
    let taken = 0
    for (const attack of attacks) {
      let all = looks()
      for (const place of places) {
        const one = replaced(all, place, attack)
        const { status, text } = await world.api.request("PUT", `${path}/customization`, { body: one })
        expect([200, 400], `${place.join(".")} ${attack}: ${text}`).toContain(status)
        if (status !== 200) continue
        all = one
        taken++
      }
      await seeThatNothingRuns(root, attack)
    }
    // titles, notes and the like take any text: else nothing was tried
    expect(taken).toBeGreaterThan(attacks.length * 5)
  })

  it("in the description of an API runs nowhere, on pages that are computed of it and in blocks", async () => {
    for (const attack of attacks) {
      const places = textsIn(specification).filter(
        (place) => !["openapi", "$ref", "in", "type"].includes(String(place.at(-1)))
      )
      const hostile: any = places.reduce((all, place) => replaced(all, place, attack), structuredClone(specification))
      hostile.components.schemas[attack] = { type: "string", description: attack }
      hostile.paths[`/${attack}`] = { get: { summary: attack, responses: { 200: { description: attack } } } }
      const slug = (await newSpec(world.api, world.organization, JSON.stringify(hostile))).split("/").at(-1)!
      const computedSource = {
        type: "builtin:openapi",
        props: { models: true, grouping: "by-operation" },
        dependencies: { spec: { ref: { kind: "openapi", spec: slug } } }
      }
      const block = `{% openapi-operation spec="${slug}" path="/pets/{id}" method="post" %}\n[x](x)\n{% endopenapi-operation %}`
      await seeThatNothingRuns((await newSite({}, `# First\n\n${block}\n`)).root, attack)
      const { root } = await newSite({ computedSource })
      await seeThatNothingRuns(root, attack)
      const links = await tab
        .locator("nav a")
        .evaluateAll((all) => all.map((a) => (a as unknown as { pathname: string }).pathname))
      const inside = [...new Set(links)].filter((link) => link.startsWith(root) && link !== root)
      expect(inside.length, attack).toBeGreaterThan(1)
      for (const link of inside.slice(0, 6)) await seeThatNothingRuns(link, attack)
    }
  })
})
