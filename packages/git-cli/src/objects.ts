/**
 * Reads blobs of one repository. Small ones come through one long-lived `git cat-file --batch`, with requests sent
 * ahead and answers in order; large ones through a process of their own, which stops when its reader stops.
 */
import type { ChildProcessWithoutNullStreams } from "node:child_process"
import { GitError, type TreeEntry } from "@octavo/core/content/git/Git"
import { Effect, type Scope, Stream } from "effect"
import { localEnvironment } from "./environment.ts"
import { damaged } from "./listing.ts"
import { type GitProgram, killGit, startGit } from "./process.ts"

export interface Objects {
  readonly read: (entry: TreeEntry) => Effect.Effect<Uint8Array, GitError>
  readonly stream: (entry: TreeEntry) => Stream.Stream<Uint8Array, GitError>
}

/** Up to this size a blob is streamed in one piece. */
const smallBytes = 1 << 18

/** Milliseconds for one blob. */
const readMs = 120_000

/** Opens a repository for reading blobs until the scope closes. */
export const openObjects = (program: GitProgram, gitDirectory: string): Effect.Effect<Objects, never, Scope.Scope> =>
  Effect.gen(function* () {
    const env = localEnvironment(program)
    const base = [`--git-dir=${gitDirectory}`, "cat-file"]
    let batch: Batch | undefined
    let closed = false

    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        closed = true
        batch?.stop()
      })
    )

    const read = (entry: TreeEntry) =>
      Effect.suspend(() => {
        if (closed) return damaged()
        if (batch === undefined || batch.ended())
          batch = makeBatch(startGit(program, { args: [...base, "--batch"], env }))
        const current = batch
        return Effect.timeoutOrElse(current.request(entry), {
          duration: readMs,
          orElse: () => {
            current.stop()
            return new GitError({ reason: "Timeout", message: `Reading ${entry.path} took too long.` })
          }
        })
      })

    const streamLarge = (entry: TreeEntry) =>
      Stream.unwrap(
        Effect.acquireRelease(
          Effect.suspend(() =>
            closed ? damaged() : Effect.succeed(startGit(program, { args: [...base, "blob", entry.oid], env }))
          ),
          (child) => Effect.sync(() => killGit(child))
        ).pipe(Effect.map((child) => Stream.fromAsyncIterable(chunksOf(child, entry.size), () => damaged())))
      )

    return {
      read,
      stream: (entry) =>
        entry.size > smallBytes
          ? streamLarge(entry)
          : Stream.unwrap(
              Effect.map(read(entry), (bytes) => (bytes.length === 0 ? Stream.empty : Stream.succeed(bytes)))
            )
    }
  })

// ---------------------------------------------------------------------------------------------------------------------

async function* chunksOf(child: ChildProcessWithoutNullStreams, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    seen += chunk.length
    yield chunk
  }
  if (seen !== size) throw new Error(`${seen} bytes instead of ${size}`)
}

interface Request {
  readonly oid: string
  readonly size: number
  /** Undefined once nobody waits any more: the answer is then read and dropped. */
  settle: ((result: Effect.Effect<Uint8Array, GitError>) => void) | undefined
}

interface Batch {
  readonly request: (entry: TreeEntry) => Effect.Effect<Uint8Array, GitError>
  readonly ended: () => boolean
  readonly stop: () => void
}

/** The protocol: `<oid>\n` in; `<oid> blob <size>\n<bytes>\n` or `<oid> missing\n` out, in the same order. */
const makeBatch = (child: ChildProcessWithoutNullStreams): Batch => {
  const waiting: Array<Request> = []
  let first = 0
  let ended = false
  let header: Array<number> = []
  let body: Uint8Array | undefined
  let filled = 0

  const settle = (result: Effect.Effect<Uint8Array, GitError>) => {
    waiting[first]?.settle?.(result)
    first++
    if (first > 1024 && first * 2 > waiting.length) {
      waiting.splice(0, first)
      first = 0
    }
  }

  const end = () => {
    if (ended) return
    ended = true
    while (first < waiting.length) settle(damaged())
    killGit(child)
  }

  const readHeader = () => {
    const request = waiting[first]
    const line = Buffer.from(header).toString("latin1")
    header = []
    if (request === undefined) return end()
    if (line === `${request.oid} blob ${request.size}`) {
      body = new Uint8Array(request.settle === undefined ? 0 : request.size)
      filled = 0
    } else if (line === `${request.oid} missing`) settle(damaged())
    else end()
  }

  child.stdout.on("data", (chunk: Buffer) => {
    let at = 0
    while (at < chunk.length && !ended) {
      const request = waiting[first]
      if (body === undefined || request === undefined) {
        const line = chunk.indexOf(10, at)
        const stop = line < 0 ? chunk.length : line
        for (const byte of chunk.subarray(at, stop)) header.push(byte)
        if (header.length > 200) return end()
        at = stop + 1
        if (line >= 0) readHeader()
      } else if (filled < request.size) {
        const part = chunk.subarray(at, at + request.size - filled)
        if (body.length === request.size) body.set(part, filled)
        filled += part.length
        at += part.length
      } else {
        at++
        const bytes = body
        body = undefined
        settle(Effect.succeed(bytes))
      }
    }
  })
  child.stdout.on("close", end)

  return {
    request: (entry) =>
      Effect.callback((resume) => {
        if (ended) return resume(damaged())
        const request: Request = { oid: entry.oid, size: entry.size, settle: resume }
        waiting.push(request)
        child.stdin.write(`${entry.oid}\n`)
        return Effect.sync(() => {
          request.settle = undefined
          if (waiting[first] === request) body &&= new Uint8Array(0)
        })
      }),
    ended: () => ended,
    stop: end
  }
}
