import { type Allowance, makeMeter, type Tell } from "@octavo/core/kernel/rate-limits/Meter"
import { networkOf } from "@octavo/core/kernel/rate-limits/network"
import { describe, expect, it } from "vitest"

const start = 1_000_000

/** What of so many takes at one time was let through. */
const through = (meter: ReturnType<typeof makeMeter>, client: string, times: number, now: number): number =>
  Array.from({ length: times }, () => meter.take(client, now)).filter(({ exceeded }) => !exceeded).length

describe("a meter", () => {
  it("counts down, refuses what is too much without counting it, and begins anew when the window is over", () => {
    const meter = makeMeter(3)
    expect(meter.take("a", start)).toEqual({ limit: 3, remaining: 2, resetAt: start + 20_000, exceeded: false })
    expect(meter.take("a", start)).toEqual({ limit: 3, remaining: 1, resetAt: start + 40_000, exceeded: false })
    expect(meter.look("a", start)).toMatchObject({ remaining: 1, exceeded: false })
    expect(meter.take("a", start)).toEqual({ limit: 3, remaining: 0, resetAt: start + 60_000, exceeded: false })
    const over: Allowance = { limit: 3, remaining: 0, resetAt: start + 60_000, exceeded: true }
    expect(meter.take("a", start)).toEqual(over)
    expect(meter.take("a", start + 59_999)).toEqual(over)
    expect(meter.look("a", start + 59_999)).toEqual(over)
    expect(meter.take("b", start)).toMatchObject({ remaining: 2, exceeded: false })
    expect(meter.look("a", start + 60_000)).toMatchObject({ remaining: 3, exceeded: false })
    expect(meter.take("a", start + 60_000)).toMatchObject({ remaining: 2, exceeded: false })
  })

  it("never refuses who stays below the limit, and lets who goes on above it have no more than the limit", () => {
    const meter = makeMeter(60)
    const every = (client: string, ms: number) =>
      Array.from({ length: 600 }, (_, i) => meter.take(client, start + i * ms)).filter(({ exceeded }) => !exceeded)
    expect(every("polite", 1000)).toHaveLength(600)
    // two a second for five minutes: two windows' worth in the first minute is the most there can be
    const greedy = every("greedy", 500).length
    expect(greedy).toBeGreaterThanOrEqual(300)
    expect(greedy).toBeLessThanOrEqual(360)
  })

  it("keeps a bounded number of clients, those of this minute before others", () => {
    const meter = makeMeter(1, undefined, 100)
    for (let i = 0; i < 60; i++) meter.take(`early ${i}`, start)
    for (let i = 0; i < 40; i++) meter.take(`late ${i}`, start + 50_000)
    meter.take("one more", start + 60_001)
    expect(meter.knows("early 0")).toBe(false)
    expect(meter.look("late 39", start + 60_001).exceeded).toBe(true)
    for (let i = 0; i < 1000; i++) meter.take(`flood ${i}`, start + 60_001)
    const kept = Array.from({ length: 1000 }, (_, i) => meter.knows(`flood ${i}`)).filter(Boolean)
    expect(kept.length).toBeLessThanOrEqual(100)
    expect(meter.knows("flood 999")).toBe(true)
  })
})

describe("meters of servers that share their counts", () => {
  /** What all servers have told; answers at once, or when `answer` is called. */
  const sharing = (limit: number) => {
    const all = makeMeter(limit)
    const told: Array<number> = []
    let waiting: Array<() => void> | undefined
    const tell: Tell = (client, count, done) => {
      told.push(count)
      const takes = Array.from({ length: count }, () => all.take(client, start))
      const answer = () => done(takes.at(-1))
      if (waiting === undefined) answer()
      else waiting.push(answer)
    }
    return {
      told,
      tell,
      hold: () => {
        waiting = []
      },
      answer: () => {
        for (const one of waiting ?? []) one()
        waiting = undefined
      }
    }
  }

  it("tell them a tenth of the limit at a time, and let through no more than a tenth too much each", () => {
    const { tell, told } = sharing(100)
    const [first, second] = [makeMeter(100, tell), makeMeter(100, tell)]
    expect(through(first, "a", 9, start)).toBe(9)
    expect(told).toEqual([])
    expect(through(first, "a", 51, start)).toBe(51)
    expect(told).toEqual([10, 10, 10, 10, 10, 10])
    const rest = through(second, "a", 100, start)
    expect(rest).toBeGreaterThanOrEqual(40)
    expect(rest).toBeLessThanOrEqual(50)
    expect(second.take("a", start)).toMatchObject({ remaining: 0, exceeded: true })
    // the first learns of it with its next tenth
    expect(through(first, "a", 100, start)).toBeLessThanOrEqual(10)
    expect(first.take("a", start + 60_000).exceeded).toBe(false)
  })

  it("go on while the store does not answer, by what they know themselves", () => {
    const shared = sharing(20)
    shared.hold()
    const meter = makeMeter(20, shared.tell)
    expect(through(meter, "a", 30, start)).toBe(20)
    shared.answer()
    expect(meter.take("a", start)).toMatchObject({ remaining: 0, exceeded: true })
    const alone = makeMeter(20, (_client, _count, told) => told(undefined))
    expect(through(alone, "a", 30, start)).toBe(20)
  })
})

describe("one client by the address", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:198.51.100.7", "198.51.100.7"]
  ])("%s is of %s", (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
