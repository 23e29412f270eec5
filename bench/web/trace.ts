/** What the main thread of a page does, as Chromium's trace tells it. */
import type { Page } from "playwright-core"

/** A stretch of work of the main thread. Times are milliseconds. */
interface Work {
  readonly name: string
  readonly begin: number
  readonly end: number
  /** Time of the processor that it took: what else runs on the machine is not in it. */
  readonly took: number
  /** Of an event: which one. */
  readonly event: string | undefined
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly data?: { readonly type?: string } }
}

/** Records while something is done in a page. @returns the work of the thread that got its keys, in order */
export const traced = async (page: Page, act: () => Promise<void>): Promise<ReadonlyArray<Work>> => {
  const devtools = await page.context().newCDPSession(page)
  const events: Array<TraceEvent> = []
  devtools.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as ReadonlyArray<TraceEvent>)))
  await devtools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] }
  })
  await act()
  const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve))
  await devtools.send("Tracing.end")
  await complete
  await devtools.detach()
  const main = events.find((event) => isKey(event))
  if (!events.some(({ name }) => name === "RunTask")) throw new Error("This Chromium's trace tells of no tasks")
  return events
    .filter(({ ph, pid, tid }) => ph === "X" && pid === main?.pid && tid === main.tid)
    .map(({ args, dur = 0, name, tdur = 0, ts }) => ({
      name,
      begin: ts / 1000,
      end: (ts + dur) / 1000,
      took: tdur / 1000,
      event: name === "EventDispatch" ? args?.data?.type : undefined
    }))
    .sort((one, other) => one.begin - other.begin)
}

const isKey = ({ args, name }: TraceEvent): boolean => name === "EventDispatch" && args?.data?.type === "keydown"

/** Milliseconds of work of all tasks. */
export const tasksOf = (work: ReadonlyArray<Work>): ReadonlyArray<Work> => work.filter(({ name }) => name === "RunTask")

/** For each key the work from it to the frame that shows it, whatever the work is about. */
export const framesOfKeys = (work: ReadonlyArray<Work>): ReadonlyArray<number> => {
  const tasks = tasksOf(work)
  const keys = work.filter(({ event }) => event === "keydown")
  const frames = work.filter(({ name }) => name === "Commit")
  return keys.map((key, index) => {
    const input = tasks.findLast(({ begin }) => begin <= key.begin)!
    const next = keys[index + 1]?.begin ?? Number.POSITIVE_INFINITY
    const letter = work.find(({ begin, event }) => event === "input" && begin >= key.begin)?.begin ?? key.begin
    const shown = Math.min(frames.find(({ begin }) => begin >= letter)?.begin ?? next, next)
    return tasks.filter(({ begin }) => begin >= input.begin && begin < shown).reduce((sum, { took }) => sum + took, 0)
  })
}
