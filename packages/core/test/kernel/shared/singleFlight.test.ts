/** Work that many ask for at once is done once. */
import { Deferred, Effect, Exit, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { makeSingleFlight } from "../../../src/kernel/shared/singleFlight.ts"

/** A page that is drawn at a gate, and kept unless that is refused. */
const drawing = (keeps = true) => {
  const share = makeSingleFlight()
  const gates: Array<Deferred.Deferred<void, "failed">> = []
  const kept = new Map<string, number>()
  const ask = (key = "page") =>
    share(
      key,
      Effect.sync(() => kept.get(key)),
      Effect.suspend(() => {
        const number = gates.length
        gates.push(Deferred.makeUnsafe())
        return Effect.map(Deferred.await(gates[number]!), () => {
          if (keeps) kept.set(key, number)
          return number
        })
      })
    )
  return { ask, gates, open: (number: number) => Deferred.succeed(gates[number]!, undefined) }
}

const twenty = (ask: Effect.Effect<number, "failed">) =>
  Effect.forEach(Array.from({ length: 20 }), () => Effect.forkChild(ask, { startImmediately: true }))
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)
const settled = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow)

describe("Work that many ask for at once", () => {
  it("is done once, each key for itself, and again for who comes later", () =>
    run(
      Effect.gen(function* () {
        const { ask, gates, open } = drawing()
        const all = yield* twenty(ask())
        const other = yield* Effect.forkChild(ask("other"), { startImmediately: true })
        expect(gates.length).toBe(2)
        yield* open(0)
        expect(yield* Fiber.joinAll(all)).toEqual(Array.from({ length: 20 }, () => 0))
        yield* open(1)
        expect(yield* Fiber.join(other)).toBe(1)
        const later = yield* Effect.forkChild(ask(), { startImmediately: true })
        expect(gates.length).toBe(3)
        yield* open(2)
        expect(yield* Fiber.join(later)).toBe(2)
      })
    ))

  it("is done by each alone, all at once, where nothing is kept", () =>
    run(
      Effect.gen(function* () {
        const { ask, gates, open } = drawing(false)
        const all = yield* twenty(ask())
        yield* open(0)
        yield* settled
        expect(gates.length).toBe(20)
        for (let number = 1; number < 20; number++) yield* open(number)
        expect((yield* Fiber.joinAll(all)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i))
      })
    ))

  it.each([
    ["fails", (gate: Deferred.Deferred<void, "failed">) => Deferred.fail(gate, "failed" as const)],
    ["goes away", () => Effect.void]
  ])("is taken over by one of those who wait when who does it %s", (_, end) =>
    run(
      Effect.gen(function* () {
        const { ask, gates, open } = drawing()
        const all = yield* twenty(ask())
        yield* end(gates[0]!)
        if (gates.length === 1) yield* Fiber.interrupt(all[0]!)
        yield* settled
        expect(gates.length).toBe(2)
        yield* open(1)
        const [first, ...others] = yield* Effect.forEach(all, Fiber.await)
        expect(Exit.isFailure(first!)).toBe(true)
        expect(others).toEqual(Array.from({ length: 19 }, () => Exit.succeed(1)))
      })
    )
  )
})
