/** How long the page's own thread works for something that a person does, by Chromium's trace. */
import type { CDPSession, Page } from "playwright-core"

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly ts: number
  readonly dur?: number
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } }
}

/** Traces what `act` does; answers the events of the main thread of the page. */
const trace = async (page: Page, act: () => Promise<void>): Promise<ReadonlyArray<TraceEvent>> => {
  const session: CDPSession = await page.context().newCDPSession(page)
  const events: Array<TraceEvent> = []
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as ReadonlyArray<TraceEvent>)))
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"] }
  })
  await act()
  const done = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()))
  await session.send("Tracing.end")
  await done
  await session.detach()
  const pressed = events.find(({ args, name }) => name === "EventDispatch" && args?.data?.type === "keydown")
  return events.filter(({ pid, tid }) => pid === pressed?.pid && tid === pressed.tid)
}

/**
 * The longest piece of work without a pause, for each key: what holds up the next frame. Milliseconds.
 * @param press presses one key, and waits until the next one is due
 */
export const workOfKeys = async (page: Page, count: number, press: () => Promise<void>) => {
  const events = await trace(page, async () => {
    for (let key = 0; key < count; key++) await press()
  })
  const keys = events
    .filter(({ args, name }) => name === "EventDispatch" && args?.data?.type === "keydown")
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b)
  const tasks = events.filter(({ dur, name }) => /^(?:ThreadControllerImpl::)?RunTask$/.test(name) && dur !== undefined)
  return keys.map((begin, at) => {
    const end = keys[at + 1] ?? Number.POSITIVE_INFINITY
    const own = tasks.filter(({ dur, ts }) => ts + dur! > begin && ts < end)
    return Math.max(0, ...own.map(({ dur }) => dur! / 1000))
  })
}
