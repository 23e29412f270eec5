/** What is kept ends with what it was made of, whoever read that for it. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import {
  accessPart,
  Epoch,
  holds,
  madeOf,
  madeOfEverything,
  madeOnlyOf,
  makeEpochCache,
  makePartCache,
  unchanged
} from "../../../src/kernel/shared/Epoch.ts"

/** A store whose parts are numbers that change, and how often each cache had to load. */
const makeStore = ({ tellsCommits = true } = {}) => {
  const numbers = new Map<string, number>()
  let count = 0
  let commits = 0
  let committed = true
  const epoch = Epoch.of({
    read: () => (tellsCommits ? commits : undefined),
    others: () => undefined,
    of: (part) => Math.max(numbers.get(part) ?? 0, numbers.get(accessPart) ?? 0),
    atBegin: (part) => Math.max(numbers.get(part) ?? 0, numbers.get(accessPart) ?? 0),
    latest: () => count,
    arrived: () => {},
    isCommitted: () => committed,
    reading: (effect) => effect
  })
  /** A commit that changes parts. */
  const change = (...parts: ReadonlyArray<string>) => {
    commits++
    for (const part of parts) numbers.set(part, ++count)
  }
  const loads = { site: 0, space: 0, all: 0, page: 0 }
  const sites = makePartCache<number>(epoch, 10)
  const spaces = makePartCache<number>(epoch, 10)
  const everything = makeEpochCache<number>(epoch, 10)
  const pages = makePartCache<number>(epoch, 10)
  const load = (of: keyof typeof loads) => Effect.sync(() => ++loads[of])
  const site = sites(accessPart, "address", load("site"), () => ["site"])
  const space = (id: string) => spaces(id, id, load("space"))
  const all = everything("all", load("all"))
  /** A page of the site, made of spaces, or of what nobody tells of. */
  const page = (ids: ReadonlyArray<string>, more: Effect.Effect<unknown> = Effect.void) =>
    Effect.runPromise(
      pages([], "page", Effect.andThen(Effect.all([site, Effect.forEach(ids, space), more]), load("page")))
    )
  return {
    all,
    change,
    epoch,
    loads,
    page,
    space,
    inTransaction: (inside: boolean) => {
      committed = !inside
    }
  }
}

describe("What is kept", () => {
  it.each([
    ["nothing", [], 1],
    ["another space", ["c"], 1],
    ["another site", ["other site"], 1],
    ["a space that it is made of", ["b"], 2],
    ["its site, which the address led to", ["site"], 2],
    ["access", [accessPart], 2]
  ])("holds or ends when a commit changes %s", async (_, parts, times) => {
    const { change, loads, page } = makeStore()
    await page(["a", "b"])
    change(...parts)
    await page(["a", "b"])
    expect(loads.page).toBe(times)
  })

  it("is made of what is kept for it, too: also of what was there already", async () => {
    const { change, loads, page, space } = makeStore()
    await Effect.runPromise(space("a"))
    await page(["a"])
    await page(["a"])
    expect(loads).toMatchObject({ page: 1, space: 1 })
    change("a")
    await page(["a"])
    expect(loads).toMatchObject({ page: 2, space: 2, site: 1 })
  })

  it.each([
    ["is kept for all of the store", (store: ReturnType<typeof makeStore>) => store.all],
    ["may lie anywhere", () => madeOfEverything]
  ])("ends with the next commit when something that it was made of %s", async (_, more) => {
    const store = makeStore()
    const { change, loads, page } = store
    for (let time = 0; time < 2; time++) await page(["a"], more(store))
    expect(loads.page).toBe(1)
    change()
    await page(["a"], more(store))
    expect(loads).toMatchObject({ page: 2, space: 1 })
  })

  it("is nothing that a store without commits of its own can't tell of", async () => {
    const store = makeStore({ tellsCommits: false })
    for (let time = 0; time < 2; time++) await store.page(["a"])
    expect(store.loads.page).toBe(1)
    store.change("a")
    for (let time = 0; time < 2; time++) await store.page(["a"], madeOfEverything)
    expect(store.loads).toMatchObject({ page: 3, space: 2 })
  })

  it("is not what a commit came into while it was made, nor what a transaction reads", async () => {
    const { change, inTransaction, loads, page } = makeStore()
    await page(
      ["a"],
      Effect.sync(() => change("a"))
    )
    await page(["a"])
    expect(loads.page).toBe(2)
    inTransaction(true)
    await page(["a"])
    expect(loads.page).toBe(3)
    inTransaction(false)
    await page(["a"])
    expect(loads.page).toBe(3)
  })

  it("ends with each commit where what is made does not say what of", async () => {
    const { change, epoch } = makeStore()
    const context = await Effect.runPromise(Effect.context<never>())
    const untold = await Effect.runPromise(madeOf(epoch, Effect.succeed(1)))
    const told = await Effect.runPromise(madeOf(epoch, madeOnlyOf(["a"])))
    change("b")
    expect([untold, told].map(({ of }) => holds(epoch, of!, context))).toEqual([false, true])
    change("a")
    expect(holds(epoch, told.of!, context)).toBe(false)
  })
})

describe("what was read before a transaction", () => {
  const told = (parts: ReadonlyArray<string>, meanwhile: (store: ReturnType<typeof makeStore>) => void) => {
    const store = makeStore()
    const { epoch } = store
    store.change("space", "other")
    return Effect.runSync(
      Effect.flatMap(unchanged(epoch, parts), (isSame) => {
        meanwhile(store)
        return isSame
      })
    )
  }

  it.each<[string, boolean, (store: ReturnType<typeof makeStore>) => void]>([
    ["nothing changes", true, () => {}],
    ["something else changes", true, ({ change }) => change("other")],
    ["it changes", false, ({ change }) => change("space")],
    ["rights change", false, ({ change }) => change(accessPart)],
    ["it changes twice", false, ({ change }) => [change("space"), change("space")]]
  ])("holds or not: %s", (_, holds, meanwhile) => {
    expect(told(["space"], meanwhile)).toBe(holds)
  })

  it("does not hold where the store cannot tell", () => {
    const { epoch } = makeStore()
    const silent = Epoch.of({ ...epoch, of: () => undefined })
    expect(Effect.runSync(Effect.flatten(unchanged(silent, ["space"])))).toBe(false)
  })
})
