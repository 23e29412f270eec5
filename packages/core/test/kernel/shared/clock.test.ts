import { Effect } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { steadyClock } from "../../../src/kernel/shared/clock.ts"

const day = 24 * 60 * 60 * 1000

afterEach(() => {
  vi.restoreAllMocks()
})

it.each([
  ["ahead", 8 * day, 0],
  ["back", -2 * day, -2 * day]
])("a clock that jumps %s moves what cannot be undone by no day more", (_, jump, moved) => {
  const now = Effect.runSync(steadyClock)
  const begun = Date.now()
  vi.spyOn(Date, "now").mockReturnValue(begun + jump)
  const off = Date.parse(Effect.runSync(now)) - begun
  expect(off).toBeGreaterThanOrEqual(moved - 1000)
  expect(off).toBeLessThan(moved + day)
})

it("time that passes is counted", async () => {
  const now = Effect.runSync(steadyClock)
  const before = Effect.runSync(now)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(Effect.runSync(now) > before).toBe(true)
})
