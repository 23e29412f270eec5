import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { GitBookAPI } from "@gitbook/api"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { ConfigError, Forbidden, GitError, NotFound, Octavo, Unauthorized } from "@octavo/engine"
import { commitFiles, startGitServer } from "@octavo/git-cli/testing"
import { Effect, Tracer } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "octavo-engine-"))
const docs = join(directory, "docs")
const url = "http://docs.test"

let octavo: Octavo
let organizationId: string
let spaceId: string
let token: string

beforeAll(async () => {
  mkdirSync(join(docs, "guide"), { recursive: true })
  writeFileSync(join(docs, "README.md"), "# Handbook\n\nSee [brewing](guide/brewing.md).\n")
  writeFileSync(join(docs, "guide", "brewing.md"), "# Brewing\n\nHot water.\n")
  octavo = await Octavo.open({ database: `sqlite:${join(directory, "octavo.db")}`, url, allowPrivateNetworks: true })
  const user = await octavo.users.ensure({ email: "ada@acme.org", displayName: "Ada" })
  organizationId = (await octavo.organizations.create({ title: "Acme" }, user.id)).id
  spaceId = (await octavo.spaces.create(organizationId, { title: "Handbook" })).id
  token = (await octavo.users.createToken(user.id, { label: "test" })).token
})
afterAll(async () => {
  await octavo.close()
  rmSync(directory, { recursive: true })
})

describe("areas", () => {
  it("of which the guide tells are there, with their methods", () => {
    const guide = readFileSync(new URL("../../../docs/guides/embedding.md", import.meta.url), "utf8")
    const told = [...guide.matchAll(/\boctavo\.(\w+)(?:\.(\w+)\()?/g)]
    expect(told.length).toBeGreaterThan(10)
    const missing = told.filter(([, area, method]) => {
      const found = (octavo as unknown as Record<string, Record<string, unknown> | undefined>)[area!]
      return found === undefined || (method !== undefined && typeof found[method] !== "function")
    })
    expect(missing.map(([text]) => text)).toEqual([])
  })

  it("import a folder with progress, and read it back", async () => {
    const seen: Array<string> = []
    const { counts, revisionId } = await octavo.git.importDirectory(spaceId, docs, {
      onProgress: (message) => seen.push(message)
    })
    // the folder is a group, which is no page
    expect(counts).toMatchObject({ pages: 2, created: 2 })
    expect(seen.length).toBeGreaterThan(1)
    const [home] = await octavo.content.pages(spaceId)
    expect(home).toMatchObject({ title: "Handbook" })
    expect(await octavo.content.page(spaceId, home!.id, { format: "markdown" })).toMatchObject({
      markdown: expect.stringContaining("brewing")
    })
    const { document } = (await octavo.content.page(spaceId, home!.id)) as { document?: unknown }
    expect(document).toMatchObject({ object: "document", nodes: [{ object: "block" }] })
    expect(await octavo.content.pageDocument(spaceId, home!.id)).toEqual(document)
    expect(await octavo.content.at(spaceId, revisionId).page(home!.id, { metadata: false })).toMatchObject({
      id: home!.id
    })
    expect((await octavo.content.files(spaceId)).count).toBe(0)
  })

  it("leave filters and paging out, or take them", async () => {
    expect((await octavo.organizations.list()).count).toBe(1)
    expect((await octavo.members.list(organizationId)).items).toMatchObject([{ role: "admin" }])
    expect((await octavo.spaces.list(organizationId, { limit: 0 })).items).toEqual([])
    expect((await octavo.git.operations(spaceId)).count).toBe(0)
  })

  it("reject with the tagged errors of core", async () => {
    const missing = await octavo.spaces.get("nowhere").catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(NotFound)
    expect(missing).toMatchObject({ _tag: "NotFound", message: 'No space "nowhere" was found' })
    await expect(octavo.git.importDirectory(spaceId, join(directory, "none"))).rejects.toBeInstanceOf(GitError)
    await expect(octavo.organizations.list({ limit: 5000 })).rejects.toMatchObject({ _tag: "Invalid" })
  })

  it("check what they are given like requests", async () => {
    const anything = (value: unknown) => value as never
    const wrong: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
      ["input.title", () => octavo.organizations.create(anything({ title: 7 }))],
      ["input.title", () => octavo.spaces.create(organizationId, { title: "😀".repeat(51) })],
      ["input.editMode", () => octavo.spaces.update(spaceId, anything({ editMode: "off" }))],
      ["input.parent", () => octavo.spaces.move(spaceId, anything({ parent: 1 }))],
      ["input.title", () => octavo.collections.create(organizationId, anything({ title: [] }))],
      ["input.title", () => octavo.teams.create(organizationId, anything({}))],
      ["input.emails", () => octavo.invites.send(organizationId, anything({ emails: "ada@acme.org" }))],
      ["input.users", () => octavo.grants.grant({ kind: "space", id: spaceId }, { role: "read", users: [] })],
      ["input", () => octavo.members.setRole(organizationId, "nobody", anything("boss"))],
      ["input.changes", () => octavo.changeRequestContent.editSpace(spaceId, { changes: [] })],
      ["input.url", () => octavo.git.import(spaceId, anything({ url: 7, ref: "main" }))]
    ]
    for (const [path, attempt] of wrong) {
      const error = await attempt().catch((error: unknown) => error)
      expect(error, path).toMatchObject({ _tag: "Invalid", details: [{ path }] })
    }
    await expect(octavo.spaces.create(organizationId, { title: "nul\0" })).rejects.toMatchObject({ _tag: "Invalid" })
    for (const id of [anything(undefined), anything(null), "nul\0", "half\ud800"]) {
      await expect(octavo.spaces.get(id)).rejects.toMatchObject({ _tag: "Invalid" })
    }
    await expect(octavo.git.importDirectory(spaceId, "")).rejects.toThrow("is empty")
    // fields that nobody may set are left out, not stored, and named on stderr
    const told = vi.spyOn(console, "error").mockReturnValue()
    const made = await octavo.spaces.create(organizationId, anything({ title: "Own", id: "forged" }))
    expect(told.mock.calls.flat().map(String)).toEqual([expect.stringMatching(/create .* ignores them: id".*"WARN"/)])
    told.mockRestore()
    expect(made.id).not.toBe("forged")
    expect((await octavo.audit.list(organizationId)).items[0]).toMatchObject({ action: "space.create" })
    expect(await octavo.spaces.remove(made.id)).toBe(true)
  })

  it("review, and start from templates", async () => {
    const { id } = await octavo.spaces.create(organizationId, { title: "Reviewed" })
    const [, book] = (await octavo.templates.list()).items
    const draft = await octavo.changeRequests.create(id, { template: { id: book!.id } })
    const me = (await octavo.as(token).users.me()).id
    expect(await octavo.reviews.request(id, draft.id, { users: [me] })).toHaveLength(1)
    expect(await octavo.reviews.listRequested(id, draft.id)).toMatchObject({ count: 1, items: [{ user: { id: me } }] })
    await octavo.as(token).reviews.submit(id, draft.id, { status: "approved" })
    expect((await octavo.reviews.list(id, draft.id)).items).toMatchObject([{ status: "approved", outdated: false }])
    const wrong = octavo.reviews.submit(id, draft.id, { status: "rejected" as never })
    await expect(wrong).rejects.toMatchObject({ _tag: "Invalid", details: [{ path: "input.status" }] })
    expect(await octavo.spaces.remove(id)).toBe(true)
  })

  it("print", async () => {
    const { id } = await octavo.spaces.create(organizationId, { title: "Printed" })
    const { url } = await octavo.pdf.url(id, {})
    const answer = await octavo.fetch(new Request(url))
    expect(answer.headers.get("content-type")).toBe("application/pdf")
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString()
    ).toBe("%PDF-")
    const wrong = octavo.pdf.url(id, { page: 7 as never })
    await expect(wrong).rejects.toMatchObject({ _tag: "Invalid" })
    expect(await octavo.spaces.remove(id)).toBe(true)
  })

  it("act as the user of a token, on every call", async () => {
    const ada = octavo.as(token)
    expect(await ada.users.me()).toMatchObject({ email: "ada@acme.org" })
    expect((await ada.spaces.list(organizationId)).count).toBe(1)
    const reader = await octavo.users.ensure({ email: "bob@acme.org", displayName: "Bob" })
    await octavo.members.put(organizationId, reader.id, "read")
    const made = await octavo.users.createToken(reader.id, { label: "test" })
    const bob = octavo.as(made.token)
    await expect(bob.spaces.create(organizationId, {})).rejects.toBeInstanceOf(Forbidden)
    await octavo.users.revokeToken(reader.id, made.id)
    await expect(bob.users.me()).rejects.toBeInstanceOf(Unauthorized)
  })

  it("tell what happens, until nobody listens any more or may", async () => {
    const said: Array<unknown> = []
    for await (const { data, event } of octavo.as(token).events.space(spaceId, { page: "p1" })) {
      said.push(event)
      if (said.length === 2) {
        expect(data).toMatchObject({ people: [{ displayName: "Ada", page: "p1" }] })
        await octavo.comments.post({ spaceId }, { body: { markdown: "Heard" } })
      }
      if (event === "comment") break
    }
    expect(said).toEqual(["head", "presence", "comment"])
    const first = (iterable: AsyncIterable<unknown>) => iterable[Symbol.asyncIterator]().next()
    await expect(first(octavo.events.space("none"))).rejects.toBeInstanceOf(NotFound)
    await expect(first(octavo.events.changeRequest(spaceId, "7"))).rejects.toBeInstanceOf(NotFound)
    await expect(first(octavo.events.space(spaceId, { page: "\0" }))).rejects.toMatchObject({ _tag: "Invalid" })
    await expect(first(octavo.as("oct_none").events.space(spaceId))).rejects.toBeInstanceOf(Unauthorized)
    const { id } = await octavo.users.ensure({ email: "bob@acme.org", displayName: "Bob" })
    await octavo.members.put(organizationId, id, "read")
    const made = await octavo.users.createToken(id, { label: "ends" })
    const heard = octavo.as(made.token).events.space(spaceId)[Symbol.asyncIterator]()
    expect((await heard.next()).value).toMatchObject({ event: "head" })
    expect((await heard.next()).value).toMatchObject({ event: "presence" })
    await octavo.as(made.token).users.revokeToken(id, made.id)
    // others may still come and go
    while ((await heard.next()).done !== true);
    // and when the engine is closed
    const other = await Octavo.open({ database: "sqlite::memory:" })
    const organization = await other.organizations.create({ title: "Other" })
    const space = await other.spaces.create(organization.id, { title: "Other" })
    const last = other.events.space(space.id)[Symbol.asyncIterator]()
    await last.next()
    await last.next()
    const next = last.next()
    await other.close()
    await expect(next).resolves.toMatchObject({ done: true })
  })

  it("carry out imports in the background, and tell how they end", async () => {
    const server = await startGitServer(directory)
    await commitFiles(join(directory, "docs.git"), { "README.md": "# From Git\n" }, "First")
    const space = await octavo.spaces.create(organizationId, { title: "From Git" })
    const source = { url: `${server.url}/docs.git`, ref: "refs/heads/main" }
    const started = await octavo.git.import(space.id, source)
    expect(started).toMatchObject({ object: "git-operation", state: expect.stringMatching(/pending|running/) })
    expect(await octavo.git.finished(space.id, started.id)).toMatchObject({ state: "completed", counts: { pages: 1 } })
    const wrong = await octavo.git.import(space.id, { ...source, ref: "refs/heads/nowhere" })
    await expect(octavo.git.finished(space.id, wrong.id)).rejects.toMatchObject({ reason: "RefNotFound" })
    expect((await octavo.git.operations(space.id)).items.map(({ state }) => state)).toEqual(["failed", "completed"])
    await server.close()
  })
})

describe("fetch", () => {
  const get = (path: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
    octavo.fetch(new Request(url + path, { headers }))

  it("answers the API, over the same store", async () => {
    const response = await get(`/v1/spaces/${spaceId}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: spaceId, title: "Handbook" })
    expect((await get("/v1/user", {})).status).toBe(401)
    expect((await get("/openapi.json", {})).status).toBe(200)
  })

  it("takes bodies, and page paths with raw slashes", async () => {
    const created = await octavo.fetch(
      new Request(`${url}/v1/orgs`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ title: "Second" })
      })
    )
    expect(created.status).toBe(201)
    const nested = (await octavo.content.content(spaceId)).pages
    expect(nested.length).toBeGreaterThan(0)
    expect((await get(`/v1/spaces/${spaceId}/content/path/guide/brewing`)).status).toBe(200)
  })

  it("answers the application's scripts in their session, and nobody else there", async () => {
    const body = new URLSearchParams({ token, to: "" })
    const signedIn = await octavo.fetch(
      new Request(`${url}/app/~/sign-in`, { method: "POST", headers: { origin: url }, body })
    )
    const cookie = signedIn.headers.get("set-cookie")!.split(";")[0]!
    const page = await (await get("/app", { cookie })).text()
    const key = /<meta name="octavo-session" content="([\w-]+)">/.exec(page)![1]!
    const own = await get(`/app/~/api/v1/spaces/${spaceId}/content/path/guide/brewing`, {
      cookie,
      "octavo-session": key
    })
    expect([own.status, own.headers.get("access-control-allow-origin")]).toEqual([200, null])
    expect(await own.json()).toEqual(await (await get(`/v1/spaces/${spaceId}/content/path/guide/brewing`)).json())
    expect((await get("/app/~/api/v1/user", { cookie })).status).toBe(403)
    expect((await get("/app/~/api/v1/user", { "octavo-session": key })).status).toBe(401)
  })

  it("serves published sites", async () => {
    const site = await octavo.sites.create(organizationId, { title: "Handbook", spaces: [spaceId] })
    const { urls } = await octavo.sites.publish(organizationId, site.id)
    expect(urls.published).toBe(`${url}/sites/handbook/`)
    const page = await octavo.fetch(new Request(urls.published!))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain("Handbook")
  })

  it("is enough for the public client", async () => {
    const binding = {
      fetch: (...request: ConstructorParameters<typeof Request>) => octavo.fetch(new Request(...request))
    }
    // the client's types cannot be resolved by nodenext
    const api: any = new GitBookAPI({ endpoint: url, authToken: token, serviceBinding: binding })
    const { data } = await api.orgs.listOrganizationsForAuthenticatedUser()
    expect(data.items).toContainEqual(expect.objectContaining({ title: "Acme" }))
  })
})

describe("a site as static files", () => {
  it("is made of a store in memory, and read by fetch", async () => {
    await using own = await Octavo.open({ database: "sqlite::memory:", url })
    const user = await own.users.ensure({ email: "ada@acme.org", displayName: "Ada" })
    const organization = await own.organizations.create({ title: "Acme" }, user.id)
    const space = await own.spaces.create(organization.id, { title: "Handbook" })
    const document = { markdown: "# Brewing\n\nHot water.\n" }
    await own.changeRequestContent.editSpace(space.id, { changes: [{ operation: "insert_page", document }] })
    const site = await own.sites.create(organization.id, { title: "Manual", spaces: [space.id] })
    await expect(own.siteExports.start(organization.id, site.id, {})).rejects.toThrow("is not published")
    await own.sites.publish(organization.id, site.id)
    await expect(own.siteExports.start(organization.id, site.id, { base: "/a b/" })).rejects.toThrow("must be a path")
    const { id } = await own.siteExports.start(organization.id, site.id, { url: "https://tea.example/" })
    const done = await vi.waitUntil(
      async () => {
        const one = await own.siteExports.get(organization.id, site.id, id)
        return one.completedAt === undefined ? undefined : one
      },
      { timeout: 60_000 }
    )
    expect(done).toMatchObject({ status: "completed", pages: 1 })
    const answer = await own.fetch(new Request(done.downloadURL!))
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"])
    expect((await answer.arrayBuffer()).byteLength).toBe(done.size)
    // its own pages are where they were
    expect(await (await own.fetch(new Request(`${url}/sites/manual/`))).text()).toContain(`${url}/sites/manual/`)
  })
})

describe("the web application", () => {
  const build = fileURLToPath(new URL("../../web/src/build/main.ts", import.meta.url))

  it("is served by fetch at the path that is said, with the API in its session", async () => {
    await promisify(execFile)(process.execPath, [build])
    const app = { path: "/docs-app" }
    await using own = await Octavo.open({ database: "sqlite::memory:", url, app, worker: false })
    const user = await own.users.ensure({ email: "ada@acme.org", displayName: "Ada" })
    const organization = await own.organizations.create({ title: "Acme" }, user.id)
    const space = await own.spaces.create(organization.id, { title: "Handbook" })
    expect(space.urls.app).toBe(`${url}/docs-app/s/${space.id}`)
    const asked = (path: string, init?: RequestInit) => own.fetch(new Request(url + path, init))
    const document = { "sec-fetch-dest": "document", accept: "text/html" }

    const { token } = await own.users.createToken(user.id, { label: "test" })
    const signedIn = await asked("/docs-app/~/sign-in", {
      method: "POST",
      headers: { origin: url },
      body: new URLSearchParams({ token, to: "/docs-app" })
    })
    expect([signedIn.status, signedIn.headers.get("location")]).toEqual([303, "/docs-app"])
    const set = signedIn.headers.get("set-cookie")!
    const cookie = set.split(";", 1)[0]!
    const shown = await (await asked(`/docs-app/s/${space.id}`, { headers: { ...document, cookie } })).text()
    const script = /<script[^>]* src="(\/docs-app\/~\/assets\/[^"]+)"/.exec(shown)?.[1]
    const loaded = await asked(script!)
    expect([loaded.status, loaded.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"])
    const key = /<meta name="octavo-session" content="([\w-]+)">/.exec(shown)?.[1]
    const said = await asked(`/docs-app/~/api/v1/spaces/${space.id}`, {
      headers: { cookie, origin: url, "octavo-session": key!, "sec-fetch-site": "same-origin" }
    })
    expect([said.status, await said.json()]).toMatchObject([200, { id: space.id }])
    expect((await asked("/app/~/sign-in", { headers: document })).status).toBe(404)
  })

  it("is not without it, and cannot be where something else is", async () => {
    const answer = await octavo.fetch(new Request(`${url}/app/~/sign-in`))
    expect(answer.status).toBe(401)
    expect(await answer.text()).not.toMatch(/\/app\/~\/assets\//)
    for (const path of ["", "app", "/", "/a/", "/v1", "/sites/docs", "/Auth", "/a b", "/~app/../x", "//a"]) {
      const opened = Octavo.open({ database: "sqlite::memory:", app: { path } })
      await expect(opened, path).rejects.toThrow("app.path must be a path like /docs-app")
      await expect(opened, path).rejects.toBeInstanceOf(ConfigError)
    }
  })
})

describe("Effect", () => {
  it("gets all services from the layer, and the operator from run", async () => {
    const title = Effect.flatMap(Spaces, (spaces) => Effect.map(spaces.get(spaceId), (space) => space.title))
    const provided = title.pipe(Effect.provideService(CurrentActor, operator), Effect.provide(octavo.layer))
    expect(await Effect.runPromise(provided)).toBe("Handbook")
    expect(await octavo.run(title)).toBe("Handbook")
  })

  it("goes on in the traces of the program that uses it", async () => {
    const spans: Array<string> = []
    const tracer = Tracer.make({
      span: (options) => {
        spans.push(options.name)
        return new Tracer.NativeSpan(options)
      }
    })
    const read = Effect.flatMap(Spaces, (spaces) => spaces.get(spaceId)).pipe(
      Effect.provideService(CurrentActor, operator),
      Effect.provide(octavo.layer),
      Effect.withSpan("own"),
      Effect.provideService(Tracer.Tracer, tracer)
    )
    await Effect.runPromise(read)
    expect(spans).toEqual(expect.arrayContaining(["own", "Spaces.get"]))
  })
})

describe("open", () => {
  it("rejects what cannot be used, in words", async () => {
    await expect(Octavo.open({ database: "mysql://x" })).rejects.toBeInstanceOf(ConfigError)
    await expect(Octavo.open({} as never)).rejects.toThrow("The database URL is missing")
    await expect(Octavo.open({ database: "sqlite::memory:", url: "docs" })).rejects.toThrow("must be like https://")
    await expect(Octavo.open({ database: "postgres://u:p@127.0.0.1:1/d", worker: false })).rejects.toMatchObject({
      _tag: "SqlError"
    })
  })

  it("gives stores that know nothing of each other, and calls after close reject", async () => {
    await using other = await Octavo.open({ database: "sqlite::memory:", worker: false })
    expect((await other.organizations.list()).count).toBe(0)
    await other.close()
    await expect(other.organizations.list()).rejects.toThrow("closed")
    await expect(other.fetch(new Request(`${url}/v1`))).rejects.toThrow("closed")
  })
})
