/** How the processor time of a stage grows with the length of a text. */
import { setImmediate } from "node:timers/promises"
import type { Shape } from "./shapes.ts"
import type { Stage } from "./stages.ts"

/** The most that processor time may grow when a text doubles: what is linear doubles, and the machine adds its part. */
export const mostGrowth = 2.6

/** Milliseconds: a time under this is taken for this, since shorter ones are not measured well enough to be compared. */
const floor = 20

/**
 * Growth is looked at over so many doublings: a text for which a second pass is made, where half of it needed none, is
 * no growth, and neither is what the machine adds once.
 */
const span = 4

/** Short work is repeated for so many milliseconds, and the fastest of all counts: whatever disturbs adds time. */
const enough = 40
const mostRepeats = 12

/** How often both of a pair are measured again before it is said that they grow too much. */
const secondLooks = 3

/** Milliseconds of processor time after which longer texts are left out. */
const tooLong = 90_000

export interface Time {
  readonly bytes: number
  /** Of a processor, for the thread that works. */
  readonly milliseconds: number
}

export interface Growth {
  readonly stage: string
  readonly shape: string
  readonly times: ReadonlyArray<Time>
  /** The most that it grew for each doubling, over four of them; 1 where all was over before it could be measured. */
  readonly most: number
  /** The pair of which that is. */
  readonly from: Time
  readonly to: Time
  /** What was thrown, which is as bad as any growth. */
  readonly thrown?: string
}

/** Milliseconds that this thread has used of a processor: what collects garbage beside it does not count. */
const used = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (user + system) / 1000
}

let kept: unknown

const fastest = async (stage: Stage, input: unknown): Promise<number> => {
  let best = Number.POSITIVE_INFINITY
  let all = 0
  for (let round = 0; round < mostRepeats && all < enough; round++) {
    const begun = used()
    kept = await stage.run(input)
    const time = used() - begun
    best = Math.min(best, time)
    all += time
  }
  return best
}

/** What came out of the last run, so that nobody takes the work for needless. */
export const lastResult = (): unknown => kept

/** How much it grew for each doubling between two lengths. */
const grown = (from: Time, to: Time): number =>
  (Math.max(to.milliseconds, floor) / Math.max(from.milliseconds, floor)) ** (1 / Math.log2(to.bytes / from.bytes))

const faster = (one: Time, other: Time): Time => (other.milliseconds < one.milliseconds ? other : one)

/**
 * Measures one stage on one shape at each length, the shortest first; ends at the first length that takes too much.
 * Whatever is thrown is told as boundless growth.
 */
export const measure = async (stage: Stage, shape: Shape, lengths: ReadonlyArray<number>): Promise<Growth> => {
  const times: Array<Time> = []
  const none: Time = { bytes: 0, milliseconds: 0 }
  let worst = { most: 1, from: none, to: none }
  const names = { stage: stage.name, shape: shape.name, times }
  const timeOf = async (bytes: number): Promise<Time> => ({
    bytes,
    milliseconds: await fastest(stage, await stage.ready(shape.make(bytes)))
  })
  for (const bytes of lengths) {
    if (stage.most !== undefined && bytes > stage.most) break
    try {
      let to = await timeOf(bytes)
      // the longest that is four doublings shorter, else the shortest
      let from = times.findLast((time) => time.bytes <= bytes / 2 ** span) ?? times[0]
      if (from !== undefined) {
        for (let look = 0; look < secondLooks && grown(from, to) > mostGrowth; look++) {
          from = faster(from, await timeOf(from.bytes))
          to = faster(to, await timeOf(bytes))
        }
        const most = grown(from, to)
        if (most > worst.most) worst = { most, from, to }
      }
      times.push(to)
      if (worst.most > mostGrowth || to.milliseconds > tooLong) break
    } catch (error) {
      const to = { bytes, milliseconds: Number.POSITIVE_INFINITY }
      return { ...names, most: to.milliseconds, from: times.at(-1) ?? none, to, thrown: String(error) }
    }
    await setImmediate()
  }
  return { ...names, ...worst }
}
