/**
 * What GitBook's own site renderer asks of the API, in its order and with the client that it uses: from the URL to the
 * token, and with that to everything that it draws. Every field of which it is known that pages fail without it is there.
 */
import { createHmac } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { GitBookAPI } from "@gitbook/api-newest"
import { commitFiles } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Answer } from "../src/client.ts"
import { historyRead, importOk, main } from "../src/imports.ts"
import { followSpec, pets } from "../src/openapi.ts"
import { importSample, type Sample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { freshFont } from "../src/uploads.ts"
import { payloadOf, signed } from "../src/visitorToken.ts"
import { startWorld, type World } from "../src/world.ts"

/** The client as its users write it; its types name no method of its parts. */
type Renderer = Record<"urls" | "orgs" | "spaces", Record<string, (...args: Array<any>) => Promise<any>>>

/** A value of an answer, by its path. */
const at = (value: any, path: string): unknown => path.split(".").reduce((one, name) => one?.[name], value)

const expectFields = (value: unknown, fields: ReadonlyArray<string>): void => {
  for (const field of fields) expect(at(value, field), field).toBeDefined()
}

const colors = ["primaryColor", "infoColor", "successColor", "warningColor", "dangerColor"]

onBothStores("A renderer of GitBook's", (store) => {
  let world: World
  let sample: Sample
  let site: string
  let published: string
  let api: Renderer
  let found: any
  let listener: Server
  /** What the renderer was told, in order. */
  const told: Array<{
    readonly path: string
    readonly signature: unknown
    readonly body: string
    readonly status: number
  }> = []
  const secret = "the renderer's"

  const clientOf = (authToken: string) => new GitBookAPI({ endpoint: world.origin, authToken }) as unknown as Renderer
  const operation = (spec: string) =>
    `{% openapi-operation spec="${spec}" path="/pets" method="get" %}\n[Pets](https://pets.example.com)\n{% endopenapi-operation %}\n`

  beforeAll(async () => {
    listener = createServer((request, response) => {
      let body = ""
      request.on("data", (piece) => {
        body += piece
      })
      request.on("end", () => {
        // it is away when the first call comes
        response.statusCode = told.length === 0 ? 503 : 200
        const signature = request.headers["x-gitbook-signature"]
        told.push({ path: request.url!, signature, body, status: response.statusCode })
        response.end("{}")
      })
    })
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
    const rendererUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`
    world = await startWorld(store, { rendererUrl, rendererSecret: secret })
    sample = await importSample(world)
    const { api: admin, organization: org } = world
    for (const slug of ["pets", "hidden", "unused", "branch", "computed", "shared"]) {
      const path = `/v1/orgs/${org}/openapi/${slug}`
      await admin.request("PUT", path, { body: { source: { text: pets } } })
      await followSpec(admin, path)
    }
    const pages = [
      { slug: "api", document: { markdown: `# API\n\n${operation("pets")}` } },
      {
        slug: "secret",
        condition: "visitor.claims.plan == 'pro'",
        document: { markdown: `# S\n\n${operation("hidden")}` }
      },
      {
        slug: "half",
        document: {
          markdown: `# Half\n\n{% if visitor.claims.plan == "pro" %}\n${operation("branch")}{% endif %}\n\nFor all.\n`
        }
      }
    ]
    const changes = pages.map((page) => ({ operation: "insert_page", ...page }))
    const written = await admin.post(`/v1/spaces/${sample.space}/content`, { changes })
    expect(written.status, written.text).toBe(200)
    const made = await admin.post(`/v1/orgs/${org}/sites`, { title: "Handbook", spaces: [sample.space] })
    site = made.body.id
    await admin.patch(`/v1/orgs/${org}/sites/${site}`, { adaptiveContent: { enabled: true } })
    published = (await admin.post(`/v1/orgs/${org}/sites/${site}/publish`)).body.urls.published
    // the renderer's own token: of somebody who may do nothing
    const guest = await world.member(null)
    found = (await clientOf(guest.token).urls["resolvePublishedContentByUrl"]!({ url: `${published}guides/start` }))
      .data
    api = clientOf(found.apiToken)
  }, 120_000)
  afterAll(async () => {
    await sample?.git.close()
    await world?.stop()
    listener?.close()
  })

  const tagsTold = (from = 0) => told.slice(from).flatMap(({ body }) => JSON.parse(body).tags as Array<string>)
  const isTold = async (from: number, ...tags: ReadonlyArray<string>) => {
    const missing = () => tags.filter((tag) => !tagsTold(from).includes(tag))
    for (const end = Date.now() + 60_000; missing().length > 0 && Date.now() < end; ) await sleep(10)
    expect(missing()).toEqual([])
  }

  it("finds the site, and reads it and the space with the token of the answer", async () => {
    expectFields(found, ["canonicalUrl", "siteSpace", "organization", "site", "space", "siteBasePath", "basePath"])
    expect(found).toMatchObject({ pathname: "/guides/start", complete: true })
    const payload = payloadOf(found.apiToken)
    expect(payload.exp * 1000).toBeGreaterThan(Date.now() + 120_000)

    const { data: shown } = await api.orgs["getPublishedContentSite"]!(found.organization, found.site, {})
    const settings = "customizations.site"
    expectFields(shown, [
      "site.urls.published",
      "site.visibility",
      "structure.type",
      "customizations.siteSpaces",
      ...colors.map((color) => `${settings}.styling.${color}`),
      ...["font", "codeTheme.default"].map((field) => `${settings}.styling.${field}`),
      ...["favicon", "header.links", "footer", "themes", "feedback", "ai", "pageActions", "externalLinks"].map(
        (field) => `${settings}.${field}`
      ),
      ...["pagination", "trademark", "privacyPolicy", "socialPreview", "socialAccounts"].map(
        (field) => `${settings}.${field}`
      )
    ])
    const [siteSpace] = shown.structure.structure as Array<any>
    expectFields(siteSpace, ["object", "id", "path", "space.id", "urls.published", "default", "title"])
    expect(siteSpace.id).toBe(found.siteSpace)

    const { data: space } = await api.spaces["getSpaceById"]!(found.space, {})
    expectFields(space, ["id", "revision", "organization", "urls", "title"])
  })

  describe("reads the content", () => {
    let revision: string
    let page: any
    beforeAll(async () => {
      revision = (await api.spaces["getSpaceById"]!(found.space)).data.revision
      const { data } = await api.spaces["getRevisionById"]!(found.space, revision, { metadata: true })
      expectFields(data, ["pages", "files", "urls", "reusableContents"])
      page = data.pages.find((one: any) => one.path === "guides")
      page = page.pages.find((one: any) => one.path === "guides/start")
      expectFields(page, ["type", "path", "pages", "layout", "tags", "id", "title"])
      expect(data.pages.some((one: any) => one.slug === "secret")).toBe(false)
      const [file] = data.files as Array<any>
      const bytes = await fetch(file.downloadURL)
      expect([bytes.status, bytes.headers.get("content-type")]).toEqual([200, "image/png"])
      const [reusable] = data.reusableContents as Array<any>
      const { data: note } = await api.spaces["getReusableContentDocumentInRevisionById"]!(
        found.space,
        revision,
        reusable.id
      )
      expect(JSON.stringify(note)).toContain("Take note.")
    })

    it("a page by its path, as a document and as Markdown", async () => {
      const path = encodeURIComponent("guides/start")
      const { data: byPath } = await api.spaces["getPageInRevisionByPath"]!(found.space, revision, path, {})
      expect(byPath.id).toBe(page.id)
      const { data: document } = await api.spaces["getPageDocumentInRevisionById"]!(found.space, revision, page.id, {
        evaluated: "deterministic-only",
        dereferenced: "reusable-contents"
      })
      expectFields(document, ["object", "data", "nodes.0.type", "nodes.0.data", "nodes.0.nodes.0.leaves.0.marks"])
      expect(JSON.stringify(document)).toContain("1.2.3")
      const { data: markdown } = await api.spaces["getPageInRevisionById"]!(found.space, revision, page.id, {
        format: "markdown",
        "format.markdown.refs": "stable"
      })
      expect(markdown).toMatchObject({ markdown: expect.stringContaining("# Start") })
      const { data: links } = await api.spaces["listRevisionPageMetaLinks"]!(found.space, revision, page.id)
      expect(links).toEqual({})
      const home = (await api.spaces["getRevisionById"]!(found.space, revision)).data.pages[0]!
      const { data: whole } = await api.spaces["getPageDocumentInRevisionById"]!(found.space, revision, home.id, {
        dereferenced: "reusable-contents"
      })
      expect(JSON.stringify(whole)).toContain("Take note.")
    })

    it("what is not there, by its redirect first", async () => {
      await expect(
        api.orgs["getSiteRedirectBySource"]!(found.organization, found.site, { source: "/nowhere" })
      ).rejects.toMatchObject({ code: 404 })
      await expect(api.spaces["getPageInRevisionByPath"]!(found.space, revision, "nowhere", {})).rejects.toMatchObject({
        code: 404
      })
      const destination = { kind: "site-space", siteSpaceId: found.siteSpace }
      await world.api.post(`/v1/orgs/${world.organization}/sites/${site}/redirects`, { source: "/old", destination })
      const { data } = await api.orgs["getSiteRedirectBySource"]!(found.organization, found.site, { source: "/old" })
      expect(data.target).toBe(published)
    })
  })

  it("searches, embeds, and says what readers did", async () => {
    const { data } = await api.orgs["searchSiteContent"]!(found.organization, found.site, {
      query: "install",
      scope: { mode: "default", currentSiteSpace: found.siteSpace }
    })
    expectFields(data.items[0], ["type", "id", "pages.0.id", "pages.0.title", "pages.0.path", "pages.0.score"])
    const embed = await api.spaces["getEmbedByUrlInSpace"]!(found.space, { url: "http://127.0.0.1:9/b" })
    expect(embed.data.type).toBe("link")
    const session = { visitorId: "v", sessionId: "s", cookies: {}, userAgent: "", language: "en", referrer: "" }
    const location = {
      url: `${published}guides/start`,
      siteSection: null,
      siteSpace: found.siteSpace,
      siteShareKey: null,
      space: found.space,
      revision: null,
      page: null
    }
    const events: Array<any> = [
      { type: "page_view", session, location },
      { type: "page_post_feedback", feedback: { rating: "good" }, session, location }
    ]
    expect((await api.orgs["trackEventsInSiteById"]!(found.organization, found.site, { events })).status).toBe(204)
  })

  it("reports what readers did with the guest's token that its address was resolved with", async () => {
    const guest = await world.member(null)
    const at = `/v1/orgs/${found.organization}/sites/${found.site}`
    const session = { visitorId: "v", sessionId: "s", userAgent: "", language: null, referrer: null }
    // what a client does not know it leaves out
    const events = [{ type: "page_view", session, location: { url: published, siteSection: null } }]
    const report = async () => (await guest.client.post(`${at}/insights/events`, { events })).status
    expect(await report()).toBe(204)
    // who may not resolve it may not report: the site is as absent as ever
    expect((await world.api.patch(at, { visibility: "visitor-auth" })).status).toBe(200)
    expect(await report()).toBe(404)
    expect((await world.api.patch(at, { visibility: "public" })).status).toBe(200)
    expect((await guest.client.post(`${at}/insights/events/aggregate`, { range: "last24Hours" })).status).toBe(404)
  })

  describe("reads the OpenAPI specifications", () => {
    const statusOf = async (slug: string, token = found.apiToken, path = "/versions/latest/content") =>
      (await world.api.get(`/v1/orgs/${world.organization}/openapi/${slug}${path}`, { token })).status

    it("that its pages show, and no others", async () => {
      const { data } = await api.orgs["getLatestOpenApiSpecVersionContent"]!(found.organization, "pets")
      expect(JSON.stringify(data)).toContain("listPets")
      expect(await statusOf("pets", found.apiToken, "/versions/latest/content/raw")).toBe(200)
      for (const slug of ["hidden", "branch", "unused", "nothing"])
        expect([slug, await statusOf(slug)]).toEqual([slug, 404])
      // what it is told of one that is there it is told of one that is not
      const answers = ["unused", "nothing"].map(async (slug) => {
        const { text } = await world.api.get(`/v1/orgs/${world.organization}/openapi/${slug}/versions/latest/content`, {
          token: found.apiToken
        })
        return text.replaceAll(slug, "")
      })
      expect(await answers[0]).toBe(await answers[1])
      for (const path of ["", "/versions", "/versions/latest"])
        expect(await statusOf("pets", found.apiToken, path)).toBe(403)
      const neighbour = await world.neighbour()
      expect(
        (
          await world.api.get(`/v1/orgs/${neighbour.id}/openapi/pets/versions/latest/content`, {
            token: found.apiToken
          })
        ).status
      ).toBe(404)
    })

    it("that a page shows from now on, until it does so no longer", async () => {
      const write = (changes: ReadonlyArray<object>) =>
        world.api.post(`/v1/spaces/${sample.space}/content`, { changes })
      const page = {
        operation: "insert_page",
        slug: "more",
        document: { markdown: `# More\n\n${operation("unused")}` }
      }
      const { body } = await write([page])
      expect(await statusOf("unused")).toBe(200)
      await write([{ operation: "delete_page", page: body.changes[0].page.id }])
      expect(await statusOf("unused")).toBe(404)
    })

    it("that a draft shows, with a preview of it", async () => {
      const path = `/v1/spaces/${sample.space}/change-requests`
      const draft = (await world.api.post(path, { subject: "Next" })).body
      const page = {
        operation: "insert_page",
        slug: "next",
        document: { markdown: `# Next\n\n${operation("shared")}` }
      }
      await world.api.post(`${path}/${draft.id}/content`, { changes: [page] })
      const url = `${published}~/changes/${draft.number}/next`
      const preview = (await world.api.post("/v1/urls/published", { url })).body
      expect([await statusOf("shared"), await statusOf("shared", preview.apiToken)]).toEqual([404, 200])
    })

    it("that a visitor's claims open", async () => {
      const key = (await world.api.get(`/v1/orgs/${world.organization}/sites/${site}/publishing/auth`)).body.privateKey
      const jwtToken = signed(key, { plan: "pro", exp: Math.floor(Date.now() / 1000) + 600 })
      const { apiToken } = (await world.api.post("/v1/urls/published", { url: published, visitor: { jwtToken } })).body
      for (const slug of ["hidden", "branch"]) expect([slug, await statusOf(slug, apiToken)]).toEqual([slug, 200])
      expect(await statusOf("computed", apiToken)).toBe(404)
    })
  })

  describe("keeps what it reads until it is told", () => {
    const headersOf = async (path: string) => {
      const { headers } = await world.api.get(path, { token: found.apiToken })
      return [headers.get("x-gitbook-cache-tag"), headers.get("x-gitbook-cache-control")]
    }

    it("what each answer is made of, and how long it may be kept", async () => {
      const org = `/v1/orgs/${world.organization}`
      const { revision } = (await world.api.get(`/v1/spaces/${sample.space}`)).body
      const [space, shortly] = [`space:${sample.space}`, "private, max-age=3600"]
      expect(await headersOf(`${org}/sites/${site}/published`)).toEqual([`site:${site}`, shortly])
      expect(await headersOf(`/v1/spaces/${sample.space}`)).toEqual([space, shortly])
      const immutable = `/v1/spaces/${sample.space}/revisions/${revision}`
      expect(await headersOf(immutable)).toEqual([space, "private, max-age=2592000"])
      // an address in it ends
      const openapi = `organization:${world.organization}:openapi:pets`
      expect(await headersOf(`${org}/openapi/pets/versions/latest/content`)).toEqual([openapi, null])
      expect(await headersOf("/v1/spaces/nothing")).toEqual([null, null])
      const { headers } = await world.api.post("/v1/urls/published", { url: published })
      const host = new URL(published).hostname
      expect(headers.get("x-gitbook-cache-tag")).toBe(`url:${host},site:${site}`)
      expect(headers.get("cache-control")).toBe("no-store")
    })

    it("by a signed call after each change, again until it is heard", async () => {
      const [space, org] = [`space:${sample.space}`, `/v1/orgs/${world.organization}`]
      const change = async (act: () => Promise<Answer>, ...tags: ReadonlyArray<string>) => {
        const before = told.length
        const { status, text } = await act()
        expect([status < 300, text]).toEqual([true, expect.anything()])
        await isTold(before, ...tags)
      }
      const path = `/v1/spaces/${sample.space}/change-requests`
      const draft = (await world.api.post(path, { subject: "Told" })).body
      const page = { operation: "insert_page", slug: "told", document: { markdown: "# Told\n" } }
      const draftTag = `${space}:change-request:`
      await change(
        () => world.api.post(`${path}/${draft.id}/content`, { changes: [page] }),
        draftTag + draft.id,
        draftTag + draft.number
      )
      await change(() => world.api.post(`${path}/${draft.id}/merge`), space, draftTag + draft.id)
      const later = { ...page, slug: "later" }
      await change(() => world.api.post(`/v1/spaces/${sample.space}/content`, { changes: [later] }), space)
      await change(() => world.api.patch(`/v1/spaces/${sample.space}`, { title: "Renamed" }), space)
      const settings = (await world.api.get(`${org}/sites/${site}/customization`)).body
      await change(
        () =>
          world.api.request("PUT", `${org}/sites/${site}/customization`, { body: { ...settings, title: "Renamed" } }),
        `site:${site}`,
        space
      )
      // a font is what the sites look like that are drawn with it
      const { permissions: _, ...font } = await freshFont(world.api, world.organization)
      const styling = { ...settings.styling, font }
      await change(
        () => world.api.request("PUT", `${org}/sites/${site}/customization`, { body: { ...settings, styling } }),
        `site:${site}`
      )
      const unknown = told.length
      await change(() => world.api.post(`${org}/fonts/${font.id}`, { fontFamily: "Other" }), `site:${site}`, space)
      await change(() => world.api.delete(`${org}/fonts/${font.id}`), `site:${site}`, space)
      expect(tagsTold(unknown).filter((tag) => tag.includes("font"))).toEqual([])
      const more = await world.space("More")
      await change(() => world.api.post(`${org}/sites/${site}/site-spaces`, { spaceId: more }), `site:${site}`)
      await change(() => world.api.post(`${org}/sites/${site}/unpublish`), `site:${site}`)
      await change(() => world.api.post(`${org}/sites/${site}/publish`), `site:${site}`, space, `space:${more}`)
      const text = pets.replace("List pets", "List all pets")
      await change(
        () => world.api.request("PUT", `${org}/openapi/pets`, { body: { source: { text } } }),
        `organization:${world.organization}:openapi:pets`,
        `organization:${world.organization}:computed`
      )
      // an import is asked for, moves the head and is noted; its history, which comes after it, dates the pages anew
      const imported = told.length
      const file = { "guides/start.md": "# Start\n\nAgain.\n" }
      const commit = await commitFiles(sample.repository, file, "Second words")
      await importOk(world.api, sample.space, { url: sample.url, ref: main })
      await historyRead(world, sample.space, commit)
      const ofSpace = () => tagsTold(imported).filter((tag) => tag === space).length
      await expect.poll(ofSpace, { timeout: 60_000 }).toBeGreaterThanOrEqual(4)
      // what is no part of a site is nobody's business there
      const before = told.length
      await world.api.post(`${org}/teams`, { title: "Quiet" })
      await change(() => world.api.patch(`/v1/spaces/${more}`, { title: "More words" }), `space:${more}`)
      // the import may still be told of
      expect(new Set(tagsTold(before).filter((tag) => tag !== space))).toEqual(new Set([`space:${more}`]))

      expect(told[0]!.status).toBe(503)
      const again = told.slice(1).filter(({ body }) => body === told[0]!.body)
      expect(again.map(({ status }) => status)).toContain(200)
      for (const { body, path: at, signature } of told) {
        expect(at).toBe("/~gitbook/revalidate")
        expect(Object.keys(JSON.parse(body))).toEqual(["tags"])
        expect(signature).toBe(createHmac("sha256", secret).update(body).digest("hex"))
      }
      expect(world.logs.some((line) => line.includes("was not told") && !line.includes(secret))).toBe(true)
    })
  })
})
