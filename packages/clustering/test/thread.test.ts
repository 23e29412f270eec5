import { monitorEventLoopDelay } from "node:perf_hooks"
import { type Change, Clustering, type Example, maxExamples } from "@octavo/core/connections/conversations/Clustering"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { openClusters } from "../src/clusters.ts"
import { type ClusteringConfig, layer } from "../src/index.ts"
import { labelled } from "./labelled.ts"

const using = <A, E>(
  config: ClusteringConfig,
  use: (clustering: Effect.Success<typeof Clustering>) => Effect.Effect<A, E>
) => Effect.runPromise(Effect.flatMap(Clustering, use).pipe(Effect.provide(layer(config)), Effect.scoped))

const texts = Object.values(labelled).flat()
const idOf = (n: number) => `${n}`.padStart(10, "0") + `${(n * 7919) % 1_000_003}`.padStart(12, "0")
const messages = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    id: idOf(from + i),
    text: `${texts[(from + i) % texts.length]!} ${Math.floor((from + i) / texts.length)}`
  }))
const none = { size: 0, arranged: 0 }

/** Clusters by what is in them: their ids are made where they are made. */
const groups = (clusterOf: ReadonlyMap<string, string | null>) =>
  Array.from(
    Map.groupBy(clusterOf, ([, cluster]) => cluster),
    ([cluster, members]) => [cluster === null, members.map(([id]) => id)]
  )

const changes: ReadonlyArray<ReadonlyArray<Change>> = [
  [{ removed: [], added: messages(0, 40) }],
  messages(40, 80).map((message, i) => ({ removed: [idOf(i * 2)], added: [message] })),
  [{ removed: [idOf(1)], added: [] }],
  [{ removed: [], added: messages(80, 200) }]
]

/** Milliseconds of processor time of this thread. */
const used = () => {
  const { system, user } = process.threadCpuUsage()
  return (user + system) / 1000
}

describe("Clusters in a thread", () => {
  it("come to what this thread would make of the same messages", async () => {
    const here = openClusters([], none)
    await using({}, ({ open }) =>
      Effect.gen(function* () {
        const there = yield* open([], none)
        for (const change of changes) {
          const [expected, found] = [here.take(change), yield* there.take(change)]
          expect(groups(found.clusterOf)).toEqual(groups(expected.clusterOf))
          expect([found.arranged, found.rearranged?.isWhole]).toEqual([expected.arranged, expected.rearranged?.isWhole])
          expect([...found.begun.keys()]).toEqual([...expected.begun.keys()])
        }
        const words = (described: ReturnType<typeof here.describe>) =>
          described.map(({ central, label, summary }) => ({ central, label, summary }))
        expect(words(yield* there.describe)).toEqual(words(here.describe()))
        expect((yield* there.nearest(texts)).map((cluster) => cluster === null)).toEqual(
          here.nearest(texts).map((cluster) => cluster === null)
        )
      })
    )
  })

  it("are made beside the thread that answers: it has its turns, and its processor spends next to nothing", async () => {
    const examples: ReadonlyArray<Example> = messages(0, maxExamples).map((one) => ({ ...one, cluster: null }))
    const before = used()
    const here = openClusters(examples, none)
    expect(here.take([{ removed: [], added: messages(maxExamples, maxExamples + 10) }]).rearranged).toBeDefined()
    const alone = used() - before
    await using({}, ({ open }) =>
      Effect.gen(function* () {
        const began = used()
        const delays = monitorEventLoopDelay({ resolution: 5 })
        delays.enable()
        let turns = 0
        const done = yield* Deferred.make<void>()
        const answering = yield* Effect.forkChild(
          Effect.whileLoop({
            while: () => !Deferred.isDoneUnsafe(done),
            body: () => Effect.sleep("20 millis"),
            step: () => turns++
          })
        )
        const there = yield* open(examples, none)
        const taken = yield* there.take([{ removed: [], added: messages(maxExamples, maxExamples + 10) }])
        yield* Deferred.succeed(done, undefined)
        yield* Fiber.join(answering)
        delays.disable()
        const spent = used() - began
        console.log(`alone ${alone} ms, beside ${spent} ms; ${turns} turns, longest wait ${delays.max / 1e6} ms`)
        expect(taken.rearranged?.clusterOf.size).toBeGreaterThan(maxExamples / 2)
        // what costs a thread seconds costs this one a few messages, copied
        expect(spent).toBeLessThan(alone / 4)
        expect(turns).toBeGreaterThan(20)
      })
    )
  }, 120_000)

  it("of two organizations know nothing of each other, and of those that are closed nothing is left", async () => {
    await using({}, ({ open }) =>
      Effect.gen(function* () {
        const [one, two] = [yield* open([], none), yield* open([], none)]
        yield* one.take([{ removed: [], added: messages(0, 60) }])
        expect(yield* two.nearest(texts.slice(0, 3))).toEqual([null, null, null])
        yield* two.close
        expect((yield* one.describe).length).toBeGreaterThan(2)
      })
    )
  })

  it("fail to be told when their thread ended, and are opened again in another one", async () => {
    await using({ idle: 20 }, ({ open }) =>
      Effect.gen(function* () {
        const first = yield* open([], none)
        while (first.isOpen()) yield* Effect.sleep("5 millis")
        const failed = yield* Effect.flip(first.nearest(["a"]))
        expect([failed._tag, failed.retryable]).toEqual(["StorageError", true])
        const second = yield* open([], none)
        expect(yield* second.nearest(["a"])).toEqual([null])
      })
    )
  })

  it("that take more memory than there is fail, and do not end the process", async () => {
    const many = messages(0, 4_000).map((one, i) => ({ ...one, cluster: null, text: `${one.text} ${randomWords(i)}` }))
    await using({ memory: 24 }, ({ open }) =>
      Effect.gen(function* () {
        const failed = yield* Effect.exit(open(many, none))
        expect(Exit.isFailure(failed)).toBe(true)
        const small = yield* open([], none)
        expect(yield* small.nearest(["a"])).toEqual([null])
      })
    )
  }, 120_000)
})

const randomWords = (seed: number) =>
  Array.from({ length: 200 }, (_, i) => Math.imul(seed * 200 + i + 1, 2_654_435_761).toString(36)).join(" ")
