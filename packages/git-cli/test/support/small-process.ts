/**
 * Runs git for a process of tests, over HTTP on a socket: `POST /run` is a command with its input, answered with what it
 * printed or, with 500, with what it complained of; all else is for `git http-backend`. To start a program copies the
 * page tables of the process that does it: this one is small, and a process of tests has hundreds of megabytes.
 * usage: node small-process.ts SOCKET   with a channel to whoever started it
 */
import { execFileSync, spawn } from "node:child_process"
import { rmSync } from "node:fs"
import * as http from "node:http"
import { dirname, join } from "node:path"
import type { GitCall } from "./small-git.ts"

const collected = (stream: NodeJS.ReadableStream): ReadonlyArray<Buffer> => {
  const chunks: Array<Buffer> = []
  stream.on("data", (chunk: Buffer) => chunks.push(chunk))
  return chunks
}

const run = ({ args, env }: GitCall, request: http.IncomingMessage, response: http.ServerResponse): void => {
  const child = spawn("git", args, { env })
  const [output, errors] = [collected(child.stdout), collected(child.stderr)]
  child.on("error", (error) => response.destroy(error))
  child.on("close", (code) =>
    response.writeHead(code === 0 ? 200 : 500).end(Buffer.concat(code === 0 ? output : errors))
  )
  child.stdin.on("error", () => {})
  request.pipe(child.stdin)
}

/** Started as it is: by its name as a command of `git`, each request would start one process more. */
const program = join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend")

/** One request through the CGI program of Git. */
const backend = ({ env }: GitCall, request: http.IncomingMessage, response: http.ServerResponse): void => {
  const child = spawn(program, { env })
  child.on("error", (error) => response.destroy(error))
  request.pipe(child.stdin)
  child.stdin.on("error", () => {})
  child.stderr.resume()
  response.on("close", () => child.kill("SIGKILL"))
  let head: Buffer | undefined = Buffer.alloc(0)
  const body = (chunk: Buffer) => {
    if (response.write(chunk)) return
    child.stdout.pause()
    response.once("drain", () => child.stdout.resume())
  }
  child.stdout.on("data", (chunk: Buffer) => {
    if (head === undefined) return body(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf("\r\n\r\n")
    if (end < 0) return
    const headers: Record<string, string> = {}
    for (const line of head.subarray(0, end).toString().split("\r\n")) {
      const colon = line.indexOf(":")
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
    }
    const { status, ...rest } = headers
    response.writeHead(status === undefined ? 200 : Number.parseInt(status, 10), rest)
    const first = head.subarray(end + 4)
    head = undefined
    if (first.length > 0) body(first)
  })
  child.stdout.on("end", () => response.end())
}

const server = http.createServer({ maxHeaderSize: 2 ** 20, keepAliveTimeout: 0 }, (request, response) => {
  const call = JSON.parse(decodeURIComponent(String(request.headers["x-git-call"]))) as GitCall
  if (call.args[0] === "http-backend") backend(call, request, response)
  else run(call, request, response)
})
const [, , socket] = process.argv
server.listen(socket, () => process.send!("listening"))
// whoever started it is gone
process.on("disconnect", () => {
  rmSync(dirname(socket!), { recursive: true, force: true })
  process.exit()
})
