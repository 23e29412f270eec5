/**
 * Generated hostile requests, in rounds on fresh organizations: none ends in a 5xx, in an answer that the document does
 * not list, or in none; the server goes on and does not grow. `OCTAVO_TEST_SOAK` is how many rounds of 2,000 requests
 * each store gets, `OCTAVO_SEED` the number of the first round.
 */
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { type Document, readDocument } from "../src/document.ts"
import { furnish, type Ids } from "../src/furnished.ts"
import { type HostileAnswer, type HostileRequest, makeHostileRequests, makeSender } from "../src/hostileRequests.ts"
import { makeRandom } from "../src/kills.ts"
import { type ServerProcess, startChild } from "../src/process.ts"
import { parseMetrics, sumOf } from "../src/prometheus.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const rounds = Number(process.env["OCTAVO_TEST_SOAK"] ?? 1)
const firstSeed = Number(process.env["OCTAVO_SEED"] ?? 2026) || 2026
const ofOneRound = 2000
const atOnce = 8
/** Milliseconds that one request may take before it counts as a hang, on a machine that is busy. */
const patience = 60_000
/** Rounds after which what the server keeps is full. */
const warm = 8

/** Refusals that any operation may answer with, before it is known which one it is or what it wants. */
const everywhere = new Set([0, 400, 401, 404, 405, 413, 415, 431])

const pages = ["/", "/app/", "/app/~/signin", "/s/", "/o/", "/saml/", "/files/", "/docs", "/metrics", "/v1/"]

onBothStores("Hostile requests", (store) => {
  let world: World
  let server: ServerProcess
  let document: Document
  beforeAll(async () => {
    world = await startWorld(store, { worker: false })
    server = await startChild(world.database, {
      OCTAVO_ALLOW_PRIVATE_NETWORKS: "false",
      OCTAVO_DNS_SERVERS: "127.0.0.1:9",
      OCTAVO_RATE_LIMITS: "off",
      OCTAVO_TRIES_LIMIT: "1000000"
    })
    document = await readDocument(makeClient(server.origin))
  })
  afterAll(async () => {
    await server?.kill()
    await world?.stop()
  })

  /** Two organizations with some of everything, a site that is published, and people of every kind. */
  const newScene = async (round: number) => {
    const [one, two] = [await world.neighbour("Own"), await world.neighbour("Other")]
    const ours = await furnish(one.admin.client, one.id, (await world.member("comment", one.id)).id, `Own${round}`)
    const theirs = await furnish(two.admin.client, two.id, (await world.member("comment", two.id)).id, `Other${round}`)
    const never: Ids = Object.fromEntries(Object.keys(ours).map((name) => [name, "nothingHasThisId"]))
    const members = [await world.member("edit", one.id), await world.member("read", one.id), await world.stranger()]
    await one.admin.client.post(`/v1/orgs/${one.id}/sites/${ours["siteId"]}/publish`)
    const sites = [ours["siteId"], theirs["siteId"], "nothing"].map((site) => `/sites/${site}/`)
    const below = ["first", "~insights", "sitemap.xml", "llms.txt", "rss.xml", "~search"]
    return {
      document,
      ids: [ours, ours, ours, ours, ours, theirs, never],
      tokens: [one.admin.token, one.admin.token, one.admin.token, two.admin.token, ...members.map((of) => of.token)],
      paths: [...pages, ...sites, ...sites.flatMap((site) => below.map((name) => site + name))]
    }
  }

  /** What is wrong with an answer; `undefined` when nothing is. */
  const problemOf = ({ operation }: HostileRequest, { body, status, type }: HostileAnswer): string | undefined => {
    if (status < 0 || status >= 500) return String(status)
    if (operation === undefined || !type.startsWith("application/json")) return undefined
    const json = JSON.parse(body.toString("utf8"))
    if (status < 400 || !everywhere.has(status)) return document.problemOf(operation.id, status, json)
    return json.error?.code === status && typeof json.error.message === "string" ? undefined : "no body of an error"
  }

  const show = ({ body, headers, method, path }: HostileRequest): string =>
    `${method} ${path.slice(0, 400)} ${JSON.stringify(headers).slice(0, 300)} ${body?.toString("latin1").slice(0, 600) ?? ""}`

  it("are answered, and nothing is the server's fault", { timeout: 600_000 + rounds * 300_000 }, async () => {
    const { close, send } = makeSender(Number(new URL(server.origin).port))
    const seen = new Map<number, number>()
    const wrong: Array<string> = []
    const heap: Array<number> = []
    for (let round = 0; round < rounds && wrong.length === 0; round++) {
      const next = makeHostileRequests(await newScene(round), makeRandom(firstSeed + round))
      let left = ofOneRound
      const attack = async () => {
        while (left-- > 0 && wrong.length < 20) {
          const asked = next()
          const answer = await send(asked, patience).catch(
            (error: Error): HostileAnswer => ({ status: -1, type: "", body: Buffer.from(String(error)) })
          )
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
          const problem = problemOf(asked, answer)
          if (problem !== undefined) wrong.push(`${problem}\n${show(asked)}\n${answer.body.subarray(0, 500)}`)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, attack))
      const operator = makeClient(server.origin, world.admin.token)
      expect((await operator.get("/healthz")).status).toBe(200)
      heap.push(sumOf(parseMetrics((await operator.get("/metrics")).text), "octavo_process_heap_used_bytes"))
    }
    close()
    const counted = [...seen].sort(([a], [b]) => a - b).map(([status, n]) => `${n} of ${status}`)
    const megabytes = heap.map((bytes) => Math.round(bytes / 1e6))
    console.info(`${store.name}, from seed ${firstSeed}: ${counted.join(", ")}; heap in MB ${megabytes.join(" ")}`)
    expect(wrong.join("\n\n")).toBe("")
    // some were understood, or the generator tests nothing but the first look
    expect(seen.get(200) ?? 0).toBeGreaterThan((rounds * ofOneRound) / 20)
    if (rounds >= 4 * warm) {
      // what a quarter of the looks stays below: the collector runs when it likes
      const low = (some: ReadonlyArray<number>) => some.toSorted((a, b) => a - b)[Math.floor(some.length / 4)]!
      const half = Math.ceil((warm + rounds) / 2)
      expect(low(heap.slice(half))).toBeLessThan(1.5 * low(heap.slice(warm, half)))
    }
    expect(server.output()).not.toMatch(/"level":"(?:ERROR|FATAL)"/i)
  })
})
