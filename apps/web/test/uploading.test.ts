import { describe, expect, it } from "vitest"
import { makeTurns } from "../src/logic/turns.ts"
import { fileProblem, UploadProblem, uploadProblemOf } from "../src/logic/uploading.ts"

describe("turns", () => {
  const never = new AbortController().signal
  /** Something that is done when it is told to be. */
  const work = () => {
    const log: Array<string> = []
    const ends = new Map<string, (outcome: "well" | "badly") => void>()
    const act = (name: string) => () =>
      new Promise<string>((resolve, reject) => {
        log.push(name)
        ends.set(name, (outcome) => (outcome === "well" ? resolve(name) : reject(new Error(name))))
      })
    return { log, act, end: (name: string, outcome: "well" | "badly" = "well") => ends.get(name)?.(outcome) }
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))

  it("let so many go at once, the others in their order, also after one that failed", async () => {
    const { act, end, log } = work()
    const { take } = makeTurns(2)
    const all = ["a", "b", "c", "d"].map((name) => take(never, act(name)).catch(() => "failed"))
    await settled()
    expect(log).toEqual(["a", "b"])
    end("b", "badly")
    await settled()
    expect(log).toEqual(["a", "b", "c"])
    for (const name of ["a", "c", "d"]) {
      end(name)
      await settled()
    }
    expect(log).toEqual(["a", "b", "c", "d"])
    expect(await Promise.all(all)).toEqual(["a", "failed", "c", "d"])
    // nobody has a turn any more
    void take(never, act("e"))
    void take(never, act("f"))
    await settled()
    expect(log.slice(4)).toEqual(["e", "f"])
  })

  it("are not taken by who gave up while waiting, or before", async () => {
    const { act, end, log } = work()
    const { take } = makeTurns(1)
    void take(never, act("a"))
    const giving = new AbortController()
    const given = take(giving.signal, act("b"))
    const last = take(never, act("c"))
    giving.abort(new Error("given up"))
    await expect(given).rejects.toThrow("given up")
    await expect(take(giving.signal, act("d"))).rejects.toThrow("given up")
    end("a")
    await settled()
    expect(log).toEqual(["a", "c"])
    end("c")
    expect(await last).toBe("c")
  })
})

describe("what is said of a file", () => {
  it("is nothing of one that may be sent, and names the limit of one that may not", () => {
    expect(fileProblem({ size: 100_000_000 }, 100_000_000)).toBeUndefined()
    expect(fileProblem({ size: 200_000_000 }, undefined)).toBeUndefined()
    expect(fileProblem({ size: 200_000_000 }, 100_000_000)?.message).toMatch(
      /has 200 MB, .* at most 100 MB .* Nothing was sent/
    )
    expect(fileProblem({ size: 0 }, 100)?.message).toBe("It is empty.")
  })

  it.each([
    ["no line", { message: "Failed to fetch" }, false, "The line was lost.", true],
    ["no answer", { message: "Failed to fetch" }, true, "The server does not answer.", true],
    [
      "too large for the server",
      { status: 413, message: "file.size is 9", details: [{ path: "file.size", message: "is 9 bytes" }] },
      true,
      "It is 9 bytes.",
      false
    ],
    ["not allowed", { status: 403, message: "You may not" }, true, "You may not.", false],
    ["too many", { status: 429, message: "Wait." }, true, "Wait.", true],
    ["broken", { status: 503, message: "The store is away" }, true, "The store is away.", true],
    ["said already", new UploadProblem("It is empty.", false), true, "It is empty.", false]
  ] as const)("%s", (_, error, isOnline, words, again) => {
    const problem = uploadProblemOf(error, isOnline)
    expect([problem.message, problem.again]).toEqual([words, again])
  })
})
