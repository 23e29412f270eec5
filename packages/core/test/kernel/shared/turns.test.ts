/** Work goes on in turns of the event loop: in its order, a few pieces in each, and nothing for who has gone. */
import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { makeTurns, type TurnsOptions } from "../../../src/kernel/shared/turns.ts"

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** What has gone on after each turn, until all has. */
const taken = async (options: TurnsOptions, pieces: number, came: ReadonlyArray<number> = []) => {
  const turns = makeTurns(options)
  const done: Array<number> = []
  for (let n = 0; n < pieces; n++) turns.take(() => done.push(n))
  const seen = [done.length]
  for (let n = 0; done.length < pieces; n++) {
    for (let i = 0; i < (came[n] ?? 0); i++) turns.came()
    await turn()
    seen.push(done.length)
  }
  expect(done).toEqual(Array.from({ length: pieces }, (_, n) => n))
  return seen
}

describe("Turns", () => {
  it.each([
    { name: "one in each", allowed: () => 0, atOnce: false, came: [], seen: [0, 1, 2, 3, 4] },
    { name: "the first at once", allowed: () => 0, atOnce: true, came: [], seen: [1, 2, 3, 4] },
    { name: "as many as came", allowed: (n: number) => n, atOnce: false, came: [3], seen: [0, 3, 4] },
    {
      name: "one for two that came",
      allowed: (n: number) => n / 2,
      atOnce: false,
      came: [4, 1, 0],
      seen: [0, 2, 3, 4]
    },
    {
      name: "as many as came, beside the first",
      allowed: (n: number) => n,
      atOnce: true,
      came: [0, 2],
      seen: [1, 2, 4]
    }
  ])("let go on: $name", async ({ allowed, atOnce, came, seen }) => {
    expect(await taken({ allowed, atOnce }, 4, came)).toEqual(seen)
  })

  it("do not count who came while nobody waited", async () => {
    const turns = makeTurns({ allowed: (n) => n, atOnce: false })
    for (let n = 0; n < 10; n++) turns.came()
    let done = 0
    for (let n = 0; n < 4; n++) turns.take(() => done++)
    await turn()
    expect(done).toBe(1)
  })

  it("have room again when all has gone on", async () => {
    const turns = makeTurns({ allowed: () => 0, atOnce: true })
    const done: Array<string> = []
    for (const name of ["first", "second"]) turns.take(() => done.push(name))
    for (let n = 0; n < 3; n++) await turn()
    turns.take(() => done.push("third"))
    expect(done).toEqual(["first", "second", "third"])
  })

  it("pass over what was taken back, and who is interrupted", async () => {
    const turns = makeTurns({ allowed: () => 0, atOnce: false })
    const done: Array<string> = []
    const back = turns.take(() => done.push("taken back"))
    const gone = Effect.runFork(Effect.map(turns.next, () => void done.push("interrupted")))
    Effect.runFork(Effect.map(turns.next, () => void done.push("waited")))
    back()
    await Effect.runPromise(Fiber.interrupt(gone))
    await turn()
    await turn()
    expect(done).toEqual(["waited"])
  })
})
