/**
 * What GitBook's own site renderer asks of the API, in its order and with the client that it uses: from the URL to the
 * token, and with that to everything that it draws. Every field of which it is known that pages fail without it is there.
 */
import { GitBookAPI } from "@gitbook/api-newest"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { followSpec, pets } from "../src/openapi.ts"
import { importSample, type Sample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
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

  const clientOf = (authToken: string) => new GitBookAPI({ endpoint: world.origin, authToken }) as unknown as Renderer
  const operation = (spec: string) =>
    `{% openapi-operation spec="${spec}" path="/pets" method="get" %}\n[Pets](https://pets.example.com)\n{% endopenapi-operation %}\n`

  beforeAll(async () => {
    world = await startWorld(store)
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
  })

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
})
