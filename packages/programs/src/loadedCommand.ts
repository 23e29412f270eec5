/**
 * The `octavo` command, loaded once and run again and again, one run after the other: most of the time of a process is
 * spent on loading. Each run has arguments, a directory and an environment of its own, and is told what it wrote.
 * usage: node loadedCommand.ts PROGRAM   with a channel to whoever started it
 */
import { pathToFileURL } from "node:url"

export interface Call {
  readonly args: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const [, , program] = process.argv
const { exit } = process
const outputs = ["stdout", "stderr"] as const
let runs = 0

const run = async ({ args, cwd, env }: Call): Promise<Outcome> => {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv = [process.execPath, program!, ...args]
  process.exitCode = undefined
  const said = { stdout: "", stderr: "" }
  for (const name of outputs) {
    process[name].write = ((chunk: string | Uint8Array, encoding: unknown, done: unknown) => {
      said[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()
      const told = [encoding, done].find((one) => typeof one === "function") as (() => void) | undefined
      told?.()
      return true
    }) as typeof process.stdout.write
  }
  const ended = Promise.withResolvers<number>()
  process.exit = ((code?: number) => ended.resolve(Number(code ?? process.exitCode ?? 0))) as typeof process.exit
  try {
    await import(`${pathToFileURL(program!)}?run=${runs++}`)
    return { code: await ended.promise, ...said }
  } finally {
    process.exit = exit
    for (const name of outputs) process[name].removeAllListeners("error")
    for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal)
  }
}

let turn: Promise<unknown> = Promise.resolve()
process.on("message", (message: unknown) => {
  const { call, id } = message as { readonly call: Call; readonly id: number }
  turn = turn.then(async () => process.send!({ id, outcome: await run(call) }))
})
// whoever started it is gone
process.on("disconnect", () => exit())
