/** PDFs are printed once for all who are shown the same (threat: strangers make work). */
import { Deferred, Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { makePdfCache } from "../../../src/delivery/pdf/pdfCache.ts"

const run = <A, E>(effect: Effect.Effect<A, E, never>) => Effect.runPromise(Effect.provide(effect, TestClock.layer()))

/** A printer that counts what it prints. */
const printer = Effect.gen(function* () {
  const keep = makePdfCache<"failed">(yield* Effect.scope)
  let prints = 0
  const read = (name: string, pieces: ReadonlyArray<number>, wait: Effect.Effect<void, "failed"> = Effect.void) =>
    Effect.flatMap(
      keep(
        name,
        Effect.succeed(
          Stream.unwrap(
            Effect.as(
              Effect.andThen(
                Effect.sync(() => prints++),
                wait
              ),
              Stream.fromIterable(pieces.map((size) => new Uint8Array(size).fill(1)))
            )
          )
        )
      ),
      Stream.runFold(
        () => 0,
        (sum, piece) => sum + piece.length
      )
    )
  return { keep, read, prints: () => prints }
})

describe("PDFs that are kept", () => {
  it("are printed once for sixty who come together, and for who comes later", () =>
    run(
      Effect.scoped(
        Effect.gen(function* () {
          const { prints, read } = yield* printer
          const gate = yield* Deferred.make<void>()
          const all = yield* Effect.forkChild(
            Effect.all(
              Array.from({ length: 60 }, () => read("a", [10, 20], Deferred.await(gate))),
              { concurrency: "unbounded" }
            )
          )
          yield* Effect.yieldNow
          yield* Deferred.succeed(gate, undefined)
          expect(yield* Fiber.join(all)).toEqual(Array.from({ length: 60 }, () => 30))
          expect(yield* read("a", [10, 20])).toBe(30)
          expect(prints()).toBe(1)
          expect(yield* read("b", [5])).toBe(5)
          expect(prints()).toBe(2)
          yield* TestClock.adjust("11 minutes")
          expect(yield* read("a", [10, 20])).toBe(30)
          expect(prints()).toBe(3)
        })
      )
    ))

  it("are not those that could not be printed, and nobody is left waiting", () =>
    run(
      Effect.scoped(
        Effect.gen(function* () {
          const { prints, read } = yield* printer
          expect(yield* Effect.flip(read("a", [1], Effect.fail("failed")))).toBe("failed")
          expect(yield* read("a", [1])).toBe(1)
          expect(prints()).toBe(2)
        })
      )
    ))

  it("are printed for each reader when they are too large to be kept", () =>
    run(
      Effect.scoped(
        Effect.gen(function* () {
          const { prints, read } = yield* printer
          const pieces = Array.from({ length: 20 }, () => 1024 * 1024)
          for (let turn = 0; turn < 2; turn++) expect(yield* read("a", pieces)).toBe(20 * 1024 * 1024)
          // once to find out
          expect(prints()).toBe(3)
        })
      )
    ))

  it("are not printed for who asks and does not read", () =>
    run(
      Effect.scoped(
        Effect.gen(function* () {
          const { keep, prints, read } = yield* printer
          yield* keep("a", Effect.succeed(Stream.die("printed")))
          expect(yield* read("a", [3])).toBe(3)
          expect(prints()).toBe(1)
        })
      )
    ))
})
