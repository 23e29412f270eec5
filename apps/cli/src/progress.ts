/** How far an import is, on stderr: a bar on a terminal, plain lines elsewhere. */
import * as Effect from "effect/Effect"

export interface Progress {
  readonly report: (message: string, fraction?: number) => Effect.Effect<void>
  /** Takes the bar away, so that other lines can be written. */
  readonly end: Effect.Effect<void>
}

interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

/** Redrawn at most this often, in milliseconds. */
const frameMs = 50

/** A plain line for every phase, and within it at every quarter. */
const steps = 4

export const makeProgress = (
  terminal: Terminal = process.stderr,
  now: () => number = () => performance.now()
): Progress =>
  terminal.isTTY === true && process.env["TERM"] !== "dumb" ? makeBar(terminal, now) : makeLines(terminal)

const makeLines = (terminal: Terminal): Progress => {
  let last = ""
  return {
    report: (message, fraction) =>
      Effect.sync(() => {
        const { phase } = read(message)
        const step = fraction === undefined ? 0 : Math.floor(fraction * steps) / steps
        const line = step === 0 ? phase : `${phase} ${Math.round(step * 100)}%`
        if (line !== last) terminal.write(`${line}\n`)
        last = line
      }),
    end: Effect.void
  }
}

/** A message of the importer: `Reading pages`, or `Reading pages: 25 of 208`. */
const read = (message: string): { readonly phase: string; readonly done?: number; readonly total?: number } => {
  const [, phase, done, total] = /^(.+): (\d+) of (\d+)$/.exec(message) ?? []
  return phase === undefined ? { phase: message } : { phase, done: Number(done), total: Number(total) }
}

const makeBar = (terminal: Terminal, now: () => number): Progress => {
  let current = ""
  let begun = 0
  let from = 0
  let drawn = Number.NEGATIVE_INFINITY
  return {
    report: (message, fraction) =>
      Effect.sync(() => {
        const at = now()
        const { phase, done, total } = read(message)
        if (phase !== current) {
          current = phase
          begun = at
          from = fraction ?? 0
        } else if (at - drawn < frameMs) return
        drawn = at
        const seconds = (at - begun) / 1000
        const columns = terminal.columns ?? 80
        terminal.write(`\r\x1b[2K${barLine({ phase, done, total, fraction, from, seconds, columns })}`)
      }),
    end: Effect.sync(() => {
      if (current !== "") terminal.write("\r\x1b[2K")
      current = ""
    })
  }
}

export interface Bar {
  readonly phase: string
  /** Items, where they are counted. */
  readonly done?: number | undefined
  readonly total?: number | undefined
  readonly fraction: number | undefined
  /** The fraction at which the phase began. */
  readonly from: number
  /** Since the phase began. */
  readonly seconds: number
  readonly columns: number
}

/** Rates are shown once they mean something. */
const settleSeconds = 0.5

/** One line: what is done, the bar, how far it is, how fast, and the time that is left. */
export const barLine = ({ phase, done, total, fraction, from, seconds, columns }: Bar): string => {
  if (fraction === undefined) return `${phase} …`.slice(0, columns - 1)
  const perSecond = seconds < settleSeconds ? 0 : (fraction - from) / seconds
  const facts = [
    `${String(Math.floor(fraction * 100)).padStart(3)}%`,
    ...(total === undefined ? [] : [`${done}/${total}`]),
    ...(done !== undefined && done > 0 && seconds >= settleSeconds ? [`${Math.round(done / seconds)}/s`] : []),
    ...(perSecond > 0 ? [`${clock((1 - fraction) / perSecond)} left`] : [])
  ].join("  ")
  const width = Math.min(32, columns - phase.length - facts.length - 6)
  if (width < 8) return `${phase} ${facts}`.slice(0, columns - 1)
  const full = Math.round(Math.min(1, Math.max(0, fraction)) * width)
  return `${phase}  ${"█".repeat(full)}${"░".repeat(width - full)}  ${facts}`
}

const clock = (seconds: number): string => {
  const whole = Math.min(359_999, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`
}
