/**
 * Clients that generators make of the server's own OpenAPI document: each is called as the public client is, and keeps
 * its calls, so that the compiler may look at them with the client's types.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { defined } from "@octavo/core/kernel/shared/defined"
import { generateSource } from "oazapfts"
import createClient from "openapi-fetch"
import openapiTS, { astToString } from "openapi-typescript"
import { isStream, textOf } from "./client.ts"
import type { Document, Operation } from "./document.ts"

/** `openapi-fetch` calls by the types of `openapi-typescript`; `oazapfts` writes a function for each operation. */
export const generators = ["openapi-fetch", "oazapfts"] as const
export type Generator = (typeof generators)[number]

/** What came back, as the public client has it; `data` is `null` where there is no body. */
interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly data: any
}

/** What is sent to one operation. */
interface Request {
  readonly path: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

interface Made {
  readonly send: (operation: Operation, request: Request) => Promise<Answered>
  /** The call as a program that uses the client has it. */
  readonly written: (operation: Operation, request: Request) => string
  /** What such a program begins with. */
  readonly beginning: string
}

export interface GeneratedClient {
  /** An operation by its name in any part: what stands in its path, escaped, then its body, then its query. */
  readonly client: Record<string, Record<string, (...args: ReadonlyArray<any>) => Promise<Answered>>>
  /** An operation by what a request for it would have; answers refusals, too. */
  readonly plainly: (method: string, path: string, body?: unknown) => Promise<Answered>
  /** Operations that were called. */
  readonly called: ReadonlySet<string>
  /** What the compiler finds wrong with the client and with all of its calls. */
  readonly problems: () => string
  readonly close: () => void
}

const installed = fileURLToPath(new URL("../node_modules", import.meta.url))
const compiler = fileURLToPath(new URL("../../../node_modules/.bin/tsc", import.meta.url))

const settings = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    types: []
  },
  include: ["*.ts"]
}

/** A stream of events goes on: a client that reads an answer as a whole gets what comes first. */
const ending: typeof fetch = async (...request) => {
  const response = await fetch(...request)
  return isStream(response) ? new Response(await textOf(response), response) : response
}

const withTypes = async (directory: string, { json }: Document, origin: string, token: string): Promise<Made> => {
  writeFileSync(join(directory, "types.ts"), astToString(await openapiTS(json as never)))
  const client: any = createClient<any>({
    baseUrl: origin,
    // an answer to a question is streamed to who does not say so
    headers: { authorization: `Bearer ${token}`, accept: "application/json" },
    fetch: ending
  })
  const options = ({ definition }: Operation, { body, path, query }: Request) => ({
    ...(definition["responses"]["200"]?.content?.["text/event-stream"] && { parseAs: "text" }),
    params: { ...(Object.keys(path).length > 0 && { path }), ...defined({ query }) },
    ...defined({ body })
  })
  return {
    send: async (operation, request) => {
      const { data, error, response } = await client[operation.method](operation.path, options(operation, request))
      return { status: response.status, headers: response.headers, data: data ?? error ?? null }
    },
    written: (operation, request) =>
      `await client.${operation.method}(${JSON.stringify(operation.path)}, ${JSON.stringify(options(operation, request))})`,
    beginning: `import createClient from "openapi-fetch"\nimport type { paths } from "./types.ts"\nconst client = createClient<paths>()\n`
  }
}

const withFunctions = async (directory: string, { json }: Document, origin: string, token: string): Promise<Made> => {
  const document = join(directory, "openapi.json")
  writeFileSync(document, JSON.stringify(json))
  const file = join(directory, "functions.ts")
  writeFileSync(file, await generateSource(document))
  const functions = await import(/* @vite-ignore */ file)
  functions.defaults.baseUrl = origin
  functions.defaults.fetch = ending
  functions.defaults.headers = { authorization: `Bearer ${token}` }
  // names of its own where there are acronyms
  const names = new Map(Object.keys(functions).map((name) => [name.toLowerCase(), name]))
  const nameOf = ({ id }: Operation) => names.get(id.toLowerCase()) ?? id
  /** What must be there, the body, and an object with the rest of the query, whose words of the language have a `$`. */
  const argumentsOf = ({ definition }: Operation, { body, path, query }: Request): Array<unknown> => {
    const parameters: ReadonlyArray<any> = definition["parameters"].filter((one: any) => one.in === "query")
    const needed = parameters.flatMap(({ name, required }) => (required === true ? [name] : []))
    const rest = Object.entries(query ?? {}).filter(([name]) => !needed.includes(name))
    const all = [
      ...Object.values(path),
      ...needed.map((name) => query?.[name]),
      ...(definition["requestBody"] === undefined ? [] : [body]),
      ...(rest.length === 0 ? [] : [Object.fromEntries(rest.map(([name, one]) => [reserved(name), one]))])
    ]
    while (all.length > 0 && all.at(-1) === undefined) all.pop()
    return all
  }
  return {
    send: async (operation, request) => {
      const { data, headers, status } = await functions[nameOf(operation)](...argumentsOf(operation, request))
      // it has an empty text where there is no body
      return { status, headers, data: data === "" && headers.get("content-type") === null ? null : (data ?? null) }
    },
    written: (operation, request) => {
      const written = argumentsOf(operation, request).map((one) => JSON.stringify(one) ?? "undefined")
      return `await client.${nameOf(operation)}(${written.join(", ")})`
    },
    beginning: `import * as client from "./functions.ts"\n`
  }
}

const reserved = (name: string): string => (name === "default" ? "$default" : name)

const makers = { "openapi-fetch": withTypes, oazapfts: withFunctions }

/** Errors as the public client throws them. */
const refusal = ({ data, headers, status }: Answered): Error => {
  const errorMessage = data?.error?.message
  return Object.assign(new Error(`${status} ${errorMessage}`), { code: status, errorMessage, response: { headers } })
}

/** Values of an address's query, as its parameters have them. */
const readQuery = ({ definition }: Operation, query: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    Array.from(query, ([name, value]) => {
      const type = definition["parameters"].find((one: any) => one.in === "query" && one.name === name)?.schema.type
      return [name, type === "boolean" ? value === "true" : type === "integer" ? Number(value) : value]
    })
  )

/** Has a client made in a directory of its own, until it is closed. */
export const generateClient = async (
  generator: Generator,
  document: Document,
  origin: string,
  token: string
): Promise<GeneratedClient> => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-generated-"))
  // what the client imports
  symlinkSync(installed, join(directory, "node_modules"))
  const { beginning, send, written } = await makers[generator](directory, document, origin, token)
  const operations = new Map(document.operations.map((one) => [one.id.toLowerCase(), one]))
  const called = new Set<string>()
  const calls = new Set<string>()

  const call = async (operation: Operation, request: Request): Promise<Answered> => {
    called.add(operation.id)
    calls.add(written(operation, request))
    return send(operation, request)
  }
  const byPosition =
    (operation: Operation) =>
    async (...args: ReadonlyArray<any>): Promise<Answered> => {
      const names = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
      const path = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(args[index])]))
      const rest = args.slice(names.length)
      const body = operation.definition["requestBody"] === undefined ? undefined : rest.shift()
      const answer = await call(operation, { path, body, query: rest[0] })
      if (answer.status >= 400) throw refusal(answer)
      return answer
    }
  const part = new Proxy({} as Record<string, (...args: ReadonlyArray<any>) => Promise<Answered>>, {
    get: (_, name: string) => {
      const operation = operations.get(name.toLowerCase())
      return operation === undefined ? undefined : byPosition(operation)
    }
  })
  return {
    client: new Proxy({}, { get: () => part }),
    plainly: (method, address, body) => {
      const [before = "", query = ""] = address.replace(/\/(?=$|\?)/, "").split("?")
      for (const operation of document.operations) {
        const pattern = operation.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")
        const found = new RegExp(`^${pattern}$`).exec(before)
        if (found === null || operation.method !== method) continue
        const path = Object.fromEntries(
          Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])
        )
        const values = readQuery(operation, new URLSearchParams(query))
        return call(operation, { path, body, query: query === "" ? undefined : values })
      }
      throw new Error(`the document has no ${method} ${before}`)
    },
    called,
    problems: () => {
      writeFileSync(join(directory, "calls.ts"), `${beginning}${[...calls].join("\n")}\nexport {}\n`)
      writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(settings))
      const { stderr, stdout } = spawnSync(compiler, ["-p", "."], { cwd: directory, encoding: "utf8" })
      return stdout + stderr
    },
    close: () => rmSync(directory, { recursive: true, force: true })
  }
}
