/** The part of a measured server that talks to the benchmark. */
import { counter } from "@octavo/core/kernel/shared/metrics"
import { answerParent } from "./child.ts"

/** What a server answers to `{ }`. */
export interface ServerState {
  /** Where it listens. */
  readonly port: number
  /** The processor time that it has used, in microseconds. */
  readonly cpu: number
  /** The most memory that it has had at a time (resident set), in bytes. */
  readonly peak: number
  /** The memory that it has now (resident set), in bytes. */
  readonly memory: number
  /** Statements that it has sent to its database; an installed one does not tell. */
  readonly statements?: number
}

/** Tells the benchmark where this server listens, and how much processor time it has used whenever it is asked. */
export const reportServer = (port: number): void =>
  answerParent((): ServerState => {
    const { system, user } = process.cpuUsage()
    const ran = ["sqlite", "postgres"].map((store) => counter("octavo_database_statements_total", "", { store }))
    return {
      port,
      cpu: system + user,
      peak: process.resourceUsage().maxRSS * 1024,
      memory: process.memoryUsage.rss(),
      statements: ran.reduce((sum, { value }) => sum + value, 0)
    }
  })
