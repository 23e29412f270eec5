/**
 * One server in several processes of a machine (`node:cluster`): this one listens and starts them, and all of them answer.
 * Told to start anew (SIGHUP), it puts a new process that answers already in the place of each, one after the other.
 */
import cluster, { type Worker } from "node:cluster"
import { Effect } from "effect"
import { ConfigError } from "./config.ts"
import { Stopped, untilSignal } from "./process.ts"
import { mergeMetrics } from "./processMetrics.ts"
import { labelOf, settings } from "./settings.ts"

/** What processes tell each other. */
type Message =
  | { readonly octavo: "ready" }
  /** To the first process: what do all say? To each other one: what do you say? */
  | { readonly octavo: "metrics?"; readonly id: number }
  | { readonly octavo: "metrics"; readonly id: number; readonly text: string }

/** A process that ended is started again after this time, in milliseconds. */
const pause = 1000
/** Processes that are told to stop have so long, in milliseconds. */
const patience = 10_000
/** So long the metrics of a process are waited for, in milliseconds. */
const metricsPatience = 2000

/** A process ended before any of them answered: its own last words say why. */
export class ProcessEnded extends Error {
  override readonly name = "ProcessEnded"
}

class Processes {
  /** Rejects when the server can't be served at all. */
  readonly failed: Promise<never>
  private fail: (error: ProcessEnded) => void = () => {}
  private readonly workers = new Set<Worker>()
  /** Those whose end is expected. */
  private readonly leaving = new Set<Worker>()
  private readonly say: (message: string) => void
  private hasAnswered = false
  private isStopping = false
  private isRestarting = false

  constructor(say: (message: string) => void) {
    this.say = say
    this.failed = new Promise((_, reject) => {
      this.fail = reject
    })
  }

  start(): Worker {
    const worker = cluster.fork()
    this.workers.add(worker)
    worker.on("message", (message: Message) => {
      if (message.octavo === "ready") this.hasAnswered = true
      if (message.octavo === "metrics?") void this.answerMetrics(worker, message.id)
    })
    // it was told something, or given a connection, when it had just ended: its exit says so
    worker.on("error", () => {})
    worker.once("exit", (code, signal) => {
      this.workers.delete(worker)
      if (this.leaving.delete(worker) || this.isStopping) return
      const how = `process ${worker.id} ended (${signal ?? `exit code ${code}`})`
      if (!this.hasAnswered) {
        this.fail(new ProcessEnded(`The server can't be started: ${how}, and its own last lines say why`))
        return
      }
      this.say(`${how}: another one takes its place`)
      setTimeout(() => this.isStopping || this.start(), pause)
    })
    return worker
  }

  /** Puts a new process in the place of each, when the new one answers. */
  async restart(): Promise<void> {
    if (this.isRestarting || this.isStopping) return
    this.isRestarting = true
    this.say("starting anew, one process after the other")
    for (const old of [...this.workers]) {
      // one that ended by itself meanwhile has another in its place already
      if (!this.workers.has(old)) continue
      const next = this.start()
      // while the new one comes up neither is replaced: it is to take the place of the old one, however that ends
      this.leaving.add(next).add(old)
      const ready = new Promise<boolean>((resolve) => {
        next.on("message", ({ octavo }: Message) => octavo === "ready" && resolve(true))
        next.once("exit", () => resolve(false))
      })
      if (!(await ready)) {
        this.say("the new process ended before it answered: those that are there go on")
        this.leaving.delete(old)
        if (!this.workers.has(old)) this.start()
        break
      }
      this.leaving.delete(next)
      await this.end(old)
    }
    this.isRestarting = false
  }

  async stop(): Promise<void> {
    this.isStopping = true
    await Promise.all([...this.workers].map((worker) => this.end(worker)))
  }

  private async end(worker: Worker): Promise<void> {
    if (!this.workers.has(worker)) return
    this.leaving.add(worker)
    const gone = new Promise((resolve) => worker.once("exit", resolve))
    worker.process.kill("SIGTERM")
    const late = setTimeout(() => worker.process.kill("SIGKILL"), patience)
    await gone
    clearTimeout(late)
  }

  private async answerMetrics(asking: Worker, id: number): Promise<void> {
    const texts = new Map<string, string>()
    const ask = (worker: Worker) =>
      new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(late)
          worker.off("message", onMessage)
          worker.off("exit", done)
          resolve()
        }
        const onMessage = (message: Message) => {
          if (message.octavo !== "metrics" || message.id !== id) return
          texts.set(String(worker.id), message.text)
          done()
        }
        const late = setTimeout(done, metricsPatience)
        worker.on("message", onMessage)
        worker.once("exit", done)
        worker.send({ octavo: "metrics?", id } satisfies Message)
      })
    await Promise.all([...this.workers].filter((worker) => worker.isConnected()).map(ask))
    const text = mergeMetrics(texts)
    if (asking.isConnected()) asking.send({ octavo: "metrics", id, text } satisfies Message)
  }
}

/** Serves in so many processes until SIGTERM or SIGINT; each of them serves as one alone does. */
export const serveInProcesses = (count: number) =>
  Effect.gen(function* () {
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const processes = new Processes((message) => run(Effect.logInfo(message)))
    const onHangUp = () => void processes.restart()
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        process.on("SIGHUP", onHangUp)
        for (let i = 0; i < count; i++) processes.start()
      }),
      () =>
        Effect.promise(async () => {
          await processes.stop()
          process.off("SIGHUP", onHangUp)
        })
    )
    return yield* Effect.tryPromise({ try: () => processes.failed, catch: (error) => error as ProcessEnded })
  }).pipe(
    Effect.scoped,
    untilSignal,
    Effect.catch((error) => (error instanceof Stopped ? Effect.logInfo("stopped") : Effect.fail(error)))
  )

interface ProcessSettings {
  readonly port?: number | undefined
  readonly processes?: number | undefined
}

/** How many processes there are to be. Throws a `ConfigError` when they can't share a port. */
export const processCount = ({ port, processes = settings.processes.fallback }: ProcessSettings): number => {
  if (processes > 1 && port === 0) throw new ConfigError(`${labelOf("processes")} needs a port that is not 0`)
  return processes
}

/** Whether this process is to start others: one that was started so only answers. */
export const startsOthers = (config: ProcessSettings): boolean => processCount(config) > 1 && cluster.isPrimary

/** Whether another process listens for this one. */
export const isStarted = (config: ProcessSettings): boolean => processCount(config) > 1 && cluster.isWorker

/** The first of those that were started at the beginning: what is told once, it tells. */
export const isFirst = (): boolean => !cluster.isWorker || cluster.worker?.id === 1

/** Tells who started this process that it answers. */
export const tellReady = Effect.sync(() => void process.send!({ octavo: "ready" } satisfies Message))

/** Of a process that was started: the metrics of all, each line with the number of its process. */
export const shareMetrics = (own: () => Promise<string>): (() => Promise<string>) => {
  let asked = 0
  const waiting = new Map<number, (text: string) => void>()
  const onMessage = (message: Message) => {
    if (message.octavo === "metrics") waiting.get(message.id)?.(message.text)
    if (message.octavo === "metrics?") {
      const { id } = message
      const answer = (text: string) => process.send!({ octavo: "metrics", id, text } satisfies Message)
      own().then(answer, () => answer(""))
    }
  }
  process.on("message", onMessage)
  return () =>
    new Promise((resolve) => {
      // unlike those of other processes, which ask the same one
      const id = cluster.worker!.id * 1_000_000 + (asked++ % 1_000_000)
      waiting.set(id, (text) => {
        waiting.delete(id)
        resolve(text)
      })
      process.send!({ octavo: "metrics?", id } satisfies Message)
    })
}
