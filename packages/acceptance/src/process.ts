/** Servers in processes of their own. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { program } from "@octavo/programs"
import type { Database } from "./stores.ts"

export interface ServerProcess {
  readonly child: ChildProcess
  readonly origin: string
  /** Everything it wrote to both of its outputs. */
  readonly output: () => string
  /** As a crash of the machine would: no handler runs. */
  readonly kill: () => Promise<void>
  /** As an operator does; answers the exit code. */
  readonly stop: () => Promise<number | null>
}

/** Starts a server on the store and waits until it serves. */
export const startChild = async (
  database: Database,
  environment: Readonly<Record<string, string>> = {},
  /** What starts the command that follows it; none for the command alone. */
  launcher: ReadonlyArray<string> = []
): Promise<ServerProcess> => {
  const [command, ...args] = [...launcher, process.execPath, ...(await program("server"))]
  const child = spawn(command!, args, {
    stdio: ["ignore", "pipe", "pipe"],
    // what a launcher starts ends with it
    detached: launcher.length > 0,
    env: {
      PATH: process.env["PATH"],
      HOME: database.directory,
      OCTAVO_DATABASE_URL: database.url,
      OCTAVO_DATA: database.directory,
      OCTAVO_PORT: "0",
      OCTAVO_ALLOW_PRIVATE_NETWORKS: "true",
      ...environment
    }
  })
  let output = ""
  const port = await new Promise<number>((resolve, reject) => {
    const read = (text: string) => {
      output += text
      const line = /^\{"port":(\d+)\}$/m.exec(output)
      if (line !== null) resolve(Number(line[1]))
    }
    child.stdout!.setEncoding("utf8").on("data", read)
    child.stderr!.setEncoding("utf8").on("data", read)
    child.once("exit", (code) => reject(new Error(`the server ended with code ${code}:\n${output}`)))
  })
  const gone = once(child, "exit") as Promise<[number | null]>
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      if (launcher.length > 0) process.kill(-child.pid!, signal)
      else child.kill(signal)
    }
    return (await gone)[0]
  }
  return {
    child,
    origin: `http://localhost:${port}`,
    output: () => output,
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM")
  }
}
