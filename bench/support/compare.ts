/** Two servers under the same load in turns: answers per second of processor time. */
import type { Child } from "./child.ts"
import type { Load, Loaded } from "./load.ts"
import { median } from "./numbers.ts"
import type { ServerState } from "./serverProcess.ts"

export interface Compared {
  /** Medians over the rounds, in answers per CPU-second of the server. */
  readonly ours: number
  readonly yardstick: number
  readonly ratio: number
}

const warmUpMs = 1_000
const roundMs = 400
const rounds = 7
const connections = 32

/** @param load the process that makes requests */
export const compare = async (
  load: Child,
  servers: { readonly ours: Child; readonly yardstick: Child },
  requests: Pick<Load, "paths" | "token" | "headers" | "cookies">
): Promise<Compared> => {
  const measure = async (server: Child, milliseconds: number): Promise<number> => {
    const before = await server.ask<ServerState>({})
    const { answers, failures } = await load.ask<Loaded>({ ...requests, port: before.port, connections, milliseconds })
    if (failures > 0) throw new Error(`${failures} of ${answers} answers to ${requests.paths[0]} were not 200`)
    const after = await server.ask<ServerState>({})
    return answers / ((after.cpu - before.cpu) / 1_000_000)
  }
  await measure(servers.ours, warmUpMs)
  await measure(servers.yardstick, warmUpMs)
  const ours: Array<number> = []
  const yardstick: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure(servers.ours, roundMs))
    yardstick.push(await measure(servers.yardstick, roundMs))
  }
  return {
    ours: median(ours),
    yardstick: median(yardstick),
    ratio: median(ours.map((value, round) => value / yardstick[round]!))
  }
}
