/**
 * Runs git for a process of tests, over HTTP on a socket: a command with its input is answered with what it printed or,
 * with 500, with what it complained of; what `git http-backend` and the services behind it print is passed on. To start a
 * program copies the page tables of the process that does it: this one is small, and a process of tests has hundreds of
 * megabytes.
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

/** Where programs are that would be started through one process more by their names as commands of `git`. */
const directory = execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim()

/** A program that reads a request while it answers. @returns what it prints, which ends when it does */
const answering = (
  program: string,
  { args, env }: GitCall,
  request: http.IncomingMessage,
  response: http.ServerResponse
): NodeJS.ReadableStream => {
  const child = spawn(join(directory, program), args, { env })
  child.on("error", (error) => response.destroy(error))
  request.pipe(child.stdin)
  child.stdin.on("error", () => {})
  child.stderr.resume()
  response.on("close", () => child.kill("SIGKILL"))
  return child.stdout
}

/** One of the services that talk with a client. */
const service = (call: GitCall, request: http.IncomingMessage, response: http.ServerResponse): void =>
  void answering("git", call, request, response.writeHead(200)).pipe(response)

/** One request through the CGI program of Git. */
const backend = ({ env }: GitCall, request: http.IncomingMessage, response: http.ServerResponse): void => {
  const output = answering("git-http-backend", { args: [], env }, request, response)
  let head: Buffer | undefined = Buffer.alloc(0)
  const body = (chunk: Buffer) => {
    if (response.write(chunk)) return
    output.pause()
    response.once("drain", () => output.resume())
  }
  output.on("data", (chunk: Buffer) => {
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
  output.on("end", () => response.end())
}

const server = http.createServer({ maxHeaderSize: 2 ** 20, keepAliveTimeout: 0 }, (request, response) => {
  const call = JSON.parse(decodeURIComponent(String(request.headers["x-git-call"]))) as GitCall
  if (call.args[0] === "http-backend") backend(call, request, response)
  else if (call.args.includes("--stateless-rpc")) service(call, request, response)
  else run(call, request, response)
})
const [, , socket] = process.argv
server.listen(socket, () => process.send!("listening"))
// whoever started it is gone
process.on("disconnect", () => {
  rmSync(dirname(socket!), { recursive: true, force: true })
  process.exit()
})
