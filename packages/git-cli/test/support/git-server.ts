/**
 * A Git server for tests: `git http-backend`, and the services behind it, behind a small HTTP server on the loopback
 * interface, with basic authentication and faults on request, and functions that write commits without a work tree.
 */
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { pipeline } from "node:stream"
import { setTimeout as sleep } from "node:timers/promises"
import { createGunzip } from "node:zlib"
import { git, requestGit, runGit } from "./small-git.ts"

export { git, runGit }

/** What a test may do to a request before `git http-backend` sees it. `undefined` lets it pass. */
export type Fault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Closes the connection without an answer. */
  | "reset"
  /** Answers the status line and then one byte a second, for ever. */
  | "trickle"
  /** Answers normally, but breaks the connection after this many bytes of the body. */
  | { readonly cutAfter: number }
  /** Does what is asked, and closes the connection in the place of the answer. */
  | "lose"
  /** Leaves the connection open without an answer. */
  | "hold"

export interface SeenRequest {
  readonly method: string
  /** Path with query. */
  readonly url: string
  readonly authorization: string | undefined
}

export interface GitServerOptions {
  readonly auth?: { readonly username: string; readonly password: string }
  /** Lets clients push. */
  readonly push?: boolean
  /** Milliseconds before every answer. */
  readonly delayMs?: number
  readonly fault?: (request: SeenRequest) => Fault | undefined
}

export interface GitServer {
  /** `http://127.0.0.1:PORT`; a repository at `ROOT/docs.git` is `${url}/docs.git`. */
  readonly url: string
  readonly port: number
  /** Every request since the start, oldest first. */
  readonly requests: Array<SeenRequest>
  /** May be changed at any time. */
  options: GitServerOptions
  readonly close: () => Promise<void>
}

/** Serves every repository below `root`, bare or not. */
export const startGitServer = async (root: string, options: GitServerOptions = {}): Promise<GitServer> => {
  const requests: Array<SeenRequest> = []
  const server = http.createServer((request, response) => {
    answer(root, running.options, requests, request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const running: GitServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    options,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
  return running
}

/** A file of a commit: text or bytes, `null` to delete it, or an entry of another mode (symlink, submodule). */
export type CommitFile =
  | string
  | Uint8Array
  | null
  | { readonly mode: "100755" | "120000"; readonly content: string }
  | { readonly mode: "160000"; readonly oid: string }

export interface CommitOptions {
  /** `main` without it. */
  readonly branch?: string
  /** Drops all files of the parent first. */
  readonly replace?: boolean
  /** Starts the branch anew, with no parent. */
  readonly orphan?: boolean
  readonly author?: { readonly name: string; readonly email: string }
  /** Seconds since 1970. */
  readonly time?: number
}

/**
 * Commits the files on top of a branch and answers the commit's id. Makes the (bare) repository and the branch where
 * they do not exist. A work tree, if the repository has one, is left as it is.
 */
export const commitFiles = async (
  repository: string,
  files: Readonly<Record<string, CommitFile>>,
  message: string,
  options: CommitOptions = {}
): Promise<string> => {
  const isNew = !existsSync(repository)
  if (isNew) await makeRepository(repository)
  const branch = `refs/heads/${options.branch ?? "main"}`
  const parent =
    isNew || options.orphan === true ? "" : await git(repository, "for-each-ref", "--format=%(objectname)", branch)
  const { name, email } = options.author ?? { name: "Ada Writer", email: "ada@example.org" }
  const person = `${name} <${email}> ${options.time ?? 1_700_000_000} +0000`
  const input: Array<string | Uint8Array> = [
    `reset ${branch}\n`,
    ...(parent === "" ? [] : [`from ${parent}\n`]),
    `commit ${branch}\nmark :1\nauthor ${person}\ncommitter ${person}\n`,
    ...data(message),
    ...(options.replace === true ? ["deleteall\n"] : [])
  ]
  for (const [path, file] of Object.entries(files)) {
    const quoted = `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`
    if (file === null) input.push(`D ${quoted}\n`)
    else if (typeof file === "string" || file instanceof Uint8Array)
      input.push(`M 100644 inline ${quoted}\n`, ...data(file))
    else if (file.mode === "160000") input.push(`M 160000 ${file.oid} ${quoted}\n`)
    else input.push(`M ${file.mode} inline ${quoted}\n`, ...data(file.content))
  }
  input.push("\nget-mark :1\n")
  return runGit(["-C", repository, "-c", "core.compression=0", "fast-import", "--quiet", "--force"], input)
}

/** Makes an empty bare repository whose HEAD is `main`. */
export const makeRepository = async (repository: string): Promise<void> => {
  await mkdir(repository, { recursive: true })
  await runGit(["-C", repository, "init", "--quiet", "--bare", "--initial-branch=main"])
}

// ---------------------------------------------------------------------------------------------------------------------

const data = (content: string | Uint8Array): ReadonlyArray<string | Uint8Array> => {
  const bytes = Buffer.from(content)
  return [`data ${bytes.length}\n`, bytes, "\n"]
}

const answer = async (
  root: string,
  options: GitServerOptions,
  requests: Array<SeenRequest>,
  request: http.IncomingMessage,
  response: http.ServerResponse
): Promise<void> => {
  const seen = {
    method: request.method ?? "GET",
    url: request.url ?? "/",
    authorization: request.headers.authorization
  }
  requests.push(seen)
  if (options.delayMs !== undefined) await sleep(options.delayMs)
  const fault = options.fault?.(seen)
  if (fault === "reset") return void request.socket.destroy()
  if (fault === "trickle") return trickle(response)
  if (fault === "hold") return void request.resume()
  if (typeof fault === "object" && "status" in fault) {
    request.resume()
    return void response.writeHead(fault.status, fault.headers).end(fault.body ?? "")
  }
  if (options.auth !== undefined) {
    const { username, password } = options.auth
    const expected = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
    if (seen.authorization !== expected) {
      request.resume()
      return void response.writeHead(401, { "www-authenticate": 'Basic realm="test"' }).end("no")
    }
  }
  const key = fault === undefined ? capabilitiesKey(root, request) : undefined
  const known = key === undefined ? undefined : capabilities.get(key)
  if (known !== undefined) {
    request.resume()
    return void response.writeHead(200, known.headers).end(known.body)
  }
  const keep = key === undefined ? undefined : (answer: Kept) => capabilities.set(key, answer)
  await backend(root, options, request, response, fault, keep)
}

interface Kept {
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

/** What Git says that it can do, by the configuration of the repository. */
const capabilities = new Map<string, Kept>()

/**
 * Names what is answered to the first request of protocol 2, which has nothing of the repository but what its
 * configuration allows (gitprotocol-v2, "Capability Advertisement"): two processes, for each fetch. `undefined` for all
 * other requests.
 */
const capabilitiesKey = (root: string, request: http.IncomingMessage): string | undefined => {
  const [, repository] = /^\/(.+)\/info\/refs\?service=git-upload-pack$/.exec(request.url ?? "") ?? []
  if (repository === undefined || request.headers["git-protocol"] !== "version=2") return undefined
  const directory = bareRepository(root, repository)
  return directory && readFileSync(join(directory, "config"), "utf8")
}

/** The directory of one that is there. */
const bareRepository = (root: string, path: string): string | undefined => {
  const directory = join(root, decodeURIComponent(path))
  return ["HEAD", "objects", "refs", "config"].every((name) => existsSync(join(directory, name)))
    ? directory
    : undefined
}

/**
 * What `git http-backend` would start for a request, when there is nothing that it could refuse: a process less.
 * Gitprotocol-http, "Smart Service git-upload-pack" and "git-receive-pack".
 */
const serviceOf = (root: string, { push }: GitServerOptions, request: http.IncomingMessage) => {
  const [, path, service] = /^\/(.+)\/git-((?:upload|receive)-pack)$/.exec(request.url ?? "") ?? []
  if (path === undefined || request.method !== "POST" || (service === "receive-pack" && push !== true)) return undefined
  const directory = bareRepository(root, path)
  if (directory === undefined) return undefined
  return { args: [service!, "--stateless-rpc", directory], type: `application/x-git-${service}-result` }
}

const trickle = async (response: http.ServerResponse): Promise<void> => {
  response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" })
  while (!response.destroyed) {
    response.write("0")
    await sleep(1000)
  }
}

/** One request through the CGI program of Git. */
const backend = async (
  root: string,
  options: GitServerOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  fault: { readonly cutAfter: number } | "lose" | undefined,
  keep: ((answer: Kept) => unknown) | undefined
): Promise<void> => {
  const url = new URL(request.url ?? "/", "http://localhost")
  const header = (name: string) => String(request.headers[name] ?? "")
  const service = serviceOf(root, options, request)
  const running = await requestGit(service?.args ?? ["http-backend"], {
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method ?? "GET",
    REMOTE_ADDR: "127.0.0.1",
    CONTENT_TYPE: header("content-type"),
    HTTP_CONTENT_ENCODING: header("content-encoding"),
    GIT_PROTOCOL: header("git-protocol"),
    GIT_COMMITTER_NAME: "anonymous",
    GIT_COMMITTER_EMAIL: "anonymous@http.127.0.0.1",
    ...(request.headers["content-length"] === undefined ? {} : { CONTENT_LENGTH: header("content-length") }),
    // what `-c` sets: git 2.30 knows no other way. What is pushed is soon gone: nobody needs to pack it
    ...(options.push === true ? { GIT_CONFIG_PARAMETERS: "'http.receivepack=true' 'receive.autogc=false'" } : {})
  })
  running.on("error", () => request.socket.destroy())
  if (fault !== "lose") response.on("close", () => running.destroy())
  if (response.destroyed) running.destroy()
  // `git http-backend` unpacks by itself
  const isPacked = service !== undefined && header("content-encoding") === "gzip"
  if (isPacked) pipeline(request, createGunzip(), running, () => {})
  else request.pipe(running)
  const [answer] = (await once(running, "response")) as [http.IncomingMessage]
  if (fault === "lose") {
    answer.resume()
    return void answer.on("close", () => request.socket.destroy())
  }
  const { connection: _, "keep-alive": _kept, "transfer-encoding": _coded, ...headers } = answer.headers
  response.writeHead(answer.statusCode!, service === undefined ? headers : { "content-type": service.type })
  const cutAfter = fault?.cutAfter ?? Number.POSITIVE_INFINITY
  let sent = 0
  const body: Array<Buffer> = []
  answer.on("data", (chunk: Buffer) => {
    sent += chunk.length
    if (keep !== undefined) body.push(chunk)
    if (sent > cutAfter) return void request.socket.destroy()
    if (response.write(chunk)) return
    answer.pause()
    response.once("drain", () => answer.resume())
  })
  answer.on("end", () => {
    response.end()
    if (answer.statusCode === 200) keep?.({ headers, body: Buffer.concat(body) })
  })
}
