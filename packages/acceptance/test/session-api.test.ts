/** What scripts of the application get through the session of their browser: what a token of the person gets, and as private. */
import { isDeepStrictEqual } from "node:util"
import { gunzipSync } from "node:zlib"
import { scopes } from "@octavo/core/people/permissions/actions"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answer, rawRequest } from "../src/client.ts"
import { type Document, readDocument } from "../src/document.ts"
import { furnish, type Ids } from "../src/furnished.ts"
import { urlOf } from "../src/requests.ts"
import { keyOnPage, ownPath, type Scripted, scripted } from "../src/sessionClient.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** Of each request, of whom it may be kept by, and for scripts of other origins. */
const ownHeaders = /^(?:date|x-request-id|cache-control|vary|access-control-.*|x-ratelimit-.*|x-gitbook-cache-.*)$/

/** What an answer says. */
const saysOf = ({ headers, status, text }: Answer) => [
  status,
  text,
  [...headers].filter(([name]) => !ownHeaders.test(name)).sort()
]

/**
 * A read through the session gets what one by the token gets at the same time. Some answers change with it (addresses
 * are signed until a second, an operation goes on): those are asked for again.
 */
const expectSame = async (bySession: () => Promise<Answer>, byToken: () => Promise<Answer>, about: string) => {
  for (let left = 20; ; left--) {
    const [answer, expected] = [await bySession(), await byToken()]
    if (left === 0) expect(saysOf(answer), about).toEqual(saysOf(expected))
    if (left === 0 || isDeepStrictEqual(saysOf(answer), saysOf(expected))) return answer
  }
}

/** For nobody but who asked, and for no other origin's scripts. */
const expectPrivate = ({ headers }: Answer, about: string) => {
  expect(headers.get("cache-control"), about).toMatch(/^(?:no-store|private, no-(?:cache|store))$/)
  expect(headers.get("vary"), about).toMatch(/(?:^|, )octavo-session(?:$|,)/)
  expect(
    [...headers.keys()].filter((name) => name.startsWith("access-control")),
    about
  ).toEqual([])
}

onBothStores("The API through a session", (store) => {
  let world: World
  let document: Document
  let ids: Ids
  let own: Scripted
  beforeAll(async () => {
    world = await startWorld(store)
    document = await readDocument(world.api)
    ids = await furnish(world.api, world.organization, world.admin.id, "Acorn")
    own = await scripted(world, world.admin)
  })
  afterAll(() => world?.stop())

  it("answers every read as a token of the person does", async () => {
    const reads = document.operations.filter(({ method }) => method === "GET")
    expect(reads.length).toBeGreaterThan(100)
    const statuses = new Set<number>()
    for (const operation of reads) {
      const url = urlOf(document, operation, ids)
      const answer = await expectSame(
        () => own.client.get(url),
        () => world.api.get(url),
        operation.id
      )
      expectPrivate(answer, operation.id)
      statuses.add(answer.status)
    }
    expect([...statuses]).toContain(200)
  })

  it("no read needs a scope to write", async () => {
    const made = await world.api.post("/v1/user/tokens", {
      label: "reads",
      scopes: scopes.filter((one) => one.endsWith(":read"))
    })
    const refused: Array<string> = []
    for (const operation of document.operations.filter(({ method }) => method === "GET")) {
      const { status, text } = await world.api.as(made.body.token).get(urlOf(document, operation, ids))
      if (status === 403 && /lacks the scope \S+:(?!read|search)/.test(text)) refused.push(`${operation.id} ${text}`)
    }
    expect(refused).toEqual([])
  })

  it("refuses what every other operation refuses, in the same words", async () => {
    for (const operation of document.operations.filter(({ method }) => method !== "GET")) {
      const url = urlOf(document, operation, {})
      for (const options of [{ raw: "{" }, { raw: '"x"', headers: { "content-type": "text/plain" } }]) {
        const expected = await world.api.request(operation.method, url, options)
        const answer = await own.client.request(operation.method, url, options)
        expect(saysOf(answer), operation.id).toEqual(saysOf(expected))
        expect([400, 415], operation.id).toContain(answer.status)
        expectPrivate(answer, operation.id)
      }
    }
  })

  it("answers paths and methods that there are not, targets in every form, and what asks for HTML", async () => {
    const targets = [
      ["GET", "/v1/nothing"],
      ["GET", "/v1/nothing/app/~/api/v1/user"],
      ["GET", "/v1/user?a=/app/~/api/v1/nothing"],
      ["GET", "/v1/user/"],
      ["GET", "/v1//user"],
      ["GET", "/v1/user?limit=%00"],
      ["GET", "/v1/user?a;b"],
      ["GET", "/v1/spaces/%zz"],
      ["GET", "/v1/spaces/../user"],
      ["PUT", "/v1/user"],
      ["HEAD", "/v1/user"],
      ["OPTIONS", "/v1/user"],
      ["GET", `/v1/spaces/${ids["spaceId"]}/content/path/a/b/c`],
      ["GET", `/v1/spaces/${ids["spaceId"]}/content/path/`],
      ["GET", `/v1/spaces/${ids["spaceId"]}/content/path/0A23456789012345678901/x`]
    ] as const
    const asHtml = { headers: { accept: "text/html" } }
    for (const [method, target] of targets) {
      const raw = async (path: string, headers: Record<string, string>) => {
        const { body, status } = await rawRequest(world.origin, path, {
          method,
          headers: { ...headers, ...asHtml.headers }
        })
        return [status, body.toString()]
      }
      expect(await raw(ownPath(target), own.headers), target).toEqual(
        await raw(target, { authorization: `Bearer ${world.admin.token}` })
      )
    }
  })

  it("writes as the person, with every method, and long documents", async () => {
    const { client } = own
    const made = await client.post(`/v1/orgs/${world.organization}/spaces`, { title: "Typed here" })
    expect([made.status, made.body.title]).toEqual([201, "Typed here"])
    const space = `/v1/spaces/${made.body.id}`
    expect((await client.patch(space, { title: "Renamed" })).body.title).toBe("Renamed")
    const markdown = "A line of words.\n\n".repeat(20_000)
    const written = await client.post(`${space}/content`, {
      changes: [{ operation: "insert_page", title: "Long", document: { markdown } }]
    })
    expect(written.status, written.text.slice(0, 500)).toBe(200)
    const path = `${space}/content/page/${written.body.changes[0].page.id}?format=markdown`
    const read = await client.get(path)
    expect(read.body.markdown).toContain("A line of words.")
    const etag = read.headers.get("etag")!
    expect((await client.get(path, { headers: { "if-none-match": etag } })).status).toBe(304)
    expect((await world.api.get(path)).headers.get("etag")).toBe(etag)
    const packed = await rawRequest(world.origin, ownPath(path), {
      headers: { ...own.headers, "accept-encoding": "gzip" }
    })
    expect(packed.headers["vary"]).toBe("octavo-session, accept-encoding")
    expect(JSON.parse(gunzipSync(packed.body).toString()).markdown).toBe(read.body.markdown)
    expect(
      (await client.request("PUT", `/v1/orgs/${world.organization}/teams`, { body: { title: "Typed" } })).status
    ).toBe(201)
    expect((await client.delete(space)).status).toBe(205)
    const { items } = (await world.api.get(`/v1/orgs/${world.organization}/audit-events?action=space.delete`)).body
    expect(items[0].actor.id).toBe(world.admin.id)
  })

  it("gives each session what its own person and scopes get, whoever asked before (threat: cache leaks)", async () => {
    const token = async (more: object) =>
      (await world.api.post("/v1/user/tokens", { label: "narrow", ...more })).body.token as string
    const reader = await world.member("read")
    const callers = await Promise.all(
      [
        world.admin.token,
        await token({ scopes: ["space:read", "organization:read"] }),
        await token({ scopes: ["user:read"] }),
        await token({ organization: (await world.neighbour()).id }),
        reader.token,
        (await world.stranger()).token
      ].map(async (token) => ({ token, session: await scripted(world, { token }) }))
    )
    const paths = [
      "/v1/user",
      "/v1/orgs",
      `/v1/orgs/${world.organization}/spaces`,
      `/v1/spaces/${ids["spaceId"]}`,
      `/v1/spaces/${ids["spaceId"]}/content/page/${ids["pageId"]}`
    ]
    const statuses = new Set<string>()
    for (const path of paths) {
      for (let round = 0; round < 2; round++) {
        for (const [i, { session, token }] of callers.entries()) {
          const answer = await expectSame(
            () => session.client.get(path),
            () => world.api.as(token).get(path),
            `${path} ${i}`
          )
          statuses.add(`${path} ${answer.status}`)
        }
      }
    }
    expect([...statuses]).toEqual(expect.arrayContaining([`${paths[0]} 200`, `${paths[0]} 403`, `${paths[3]} 404`]))
  })

  it("has no more scopes than the token that the session began with", async () => {
    const { body } = await world.api.post("/v1/user/tokens", { label: "narrow", scopes: ["space:read"] })
    const narrow = await scripted(world, { token: body.token })
    const writes = [
      ["PATCH", `/v1/spaces/${ids["spaceId"]}`, { title: "Wider" }],
      ["POST", `/v1/orgs/${world.organization}/spaces`, { title: "Wider" }],
      ["POST", "/v1/user/tokens", { label: "Wider" }],
      ["DELETE", `/v1/spaces/${ids["spaceId"]}`, undefined]
    ] as const
    for (const [method, path, sent] of writes) {
      const answer = await narrow.client.request(method, path, { body: sent })
      expect(answer.status, path).toBe(403)
      expect(answer.body).toEqual((await world.api.as(body.token).request(method, path, { body: sent })).body)
    }
  })

  describe("ends with the next request", () => {
    const ends: Readonly<Record<string, (session: Scripted, token: string, id: string) => Promise<unknown>>> = {
      "when the person signs out": async ({ cookie }) => {
        const headers = { cookie, origin: world.origin, "sec-fetch-dest": "document" }
        const page = await (await fetch(`${world.origin}/app`, { headers })).text()
        const form = /name="form" value="([^"]+)"/.exec(page)![1]!
        const out = await fetch(`${world.origin}/app/~/sign-out`, {
          method: "POST",
          redirect: "manual",
          headers,
          body: new URLSearchParams({ form, to: "" })
        })
        expect(out.status).toBe(303)
      },
      "when its token is revoked": (_, __, id) => world.api.delete(`/v1/user/tokens/${id}`)
    }
    it.each(Object.keys(ends))("%s", async (name) => {
      const { body } = await world.api.post("/v1/user/tokens", { label: name })
      const session = await scripted(world, { token: body.token })
      expect((await session.client.get("/v1/user")).status).toBe(200)
      await ends[name]!(session, body.token, body.id)
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const answer = await session.client.request(method, `/v1/spaces/${ids["spaceId"]}`)
        expect(answer.status).toBe(401)
        expect(answer.body).toEqual({ error: { code: 401, message: "The session is over; sign in again" } })
      }
      expect(await keyOnPage(world.origin, "/app", { cookie: session.cookie })).toBeUndefined()
    })

    it("when the person is removed from the organization: there is none", async () => {
      const member = await world.member("edit")
      const session = await scripted(world, member)
      const path = `/v1/orgs/${world.organization}`
      expect((await session.client.get(path)).status).toBe(200)
      await world.api.delete(`${path}/members/${member.id}`)
      expect((await session.client.get(path)).status).toBe(404)
      expect((await session.client.get("/v1/user")).status).toBe(200)
    })
  })

  it("counts as operations of the API", async () => {
    const counted = async () =>
      Number(
        /octavo_http_requests_total\{[^}]*operation="listTokens"[^}]*status="2xx"[^}]*\} (\d+)/.exec(
          (await world.api.get("/metrics")).text
        )?.[1] ?? 0
      )
    const before = await counted()
    await own.client.get("/v1/user/tokens?limit=1")
    expect(await counted()).toBe(before + 1)
  })

  describe("where requests are limited", () => {
    let limited: World
    beforeAll(async () => {
      limited = await startWorld(store, { rateLimits: undefined, tokenLimit: 20, addressLimit: 60, pageLimit: 1000 })
    })
    afterAll(() => limited?.stop())

    it("has the limit of a token, of which nobody takes who has not its key (threat: slow clients and floods)", async () => {
      const session = await scripted(limited, limited.admin)
      const left = ({ headers }: Answer) => [
        Number(headers.get("x-ratelimit-limit")),
        Number(headers.get("x-ratelimit-remaining"))
      ]
      // seen to be good first
      expect(left(await session.client.get("/v1/user"))[0]).toBe(60)
      for (let i = 0; i < 10; i++) {
        const guess = { headers: { "octavo-session": `${session.key.slice(0, -1)}${i}` } }
        const { status } = await session.client.get("/v1/user", guess)
        expect(status === 403 || session.key.endsWith(String(i))).toBe(true)
      }
      const second = left(await session.client.get("/v1/user"))
      expect(second[0]).toBe(20)
      expect(second[1]).toBeGreaterThanOrEqual(17)
      let answer = await session.client.get("/v1/user")
      for (let i = 0; i < 60 && answer.status === 200; i++) answer = await session.client.get("/v1/user")
      expect(answer.status).toBe(429)
      expect(answer.body.error.message).toContain("More than 20 requests")
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(answer.headers.get("access-control-allow-origin")).toBeNull()
      expect((await limited.api.get("/v1/user")).status).toBe(200)
    })
  })
})
