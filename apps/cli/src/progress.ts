/** How far an import is, on stderr: a bar on a terminal, plain lines elsewhere. */
import * as Effect from "effect/Effect"

export interface Progress {
  readonly report: (message: string, fraction: number | undefined) => Effect.Effect<void>
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

export const makeProgress = (terminal: Terminal = process.stderr, now: () => number = () => performance.now()): Progress =>
  terminal.isTTY === true && process.env["TERM"] !== "dumb" ? makeBar(terminal, now) : makeLines(terminal)

const makeLines = (terminal: Terminal): Progress => {
  let last = ""
  return {
    report: (message, fraction) =>
      Effect.sync(() => {
        const step = fraction === undefined ? undefined : Math.floor(fraction * steps) / steps
        const line = step === undefined || step === 0 ? message : `${message} ${Math.round(step * 100)}%`
        if (line !== last) terminal.write(`${line}\n`)
        last = line
      }),
    end: Effect.void
  }
}

const makeBar = (terminal: Terminal, now: () => number): Progress => {
  let phase = ""
  let begun = 0
  let from = 0
  let drawn = Number.NEGATIVE_INFINITY
  return {
    report: (message, fraction) =>
      Effect.sync(() => {
        const at = now()
        if (message !== phase) {
          phase = message
          begun = at
          from = fraction ?? 0
        } else if (at - drawn < frameMs) return
        drawn = at
        const line = barLine({ message, fraction, from, seconds: (at - begun) / 1000, columns: terminal.columns ?? 80 })
        terminal.write(`\r\x1b[2K${line}`)
      }),
    end: Effect.sync(() => {
      if (phase !== "") terminal.write("\r\x1b[2K")
      phase = ""
    })
  }
}

interface Bar {
  readonly message: string
  readonly fraction: number | undefined
  /** Where the phase began. */
  readonly from: number
  /** Since then. */
  readonly seconds: number
  readonly columns: number
}

/** One line: what is done, the bar, the fraction, the rate and the time that is left. */
export const barLine = ({ message, fraction, from, seconds, columns }: Bar): string => {
  if (fraction === undefined) return `${message} …`.slice(0, columns - 1)
  const rate = seconds > 0.5 ? Math.max(0, fraction - from) / seconds : 0
  const facts = [
    `${Math.floor(fraction * 100)
      .toString()
      .padStart(3)}%`,
    ...(rate > 0 ? [`${(rate * 100).toFixed(1)}%/s`, `${clock((1 - fraction) / rate)} left`] : [])
  ].join("  ")
  const width = Math.min(32, columns - message.length - facts.length - 6)
  if (width < 8) return `${message} ${facts}`.slice(0, columns - 1)
  const full = Math.round(Math.min(1, Math.max(0, fraction)) * width)
  return `${message}  ${"█".repeat(full)}${"░".repeat(width - full)}  ${facts}`
}

const clock = (seconds: number): string => {
  const whole = Math.min(359_999, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${(whole % 60).toString().padStart(2, "0")}`
}
