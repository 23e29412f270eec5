/**
 * What the thread that answers does itself is short (threat: one request stops the server): every way in and out of a space whose pages are long,
 * told by the longest text that the thread read or compared, not by time.
 */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { inlineLength } from "@octavo/core/kernel/compute/Compute"
import { withEarlierIds } from "@octavo/core/kernel/shared/currentIds"
import { commitFiles, type GitServer, startGitServer } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { exportOk, importOk, main } from "../src/imports.ts"
import { parseMetrics, sumOf } from "../src/prometheus.ts"
import { openPage, sessionOf } from "../src/review.ts"
import { onBothStores } from "../src/stores.ts"
import { announce, send } from "../src/uploads.ts"
import { startWorld, type World } from "../src/world.ts"

/** Longer than what is worked on in place. */
const many = (part: (index: number) => string, length = inlineLength * 1.5): string => {
  let text = ""
  for (let index = 0; text.length < length; index++) text += part(index)
  return text
}

const update = (index: number) =>
  `{% update date="2026-01-01" %}\n## News ${index}\n\nWords ${index}.\n{% endupdate %}\n`

/** Pages that are dear each in a way of its own; every one is long, or shows what is long. */
const files: Readonly<Record<string, string>> = {
  "README.md": "# Home\n\nShort.\n",
  "SUMMARY.md": `# Table of contents\n\n* [Home](README.md)\n${[
    "paragraphs",
    "items",
    "code",
    "table",
    "links",
    "headings",
    "conditions",
    "values",
    "updates",
    "short",
    "moved"
  ]
    .map((name) => `* [${name}](${name}.md)\n`)
    .join("")}${many((index) => `* [Elsewhere ${index}](https://example.test/${index})\n`)}`,
  "paragraphs.md": `# Paragraphs\n\n${many((index) => `Words of paragraph ${index}.\n\n`)}`,
  "items.md": `# Items\n\n${many((index) => `* item ${index}\n`)}`,
  "code.md": `# Code\n\n\`\`\`js\n${many((index) => `const x${index} = "${index}"\n`)}\`\`\`\n`,
  "table.md": `# Table\n\n| a | b |\n| - | - |\n${many((index) => `| ${index} | words |\n`)}`,
  "links.md": `# Links\n\n${many((index) => `See [items ${index}](items.md#a-${index}).\n\n`)}`,
  "headings.md": `# Headings\n\n${many((index) => `## Heading ${index}\n\n`)}`,
  "conditions.md": `# Conditions\n\n{% if visitor.claims.a %}\nShown\n{% endif %}\n\n${many((index) => `Words ${index}.\n\n`)}`,
  "values.md": `---\nvars:\n  name: Octavo\n---\n\n# Values\n\n<code class="expression">page.vars.name</code> {{ book.edition }}\n\n${many((index) => `Words ${index}.\n\n`)}`,
  "updates.md": `# Updates\n\n{% updates format="full" %}\n${many(update)}{% endupdates %}\n`,
  "short.md": '# Short\n\n{% include ".gitbook/includes/part.md" %}\n',
  ".gitbook/vars.yaml": "edition: Third\n",
  "moved.md": `# Moved\n\n${many((index) => `What moves ${index}.\n\n`)}`,
  ".gitbook/includes/part.md": `---\ntitle: Part\n---\n\n${many((index) => `Part ${index} of [items](../../items.md).\n\n`)}`
}

const pages = Object.keys(files).flatMap((path) => (/^[a-z]+\.md$/.test(path) ? [path.replace(".md", "")] : []))

onBothStores("The thread that answers", (store) => {
  let world: World
  let server: GitServer
  let repository: string
  let url: string
  let space: string
  let site: string
  const imports: Array<readonly [about: string, longest: number]> = []
  let longest: (work: () => Promise<unknown>) => Promise<number>

  beforeAll(async () => {
    world = await startWorld(store)
    const root = join(world.database.directory, "repositories")
    server = await startGitServer(root, { push: true })
    repository = join(root, "long.git")
    url = `${server.url}/long.git`
    await commitFiles(repository, files, "Long pages")
    space = await world.space("Long")
    const read = async () =>
      sumOf(parseMetrics(await (await fetch(`${world.origin}/metrics`)).text()), "octavo_longest_text_characters")
    longest = async (work) => {
      await read()
      await work()
      // what a change makes others do, too
      await sleep(200)
      return read()
    }
    imports.push(["the first import", await longest(importNow)])
    await commitFiles(repository, { "items.md": `${files["items.md"]}* one more\n` }, "Edit")
    imports.push(["an import of what was edited", await longest(importNow)])
    const before = await idOf("moved")
    const moved = { "moved.md": null, "elsewhere.md": `${files["moved.md"]}More.\n` }
    const summary = files["SUMMARY.md"]!.replace("moved.md", "elsewhere.md")
    await commitFiles(repository, { ...moved, "SUMMARY.md": summary }, "Move")
    imports.push(["an import of what was renamed", await longest(importNow)])
    expect(await idOf("elsewhere")).toBe(before)
    const sites = `/v1/orgs/${world.organization}/sites`
    const { id } = await ok(world.api.post(sites, { title: "Long", spaces: [space] }))
    site = (await ok(world.api.post(`${sites}/${id}/publish`))).urls.published
  }, 300_000)
  afterAll(async () => {
    await server?.close()
    await world?.stop()
  })

  /** Does the work, and sees that no long text was read or compared here. */
  const spares = async (about: string, work: () => Promise<unknown>): Promise<void> => {
    expect(await longest(work), about).toBeLessThanOrEqual(inlineLength)
  }
  const ok = async (answer: Promise<{ readonly status: number; readonly text: string; readonly body: any }>) => {
    const { body, status, text } = await answer
    if (status >= 300) throw new Error(`${status} ${text.slice(0, 300)}`)
    return body
  }
  const seen = async (address: string, cookie?: string): Promise<string> => {
    const answer = await openPage(address, cookie)
    const text = await answer.text()
    expect(answer.status, `${address}: ${text.slice(0, 300)}`).toBe(200)
    return text
  }
  const importNow = () => importOk(world.api, space, { url, ref: main })
  const idOf = async (name: string): Promise<string> =>
    (await ok(world.api.get(`/v1/spaces/${space}/content/path/${name}`))).id

  it("imports repositories without it: whole, what changed, and what was renamed", () => {
    for (const [about, length] of imports) expect(length, about).toBeLessThanOrEqual(inlineLength)
    expect(imports).toHaveLength(3)
  })

  describe("reads pages without it", () => {
    const forms = [
      "format=document",
      "format=markdown",
      "format=markdown&evaluated=true",
      "dereferenced=reusable-contents"
    ]
    for (const name of pages.filter((one) => one !== "moved")) {
      it(`in each form: ${name}`, { timeout: 120_000 }, async () => {
        const id = await idOf(name)
        for (const form of forms) {
          await spares(`${name} ${form}`, () => ok(world.api.get(`/v1/spaces/${space}/content/page/${id}?${form}`)))
        }
      })
    }
  })

  it("and has the values of their expressions", async () => {
    const { markdown } = await ok(
      world.api.get(`/v1/spaces/${space}/content/page/${await idOf("values")}?format=markdown&evaluated=true`)
    )
    expect(markdown).toContain("\nOctavo Third\n")
  })

  describe("shows published pages without it", () => {
    for (const name of pages.filter((one) => one !== "moved")) {
      it(`as HTML and as Markdown: ${name}`, { timeout: 120_000 }, async () => {
        await spares(`${name} as HTML`, () => seen(`${site}${name}`))
        await spares(`${name} as Markdown`, () => seen(`${site}${name}.md`))
      })
    }
    it("all of them in one text, and as a feed", { timeout: 120_000 }, async () => {
      await spares("all in one", () => seen(`${site}llms-full.txt`))
      await spares("a feed", () => seen(`${site}updates/rss.xml`))
    })
  })

  it("shows drafts and what changed in them without it", { timeout: 300_000 }, async () => {
    const cookie = await sessionOf(world, world.admin)
    const draft = await ok(world.api.post(`/v1/spaces/${space}/change-requests`, {}))
    const at = `/v1/spaces/${space}/change-requests/${draft.id}`
    for (const name of ["paragraphs", "items", "code", "table", "conditions", "short"]) {
      const page = await idOf(name)
      const { markdown } = await ok(world.api.get(`${at}/content/page/${page}?format=markdown`))
      const changed = markdown.replace(/item 7|paragraph 7|x7 |Words 7|\| 7 /, "SEVEN ").replace("# Short", "# Shorter")
      await spares(`an edit of ${name}`, () =>
        ok(
          world.api.post(`${at}/content`, {
            changes: [{ operation: "update_page", page, document: { markdown: changed } }]
          })
        )
      )
      await spares(`the draft of ${name}`, () => seen(`${draft.urls.app}/${name}`, cookie))
      await spares(`the lines of ${name}`, () => seen(`${draft.urls.app}/${name}?view=inline`, cookie))
    }
    await spares("the changes", () => ok(world.api.get(`${at}/changes`)))
    await spares("the merge", () => ok(world.api.post(`${at}/merge`, {})))
  })

  it("settles conflicts, and says who wrote what, without it", { timeout: 300_000 }, async () => {
    const draft = await ok(world.api.post(`/v1/spaces/${space}/change-requests`, {}))
    const at = `/v1/spaces/${space}/change-requests/${draft.id}`
    const page = await idOf("items")
    const { markdown } = await ok(world.api.get(`${at}/content/page/${page}?format=markdown`))
    const write = (path: string, text: string) =>
      ok(world.api.post(path, { changes: [{ operation: "update_page", page, document: { markdown: text } }] }))
    await write(`${at}/content`, markdown.replace("item 9\n", "item of mine\n"))
    await write(`/v1/spaces/${space}/content`, markdown.replace("item 9\n", "item of theirs\n"))
    await spares("the conflicts", () => ok(world.api.get(`${at}/conflicts?format=document`)))
    await spares("an update", () => ok(world.api.post(`${at}/update`, {})))
    let items: ReadonlyArray<{ readonly id: string }> = []
    await spares("the places between markers", async () => {
      items = (await ok(world.api.get(`${at}/conflicts?format=document`))).items
    })
    expect(items).toHaveLength(1)
    const settled = [{ conflict: items[0]!.id, take: "both" }]
    await spares("what settles them", () => ok(world.api.post(`${at}/update`, { settled })))
    await spares("the merge", () => ok(world.api.post(`${at}/merge`, {})))
    await spares("who wrote what", () => ok(world.api.get(`/v1/spaces/${space}/content/page/${page}/blame`)))
  })

  it("writes documents and goes back in them without it", { timeout: 300_000 }, async () => {
    const draft = await ok(world.api.post(`/v1/spaces/${space}/change-requests`, {}))
    const at = `/v1/spaces/${space}/change-requests/${draft.id}`
    const page = await idOf("paragraphs")
    const { document } = await ok(world.api.get(`${at}/content/page/${page}?format=document`))
    const nodes = document.nodes.toSpliced(5, 1)
    await spares("a document", () =>
      ok(
        world.api.post(`${at}/content`, {
          changes: [{ operation: "update_page", page, document: { document: { ...document, nodes } } }]
        })
      )
    )
    await spares("a block that comes back", () =>
      ok(
        world.api.post(`${at}/content`, {
          changes: [{ operation: "revert_page", page, block: [document.nodes[5].key] }]
        })
      )
    )
  })

  it("takes long documents as it takes short ones", { timeout: 300_000 }, async () => {
    const own = await world.space("Documents")
    const content = `/v1/spaces/${own}/content`
    const insert = (title: string) => ({ operation: "insert_page", title, document: { markdown: title } })
    const { changes } = await ok(world.api.post(content, { changes: [insert("Home"), insert("Page")] }))
    const [home, page]: ReadonlyArray<string> = changes.map((change: any) => change.page.id)
    const text = (words: string) => ({ object: "text", leaves: [{ object: "leaf", text: words, marks: [] }] })
    const link = {
      object: "inline",
      type: "link",
      isVoid: false,
      data: { ref: { kind: "page", page: withEarlierIds(home!) } },
      nodes: [text("there")]
    }
    const block = (...nodes: ReadonlyArray<object>) => ({
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes
    })
    /** Bytes of a body that make it long. */
    const lengths = [1_000, 300_000]
    const documentOf = (length: number, ...more: ReadonlyArray<unknown>) => ({
      object: "document",
      data: {},
      nodes: [block(text("w".repeat(length))), ...more]
    })
    const send = async (about: string, path: string, make: (length: number) => string) => {
      const answers: Array<{ readonly status: number; readonly message: string; readonly body: any }> = []
      for (const length of lengths) {
        const { body, status } = await world.api.request("POST", path, { raw: make(length) })
        answers.push({ status, message: body.error?.message, body })
      }
      expect(answers[1]!.status, `${about}: ${answers[1]!.message}`).toBe(answers[0]!.status)
      return answers
    }
    const update = (document: unknown) => ({ operation: "update_page", page, document: { document } })

    const written: Array<string> = []
    for (const length of lengths) {
      const changes = [
        { operation: "insert_page", title: "One", document: { document: documentOf(length, block(text("one"))) } },
        update(documentOf(length, block(text("Look "), link, text("."))))
      ]
      const { changes: made } = await ok(world.api.post(content, { changes }))
      const read = async (id: string) =>
        (await ok(world.api.get(`${content}/page/${id}?format=markdown`))).markdown.replace(/w{100,}/, "words")
      written.push([await read(made[0].page.id), await read(page!)].join("\n---\n"))
    }
    expect(written[1]).toBe(written[0])
    expect(written[0]).toContain("one")
    expect(written[0]).toContain("Look [there](")

    // what is no document
    const wrong: ReadonlyArray<readonly [about: string, block: unknown, message: string]> = [
      ["a block that is none", 1, "changes.1.document.document.nodes.1: must be an object"],
      [
        "a text that is none",
        { ...block(text("a")), type: 1 },
        "changes.1.document.document.nodes.1.type: must be a text"
      ]
    ]
    for (const [about, block, message] of wrong) {
      const answers = await send(about, content, (length) =>
        JSON.stringify({ changes: [{ operation: "insert_page", document: {} }, update(documentOf(length, block))] })
      )
      expect(answers.map((answer) => [answer.status, answer.message])).toEqual([
        [400, message],
        [400, message]
      ])
    }
    const broken = (json: string) => json.replace('"w', '1 "w')
    const [short, long] = await send("no JSON", content, (length) =>
      broken(JSON.stringify({ changes: [update(documentOf(length))] }))
    )
    expect(short!.message).toMatch(/^The body is not JSON: /)
    expect([long!.status, long!.message]).toEqual([
      400,
      expect.stringMatching(/^changes\.0\.document\.document: is not JSON: /)
    ])
    await send("text that no store keeps", content, (length) =>
      JSON.stringify({ changes: [update(documentOf(length))] }).replace('"w', '"\\u0000w')
    )
    const comments = `/v1/spaces/${own}/comments`
    const noted = { ...documentOf(1), nodes: [block(text("noted"))], more: "m".repeat(300_000) }
    const { id } = await ok(world.api.post(comments, { body: { document: noted } }))
    expect((await ok(world.api.get(`${comments}/${id}?format=markdown`))).body.markdown).toContain("noted")
    // a stand-in that somebody thinks of is a document that is none
    const thought = await world.api.post(content, { changes: [update({ "octavo:sent": "a" })] })
    expect([thought.status, thought.body.error.message]).toEqual([400, expect.stringContaining("must be document")])
  })

  it("reads what was said in long conversations without it", { timeout: 120_000 }, async () => {
    const conversations = `/v1/orgs/${world.organization}/conversations`
    const body = many((index) => `What about item ${index}?\n`, 4_000)
    const parts = Array.from({ length: 20 }, () => ({ type: "message", role: "user", body }))
    await spares("a conversation", async () => {
      await ok(world.api.post(conversations, { id: "long", parts }))
      for (;;) {
        if ((await ok(world.api.get(`${conversations}/long`))).conversation.processedAt !== undefined) break
        await sleep(50)
      }
    })
  })

  it("tells whoever sends too much when to come again", { timeout: 300_000 }, async () => {
    const target = await world.space("Much")
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        world.api.post(`/v1/spaces/${target}/content`, {
          changes: [{ operation: "insert_page", document: { markdown: `# ${index}\n\n${"* item\n".repeat(2_500)}` } }]
        })
      )
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/)
  })

  it("exports what was edited without it", { timeout: 300_000 }, async () => {
    const page = await idOf("items")
    await ok(
      world.api.post(`/v1/spaces/${space}/content`, {
        changes: [{ operation: "update_page", page, title: "Things", slug: "things" }]
      })
    )
    await spares("the export", async () => {
      await exportOk(world.api, space, { url, ref: main })
    })
  })

  it("takes uploaded files without it", { timeout: 300_000 }, async () => {
    const html = `<html><body><main><h1>Page</h1>${many((index) => `<p>Words <a href="b.html">${index}</a></p>`)}</main></body></html>`
    for (const [name, type, text] of [
      ["long.md", "text/markdown", files["links.md"]!],
      ["long.html", "text/html", html]
    ] as const) {
      const target = await world.space("Uploaded")
      await spares(name, async () => {
        const bytes = new TextEncoder().encode(text)
        const upload = await announce(world.api, world.organization, bytes, { kind: "import_file", name, type })
        expect((await send(world.api, upload.body.url, bytes, type)).status).toBe(200)
        const run = await ok(
          world.api.post(`/v1/org/${world.organization}/imports`, {
            source: { type: "file", files: [upload.body.key] },
            target: { space: target }
          })
        )
        for (;;) {
          const now = await ok(world.api.get(new URL(run.urls.location).pathname))
          if (now.status === "completed") break
          if (now.status === "failed") throw new Error(JSON.stringify(now))
          await sleep(50)
        }
      })
    }
  })
})
