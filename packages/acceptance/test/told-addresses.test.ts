/** Keys, tokens and passwords in addresses: whatever is done with an address, nothing that tells of it tells them. */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { makeSecret } from "@octavo/core/kernel/shared/ids"
import { afterAll, beforeAll, expect, it } from "vitest"
import { lookAgain } from "../src/lookAgain.ts"
import { pets } from "../src/openapi.ts"
import { everyRow } from "../src/rows.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** An address with secrets wherever an address can have one. */
interface Address {
  readonly secrets: ReadonlyArray<string>
  /** Without a name and a password, which most places refuse. */
  readonly plain: string
  readonly whole: string
}

interface Scene {
  readonly world: World
  readonly org: string
  readonly space: string
  readonly site: string
  /** Path of the published site. */
  readonly path: string
}

interface Case {
  readonly does: (scene: Scene, address: Address) => Promise<{ readonly status: number; readonly text: string }>
  readonly status: number
  /** Tables that hold the address because the work needs it. */
  readonly keeps?: ReadonlyArray<string>
}

const sent =
  (method: string, path: (scene: Scene) => string, body: (address: Address) => unknown): Case["does"] =>
  (scene, address) =>
    scene.world.api.request(method, path(scene), { body: body(address) })

const event = (location: object, session: object = {}) => ({
  events: [
    {
      type: "page_view",
      session: {
        ...{
          sessionId: "s",
          visitorId: "v",
          cookies: {},
          userAgent: "",
          language: "en",
          ip: "192.0.2.1",
          referrer: null
        },
        ...session
      },
      location: {
        ...{ url: "https://docs.test/", space: null, page: null, displayContext: "site", siteSection: null },
        ...{ siteSpace: null, siteShareKey: null },
        ...location
      }
    }
  ]
})
const reported = (body: (address: Address) => object): Case["does"] =>
  sent("POST", ({ org, site }) => `${org}/sites/${site}/insights/events`, body)

/** What of an address stands behind its host. */
const rest = (address: string): string => address.replace(/^https?:\/\/[^/]*/, "")

const cases: Readonly<Record<string, Case>> = {
  "a page that is looked at": {
    does: ({ path, world }, { plain }) => world.api.get(path + rest(plain).slice(1), { token: undefined }),
    status: 404
  },
  "the API": { does: ({ world }, { plain }) => world.api.get(`/v1${rest(plain)}`), status: 404 },
  "the application": { does: ({ world }, { plain }) => world.api.get(`/app${rest(plain)}`), status: 401 },
  "an upload": { does: ({ world }, { plain }) => world.api.request("PUT", `/~uploads${rest(plain)}`), status: 404 },
  "a program that is let in": {
    does: ({ world }, { plain }) => world.api.get(`/app/~/authorize?redirect_uri=${encodeURIComponent(plain)}`),
    status: 401
  },
  "what a page reports": {
    does: ({ path, world }, { secrets, whole }) =>
      world.api.request("POST", `${path}~insights`, {
        token: undefined,
        raw: JSON.stringify({
          ...{ type: "page_view", path: `${path}${secrets[0]}/here`, search: rest(whole).replace(/^[^?]*/, "") },
          ...{ session: "s", visitor: "v", referrer: whole }
        }),
        headers: { origin: world.origin }
      }),
    status: 204
  },
  "an event's address": { does: reported(({ whole }) => event({ url: whole })), status: 204 },
  "an event's path": { does: reported(({ plain }) => event({ url: rest(plain) })), status: 204 },
  "an event's referrer": { does: reported(({ whole }) => event({}, { referrer: whole })), status: 204 },
  "an event's share key": {
    does: reported(({ secrets }) => event({ siteShareKey: secrets[0] })),
    status: 204
  },
  "an organization's logo": {
    does: sent(
      "PATCH",
      ({ org }) => org,
      ({ whole }) => ({ logo: whole })
    ),
    status: 200,
    keeps: ["organizations"]
  },
  "a person's picture": {
    does: (scene, { whole }) => scene.world.api.patch(`/v1/users/${scene.world.admin.id}`, { photoURL: whole }),
    status: 200,
    // whoever is told of a person is told of their picture
    keeps: ["users", "webhook_events"]
  },
  "a webhook that nobody takes": {
    does: sent(
      "POST",
      ({ org }) => `${org}/webhooks`,
      ({ plain }) => ({ name: "x", url: plain, events: ["comment_created"] })
    ),
    status: 201,
    keeps: ["webhooks"]
  },
  "a specification that is not there": {
    does: sent(
      "POST",
      ({ org }) => `${org}/openapi`,
      ({ plain }) => ({ slug: "lost", source: { url: plain } })
    ),
    status: 201,
    keeps: ["openapi_specs"]
  },
  "a specification that is": {
    does: sent(
      "POST",
      ({ org }) => `${org}/openapi`,
      ({ plain }) => ({ slug: "found", source: { url: plain.replace("/at/", "/pets/") } })
    ),
    status: 201,
    keeps: ["openapi_specs", "openapi_versions"]
  },
  "a website that is imported": {
    does: ({ space, world }, { plain }) =>
      world.api.post(`/v1/org/${world.organization}/imports`, {
        source: { type: "website", url: plain },
        target: { space }
      }),
    status: 201,
    keeps: ["import_runs"]
  },
  "a repository that is imported": {
    does: (scene, { secrets, whole }) =>
      scene.world.api.post(`/v1/spaces/${scene.space}/git/import`, {
        url: `${new URL(whole).origin.replace("//", `//me:${secrets[1]}@`)}/x.git`,
        ref: "refs/heads/main"
      }),
    status: 204
  },
  "a link of a site": {
    does: sent(
      "POST",
      ({ org, site }) => `${org}/sites/${site}/external-links`,
      ({ plain }) => ({ title: "Elsewhere", url: plain })
    ),
    status: 201,
    keeps: ["site_external_links"]
  },
  "a redirect of a site": {
    does: sent(
      "POST",
      ({ org, site }) => `${org}/sites/${site}/redirects`,
      ({ plain }) => ({ source: "/gone", destination: { kind: "external", url: plain } })
    ),
    status: 201,
    keeps: ["site_redirects"]
  },
  "an MCP server of a site": {
    does: sent(
      "POST",
      ({ org, site }) => `${org}/sites/${site}/mcp-servers`,
      ({ plain }) => ({ name: "x", url: plain })
    ),
    status: 201,
    keeps: ["mcp_servers"]
  },
  "where visitors sign in": {
    does: sent(
      "PATCH",
      ({ org, site }) => `${org}/sites/${site}/publishing/auth`,
      ({ plain }) => ({ backend: "custom", fallbackURL: plain })
    ),
    status: 200,
    keeps: ["publishing_auths"]
  },
  "single sign-on": {
    does: sent(
      "POST",
      ({ org }) => `${org}/saml`,
      ({ plain }) => ({ label: "x", ssoURL: plain.split("#")[0] })
    ),
    status: 201,
    keeps: ["saml_providers"]
  }
}

onBothStores("What is told of addresses", (store) => {
  let server: Server
  let scene: Scene
  const spans: Array<unknown> = []
  const got: Array<string> = []
  const addresses = new Map<string, Address>()

  beforeAll(async () => {
    // a collector of traces, a receiver of webhooks that is well, and whatever else is asked for
    server = createServer(async (request, response) => {
      let text = ""
      for await (const piece of request) text += piece
      if (request.url === "/v1/traces") spans.push(...JSON.parse(text).resourceSpans)
      else if (request.url === "/hook") got.push(text)
      else if (request.url!.startsWith("/pets/")) return response.end(pets)
      else return response.writeHead(404).end()
      response.end("{}")
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const world = await startWorld(store, {
      telemetry: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://${host}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_BSP_SCHEDULE_DELAY: "50"
      }
    })
    const space = await world.space("Open")
    await world.api.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: "insert_page", slug: "here", document: { markdown: "# Here\n\nWords.\n" } }]
    })
    const org = `/v1/orgs/${world.organization}`
    const { body: made } = await world.api.post(`${org}/sites`, { title: "Open", spaces: [space] })
    const { body: published } = await world.api.post(`${org}/sites/${made.id}/publish`)
    await world.api.post(`${org}/sites/${made.id}/webhooks`, {
      url: `http://${host}/hook`,
      events: ["site_view", "page_feedback"]
    })
    scene = { world, org, space, site: made.id, path: new URL(published.urls.published).pathname }
    const answers: Record<string, string> = {}
    for (const [name, { does, status }] of Object.entries(cases)) {
      const secrets = Array.from({ length: 4 }, () => makeSecret(24))
      const [path, password, token, fragment] = secrets
      const plain = `http://${host}/at/${path}/start?token=${token}#${fragment}`
      const address = { secrets, plain, whole: plain.replace("//", `//me:${password}@`) }
      addresses.set(name, address)
      const answer = await does(scene, address)
      if (answer.status !== status) answers[name] = `${answer.status}: ${answer.text.slice(0, 300)}`
    }
    expect(answers).toEqual({})
    // what hears of it
    await world.api.post(`/v1/spaces/${space}/comments`, { body: { markdown: "Heard" } })
    const again = lookAgain()
    for (const end = Date.now() + 60_000; Date.now() < end; await again()) {
      const { items } = (await world.api.get(`/v1/spaces/${space}/git/operations`)).body
      const specs = (await world.api.get(`${org}/openapi`)).body.items
      const runs = (await world.api.get(`/v1/org/${world.organization}/imports`)).body.items
      const busy = [
        items.every(({ state }: { state: string }) => state === "failed"),
        specs.every((spec: { processingState: string }) => spec.processingState === "complete"),
        runs.every(({ status }: { status: string }) => status === "failed"),
        got.some((text) => JSON.parse(text).type === "site_view")
      ]
      if (busy.every(Boolean)) break
    }
    await sleep(500)
  })
  afterAll(async () => {
    await scene?.world.stop()
    server?.close()
  })

  /** Everything that tells of what was done: for each, texts by what they are of. */
  const sinks: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
    "the log": async () => ({ log: scene.world.logs.join("\n") }),
    traces: async () => ({ spans: JSON.stringify(spans) }),
    metrics: async () => ({ metrics: (await scene.world.api.get("/metrics")).text }),
    "the audit trail": async () => {
      const list = (await scene.world.api.get(`${scene.org}/audit-events?limit=100`)).body
      const texts = await Promise.all(
        list.items.map(({ id }: { id: string }) => scene.world.api.get(`${scene.org}/audit-events/${id}`))
      )
      expect(texts.length).toBeGreaterThan(10)
      return { trail: texts.map(({ text }) => text).join("\n") }
    },
    insights: async () => {
      const columns = ["url", "referrer", "siteShareKey"].map((column) => ({ column }))
      const path = `${scene.org}/sites/${scene.site}/insights/events/aggregate`
      const answer = await scene.world.api.post(path, {
        range: "last24Hours",
        select: [{ column: "eventsCount" }],
        groupBy: columns
      })
      return { insights: answer.text }
    },
    "webhooks of others": async () => {
      expect(got.length).toBeGreaterThan(0)
      return { bodies: got.join("\n") }
    },
    "tables of the store": async () =>
      Object.fromEntries(
        Object.entries(await everyRow(scene.world.config)).map(([table, rows]) => [table, rows.join("\n")])
      )
  }

  it.each(Object.keys(sinks))("%s: no key, token or password", async (sink) => {
    const told = Object.entries(await sinks[sink]!())
    expect(told.map(([, text]) => text).join("").length).toBeGreaterThan(100)
    const found = [...addresses].flatMap(([name, { secrets }]) =>
      told.flatMap(([place, text]) =>
        cases[name]!.keeps?.includes(place) === true
          ? []
          : secrets.flatMap((secret, i) =>
              text.includes(secret) ? [`${name}: its ${["path", "password", "query", "fragment"][i]} in ${place}`] : []
            )
      )
    )
    expect(found).toEqual([])
  })
})
