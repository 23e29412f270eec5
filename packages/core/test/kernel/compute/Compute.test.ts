import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { segments } from "../../../src/content/translations/translateTasks.ts"
import { compute, inlineLength } from "../../../src/kernel/compute/Compute.ts"

/** How often others had a turn while texts were worked on, one after the other. */
const turnsBeside = async (texts: number, length: number): Promise<number> => {
  let turns = 0
  let waiting = setImmediate(function count() {
    turns++
    waiting = setImmediate(count)
  })
  const text = "- item\n".repeat(length).slice(0, length)
  const work = Effect.forEach(Array.from({ length: texts }), () => compute(segments, { text }, text.length))
  await Effect.runPromise(work)
  clearImmediate(waiting)
  return turns
}

describe("Texts that are worked on where requests are answered", () => {
  it.each([
    ["of the longest ones after each", 20, inlineLength],
    ["of long ones after each", 20, inlineLength * 0.9],
    ["of shorter ones after as many as make a long one", 80, inlineLength / 4]
  ])("let others have a turn: %s", async (_, texts, length) => {
    const whole = (texts * length) / inlineLength
    expect(await turnsBeside(texts, Math.floor(length))).toBeGreaterThanOrEqual(Math.floor(whole) - 1)
  })
})
