/** This process as a worker of the job queue: its jobs go to another one at once when it is seen to have ended. */
import { Worker } from "@octavo/core/kernel/jobs/Jobs"
import { isRunning, processNamespace } from "@octavo/git-cli/processIdentity"
import { Layer } from "effect"

/** Of this process, also when an earlier one had its id. */
const token = crypto.randomUUID()

interface Name {
  readonly place: string
  readonly pid: number
  readonly token: string
}

const read = (name: string): Name | undefined => {
  try {
    return JSON.parse(name)
  } catch {
    return undefined
  }
}

/** Of a process on another machine nothing is known: its claims end by themselves. */
const isGone = (name: string): boolean => {
  const other = read(name)
  if (other === undefined || other.place !== processNamespace || other.token === token) return false
  return other.pid === process.pid || !isRunning(other.pid)
}

export const processWorker = Layer.succeed(Worker, {
  name: JSON.stringify({ place: processNamespace, pid: process.pid, token } satisfies Name),
  isGone
})
