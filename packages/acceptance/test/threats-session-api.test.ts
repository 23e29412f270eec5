/** Who has no page of the session gets nothing through it (threats: requests across sites, sites and application on one origin). */
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RawAnswer, rawRequest } from "../src/client.ts"
import { sessionOf } from "../src/review.ts"
import { everyRow } from "../src/rows.ts"
import { keyOnPage, ownPath, type Scripted, scripted } from "../src/sessionClient.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

type Sent = Readonly<Record<string, string | undefined>>

interface Scene {
  readonly world: World
  readonly space: string
  readonly own: Scripted
  /** Of the same person, in another browser. */
  readonly second: Scripted
  readonly other: Scripted
  /** One that is over. */
  readonly ended: Scripted
  readonly formToken: string
}

const startScene = async (world: World): Promise<Scene> => {
  const [own, second, ended] = await Promise.all([1, 2, 3].map(() => scripted(world, world.admin)))
  const headers = { cookie: ended!.cookie, "sec-fetch-dest": "document", origin: world.origin }
  const mark = /name="form" value="([^"]+)"/
  const body = new URLSearchParams({
    to: "",
    form: mark.exec(await (await fetch(`${world.origin}/app`, { headers })).text())![1]!
  })
  await fetch(`${world.origin}/app/~/sign-out`, { method: "POST", redirect: "manual", headers, body })
  const shown = await fetch(`${world.origin}/app`, { headers: { cookie: own!.cookie, "sec-fetch-dest": "document" } })
  return {
    world,
    space: await world.space("Kept"),
    own: own!,
    second: second!,
    ended: ended!,
    other: await scripted(world, await world.member("edit")),
    formToken: mark.exec(await shown.text())![1]!
  }
}

/** Who asks with what, in place of what the application's own scripts send; and the answer that they get. */
const ways: Readonly<Record<string, { readonly status: 401 | 403; readonly sent: (scene: Scene) => Sent }>> = {
  "no key, as scripts of a site on the same origin": { status: 403, sent: () => ({ "octavo-session": undefined }) },
  "an empty key": { status: 403, sent: () => ({ "octavo-session": "" }) },
  "a key that is guessed": { status: 403, sent: () => ({ "octavo-session": "A".repeat(43) }) },
  "a key with one letter more": { status: 403, sent: ({ own }) => ({ "octavo-session": `${own.key}A` }) },
  "a key with one letter less": { status: 403, sent: ({ own }) => ({ "octavo-session": own.key.slice(0, -1) }) },
  "a key twice": { status: 403, sent: ({ own }) => ({ "octavo-session": `${own.key}, ${own.key}` }) },
  "the key of another session of the person": { status: 403, sent: ({ second }) => ({ "octavo-session": second.key }) },
  "the key of somebody else": { status: 403, sent: ({ other }) => ({ "octavo-session": other.key }) },
  "the mark of forms": { status: 403, sent: ({ formToken }) => ({ "octavo-session": formToken }) },
  "an API token as the key": { status: 403, sent: ({ world }) => ({ "octavo-session": world.admin.token }) },
  "the cookie as the key": { status: 403, sent: ({ own }) => ({ "octavo-session": own.cookie.split("=")[1] }) },
  "an API token and no key": {
    status: 403,
    sent: ({ world }) => ({ "octavo-session": undefined, authorization: `Bearer ${world.admin.token}` })
  },
  "an API token alone": {
    status: 401,
    sent: ({ world }) => ({
      cookie: undefined,
      "octavo-session": undefined,
      authorization: `Bearer ${world.admin.token}`
    })
  },
  "the key and no cookie": { status: 401, sent: () => ({ cookie: undefined }) },
  "the key and an API token in place of the cookie": {
    status: 401,
    sent: ({ world }) => ({ cookie: undefined, authorization: `Bearer ${world.admin.token}` })
  },
  "a session that is over": { status: 401, sent: ({ ended }) => ended.headers },
  "the cookie of another session": { status: 403, sent: ({ other }) => ({ cookie: other.cookie }) },
  "a cookie of nobody": { status: 403, sent: () => ({ cookie: "octavo-session=bm9ib2R5.AAAAAAAAAAAAAAAAAAAAAA" }) },
  "an API token as the cookie": {
    status: 403,
    sent: ({ world }) => ({ cookie: `octavo-session=${world.admin.token}` })
  },
  "a session set beside the person's": {
    status: 401,
    sent: ({ other, own }) => ({ cookie: `${own.cookie}; ${other.cookie}`, "octavo-session": other.key })
  },
  "a session set before the person's": {
    status: 401,
    sent: ({ other, own }) => ({ cookie: `${other.cookie}; ${own.cookie}` })
  },
  "a page of another site": { status: 403, sent: () => ({ "sec-fetch-site": "cross-site" }) },
  "a page of another host of the same site": { status: 403, sent: () => ({ "sec-fetch-site": "same-site" }) },
  "an address that is typed": { status: 403, sent: () => ({ "sec-fetch-site": "none" }) },
  ...Object.fromEntries(
    [
      () => "null",
      () => "",
      () => "https://evil.test",
      (own: URL) => `https://${own.host}`,
      (own: URL) => `${own.origin}.evil.test`,
      (own: URL) => `http://localhost.evil.test:${own.port}`,
      (own: URL) => `http://evil.test/${own.host}`,
      (own: URL) => `http://${own.hostname}:${Number(own.port) + 1}`,
      (own: URL) => `http://x.${own.host}`
    ].map((originOf) => [
      `the origin ${originOf(new URL("http://localhost:80"))}`,
      { status: 403 as const, sent: ({ world }: Scene) => ({ origin: originOf(new URL(world.origin)) }) }
    ])
  )
}

/** Everything that they could ask for, as a person could who may. */
const requests: ReadonlyArray<
  readonly [method: string, path: (scene: Scene) => string, body?: unknown, type?: string]
> = [
  ["GET", () => "/v1/user"],
  ["HEAD", () => "/v1/user"],
  ["GET", ({ space }) => `/v1/spaces/${space}/content`],
  ["POST", ({ world }) => `/v1/orgs/${world.organization}/spaces`, { title: "Changed" }],
  ["POST", ({ world }) => `/v1/orgs/${world.organization}/spaces`, { title: "Changed" }, "text/plain"],
  ["POST", () => "/v1/user/tokens", { label: "Changed" }],
  ["PATCH", ({ space }) => `/v1/spaces/${space}`, { title: "Changed" }],
  ["PUT", ({ world }) => `/v1/orgs/${world.organization}/teams`, { title: "Changed" }],
  ["DELETE", ({ space }) => `/v1/spaces/${space}`],
  ["OPTIONS", () => "/v1/user"],
  ["TRACE", () => "/v1/user"],
  ["GET", () => "/v1/nothing"],
  ["GET", () => "/v1"]
]

const without = (headers: Sent): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const expectRefused = ({ body, headers, status }: RawAnswer, method: string, wanted: number, about: string) => {
  expect(status, about).toBe(wanted)
  expect(
    [...Object.keys(headers)].filter((name) => /^(?:access-control|set-cookie)/.test(name)),
    about
  ).toEqual([])
  expect([headers["content-type"], headers["cache-control"]], about).toEqual(["application/json", "no-store"])
  if (method === "HEAD") return
  const { code, message } = JSON.parse(body.toString()).error
  expect([code, message.length > 20], about).toEqual([wanted, true])
}

onBothStores("Through the session of somebody", (store) => {
  let world: World
  let scene: Scene
  beforeAll(async () => {
    world = await startWorld(store, { siteHost: "sites.test" })
    scene = await startScene(world)
  })
  afterAll(() => world?.stop())

  const send = async (
    [method, path, body, type = "application/json"]: (typeof requests)[number],
    headers: Sent,
    prefix = ownPath
  ) =>
    rawRequest(world.origin, prefix(path(scene)), {
      method,
      headers: { ...without(headers), ...(body === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) })
    })

  it("whoever is no page of it gets and changes nothing (threat: requests across sites)", async () => {
    const before = await everyRow(world.config)
    for (const [way, { sent, status }] of Object.entries(ways)) {
      for (const request of requests) {
        const answer = await send(request, { ...scene.own.headers, ...sent(scene) })
        expectRefused(answer, request[0], status, `${way}: ${request[0]} ${request[1](scene)}`)
      }
    }
    expect(await everyRow(world.config)).toEqual(before)
  })

  it("a question before a request across origins is refused, whoever asks (threat: requests across sites)", async () => {
    for (const origin of [world.origin, "https://evil.test", "null"]) {
      for (const cookie of [undefined, scene.own.cookie]) {
        const asking = {
          cookie,
          origin,
          "access-control-request-method": "GET",
          "access-control-request-headers": "octavo-session"
        }
        const answer = await send(["OPTIONS", () => "/v1/user"], asking)
        expectRefused(answer, "OPTIONS", origin === world.origin && cookie === undefined ? 401 : 403, origin)
      }
    }
  })

  it("a write without an origin is refused, and a read is not: browsers send it with writes alone", async () => {
    for (const request of requests.filter(([, path]) => !path(scene).includes("nothing"))) {
      const answer = await send(request, { ...scene.own.headers, origin: undefined })
      if (["GET", "HEAD"].includes(request[0])) expect(answer.status).toBe(200)
      else expectRefused(answer, request[0], 403, request[0])
    }
  })

  it("the API at its own address looks at no cookie and no key", async () => {
    for (const request of requests.filter(([method]) => !["OPTIONS", "TRACE"].includes(method))) {
      const nobody = await send(request, {}, (path) => path)
      const answer = await send(request, scene.own.headers, (path) => path)
      expect([answer.status, answer.body.toString()], request[1](scene)).toEqual([
        nobody.status,
        nobody.body.toString()
      ])
      expect([400, 401, 404, 415]).toContain(answer.status)
    }
  })

  it("hosts of sites have no such address (threat: sites and application on one origin)", async () => {
    const { port } = new URL(world.origin)
    for (const host of [`docs.sites.test:${port}`, `docs.sites.test`, "docs.acme.com", "no host!"]) {
      for (const request of requests) {
        const answer = await send(request, { ...scene.own.headers, host })
        expect([400, 404, 415], `${host} ${request[0]}`).toContain(answer.status)
        expect(answer.body.toString()).not.toContain(world.admin.email)
      }
    }
    for (const path of [
      "/sites/docs/app/~/api/v1/user",
      "/x/app/~/api/v1/user",
      "/app/~/apis/app/~/api/v1/user",
      "/app/~/api/v10/app/~/api/v1/user",
      "/app/~/api/openapi.json",
      "/app/~/api"
    ]) {
      const answer = await rawRequest(world.origin, path, { headers: { ...scene.own.headers } })
      expect([401, 404], path).toContain(answer.status)
      expect(answer.body.toString()).not.toContain(world.admin.email)
    }
  })

  it("pages tell the key to windows of the session alone (threat: sites and application on one origin)", async () => {
    const paths = ["/app", "/app/", `/app/o/${world.organization}`, `/app/s/${scene.space}`, "/app/s/none"]
    const { cookie, key } = scene.own
    for (const path of paths) {
      const shown = (headers: Record<string, string>) => keyOnPage(world.origin, path, headers)
      expect(await shown({ cookie, "sec-fetch-dest": "document" }), path).toBe(key)
      expect(await shown({ cookie: scene.second.cookie, "sec-fetch-dest": "document" }), path).toBe(scene.second.key)
      for (const dest of [
        "empty",
        "iframe",
        "frame",
        "object",
        "embed",
        "script",
        "image",
        "worker",
        "serviceworker"
      ]) {
        expect(await shown({ cookie, "sec-fetch-dest": dest }), `${path} ${dest}`).toBeUndefined()
      }
      expect(await shown({}), path).toBeUndefined()
      expect(await shown({ cookie: scene.ended.cookie }), path).toBeUndefined()
      expect(await shown({ cookie: `${cookie}; ${scene.other.cookie}` }), path).toBeUndefined()
      const { headers } = await fetch(world.origin + path, { headers: { cookie, "sec-fetch-dest": "document" } })
      expect(headers.get("cross-origin-opener-policy"), path).toBe("noopener-allow-popups")
      expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'")
      expect(headers.get("content-security-policy"), path).not.toContain("unsafe-eval")
      expect(headers.get("cache-control"), path).toBe("private, no-store")
    }
    for (const path of ["/", "/docs", "/app/~/sign-in"]) {
      expect(await keyOnPage(world.origin, path, { cookie, "sec-fetch-dest": "document" }), path).toBeUndefined()
    }
  })

  it("keys differ, and are none of the marks of forms", async () => {
    const { formToken, other, own, second } = scene
    expect(new Set([formToken, other.key, own.key, second.key]).size).toBe(4)
    const third = await sessionOf(world, world.admin)
    expect(third).not.toBe(own.cookie)
  })
})
