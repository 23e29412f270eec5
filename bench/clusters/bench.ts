/**
 * What the clusters of conversations are worth: 1,800 real messages of 40 topics, ingested through the API one by one in
 * random order, beside batch average-link clustering of all of them on the same features at the threshold that is best
 * for the labels. And what a conversation costs when there are 10,000.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { featuresOf } from "@octavo/clustering/features"
import { makeLatentSpace } from "@octavo/clustering/LatentSpace"
import { averageLink, cut } from "@octavo/clustering/partition"
import { termsOf } from "@octavo/core/content/content-index/terms"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { octavoLayer } from "@octavo/runtime/layer"
import { startServer } from "@octavo/runtime/server"
import { createOrganization } from "@octavo/runtime/setup"
import { Effect, Exit, ManagedRuntime, Scope } from "effect"
import { shown } from "../support/numbers.ts"
import { atLeast, atMost, type Row } from "../support/table.ts"
import { adjustedRand, mutualInformation } from "./scores.ts"

const file = fileURLToPath(new URL("../../../shared/conversations/intents.tsv", import.meta.url))
const many = 10_000

type Say = (line: string) => void

interface Message {
  readonly id: string
  readonly text: string
  readonly intent: string
}

const run = async (say: Say): Promise<ReadonlyArray<Row>> => {
  if (!existsSync(file)) throw new Error(`This benchmark needs the messages ${file}`)
  const messages = shuffled(
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line, i): Message => {
        const [text, intent] = line.split("\t")
        return { id: `message-${i}`, text: text!, intent: intent! }
      })
  )
  const directory = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  try {
    const quality = await withServer(directory, "quality", (api) => measureQuality(api, messages, say))
    const cost = await withServer(directory, "cost", (api) => measureCost(api, messages, say))
    return [...quality, ...cost]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

interface Api {
  readonly send: (conversations: ReadonlyArray<{ readonly id: string; readonly text: string }>) => Promise<void>
  readonly get: (path: string) => Promise<any>
  /** Waits until so many conversations were read. */
  readonly read: (count: number) => Promise<void>
}

const withServer = async <A>(directory: string, name: string, use: (api: Api) => Promise<A>): Promise<A> => {
  const config = { database: `sqlite:${join(directory, `${name}.db`)}`, dataDirectory: directory }
  const runtime = ManagedRuntime.make(octavoLayer({ ...config, worker: false }))
  const scope = await Effect.runPromise(Scope.make())
  try {
    const { organization, token } = await runtime.runPromise(
      createOrganization({ title: "Bench", email: "admin@bench.test", name: "Admin" }).pipe(
        Effect.provideService(CurrentActor, operator)
      )
    )
    const starting = startServer({ ...config, port: 0, host: "127.0.0.1" })
    const server = await Effect.runPromise(Scope.provide(starting, scope))
    await Effect.runPromise(server.ready)
    const base = `http://127.0.0.1:${server.port}/v1/orgs/${organization.id}`
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const get: Api["get"] = async (path) => (await fetch(base + path, { headers })).json()
    const bodyOf = ({ id, text }: { readonly id: string; readonly text: string }) => ({
      id,
      parts: [{ type: "message", role: "user", body: text }]
    })
    return await use({
      get,
      send: async (conversations) => {
        const bodies = conversations.map(bodyOf)
        const body = JSON.stringify(bodies.length === 1 ? bodies[0] : bodies)
        const answer = await fetch(`${base}/conversations`, { method: "POST", headers, body })
        if (answer.status !== 204) throw new Error(`Ingesting answered ${answer.status}: ${await answer.text()}`)
      },
      read: async (count) => {
        while ((await get("/conversations-issues?limit=0")).count < count) {
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }
    })
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await runtime.dispose()
  }
}

const all = async (api: Api, path: string): Promise<ReadonlyArray<any>> => {
  const items: Array<any> = []
  for (let page: string | undefined; ; ) {
    const answer = await api.get(`${path}?limit=1000${page === undefined ? "" : `&page=${encodeURIComponent(page)}`}`)
    items.push(...answer.items)
    page = answer.next?.page
    if (page === undefined) return items
  }
}

const measureQuality = async (api: Api, messages: ReadonlyArray<Message>, say: Say): Promise<ReadonlyArray<Row>> => {
  say(`${messages.length} messages, one by one`)
  for (const message of messages) await api.send([message])
  await api.read(messages.length)
  const clusterOf = new Map<string, string>()
  for (const { conversation, issue } of await all(api, "/conversations-issues")) {
    clusterOf.set(conversation.id, issue.cluster ?? `alone ${conversation.id}`)
  }
  const labels = messages.map(({ intent }) => intent)
  const found = messages.map(({ id }) => clusterOf.get(id)!)
  const clusters = await all(api, "/conversations-clusters")

  say("the yardstick: all at once, at each threshold")
  const space = makeLatentSpace(messages.map(({ text }) => featuresOf(text)))
  const merges = averageLink(messages.map(({ text }) => space.place(featuresOf(text))))
  let best = { information: 0, rand: 0, clusters: 0, threshold: 0 }
  for (let threshold = 0.02; threshold < 0.6; threshold += 0.01) {
    const groups = Array.from(cut(messages.length, merges, threshold), (group, i) =>
      group < 0 ? `alone ${i}` : `${group}`
    )
    const information = mutualInformation(groups, labels)
    if (information > best.information) {
      best = { information, rand: adjustedRand(groups, labels), clusters: new Set(groups).size, threshold }
    }
  }
  const [information, rand] = [mutualInformation(found, labels), adjustedRand(found, labels)]
  for (const { label, stats } of clusters.slice(0, 8)) say(`  ${stats.issues} issues: ${label}`)
  const wordsOf = (text: string) => termsOf(text).map((term) => term.text)
  const readable = clusters.filter((cluster) => {
    const said = new Set(
      messages.filter(({ id }) => clusterOf.get(id) === cluster.id).flatMap(({ text }) => wordsOf(text))
    )
    return cluster.label !== "" && wordsOf(cluster.label).every((word) => said.has(word))
  })
  return [
    {
      what: "normalised mutual information; the yardstick at its best threshold",
      ours: information.toFixed(3),
      yardstick: best.information.toFixed(3),
      ratio: information / best.information,
      bar: atLeast(0.95)
    },
    {
      what: "adjusted Rand index; the same yardstick",
      ours: rand.toFixed(3),
      yardstick: best.rand.toFixed(3),
      ratio: rand / best.rand,
      bar: atLeast(0.85)
    },
    row("clusters, beside 25", clusters.length, 25, atLeast(1)),
    row("clusters, beside 70", clusters.length, 70, atMost(1)),
    row("clusters whose label is of words in their messages", readable.length, clusters.length, atLeast(1))
  ]
}

const row = (what: string, ours: number, yardstick: number, bar: Row["bar"]): Row => ({
  what,
  ours: `${ours}`,
  yardstick: `${yardstick}`,
  ratio: ours / yardstick,
  ...(bar === undefined ? {} : { bar })
})

/** Processor time of ingesting and reading, a thousand conversations at a time. */
const measureCost = async (api: Api, messages: ReadonlyArray<Message>, say: Say): Promise<ReadonlyArray<Row>> => {
  const byIntent = Map.groupBy(messages, ({ intent }) => intent)
  const random = randomly(3)
  const varied = Array.from({ length: many }, (_, i) => {
    const { intent, text } = messages[i % messages.length]!
    const others = byIntent.get(intent)!
    // no two are the same
    return { id: `many-${i}`, text: `${text}. ${others[Math.floor(random() * others.length)]!.text}` }
  })
  const costs: Array<number> = []
  for (let done = 0; done < many; done += 1_000) {
    const before = process.cpuUsage()
    for (let at = done; at < done + 1_000; at += 20) await api.send(varied.slice(at, at + 20))
    await api.read(done + 1_000)
    const { system, user } = process.cpuUsage(before)
    costs.push((system + user) / 1_000 / 1_000)
    say(`${done + 1_000} conversations: ${shown(costs.at(-1)!)} ms of processor time each`)
  }
  return [
    {
      what: "a conversation of the last thousand of 10,000; the yardstick: one of the first",
      ours: `${shown(costs.at(-1)!)} ms`,
      yardstick: `${shown(costs[0]!)} ms`,
      ratio: costs.at(-1)! / costs[0]!,
      bar: atMost(2)
    }
  ]
}

const randomly = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const shuffled = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> => {
  const random = randomly(11)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

export default { title: "Clusters of conversations: what they are worth, and what they cost", run }
