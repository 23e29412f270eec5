/** Runs git as a child process: arguments as arrays, its own process group, killed as a group. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { GitError } from "@octavo/core/content/git/Git"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Effect } from "effect"

/** The git that is used. */
export interface GitProgram {
  readonly path: string
  readonly atLeast: (major: number, minor: number) => boolean
}

export interface GitCall {
  readonly args: ReadonlyArray<string>
  readonly env: Record<string, string>
  readonly input?: string | Uint8Array
  /** Kilobytes of memory after which the process ends, for what answers to a server's words. */
  readonly memory?: number
  /** Sees the output as it comes; answering `false` ends the process. */
  readonly onOutput?: (chunk: Buffer) => boolean
  /** Sees standard error as it comes. */
  readonly onMessage?: (text: string) => void
}

export interface GitExit {
  /** -1 when a signal ended it. */
  readonly code: number
  /** The last of standard error. */
  readonly stderr: string
}

const oldest = [2, 30] as const

/** How much of standard error is kept for messages. */
const messageBytes = 16_384

/** Milliseconds that git gets to put away its temporary files before it is killed. */
const graceMs = 500

/** Asks git for its version. */
export const findGit = traced("git.find")(function* (path: string) {
  const probe: GitProgram = { path, atLeast: () => true }
  const env = { PATH: process.env["PATH"] ?? "", LC_ALL: "C" }
  const { stdout } = yield* collectGit(probe, { args: ["version"], env }, 1000)
  const match = /(?<!\d)(\d+)\.(\d+)/.exec(stdout.toString())
  const [found, minor] = [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)]
  const program: GitProgram = {
    path,
    atLeast: (wanted, wantedMinor) => found > wanted || (found === wanted && minor >= wantedMinor)
  }
  if (program.atLeast(...oldest)) return program
  return yield* failed(`Git ${found}.${minor} is too old: ${oldest.join(".")} or newer is needed.`)
})

/** Runs git to its end, whatever its exit code. Interruption kills it and everything it started. */
export const runGit = (program: GitProgram, call: GitCall): Effect.Effect<GitExit, GitError> =>
  Effect.callback((resume) => {
    const child = start(program, call)
    let stderr = ""
    let closed = false
    let enough = false
    const { promise: end, resolve: ended } = Promise.withResolvers<void>()
    child.stdout.on("data", (chunk: Buffer) => {
      if (enough || call.onOutput?.(chunk) !== false) return
      enough = true
      killGroup(child, "SIGKILL")
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-messageBytes)
      call.onMessage?.(text)
    })
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return
      closed = true
      ended()
      resume(notStarted(program, error))
    })
    child.on("close", (code) => {
      closed = true
      ended()
      resume(Effect.succeed({ code: code ?? -1, stderr }))
    })
    child.stdin.end(call.input ?? "")
    return Effect.promise(async () => {
      if (closed) return
      killGroup(child, "SIGTERM")
      const timer = setTimeout(() => killGroup(child, "SIGKILL"), graceMs)
      await end
      clearTimeout(timer)
    })
  })

/** Runs git and keeps its output, at most `limit` bytes. */
export const collectGit = (
  program: GitProgram,
  call: Omit<GitCall, "onOutput">,
  limit: number
): Effect.Effect<GitExit & { readonly stdout: Buffer }, GitError> =>
  Effect.suspend(() => {
    const chunks: Array<Buffer> = []
    let size = 0
    const onOutput = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      return size <= limit
    }
    return Effect.flatMap(runGit(program, { ...call, onOutput }), (exit) =>
      size > limit
        ? new GitError({ reason: "TooLarge", message: `Git answered more than ${limit} bytes to one question.` })
        : Effect.succeed({ ...exit, stdout: Buffer.concat(chunks) })
    )
  })

/** Starts git to talk to; the caller ends it with `killGit`. */
export const startGit = (program: GitProgram, call: Pick<GitCall, "args" | "env">): ChildProcessWithoutNullStreams => {
  const child = start(program, call)
  child.stderr.resume()
  child.on("error", () => child.stdout.destroy())
  return child
}

/** Ends a process and everything it started, at once. */
export const killGit = (child: ChildProcessWithoutNullStreams): void => {
  if (child.exitCode === null && child.signalCode === null) killGroup(child, "SIGKILL")
}

// ---------------------------------------------------------------------------------------------------------------------

const failed = (message: string) => new GitError({ reason: "Failed", message })

const notStarted = (program: GitProgram, error: NodeJS.ErrnoException) =>
  failed(
    error.code === "ENOENT"
      ? `The program ${program.path} was not found. Install Git, ${oldest.join(".")} or newer.`
      : `The program ${program.path} could not be started (${error.code}).`
  )

/** Outside of any repository, so that no configuration is picked up from the working directory. */
const start = (program: GitProgram, call: Pick<GitCall, "args" | "env" | "memory">): ChildProcessWithoutNullStreams => {
  const [path, args] =
    call.memory === undefined ? [program.path, call.args] : limited(call.memory, [program.path, ...call.args])
  const child = spawn(path, args, { env: call.env, cwd: "/", detached: true, stdio: "pipe" })
  child.stdin.on("error", () => {})
  return child
}

/** Sets the limit and becomes the command. Where the shell knows no such limit there is none. */
const limited = (kilobytes: number, command: ReadonlyArray<string>): readonly [string, ReadonlyArray<string>] => [
  "/bin/sh",
  ["-c", 'ulimit -v "$0" 2>/dev/null; exec "$@"', String(kilobytes), ...command]
]

const killGroup = (child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}
