/** PDFs as who uses the API gets them: an address, and behind it a file that any reader opens. */
import { join } from "node:path"
import { type GitServer, startGitServer } from "@octavo/git-cli/testing"
import { flatOutline, readOutline, readPdf } from "@octavo/pdf/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rawRequest } from "../src/client.ts"
import { commitCorpus, corpora, haveCorpora, readCorpus } from "../src/corpora.ts"
import { importOk, main } from "../src/imports.ts"
import { shared } from "../src/published.ts"
import { importSample, type Sample } from "../src/sample.ts"
import { onBothStores, sqlite } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const pathOf = (url: string): string => new URL(url).pathname

onBothStores("PDFs", (store) => {
  let world: World
  let sample: Sample
  let ids: Record<string, string>
  beforeAll(async () => {
    world = await startWorld(store)
    sample = await importSample(world)
    const { body } = await world.api.get(`/v1/spaces/${sample.space}/content/pages`)
    const all = (pages: ReadonlyArray<Record<string, any>>): ReadonlyArray<Record<string, any>> =>
      pages.flatMap((page) => [page, ...all(page["pages"] ?? [])])
    ids = Object.fromEntries(all(body.pages).map((page) => [page["title"], page["id"]]))
  })
  afterAll(async () => {
    await sample?.git.close()
    await world?.stop()
  })

  const urlOf = async (path: string): Promise<string> => {
    const { body, headers, status } = await world.api.get(path)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(headers.get("cache-control")).toBe("no-store")
    expect(Object.keys(body)).toEqual(["url"])
    return body.url
  }
  const download = async (url: string) => {
    const answer = await rawRequest(world.origin, pathOf(url))
    expect(answer.status, answer.body.subarray(0, 200).toString()).toBe(200)
    return { ...answer, pdf: await readPdf(answer.body) }
  }

  it("hold a space: its pages in order, images, included text, an outline, and no hidden page", async () => {
    const url = await urlOf(`/v1/spaces/${sample.space}/pdf`)
    expect(url.startsWith(`${world.origin}/~pdf/`)).toBe(true)
    const { headers, pdf } = await download(url)
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="Handbook.pdf"; filename*=UTF-8''Handbook.pdf`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer"
    })
    expect(pdf.title).toBe("Handbook")
    const places = ["Handbook", "What it is", "Take note.", "Version 1.2.3.", "npm start"].map((words) =>
      pdf.text.indexOf(words)
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(pdf.sheets.reduce((sum, sheet) => sum + sheet.images, 0)).toBe(1)
    expect(pdf.outline.map(({ title }) => title)).toEqual(["Welcome", "Guides"])
    expect(pdf.outline[1]!.items.map(({ items, title }) => [title, ...items.map((item) => item.title)])).toEqual([
      ["Start", "Install"]
    ])
    expect(pdf.text).not.toContain("Hidden")
    // the link of the first page jumps to where the other page is
    const install = pdf.sheets.findIndex(({ text }) => text.includes("npm start")) + 1
    expect(pdf.sheets[2]!.links).toContainEqual({ sheet: install })
  })

  it("hold a page with what is below it, or alone", async () => {
    const base = `/v1/spaces/${sample.space}/pdf?page=${ids["Start"]}`
    const both = await download(await urlOf(base))
    expect(both.pdf.outline.map(({ items, title }) => [title, items.length])).toEqual([["Start", 1]])
    const alone = await download(await urlOf(`${base}&only=true`))
    expect(alone.headers["content-disposition"]).toContain("Start.pdf")
    expect(alone.pdf.sheets).toHaveLength(1)
    expect(alone.pdf.text).toContain("Version 1.2.3.")
    expect(alone.pdf.text).not.toContain("npm start")
    const hidden = await download(await urlOf(`/v1/spaces/${sample.space}/pdf?page=${ids["Hidden"]}&only=true`))
    expect(hidden.pdf.text).toContain("Hidden")
  })

  it("hold the draft of a change request, and stay as it was", async () => {
    const base = `/v1/spaces/${sample.space}/change-requests`
    const { body: draft } = await world.api.post(base, { subject: "Ünlü words" })
    const write = (markdown: string) =>
      world.api.post(`${base}/${draft.id}/content`, {
        changes: [{ operation: "update_page", page: ids["Install"], document: { markdown } }]
      })
    await write("# Install\n\nFirst draft.")
    const first = await urlOf(`${base}/${draft.number}/pdf?page=${ids["Install"]}&only=true`)
    await write("# Install\n\nSecond draft.")
    const second = await urlOf(`${base}/${draft.id}/pdf`)
    expect((await download(first)).pdf.text).toContain("First draft.")
    const { pdf } = await download(second)
    expect(pdf.text).toContain("Second draft.")
    expect(pdf.text).toContain(`#${draft.number} Ünlü words`)
    expect((await download(await urlOf(`/v1/spaces/${sample.space}/pdf`))).pdf.text).toContain("npm start")
  })

  it.each([
    ["only=true", 400],
    ["only=maybe", 400],
    ["page=nothing", 404],
    ["page=%00", 400]
  ])("answer %s with %i", async (query, status) => {
    const answer = await world.api.get(`/v1/spaces/${sample.space}/pdf?${query}`)
    expect(answer.status).toBe(status)
    expect(answer.body.error.code).toBe(status)
  })

  it("are behind no address but those that were given out", async () => {
    const url = pathOf(await urlOf(`/v1/spaces/${sample.space}/pdf`))
    const [, , signed = "", name] = url.split("/")
    const [payload = "", signature = ""] = signed.split(".")
    const file = (await world.api.get(`/v1/spaces/${sample.space}/content/files`)).body.items[0].downloadURL
    for (const wrong of [
      "x",
      payload,
      `${payload}.${signature.slice(0, -1)}${signature.endsWith("A") ? "B" : "A"}`,
      `${payload.slice(0, -2)}AA.${signature}`,
      // signed here, for something else
      pathOf(file).split("/")[2]
    ]) {
      const { body, status } = await rawRequest(world.origin, `/~pdf/${wrong}/${name}`)
      expect(status, wrong).toBe(404)
      expect(JSON.parse(body.toString()).error.code).toBe(404)
    }
    const head = await rawRequest(world.origin, url, { method: "HEAD" })
    expect([head.status, head.headers["content-type"], head.body.length]).toEqual([200, "application/pdf", 0])
  })

  it("end with their space", async () => {
    const space = await world.space("Short-lived")
    const url = await urlOf(`/v1/spaces/${space}/pdf`)
    expect((await download(url)).pdf.sheets).toHaveLength(1)
    await world.api.delete(`/v1/spaces/${space}`)
    expect((await rawRequest(world.origin, pathOf(url))).status).toBe(404)
  })

  it("are printed side by side", async () => {
    const url = await urlOf(`/v1/spaces/${sample.space}/pdf`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => rawRequest(world.origin, pathOf(url))))
    for (const { body, status } of answers) {
      expect(status).toBe(200)
      expect(body.equals(answers[0]!.body)).toBe(true)
    }
  })
})

interface Shown {
  readonly title: string
  readonly emoji: string
  readonly type: string
}

/** What the contents list: what is not hidden, and groups that have any of it. */
const shown = (pages: ReadonlyArray<Record<string, any>>): ReadonlyArray<Shown> =>
  pages.flatMap((page) => {
    const { condition, emoji = "", hidden, title, type } = page
    if (hidden === true || condition !== undefined || (type !== "document" && type !== "group")) return []
    const below = shown(page["pages"] ?? [])
    return type === "group" && below.length === 0 ? [] : [{ title, emoji: emojiOf(emoji), type }, ...below]
  })

/** Kept as numbers of code points. */
const emojiOf = (emoji: string): string =>
  /^[0-9a-f-]+$/i.test(emoji)
    ? String.fromCodePoint(...emoji.split("-").map((code) => Number.parseInt(code, 16)))
    : emoji

/** Lines break where they must: only the letters are compared. */
const bare = (text: string): string => text.normalize("NFC").replace(/[\s\p{Cf}]|\ufe0f/gu, "")

if (!haveCorpora()) {
  console.warn(`SKIPPED: the corpora are not at ${shared}corpora; printing real content is not tested here`)
  it.skip("the corpora are beside the repository", () => {})
}

describe.runIf(haveCorpora())("PDFs of real content", { timeout: 300_000 }, () => {
  let world: World
  let git: GitServer
  let root: string
  beforeAll(async () => {
    world = await startWorld(sqlite)
    root = join(world.database.directory, "repositories")
    git = await startGitServer(root)
  })
  afterAll(async () => {
    await git?.close()
    await world?.stop()
  })

  it.each(corpora)("$name", async (named) => {
    await commitCorpus(readCorpus(named), join(root, `${named.name}.git`))
    for (const { directory, title } of named.spaces) {
      const space = await world.space(title)
      const body = { url: `${git.url}/${named.name}.git`, ref: main }
      await importOk(world.api, space, directory === "" ? body : { ...body, repoProjectDirectory: directory })
      const { body: answer } = await world.api.get(`/v1/spaces/${space}/pdf`)
      const { body: bytes, status } = await rawRequest(world.origin, pathOf(answer.url))
      expect(status).toBe(200)
      const pdf = await readOutline(bytes)
      const { body: tree } = await world.api.get(`/v1/spaces/${space}/content/pages`)
      const wanted = shown(tree.pages)
      const outline = flatOutline(pdf.outline)
      expect(outline.map((item) => bare(item.title))).toEqual(wanted.map(({ emoji, title }) => bare(emoji + title)))
      // every page begins on the sheet that the outline names, later than the one before it
      let last = 0
      for (const [index, { sheet }] of outline.entries()) {
        const { title, type } = wanted[index]!
        expect(sheet).toBeGreaterThanOrEqual(type === "document" ? last : last + 1)
        expect(bare(pdf.texts.get(sheet)!)).toContain(bare(title))
        last = sheet
      }
    }
  })
})
