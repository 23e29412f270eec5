/** Counts steps in place of time: the same in every run, however busy the machine is. */
import { Session } from "node:inspector/promises"

type Walks = (this: string & ReadonlyArray<unknown>, wanted: never, from?: number) => number | boolean

/** Methods that walk along a text or a list in V8 itself, where it counts nothing. */
const walks: ReadonlyArray<readonly [prototype: Record<string, Walks>, name: string]> = [
  [String.prototype as never, "indexOf"],
  [String.prototype as never, "includes"],
  [Array.prototype as never, "indexOf"],
  [Array.prototype as never, "includes"]
]

/** Adds what these methods walk along while some work is done. */
const walkedIn = async (work: () => unknown): Promise<number> => {
  let walked = 0
  const own = walks.map(([prototype, name]) => prototype[name]!)
  for (const [at, [prototype, name]] of walks.entries()) {
    const walk = own[at]!
    prototype[name] = function (wanted, from) {
      const found = from === undefined ? walk.call(this, wanted) : walk.call(this, wanted, from)
      walked += (typeof found === "number" && found !== -1 ? found : this.length) - Math.max(0, from ?? 0)
      return found
    }
  }
  try {
    await work()
    return walked
  } finally {
    for (const [at, [prototype, name]] of walks.entries()) prototype[name] = own[at]!
  }
}

/**
 * Makes a counter: how many blocks of code some work runs (functions, bodies of loops, branches), by what V8 counts for
 * coverage, and how far it looks for something in texts and lists. What else V8 does itself is one step, however much
 * there is for it to do, such as a regular expression: time tells of those.
 */
export const makeSteps = async () => {
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })
  /** Blocks that ran since the last time. */
  const taken = async (): Promise<number> => {
    const { result } = await session.post("Profiler.takePreciseCoverage")
    let sum = 0
    for (const { functions } of result) for (const { ranges } of functions) for (const { count } of ranges) sum += count
    return sum
  }
  return {
    stepsOf: async (work: () => unknown): Promise<number> => {
      await taken()
      const walked = await walkedIn(work)
      return walked + (await taken())
    },
    stop: async () => {
      await session.post("Profiler.stopPreciseCoverage")
      session.disconnect()
    }
  }
}
