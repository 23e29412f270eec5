/** Custom fonts: made of uploaded files, drawn on sites, and gone without a trace when they are deleted. */
import { BlobCollector } from "@octavo/core/content/revisions/BlobCollector"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { rawRequest } from "../src/client.ts"
import { looks } from "../src/looks.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { announce, bytesOf, caveat, freshFont, upload } from "../src/uploads.ts"
import { startWorld, type World } from "../src/world.ts"

/** A published site of one page. */
const publish = async (world: World) => {
  const { api, organization } = world
  const space = await world.space("Guide")
  const markdown = "# Handwritten\n\nThe quick brown fox jumps over the lazy dog.\n"
  await api.post(`/v1/spaces/${space}/content`, { changes: [{ operation: "insert_page", document: { markdown } }] })
  const path = `/v1/orgs/${organization}/sites`
  const { body } = await api.post(path, { title: "Site", spaces: [space] })
  const { urls } = (await api.post(`${path}/${body.id}/publish`)).body
  return { path: `${path}/${body.id}`, url: urls.published as string }
}

/** Looks with a font, as a client sends them that has read the font. */
const wearing = (...fonts: ReadonlyArray<[string, any]>) => {
  const usual = looks()
  const chosen = fonts.map(([name, { permissions: _, ...font }]) => [name, font])
  return { ...usual, styling: { ...usual.styling, ...Object.fromEntries(chosen) } }
}

onBothStores("Custom fonts", (store) => {
  let world: World
  let fonts: string

  beforeAll(async () => {
    world = await startWorld(store)
    fonts = `/v1/orgs/${world.organization}/fonts`
  })
  afterAll(() => world.stop())

  const put = (body: unknown) => world.api.request("PUT", fonts, { body })
  const regular = () => upload(world.api, world.organization, caveat(400))

  it("are made of uploaded files, listed, read and served to every origin for ever", async () => {
    const made = await put({
      fontFamily: 'Brand "Sans"',
      fontFaces: [
        {
          weight: 700,
          storageKey: await upload(world.api, world.organization, caveat(700, "woff"), { type: "font/woff" })
        },
        { weight: 400, storageKey: await regular() }
      ]
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        custom: true,
        fontFamily: 'Brand "Sans"',
        fontFaces: [
          { weight: 400, sources: [{ format: "woff2" }] },
          { weight: 700, sources: [{ format: "woff" }] }
        ],
        permissions: { edit: true }
      }
    })
    const one = `${fonts}/${made.body.id}`
    expect(made.headers.get("location")).toBe(world.origin + one)
    expect((await world.api.get(one)).body).toEqual(made.body)
    const reader = await world.member("read")
    expect((await reader.client.get(fonts)).body).toEqual({
      count: 1,
      items: [{ ...made.body, permissions: { edit: false } }]
    })
    const { url } = made.body.fontFaces[0].sources[0]
    const file = await rawRequest(world.origin, new URL(url).pathname, { headers: { origin: "https://other.test" } })
    expect(Buffer.compare(file.body, caveat(400))).toBe(0)
    expect(file.headers).toMatchObject({
      "content-type": "font/woff2",
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin"
    })
    await world.api.delete(one)
  })

  const of = async (bytes: Uint8Array<ArrayBuffer>, announced = {}) => [
    { weight: 400, storageKey: await upload(world.api, world.organization, bytes, announced) }
  ]
  const damaged = () => {
    const bytes = caveat(400)
    return bytes.fill(0, bytes.length / 2)
  }
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ["no faces", async () => undefined, /needs a face of weight 400/],
    ["no plain weight", async () => [{ weight: 700, storageKey: await regular() }], /needs a face of weight 400/],
    [
      "a weight twice",
      async () => Array.from({ length: 2 }, () => ({ weight: 400, storageKey: "uploads/x" })),
      /weight 400 is given twice/
    ],
    ["a key of nothing", async () => [{ weight: 400, storageKey: "uploads/x" }], /fontFaces.0.storageKey names no/],
    [
      "a file that was announced only",
      async () => [{ weight: 400, storageKey: (await announce(world.api, world.organization, caveat(400))).body.key }],
      /names no uploaded file/
    ],
    [
      "a file of another kind",
      () => of(bytesOf("# a"), { kind: "import_file", name: "a.md", type: "text/markdown" }),
      /as import_file/
    ],
    ["a page", () => of(bytesOf("<!doctype html><script>alert(1)</script>")), /is no font/],
    ["half a font", () => of(damaged()), /is a damaged font/],
    ["a TrueType font", () => of(trueType()), /another format \(TTF\)/],
    ["a font that unpacks to gigabytes", () => of(bomb()), /would unpack to more than/],
    [
      "a file of another organization",
      async () => {
        const { admin, id } = await world.neighbour()
        return [{ weight: 400, storageKey: await upload(admin.client, id, caveat(400)) }]
      },
      /names no uploaded file of this organization/
    ]
  ])("are refused with the reason for %s: 412", async (_, fontFaces, message) => {
    const faces = await fontFaces()
    const answer = await put({ fontFamily: "Brand", ...(faces === undefined ? {} : { fontFaces: faces }) })
    expect(answer).toMatchObject({
      status: 412,
      body: { error: { code: 412, message: expect.stringMatching(message) } }
    })
    expect((await world.api.get(fonts)).body.count).toBe(0)
  })

  it("change their family and weights, and keep the plain one", async () => {
    const font = await freshFont(world.api, world.organization)
    const one = `${fonts}/${font.id}`
    const bold = await upload(world.api, world.organization, caveat(700))
    const changed = await world.api.post(one, { fontFamily: "Other", fontFaces: [{ weight: 700, storageKey: bold }] })
    expect(changed.status).toBe(201)
    expect(changed.body).toMatchObject({ fontFamily: "Other", fontFaces: [{ weight: 400 }, { weight: 700 }] })
    expect(changed.body.fontFaces[0]).toEqual(font.fontFaces[0])
    expect((await world.api.post(one, { fontFaces: [{ weight: 400, storageKey: null }] })).status).toBe(412)
    const less = await world.api.post(one, { fontFaces: [{ weight: 700, storageKey: null }] })
    expect(less.body.fontFaces).toEqual(font.fontFaces)
    expect((await world.api.get(one)).body).toEqual(less.body)
    expect((await world.api.post(`${fonts}/unknown`, {})).status).toBe(404)
    expect((await world.api.delete(one)).status).toBe(205)
    expect((await world.api.delete(one)).status).toBe(204)
  })

  it("draw the sites that choose them, from the site's own host, until they are deleted", async () => {
    const site = await publish(world)
    const font = await freshFont(world.api, world.organization)
    const looksAt = `${site.path}/customization`
    const sent = wearing(["font", font], ["monospaceFont", { ...font, fontFamily: "as it was once" }])
    const set = await world.api.request("PUT", looksAt, { body: sent })
    const { permissions: _, ...definition } = font
    expect(set).toMatchObject({ status: 200, body: { styling: { font: definition, monospaceFont: definition } } })

    const html = await (await fetch(site.url)).text()
    const [, preload] = /<link rel="preload" as="font" type="font\/woff2" href="([^"]+)" crossorigin/.exec(html) ?? []
    const [, sheet] = /href="([^"]+)" data-look/.exec(html) ?? []
    const css = await (await fetch(new URL(sheet!, site.url))).text()
    expect(css).toContain(`url("${preload}") format("woff2")`)
    const file = await fetch(new URL(preload!, site.url))
    expect(Buffer.compare(Buffer.from(await file.arrayBuffer()), caveat(400))).toBe(0)
    expect(file.headers.get("content-type")).toBe("font/woff2")
    expect(file.headers.get("cache-control")).toContain("immutable")

    // the collector leaves what a font names
    for (let i = 0; i < 2; i++) {
      await world.operate(Effect.flatMap(BlobCollector, (collector) => collector.collect("0 millis")))
    }
    expect((await fetch(new URL(preload!, site.url))).status).toBe(200)

    expect((await world.api.delete(`${fonts}/${font.id}`)).status).toBe(205)
    const { font: now, monospaceFont } = (await world.api.get(looksAt)).body.styling
    expect([now, monospaceFont]).toEqual(["Inter", "IBMPlexMono"])
    expect(await (await fetch(site.url)).text()).not.toContain(preload!)
    expect((await fetch(new URL(preload!, site.url))).status).toBe(404)
  })

  it("of other organizations, and unknown ones, are not chosen: 400", async () => {
    const site = await publish(world)
    const { admin, id } = await world.neighbour()
    const theirs = await freshFont(admin.client, id)
    for (const font of [theirs, { ...theirs, id: "unknown" }]) {
      expect(
        await world.api.request("PUT", `${site.path}/customization`, { body: wearing(["headingFont", font]) })
      ).toMatchObject({
        status: 400,
        body: { error: { details: [{ path: "styling.headingFont", message: "names no font of this organization" }] } }
      })
    }
    expect((await world.api.get(`/v1/orgs/${id}/fonts`)).status).toBe(404)
    expect((await world.api.get(`${fonts}/${theirs.id}`)).status).toBe(404)
    expect((await world.api.delete(`${fonts}/${theirs.id}`)).status).toBe(204)
    expect((await admin.client.get(`/v1/orgs/${id}/fonts/${theirs.id}`)).status).toBe(200)
  })
})

/** A TrueType font that draws nothing: its directory alone says what it is. */
const trueType = (): Uint8Array<ArrayBuffer> => Uint8Array.from([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])

/** A WOFF font whose only table says that it is as large as can be. */
const bomb = (): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(96)
  const view = new DataView(bytes.buffer)
  bytes.set(bytesOf("wOFF"))
  view.setUint32(4, 0x00010000)
  view.setUint32(8, bytes.length)
  view.setUint16(12, 1)
  bytes.set(bytesOf("head"), 44)
  view.setUint32(48, 64)
  view.setUint32(52, 8)
  view.setUint32(56, 0xfffffff0)
  return bytes
}

const chromium = findChromium()
describe.skipIf(chromium === undefined)("A custom font in a browser", () => {
  it("is what the text is drawn with", async () => {
    const world = await startWorld(sqlite)
    const browser = await launchChromium(chromium!)
    try {
      const site = await publish(world)
      const font = await freshFont(world.api, world.organization)
      await world.api.request("PUT", `${site.path}/customization`, { body: wearing(["font", font]) })
      const page = await browser.newPage()
      const problems: Array<string> = []
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") problems.push(message.text())
      })
      await page.goto(site.url, { waitUntil: "networkidle" })
      const family = `custom-${font.id}`
      const drawn = await page.evaluate(async (name) => {
        await document.fonts.ready
        return [getComputedStyle(document.body).fontFamily.includes(name), document.fonts.check(`16px "${name}"`)]
      }, family)
      expect(drawn).toEqual([true, true])
      expect(problems).toEqual([])
      if (process.env["OCTAVO_SCREENSHOT"]) await page.screenshot({ path: process.env["OCTAVO_SCREENSHOT"] })
    } finally {
      await browser.close()
      await world.stop()
    }
  })
})
