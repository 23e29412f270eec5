import { DescriptionReader } from "@octavo/core/content/openapi/DescriptionReader"
import { Effect, Exit, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { layer, type ReaderConfig } from "../src/index.ts"

const using = <A, E>(
  config: ReaderConfig,
  use: (read: Effect.Success<typeof DescriptionReader>["read"]) => Effect.Effect<A, E>
) => Effect.runPromise(Effect.flatMap(DescriptionReader, ({ read }) => use(read)).pipe(Effect.provide(layer(config))))

const bytes = (text: string) => new TextEncoder().encode(text)
const pets = (title: string) => bytes(JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} }))
/** Of so many megabytes. */
const large = (megabytes: number) => {
  const description = "word ".repeat(200)
  const paths = Object.fromEntries(
    Array.from({ length: megabytes * 1_000 }, (_, at) => [
      `/things/${at}`,
      { get: { description, responses: { 200: { description } } } }
    ])
  )
  return bytes(JSON.stringify({ openapi: "3.1.0", info: { title: "Large", version: "1" }, paths }))
}

/** Why a description was not read. */
const reason = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) ? JSON.stringify(exit.cause) : "it was read"

/** Threads of this process. */
const threads = () => {
  const { workers } = process.report.getReport() as { readonly workers: ReadonlyArray<object> }
  return workers.length
}

describe("The thread that reads descriptions", () => {
  it("reads one after the other, and what is wrong with one is not said of the next", () =>
    using({}, (read) =>
      Effect.gen(function* () {
        const first = yield* read(pets("First"))
        const wrong = yield* read(bytes('{"openapi":"3.0.0","info":{"title":"Wrong"},"paths":{}}'))
        const unreadable = yield* Effect.exit(read(bytes("openapi: [")))
        const [second, third] = yield* Effect.all([read(pets("Second")), read(pets("Third"))], { concurrency: 2 })
        expect([first, second, third].map(({ index, problems }) => [index.title, problems])).toEqual([
          ["First", []],
          ["Second", []],
          ["Third", []]
        ])
        expect(wrong.problems.map(({ message }) => message).join()).toMatch(/version/)
        expect(Exit.isFailure(unreadable)).toBe(true)
      })
    ))

  it("is one for all, stays a while, and ends with its layer", async () => {
    const before = threads()
    await using({ idle: 200 }, (read) =>
      Effect.gen(function* () {
        yield* read(pets("First"))
        yield* read(pets("Second"))
        expect(threads()).toBe(before + 1)
        yield* Effect.promise(() => expect.poll(threads).toBe(before))
        expect((yield* read(pets("Third"))).index.title).toBe("Third")
      })
    )
    expect(threads()).toBe(before)
  })

  it("is not kept after a large one", async () => {
    const before = threads()
    await using({}, (read) =>
      Effect.gen(function* () {
        yield* read(large(2))
        expect(threads()).toBe(before)
      })
    )
  })

  it("ends with a description that takes too much memory, and another reads the next", () =>
    using({ memory: 40 }, (read) =>
      Effect.gen(function* () {
        yield* read(pets("First"))
        expect(reason(yield* Effect.exit(read(large(20))))).toMatch(/more memory/)
        expect((yield* read(pets("Second"))).index.title).toBe("Second")
      })
    ))

  it("ends with a description that takes too long", () =>
    using({ patience: 1 }, (read) =>
      Effect.gen(function* () {
        const before = threads()
        expect(reason(yield* Effect.exit(read(large(20))))).toMatch(/too long/)
        expect(threads()).toBe(before)
      })
    ))

  it("ends when nobody waits for it any more, and another reads the next", () =>
    using({}, (read) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(read(large(20)))
        yield* Effect.sleep(200)
        yield* Fiber.interrupt(fiber)
        expect((yield* read(pets("Second"))).index.title).toBe("Second")
      })
    ))
})
