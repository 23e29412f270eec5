/**
 * Octavo as it is served, which tells for how long its thread was held: the most processor time of the thread between
 * two looks of a timer that is due at every turn of its loop. Arguments: the database, the data directory.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { logLayer } from "@octavo/runtime/process"
import { serve } from "@octavo/runtime/serve"
import { Effect } from "effect"
import { answerParent } from "../support/child.ts"

/** What the server answers to any message; what it counts begins anew. */
export interface HeldState {
  readonly port: number
  /** Milliseconds of a processor, of the thread that answers, which nobody else was served in. */
  readonly held: number
  /** Milliseconds of processors that the whole process has used since it began. */
  readonly used: number
}

const [database, dataDirectory] = process.argv.slice(2)

const millisecondsOf = ({ system, user }: NodeJS.CpuUsage): number => (user + system) / 1000

let held = 0
let before = millisecondsOf(process.threadCpuUsage())
const look = (): void => {
  const now = millisecondsOf(process.threadCpuUsage())
  held = Math.max(held, now - before)
  before = now
}
setInterval(look, 1)

const report = (port: number): void =>
  answerParent((): HeldState => {
    look()
    const taken = held
    held = 0
    return { port, held: taken, used: millisecondsOf(process.cpuUsage()) }
  })

const options = {
  database: database!,
  dataDirectory,
  host: "127.0.0.1",
  port: 0,
  rateLimits: "off" as const
}
const program = serve(options, ({ port }) => Effect.sync(() => report(port)))

await Effect.runPromise(program.pipe(Effect.provide(logLayer("Warn"))))
process.exit()
