/** A thread that does tasks, one after the other, until it is ended. */
import { parentPort } from "node:worker_threads"
import { doTask } from "@octavo/core/compute/doTask"
import type { TaskInput, TaskName } from "@octavo/core/compute/tasks"

/** What a thread is asked for. */
export interface TaskOrder {
  readonly id: number
  readonly name: TaskName
  readonly input: TaskInput<TaskName>
}

/** Said once, when everything is loaded. */
export type ThreadReady = "ready"

/** What it answers, after a word that it is ready; a thread that fails ends. */
export interface TaskAnswer {
  readonly id: number
  readonly value: unknown
}

const port = parentPort!
port.on("message", ({ id, input, name }: TaskOrder) => {
  const value: unknown = doTask(name, input)
  const json = (value as { readonly json?: Uint8Array<ArrayBuffer> } | undefined)?.json
  const whole = json !== undefined && json.byteLength === json.buffer.byteLength
  port.postMessage({ id, value } satisfies TaskAnswer, whole ? [json.buffer] : [])
})
port.postMessage("ready" satisfies ThreadReady)
