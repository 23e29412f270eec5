import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { transactionTurns } from "../src/transactionTurns.ts"

const transactionTurn = transactionTurns.next

/** What the event loop reads in between. */
const nextTurn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Nobody waits, and nobody went on in this turn. */
const quiet = Effect.andThen(nextTurn, nextTurn)

describe("turns of transactions", () => {
  it.effect("let one go on in each turn of the event loop, in their order", () =>
    Effect.gen(function* () {
      yield* quiet
      const done: Array<number> = []
      const asking = (n: number) => Effect.map(transactionTurn, () => void done.push(n))
      const fibers = yield* Effect.forEach([0, 1, 2, 3], (n) => Effect.forkChild(asking(n), { startImmediately: true }))
      assert.deepStrictEqual(done, [0])
      const seen: Array<number> = []
      while (done.length < 4) {
        yield* nextTurn
        seen.push(done.length)
      }
      assert.deepStrictEqual(seen, [2, 3, 4])
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(done, [0, 1, 2, 3])
    })
  )

  it.effect("let as many go on in a turn as requests came in it", () =>
    Effect.gen(function* () {
      yield* quiet
      let done = 0
      const asking = Effect.map(transactionTurn, () => done++)
      yield* Effect.forEach(Array.from({ length: 8 }), () => Effect.forkChild(asking, { startImmediately: true }))
      for (let i = 0; i < 5; i++) transactionTurns.came()
      yield* nextTurn
      assert.strictEqual(done, 6)
      yield* nextTurn
      assert.strictEqual(done, 7)
      yield* nextTurn
      assert.strictEqual(done, 8)
    })
  )

  it.effect("pass over who is interrupted", () =>
    Effect.gen(function* () {
      yield* quiet
      yield* transactionTurn
      let isDone = false
      const gone = yield* Effect.forkChild(transactionTurn, { startImmediately: true })
      yield* Effect.forkChild(
        Effect.map(transactionTurn, () => (isDone = true)),
        { startImmediately: true }
      )
      yield* Fiber.interrupt(gone)
      yield* nextTurn
      assert.isTrue(isDone)
    })
  )
})
