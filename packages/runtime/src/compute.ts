/**
 * The `Compute` port by a pool of threads of this process, with a queue for each owner. A thread does one task at a time; a
 * task past its deadline, or that nobody waits for any more, ends with its thread, and another one takes its place when
 * there is work. Nobody has all threads, and whose turn it is goes round by owner: many tasks of one wait for each other, not the tasks of others for them.
 */
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { Compute, type ComputeShape, notComputed } from "@octavo/core/kernel/compute/Compute"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { counter, histogram, sumGauge } from "@octavo/core/kernel/shared/metrics"
import { type Context, Effect, Exit, Layer } from "effect"
import type { TaskAnswer, TaskOrder, TaskQuestion, TaskReply, ThreadReady } from "./computeThread.ts"
import { threadEnvironment } from "./threadEnvironment.ts"

export interface ComputeConfig {
  /** Threads at most; they begin when there is work, and end when there was none for a while. */
  readonly threads?: number
  /** Milliseconds that a task may take once it is begun. */
  readonly patience?: number
  /** Tasks of one owner that may wait for their turn. */
  readonly share?: number
  /** Tasks of all that may wait. */
  readonly waiting?: number
  /** Most memory of one thread, in MB. */
  readonly memory?: number
}

/** Milliseconds after which a thread without work ends, and gives its memory back. */
const idle = 60_000
const keptBytes = 64 * 1024 * 1024
/** As that of a server: three times the 8 MB of `--max-semi-space-size`. */
const youngMegabytes = 24

/** As many as there are processors, so that the thread that answers has one whenever one is free; two at least. */
const defaultThreads = (): number => Math.min(4, Math.max(2, availableParallelism()))

interface Job {
  readonly order: TaskOrder
  readonly owner: string
  /** Of a task that asks; fails when there is no answer. */
  readonly answer: (question: unknown) => Promise<Exit.Exit<unknown, unknown>>
  readonly end: (exit: Exit.Exit<unknown, unknown>) => void
}

interface Thread {
  readonly worker: Worker
  /** Whether everything is loaded: what that takes is not the task's. */
  isReady: boolean
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

const unasked: Job["answer"] = () => Promise.resolve(Exit.die(new Error("Nobody answers this task")))

interface Pool {
  readonly threads: Set<Thread>
  readonly waiting: () => number
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
const took = histogram("octavo_compute_seconds", "Time that tasks took on threads of their own", seconds)
const ended = (result: string) =>
  counter("octavo_compute_tasks_total", "Tasks for threads of their own, by what became of them", { result })
const counts = {
  done: ended("done"),
  failed: ended("failed"),
  late: ended("late"),
  interrupted: ended("interrupted"),
  share: ended("share"),
  crowded: ended("crowded")
}
const busy = sumGauge<Pool>("octavo_compute_threads_busy", "Threads that do a task", ({ threads }) =>
  Array.from(threads).reduce((sum, { job }) => sum + (job === undefined ? 0 : 1), 0)
)
const queued = sumGauge<Pool>("octavo_compute_tasks_waiting", "Tasks that wait for a thread", ({ waiting }) =>
  waiting()
)

export const layer = ({
  memory = 1024,
  patience = 20_000,
  share = 16,
  threads: most = defaultThreads(),
  waiting = 128
}: ComputeConfig = {}) =>
  Layer.effect(
    Compute,
    Effect.acquireRelease(
      Effect.sync(() => makePool({ memory, patience, share, most, waiting })),
      (pool) => pool.close
    )
  )

const makePool = (config: Required<Omit<ComputeConfig, "threads">> & { readonly most: number }) => {
  const { memory, most, patience, share, waiting } = config
  const threads = new Set<Thread>()
  /** By owner, who waited longest first. */
  const queues = new Map<string, Array<Job>>()
  let count = 0
  let ids = 0
  const ofOne = Math.max(1, most - 1)

  const runningOf = (owner: string): number =>
    Array.from(threads).reduce((sum, { job }) => sum + (job?.owner === owner ? 1 : 0), 0)

  /** The next task: of the owner whose turn it is and who has not all threads already. */
  const next = (): Job | undefined => {
    for (const [owner, jobs] of queues) {
      if (runningOf(owner) >= ofOne) continue
      const job = jobs.shift()!
      queues.delete(owner)
      if (jobs.length > 0) queues.set(owner, jobs)
      count--
      return job
    }
    return undefined
  }

  const stop = (thread: Thread): Promise<unknown> => {
    clearTimeout(thread.timer)
    threads.delete(thread)
    return thread.worker.terminate()
  }

  const finish = (thread: Thread, exit: Parameters<Job["end"]>[0]): void => {
    const { job } = thread
    thread.job = undefined
    clearTimeout(thread.timer)
    job?.end(exit)
  }

  const startThread = (): Thread => {
    const worker = new Worker(new URL("./computeThread.ts", import.meta.url), {
      name: "octavo-compute",
      env: threadEnvironment(),
      // what is young is copied: more room for it is memory that stays
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: youngMegabytes }
    })
    const thread: Thread = { worker, isReady: false, job: undefined, timer: undefined }
    threads.add(thread)
    worker.on("message", (message: TaskAnswer | TaskQuestion | ThreadReady) => {
      if (message === "ready") {
        thread.isReady = true
        if (thread.job !== undefined) expire(thread)
        return
      }
      if (thread.job?.order.id !== message.id) return
      if ("question" in message) return void reply(thread, thread.job, message)
      counts.done.value++
      finish(thread, Exit.succeed(message.value))
      if (thread.job === undefined && !goOn(thread)) {
        worker.unref()
        thread.timer = setTimeout(() => void stop(thread), idle).unref()
      }
    })
    // a fault of ours, or memory that ran out: the task goes with its thread
    let fault: unknown
    worker.on("error", (error) => {
      fault = error
    })
    worker.on("exit", () => {
      threads.delete(thread)
      if (thread.job === undefined) return
      counts.failed.value++
      const isMemory = (fault as { readonly code?: string } | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY"
      finish(thread, isMemory ? Exit.fail(notComputed("late")) : Exit.die(fault ?? new Error("A thread ended")))
      fill()
    })
    return thread
  }

  /** Answers what a task asks for. Time that the answer takes is not the task's. */
  const reply = async (thread: Thread, job: Job, { question }: TaskQuestion): Promise<void> => {
    clearTimeout(thread.timer)
    const exit = await job.answer(question)
    if (thread.job !== job) return
    if (Exit.isSuccess(exit)) {
      expire(thread)
      return thread.worker.postMessage({ reply: exit.value } satisfies TaskReply)
    }
    counts.failed.value++
    void stop(thread)
    finish(thread, exit)
    fill()
  }

  /** Gives the task of a thread its deadline. */
  const expire = (thread: Thread): void => {
    const { job } = thread
    const end = (): void => {
      if (thread.job !== job) return
      counts.late.value++
      // gone before anybody is told: who goes on may ask for more at once
      void stop(thread)
      finish(thread, Exit.fail(notComputed("late")))
      fill()
    }
    // after a moment in which this thread was busy itself, what came meanwhile is read before anything is late
    thread.timer = setTimeout(() => {
      thread.timer = setTimeout(end)
    }, patience)
  }

  /** Begins the next task on a thread; `false` when there is none. */
  const goOn = (thread: Thread): boolean => {
    const job = next()
    if (job === undefined) return false
    clearTimeout(thread.timer)
    thread.job = job
    thread.worker.ref()
    const begun = performance.now()
    const { end } = job
    thread.job = {
      ...job,
      end: (exit) => {
        took((performance.now() - begun) / 1000)
        end(exit)
      }
    }
    if (thread.isReady) expire(thread)
    thread.worker.postMessage(job.order)
    return true
  }

  const fill = (): void => {
    while (count > 0) {
      const free = Array.from(threads).find(({ job }) => job === undefined)
      if (free === undefined && threads.size >= most) return
      // none begins for somebody who has a whole share already
      if (!Array.from(queues.keys()).some((owner) => runningOf(owner) < ofOne)) return
      goOn(free ?? startThread())
    }
  }

  const start = (
    name: string,
    input: unknown,
    owner: string,
    answer: (signal: AbortSignal) => Job["answer"]
  ): Effect.Effect<unknown, unknown> =>
    Effect.callback((resume, signal) => {
      const jobs = queues.get(owner) ?? []
      if (jobs.length >= share || count >= waiting) {
        const why = jobs.length >= share ? "share" : "crowded"
        counts[why].value++
        return resume(Effect.fail(notComputed(why)))
      }
      const job: Job = {
        order: { id: ++ids, name, input },
        owner,
        answer: answer(signal),
        end: (exit) => resume(exit)
      }
      jobs.push(job)
      queues.set(owner, jobs)
      count++
      fill()
      return Effect.sync(() => {
        const at = jobs.indexOf(job)
        if (at !== -1) {
          jobs.splice(at, 1)
          count--
          if (jobs.length === 0 && queues.get(owner) === jobs) queues.delete(owner)
          return
        }
        const thread = Array.from(threads).find((one) => one.job?.order.id === job.order.id)
        if (thread === undefined) return
        counts.interrupted.value++
        thread.job = undefined
        void stop(thread)
        fill()
      })
    })

  const pool = {
    threads,
    waiting: () => count,
    run: ((task, input, owner) => start(task.name, input, owner, () => unasked)) as ComputeShape["run"],
    ask: ((task, input, answer, owner) =>
      Effect.contextWith((context: Context.Context<never>) =>
        start(
          task.name,
          input,
          owner,
          (signal) => (question) => Effect.runPromiseExitWith(context)(answer(question as never) as never, { signal })
        )
      )) as ComputeShape["ask"],
    kept: makeLru<unknown>(keptBytes, "compute"),
    /** Ends all threads. */
    close: Effect.promise(() => Promise.all(Array.from(threads, stop)))
  }
  busy(pool)
  queued(pool)
  return pool
}
