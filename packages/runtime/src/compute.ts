/**
 * The `Compute` port by a pool of threads of this process, with a queue for each owner. A thread does one task at a time, or
 * has some more at hand where that is asked for; a task past its deadline, or that nobody waits for any more, ends with its
 * thread, and another one takes its place when there is work. Nobody has all threads, and whose turn it is goes round by owner: many tasks of one wait for each other, not the tasks of others for them.
 */
import { availableParallelism } from "node:os"
import type { Worker } from "node:worker_threads"
import { Compute, type ComputeShape, notComputed } from "@octavo/core/kernel/compute/Compute"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { counter, histogram, sumGauge } from "@octavo/core/kernel/shared/metrics"
import { type Context, Effect, Exit, Layer } from "effect"
import type { TaskAnswer, TaskOrder, TaskQuestion, TaskReply, ThreadData, ThreadReady } from "./computeThread.ts"
import { type BegunThread, beginThread, usualMemory } from "./computeWorker.ts"

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
  /**
   * Tasks that a thread is given before it has answered: it never waits for the next one then, and an answer that it asks
   * for. One that ends with its thread takes all of them with it, so a server gives one.
   */
  readonly ahead?: number
  /** A thread that has begun before there was a pool; it is ended with the others. */
  readonly begun?: BegunThread | undefined
}

/** Milliseconds after which a thread without work ends, and gives its memory back. */
const idle = 60_000
const keptBytes = 64 * 1024 * 1024
const noData: ThreadData = { warm: [] }

/** As many as there are processors, so that the thread that answers has one whenever one is free; two at least. */
const defaultThreads = (): number => Math.min(4, Math.max(2, availableParallelism()))

interface Job {
  readonly order: TaskOrder
  readonly owner: string
  /** Of a task that asks; fails when there is no answer. */
  readonly answer: (question: unknown) => Promise<Exit.Exit<unknown, unknown>>
  readonly end: (exit: Exit.Exit<unknown, unknown>) => void
  /** Until its deadline. */
  timer?: NodeJS.Timeout
}

interface Thread {
  readonly worker: Worker
  /** Whether everything is loaded: what that takes is not the task's. */
  isReady: boolean
  /** What it was given and has not answered, by their ids. */
  readonly jobs: Map<number, Job>
  /** What it is sent once this thread has a moment: a message for each order would wake it as often. */
  readonly outbox: Array<TaskOrder | TaskReply>
  /** Until it ends without work. */
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
  Array.from(threads).reduce((sum, { jobs }) => sum + Math.min(1, jobs.size), 0)
)
const queued = sumGauge<Pool>("octavo_compute_tasks_waiting", "Tasks that wait for a thread", ({ waiting }) =>
  waiting()
)

export const layer = ({
  ahead = 1,
  begun,
  memory = usualMemory,
  patience = 20_000,
  share = 16,
  threads: most = defaultThreads(),
  waiting = 128
}: ComputeConfig = {}) =>
  Layer.effect(
    Compute,
    Effect.acquireRelease(
      Effect.sync(() => makePool({ ahead, begun, memory, patience, share, most, waiting })),
      (pool) => pool.close
    )
  )

const makePool = (
  config: Required<Omit<ComputeConfig, "begun" | "threads">> & Pick<ComputeConfig, "begun"> & { readonly most: number }
) => {
  const { ahead, begun, memory, most, patience, share, waiting } = config
  const threads = new Set<Thread>()
  /** By owner, who waited longest first. */
  const queues = new Map<string, Array<Job>>()
  let count = 0
  let ids = 0
  const ofOne = Math.max(1, most - 1)

  const hasJobOf = ({ jobs }: Thread, owner: string): boolean => {
    for (const job of jobs.values()) if (job.owner === owner) return true
    return false
  }

  const threadsOf = (owner: string): ReadonlyArray<Thread> =>
    Array.from(threads).filter((thread) => hasJobOf(thread, owner))

  /** Whether a thread may take one more of an owner, who does not get all threads. */
  const mayTake = (thread: Thread, owner: string): boolean =>
    thread.jobs.size < ahead && (hasJobOf(thread, owner) || threadsOf(owner).length < ofOne)

  /** The next task for a thread: of the owner whose turn it is and who has not all threads already. */
  const next = (thread: Thread): Job | undefined => {
    for (const [owner, jobs] of queues) {
      if (!mayTake(thread, owner)) continue
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
    for (const { timer } of thread.jobs.values()) clearTimeout(timer)
    threads.delete(thread)
    return thread.worker.terminate()
  }

  const finish = (thread: Thread, job: Job, exit: Parameters<Job["end"]>[0]): void => {
    thread.jobs.delete(job.order.id)
    clearTimeout(job.timer)
    job.end(exit)
  }

  /** Ends all that a thread was given. */
  const finishAll = (thread: Thread, exit: Parameters<Job["end"]>[0]): void => {
    for (const job of Array.from(thread.jobs.values())) finish(thread, job, exit)
  }

  /** Sends what comes until this thread has a moment as one message. */
  const send = (thread: Thread, message: TaskOrder | TaskReply): void => {
    if (thread.outbox.push(message) > 1) return
    queueMicrotask(() => thread.worker.postMessage(thread.outbox.splice(0)))
  }

  const startThread = (begun = beginThread(noData, memory)): Thread => {
    const { isReady, worker } = begun
    const thread: Thread = { worker, isReady: isReady(), jobs: new Map(), outbox: [], timer: undefined }
    threads.add(thread)
    worker.on("message", (message: ReadonlyArray<TaskAnswer | TaskQuestion> | ThreadReady) => {
      if (message === "ready") {
        thread.isReady = true
        for (const job of thread.jobs.values()) expire(thread, job)
        return
      }
      for (const one of message) {
        const job = thread.jobs.get(one.id)
        if (job === undefined) continue
        if ("question" in one) {
          void reply(thread, job, one)
          continue
        }
        counts.done.value++
        finish(thread, job, Exit.succeed(one.value))
      }
      while (goOn(thread));
      if (thread.jobs.size === 0) rest(thread)
    })
    // a fault of ours, or memory that ran out: the tasks go with their thread
    let fault: unknown
    worker.on("error", (error) => {
      fault = error
    })
    worker.on("exit", () => {
      threads.delete(thread)
      if (thread.jobs.size === 0) return
      counts.failed.value += thread.jobs.size
      const isMemory = (fault as { readonly code?: string } | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY"
      finishAll(thread, isMemory ? Exit.fail(notComputed("late")) : Exit.die(fault ?? new Error("A thread ended")))
      fill()
    })
    return thread
  }

  /** Lets a thread without work end after a while. */
  const rest = (thread: Thread): void => {
    clearTimeout(thread.timer)
    thread.worker.unref()
    thread.timer = setTimeout(() => void stop(thread), idle).unref()
  }

  /** Answers what a task asks for. Time that the answer takes is not the task's. */
  const reply = async (thread: Thread, job: Job, { id, question }: TaskQuestion): Promise<void> => {
    clearTimeout(job.timer)
    const exit = await job.answer(question)
    if (thread.jobs.get(id) !== job) return
    if (Exit.isSuccess(exit)) {
      expire(thread, job)
      return send(thread, { id, reply: exit.value })
    }
    counts.failed.value++
    end(thread, job, exit)
    fill()
  }

  /** Ends a task before it is done, and its thread, unless others are on it. */
  const end = (thread: Thread, job: Job, exit: Parameters<Job["end"]>[0]): void => {
    if (thread.jobs.size === 1) void stop(thread)
    finish(thread, job, exit)
  }

  /** Gives a task of a thread its deadline. */
  const expire = (thread: Thread, job: Job): void => {
    const late = (): void => {
      if (!thread.jobs.has(job.order.id)) return
      counts.late.value++
      // gone before anybody is told: who goes on may ask for more at once
      void stop(thread)
      finishAll(thread, Exit.fail(notComputed("late")))
      fill()
    }
    // after a moment in which this thread was busy itself, what came meanwhile is read before anything is late
    job.timer = setTimeout(() => {
      job.timer = setTimeout(late)
    }, patience)
  }

  /** Begins the next task on a thread; `false` when there is none. */
  const goOn = (thread: Thread): boolean => {
    const waiting = next(thread)
    if (waiting === undefined) return false
    clearTimeout(thread.timer)
    thread.worker.ref()
    const begun = performance.now()
    const job: Job = {
      ...waiting,
      end: (exit) => {
        took((performance.now() - begun) / 1000)
        waiting.end(exit)
      }
    }
    thread.jobs.set(job.order.id, job)
    if (thread.isReady) expire(thread, job)
    send(thread, job.order)
    return true
  }

  /** A thread that may take the next task of an owner: one without work, a new one, or the one that has least of his. */
  const placeFor = (owner: string): Thread | undefined => {
    const having = threadsOf(owner)
    if (having.length < ofOne) {
      const free = Array.from(threads).find(({ jobs }) => jobs.size === 0)
      if (free !== undefined || threads.size < most) return free ?? startThread()
    }
    return having.filter(({ jobs }) => jobs.size < ahead).sort((a, b) => a.jobs.size - b.jobs.size)[0]
  }

  const fill = (): void => {
    for (let isPlaced = true; isPlaced && count > 0; ) {
      isPlaced = false
      for (const owner of queues.keys()) {
        const thread = placeFor(owner)
        if (thread === undefined || !goOn(thread)) continue
        isPlaced = true
        break
      }
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
        const thread = Array.from(threads).find(({ jobs }) => jobs.has(job.order.id))
        if (thread === undefined) return
        counts.interrupted.value++
        // nobody is told
        clearTimeout(thread.jobs.get(job.order.id)?.timer)
        thread.jobs.delete(job.order.id)
        if (thread.jobs.size === 0) void stop(thread)
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
  if (begun !== undefined) rest(startThread(begun))
  return pool
}
