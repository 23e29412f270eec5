/** `bench growth` in small: what it measures with is right, and what it found once stays mended. */
import { readDocument, writeDocument } from "@octavo/document"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { measure, mostGrowth } from "../growth/measure.ts"
import { type Shape, shapes } from "../growth/shapes.ts"
import { type Stage, stages } from "../growth/stages.ts"
import { makeSteps } from "../growth/steps.ts"

const kilobyte = 1024

const shapeOf = (name: string): Shape => shapes.find((shape) => shape.name === name)!
const stageOf = (name: string): Stage => stages.find((stage) => stage.name === name)!
const kilobytes = (...all: ReadonlyArray<number>) => all.map((one) => one * kilobyte)

describe("shapes", () => {
  it("are at least 200, each with a name of its own", () => {
    expect(shapes.length).toBeGreaterThanOrEqual(200)
    expect(new Set(shapes.map(({ name }) => name)).size).toBe(shapes.length)
  })

  it("are as long as asked for, and the same each time", () => {
    const odd = shapes.filter(({ make }) => {
      const text = make(8192)
      const { length } = new TextEncoder().encode(text)
      return length > 8192 || length < 4096 || text !== make(8192)
    })
    expect(odd.map(({ name }) => name)).toEqual([])
  })
})

describe("the measure", () => {
  const words = shapeOf("words, in a run")

  it("tells of work that takes time in the square of the length", async () => {
    /** Milliseconds of a processor that the square of the length takes, on any machine. */
    const square: Stage = {
      name: "square",
      ready: (text) => (text.length / (8 * kilobyte)) ** 2 * 10,
      run: (milliseconds: number) => {
        const used = () => process.threadCpuUsage().user + process.threadCpuUsage().system
        for (const end = used() + milliseconds * 1000; used() < end; );
      }
    }
    const { most, times } = await measure(square, words, kilobytes(8, 16, 32, 64, 1024))
    expect(most).toBeGreaterThan(mostGrowth)
    // and goes no further
    expect(times.length).toBeLessThan(5)
  })

  it("tells what is thrown", async () => {
    const deep = (length: number): number => (length === 0 ? 0 : 1 + deep(length - 1))
    const stage: Stage = { name: "deep", ready: (text) => text.length, run: deep }
    const { most, thrown } = await measure(stage, words, kilobytes(1, 1024))
    expect(most).toBe(Number.POSITIVE_INFINITY)
    expect(thrown).toContain("RangeError")
  })
})

describe("steps", () => {
  it("are as many in each run, and twice as many for twice the work", async () => {
    const { stepsOf, stop } = await makeSteps()
    const loop = (length: number) => () => {
      for (let i = 0; i < length; i++) String(i)
    }
    const walk = (length: number) => () => "a".repeat(length).indexOf("b")
    for (const work of [loop, walk]) {
      await stepsOf(work(1))
      const [one, same, twice] = [await stepsOf(work(5_000)), await stepsOf(work(5_000)), await stepsOf(work(10_000))]
      expect(one).toBeGreaterThanOrEqual(5_000)
      expect(Math.abs(one - same)).toBeLessThan(100)
      expect(Math.abs(twice - one - one)).toBeLessThan(100)
    }
    await stop()
  })
})

describe("stages take steps in proportion to the length of their texts", () => {
  let steps: Awaited<ReturnType<typeof makeSteps>>
  beforeAll(async () => {
    steps = await makeSteps()
  })
  afterAll(() => steps.stop())

  /** How much more steps there are for each doubling; what is made once, and just then, is not counted a second time. */
  const growthOf = async (stage: Stage, shape: Shape, from: number, to: number): Promise<number> => {
    const first = await growthOnce(stage, shape, from, to)
    return first < mostGrowth ? first : Math.min(first, await growthOnce(stage, shape, from, to))
  }
  const growthOnce = async (stage: Stage, shape: Shape, from: number, to: number): Promise<number> => {
    const count = async (bytes: number) => {
      const input = await stage.ready(shape.make(bytes))
      return steps.stepsOf(() => stage.run(input))
    }
    // what is made once is made now
    await count(kilobyte)
    return ((await count(to)) / (await count(from))) ** (1 / Math.log2(to / from))
  }

  /** Each took the square of its length once. */
  const once: ReadonlyArray<readonly [stage: string, shape: string]> = [
    ["document replaced", "notes that name each other"],
    ["document back", "an expandable of one line"],
    ["rewrite links", "alternates of a header"],
    ["draw", "a table of many columns and many short rows"],
    ["draw", "a table of HTML with many columns and many short rows"],
    ["draw", "cards of many columns and many short rows"],
    ["draw", "cells that go down below each other"],
    ["draw", "notes that name each other"],
    ["draw", "notes, each referred to once"],
    ["draw", "equal headings, one after the other"],
    ["draw", "expandables, one after the other"],
    ["print", "a table of many columns and many short rows"],
    ["translate", "a table of many columns and many short rows"],
    ["PDF", "a table of many columns and many short rows"],
    ["PDF", "columns of many paragraphs"]
  ]
  it.each(once)("%s: %s", { timeout: 120_000 }, async (stage, shape) => {
    expect(await growthOf(stageOf(stage), shapeOf(shape), 4 * kilobyte, 16 * kilobyte)).toBeLessThan(mostGrowth)
  })

  it("past what a comparison looks at: compare lines", { timeout: 120_000 }, async () => {
    const growth = await growthOf(
      stageOf("compare lines"),
      shapeOf("notes with one name"),
      64 * kilobyte,
      256 * kilobyte
    )
    expect(growth).toBeLessThan(mostGrowth)
  })

  it("past what a comparison looks at: other words beside a mark that has another form", {
    timeout: 120_000
  }, async () => {
    const references = { refOf: () => undefined, hrefOf: () => undefined }
    const reworded: Stage = {
      name: "reworded",
      ready: (text) => ({
        text,
        document: JSON.parse(JSON.stringify(readDocument(text, references)).replaceAll("a ", "b "))
      }),
      run: ({ document, text }) => writeDocument(document, references, { base: text })
    }
    const shape: Shape = { name: "one word", make: (bytes) => `${"a ".repeat(bytes / 2 - 2)}*x*\n` }
    expect(await growthOf(reworded, shape, 8 * kilobyte, 32 * kilobyte)).toBeLessThan(mostGrowth)
  })

  it.each(["links, in a run", "hints, in each other", "mixed 3"])(
    "all of them: %s",
    { timeout: 120_000 },
    async (shape) => {
      const broken: Array<string> = []
      for (const stage of stages.filter(({ name }) => name !== "compare lines")) {
        const growth = await growthOf(stage, shapeOf(shape), 4 * kilobyte, 16 * kilobyte)
        if (growth >= mostGrowth) broken.push(`${stage.name}: ${growth}`)
      }
      expect(broken).toEqual([])
    }
  )
})
