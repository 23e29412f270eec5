/** A thread that does tasks, one after the other, until it is ended: while one waits for an answer, the next one is begun. */
import { parentPort, workerData } from "node:worker_threads"
import type { AskingTask } from "@octavo/core/kernel/compute/AskingTask"
import type { Task } from "@octavo/core/kernel/compute/Task"
import { tasks } from "@octavo/core/tasks"
import { useNativeHash } from "./nativeHash.ts"
import { type FolderAhead, readFolderAhead } from "./readFolderAhead.ts"

/** What a thread is told when it begins. */
export interface ThreadData {
  /** Tasks that ask whose code it loads at once. */
  readonly warm: ReadonlyArray<string>
  /** A folder whose pages it will be asked for. */
  readonly folder?: FolderAhead | undefined
}

/** What a thread is asked for. */
export interface TaskOrder {
  readonly id: number
  /** Of the table of tasks, or of a task that asks. */
  readonly name: string
  readonly input: unknown
}

/** What a task asked for. */
export interface TaskReply {
  readonly id: number
  readonly reply: unknown
}

/** Said once, when everything is loaded. */
export type ThreadReady = "ready"

/** A question of a task. */
export interface TaskQuestion {
  readonly id: number
  readonly question: unknown
}

/** What it answers, after a word that it is ready; a thread that fails ends. */
export interface TaskAnswer {
  readonly id: number
  readonly value: unknown
}

/** Modules of the tasks that ask; each is loaded when it is first needed. */
const asking: Readonly<Record<string, () => Promise<AskingTask<never, unknown, unknown, never>>>> = {
  documents: async () => (await import("@octavo/core/content/revisions/documentTasks")).documentsTask,
  htmlFacts: async () => (await import("@octavo/core/content/imports/htmlTasks")).htmlFacts,
  htmlFile: async () => (await import("@octavo/core/content/imports/htmlTasks")).htmlFile,
  draw: async () => (await import("@octavo/site/drawing/tasks")).drawTask,
  markdown: async () => (await import("@octavo/site/drawing/tasks")).markdownTask,
  feed: async () => (await import("@octavo/site/drawing/tasks")).feedTask,
  draft: async () => (await import("@octavo/site/drawing/tasks")).draftTask,
  lines: async () => (await import("@octavo/site/drawing/tasks")).linesTask,
  emojiFont: async () => (await import("@octavo/site/drawing/emojiFont")).emojiFontTask,
  socialPicture: async () => (await import("@octavo/site/drawing/socialPicture")).socialPictureTask
}

const port = parentPort!
/** Tasks that wait for an answer, by their ids. */
const asked = new Map<number, (reply: unknown) => void>()

/** So many answers are sent at once: who asks for more has some at hand until they come. */
const most = 8
/** Milliseconds without a question after which more is done than was asked for. */
const restingTime = 10
let outbox: Array<TaskAnswer | TaskQuestion> = []
let buffers: Array<ArrayBuffer> = []

const flush = (): void => {
  if (outbox.length === 0) return
  port.postMessage(outbox, buffers)
  outbox = []
  buffers = []
  rest()
}

/** Sends it with what else comes until this thread has a moment. */
const send = (message: TaskAnswer | TaskQuestion, buffer?: ArrayBuffer): void => {
  if (buffer !== undefined) buffers.push(buffer)
  const length = outbox.push(message)
  if (length === 1) setImmediate(flush)
  else if (length === most) flush()
}

const perform = async ({ id, input, name }: TaskOrder, waits: () => void): Promise<unknown> => {
  const known = Object.hasOwn(tasks, name) ? (tasks[name as keyof typeof tasks] as Task<never, unknown>) : undefined
  if (known !== undefined) return known.run(input as never)
  const task = await asking[name]!()
  return task.run(input as never, (question) => {
    const { promise, resolve } = Promise.withResolvers<never>()
    asked.set(id, (reply) => resolve(reply as never))
    send({ id, question })
    waits()
    return promise
  })
}

/** Until it is done, or waits for an answer; a fault ends the thread. */
const begin = (order: TaskOrder): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  perform(order, resolve).then(
    (value) => {
      const json = (value as { readonly json?: Uint8Array<ArrayBuffer> } | undefined)?.json
      const isWhole = json !== undefined && json.byteLength === json.buffer.byteLength
      send({ id: order.id, value }, isWhole ? json.buffer : undefined)
      resolve()
    },
    (error) => {
      throw error
    }
  )
  return promise
}

/** What was asked for and is not begun: all at once, they would all be done last. */
const orders: Array<TaskOrder> = []
let isAtWork = false

const work = async (): Promise<void> => {
  if (isAtWork) return
  isAtWork = true
  for (let order = orders.shift(); order !== undefined; order = orders.shift()) await begin(order)
  isAtWork = false
}

const take = (message: TaskOrder | TaskReply): void => {
  if (!("reply" in message)) {
    orders.push(message)
    void work()
    return
  }
  asked.get(message.id)?.(message.reply)
  asked.delete(message.id)
}

const { folder, warm } = workerData as ThreadData
const ahead = folder === undefined ? undefined : readFolderAhead(folder)
let resting: NodeJS.Timeout | undefined

/** Makes ready for pages of the folder where nobody asks for anything for a moment. */
const rest = (): void => {
  if (ahead === undefined) return
  clearTimeout(resting)
  resting = setTimeout(async () => {
    const text = ahead.nextWithCode()
    if (text === undefined) return
    try {
      const { colorAhead } = await import("@octavo/site/drawing/tasks")
      await colorAhead(text)
    } catch {
      // nobody asked for it: whoever draws the page is told, and this thread goes on
    }
    rest()
  }, restingTime)
}

port.on("message", (messages: ReadonlyArray<TaskOrder | TaskReply>) => {
  ahead?.end()
  clearTimeout(resting)
  for (const message of messages) take(message)
})
useNativeHash()
port.postMessage("ready" satisfies ThreadReady)
for (const name of warm) void asking[name]?.()
