import { makeIdleCollection } from "@octavo/runtime/idleCollection"
import { expect, it } from "vitest"

const idle = 0.01
const busy = 0.3

it("collects what has grown since it was collected last, when nobody asks", () => {
  let used = 60_000_000
  const collections: Array<number> = []
  const look = makeIdleCollection(
    () => used,
    () => {
      collections.push(used)
      used = 40_000_000
    }
  )
  const after = (bytes: number, utilization: number) => {
    used += bytes
    look(utilization)
    return collections.length
  }
  expect(after(0, busy)).toBe(0)
  expect(after(0, idle)).toBe(1)
  // nothing to gain
  expect(after(5_000_000, idle)).toBe(1)
  expect(after(5_000_000, busy)).toBe(1)
  expect(after(0, idle)).toBe(2)
  // V8 collected, and what came since is worth it
  expect(after(-15_000_000, idle)).toBe(2)
  expect(after(8_000_000, idle)).toBe(3)
  // so much would hold up who comes meanwhile
  expect(after(300_000_000, idle)).toBe(3)
  expect(collections).toEqual([60_000_000, 50_000_000, 33_000_000])
})
