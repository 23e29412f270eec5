/** The part of a measured server that talks to the benchmark. */
import { answerParent } from "./child.ts"

/** What a server answers to `{ }`: where it listens, and the processor time that it has used, in microseconds. */
export interface ServerState {
  readonly port: number
  readonly cpu: number
}

/** Tells the benchmark where this server listens, and how much processor time it has used whenever it is asked. */
export const reportServer = (port: number): void =>
  answerParent((): ServerState => {
    const { system, user } = process.cpuUsage()
    return { port, cpu: system + user }
  })
