/** A thread that does tasks, one after the other, until it is ended. */
import { parentPort } from "node:worker_threads"
import type { AskingTask } from "@octavo/core/kernel/compute/AskingTask"
import type { Task } from "@octavo/core/kernel/compute/Task"
import { tasks } from "@octavo/core/tasks"
import { useNativeHash } from "./nativeHash.ts"

/** What a thread is asked for. */
export interface TaskOrder {
  readonly id: number
  /** Of the table of tasks, or of a task that asks. */
  readonly name: string
  readonly input: unknown
}

/** What the task that is being done asked for. */
export interface TaskReply {
  readonly reply: unknown
}

/** Said once, when everything is loaded. */
export type ThreadReady = "ready"

/** A question of the task that is being done. */
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
let replied: ((reply: unknown) => void) | undefined

const perform = async ({ id, input, name }: TaskOrder): Promise<unknown> => {
  const known = Object.hasOwn(tasks, name) ? (tasks[name as keyof typeof tasks] as Task<never, unknown>) : undefined
  if (known !== undefined) return known.run(input as never)
  const task = await asking[name]!()
  return task.run(input as never, (question) => {
    const { promise, resolve } = Promise.withResolvers<never>()
    replied = (reply) => resolve(reply as never)
    port.postMessage({ id, question } satisfies TaskQuestion)
    return promise
  })
}

port.on("message", (message: TaskOrder | TaskReply) => {
  if ("reply" in message) return replied?.(message.reply)
  perform(message).then(
    (value) => {
      const json = (value as { readonly json?: Uint8Array<ArrayBuffer> } | undefined)?.json
      const whole = json !== undefined && json.byteLength === json.buffer.byteLength
      port.postMessage({ id: message.id, value } satisfies TaskAnswer, whole ? [json.buffer] : [])
    },
    (error) => {
      throw error
    }
  )
})
useNativeHash()
port.postMessage("ready" satisfies ThreadReady)
