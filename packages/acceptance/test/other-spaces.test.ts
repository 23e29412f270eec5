/** What a site's pages and navigation show of its other spaces: to whom it is shown, and as it is now. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { attribute, elementsOf, hasClass, textOf, visitPage } from "../src/browser.ts"
import { importOk, main } from "../src/imports.ts"
import { startSample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

onBothStores("Other spaces of a site", (store) => {
  let world: World
  let url: string
  let api: string
  let stop: () => Promise<void>
  let users: string

  const app = (path: string) => `https://app.gitbook.com/s/${api}/${path}`
  const write = async (...changes: ReadonlyArray<object>) => {
    const answer = await world.api.post(`/v1/spaces/${api}/content`, { changes })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.changes
  }
  /** The cards of references on a page: where each leads, and what it says. */
  const cards = async (query = "") => {
    const { document } = await visitPage(url + query)
    const found = elementsOf(document, (one) => hasClass(one, "reference"))
    return found.map((one) => {
      const href = attribute(one, "href")
      const words = (name: string) => elementsOf(one, (part) => hasClass(part, name)).map(textOf)
      return [
        href === undefined ? undefined : new URL(href, url).href,
        ...words("reference-mark"),
        ...words("reference-title"),
        ...words("reference-text")
      ]
    })
  }
  const entries = async (query = "") => {
    const { document } = await visitPage(url + query)
    const nav = elementsOf(document, (one) => attribute(one, "id") === "Page-navigation")
    return nav
      .flatMap((one) => elementsOf(one, ({ tagName }) => tagName === "a"))
      .map((one) => [textOf(one).trim(), new URL(attribute(one, "href")!, url).href])
  }

  beforeAll(async () => {
    world = await startWorld(store)
    api = await world.space("API reference")
    expect((await world.api.patch(`/v1/spaces/${api}`, { emoji: "📚" })).status).toBeLessThan(300)
    const written = await write(
      { operation: "insert_page", slug: "start", document: { markdown: "# Start\n" } },
      {
        ...{ operation: "insert_page", slug: "users", emoji: "👤" },
        document: { markdown: "---\ndescription: Who may do what.\n---\n\n# Users\n\n## Rights\n" }
      },
      {
        operation: "insert_page",
        slug: "plans",
        condition: "visitor.claims.unsigned.beta",
        document: { markdown: "# Plans\n" }
      }
    )
    users = written[1].page.id
    const card = (path: string) =>
      `{% content-ref url="${app(path)}" %}\n[as written](${app(path)})\n{% endcontent-ref %}\n`
    const paths = ["users#rights", "plans", "", "start", "gone"]
    const sample = await startSample(world, {
      "README.md": `# Manual\n\n${paths.map(card).join("\n")}\nSee [the mention](${app("users")} "mention").\n`,
      "SUMMARY.md": [
        "* [Manual](README.md)",
        ...paths.map((path) => `* [to ${path}](${app(path)})`),
        "* [web](https://example.org/)",
        ""
      ].join("\n")
    })
    stop = () => sample.git.close()
    const manual = await world.space("Manual")
    await importOk(world.api, manual, { url: sample.url, ref: main })
    const sites = `/v1/orgs/${world.organization}/sites`
    const made = await world.api.post(sites, { title: "Docs", spaces: [manual] })
    const site = `${sites}/${made.body.id}`
    const added = await world.api.post(`${site}/sections`, { spaceId: api, title: "API" })
    expect([added.status, added.text]).toEqual([201, added.text])
    expect((await world.api.patch(site, { adaptiveContent: { enabled: true } })).status).toBe(200)
    url = (await world.api.post(`${site}/publish`)).body.urls.published
  })
  afterAll(async () => {
    await stop?.()
    await world?.stop()
  })

  it("are named by cards and mentions as their pages are, and hide what the reader is not shown", async () => {
    const people = [`${url}api/users#rights`, "👤", "Users", "Who may do what."]
    const missing = [undefined, "", "as written", "This page is not available"]
    const rest = [
      [`${url}api/`, "📚", "API"],
      [`${url}api/`, "", "Start"],
      [`${url}api/gone`, "", "as written"]
    ]
    expect(await cards()).toEqual([people, missing, ...rest])
    expect(await cards("?visitor.beta=true")).toEqual([people, [`${url}api/plans`, "", "Plans"], ...rest])
    expect(await cards()).toEqual([people, missing, ...rest])
    const { document } = await visitPage(url)
    const mentions = elementsOf(document, (one) => attribute(one, "href")?.endsWith("/api/users") === true)
    expect(mentions.map((one) => textOf(one).trim())).toContain("👤 Users")
  })

  it("are where entries of the navigation lead, except to what the reader is not shown", async () => {
    const all = [
      ["Manual", url],
      ["to users#rights", `${url}api/users#rights`],
      ["to plans", `${url}api/plans`],
      ["to", `${url}api/`],
      ["to start", `${url}api/`],
      ["to gone", `${url}api/gone`],
      ["web", "https://example.org/"]
    ]
    expect(await entries()).toEqual(all.filter(([title]) => title !== "to plans"))
    expect(await entries("?visitor.beta=true")).toEqual(all)
  })

  it("are shown as they are now", async () => {
    await cards()
    await write({ operation: "update_page", page: users, title: "People", emoji: "" })
    expect((await cards())[0]).toEqual([`${url}api/users#rights`, "", "People", "Who may do what."])
    await write({ operation: "update_page", page: users, slug: "people" })
    // the old path is written, and leads on
    expect((await cards())[0]).toEqual([`${url}api/users#rights`, "", "as written"])
    expect((await fetch(`${url}api/users`)).url).toBe(`${url}api/people`)
    await write({ operation: "update_page", page: users, slug: "users" })
    expect((await cards())[0]?.[2]).toBe("People")
  })
})
