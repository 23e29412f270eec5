/**
 * Requests as an attacker or a broken program would send them: made from the server's own OpenAPI document and bent,
 * the same ones for the same seed. Nothing in them leads a server to another machine.
 */
import { Agent, request } from "node:http"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import type { Document, Operation } from "./document.ts"
import { bodies, type Ids } from "./furnished.ts"
import { smallestBody } from "./requests.ts"

export interface HostileRequest {
  readonly method: string
  /** The request target, as it goes over the wire. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  /** Whose schemas the answer must keep; `undefined` for what is no operation of the document. */
  readonly operation: Operation | undefined
}

export interface HostileAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number
  readonly type: string
  readonly body: Buffer
}

/** Who asks, and about what: the ids of two organizations, and credentials that are right, foreign and none. */
export interface HostileScene {
  readonly document: Document
  /** The last ones are nobody's. */
  readonly ids: ReadonlyArray<Ids>
  readonly tokens: ReadonlyArray<string>
  /** Paths beside the API: sites, pages of the application, feeds. */
  readonly paths: ReadonlyArray<string>
}

const nasty: ReadonlyArray<string> = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u200b\ufeff",
  "😀".repeat(300),
  "a".repeat(5000),
  " ".repeat(3000),
  "A%20 %".repeat(500),
  "[".repeat(1500),
  "(".repeat(1500),
  "<a ".repeat(700),
  "{% hint %}".repeat(150),
  "- ".repeat(900),
  "> ".repeat(900),
  "`".repeat(1001),
  "*_".repeat(800),
  "&#".repeat(800),
  "| ".repeat(700),
  "$$".repeat(401),
  "---\na: [[[[[[[[\n---\n",
  "---\na: &a [*a]\n---\n# x",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%2e%2e",
  "%",
  "%zz",
  "\\\\evil.test",
  "//evil.test",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://127.0.0.1:9/",
  "http://[::1]:9/",
  "http://169.254.169.254/",
  "http://a:99999/",
  "http://",
  "https:evil",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "-1",
  "1e309",
  "0x10",
  "9007199254740993",
  "true",
  "' OR 1=1 --",
  '"; DROP TABLE spaces; --',
  "NEAR(",
  'a* OR "',
  "2026-13-45T99:99:99Z",
  "+275760-09-13T00:00:00.001Z",
  "\r\nx-injected: 1",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "visitor.claims.constructor",
  "refs/heads/-upload-pack=x",
  "ext::sh -c x",
  "file:///etc/passwd",
  "ssh://-oProxyCommand=x/",
  "markdown",
  "document",
  "desc"
]

const wrongValues: ReadonlyArray<unknown> = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[]],
  [null],
  { __proto__: null, a: 1 },
  { kind: "page" },
  { object: "document", data: {}, nodes: [] },
  Array.from({ length: 300 }, () => 0)
]

/** @param random from 0 to 1, the same ones for the same seed */
export const makeHostileRequests = (scene: HostileScene, random: () => number) => {
  const upTo = (n: number): number => Math.floor(random() * n)
  const one = <T>(list: ReadonlyArray<T>): T => list[upTo(list.length)]!
  const chance = (p: number): boolean => random() < p

  const text = (): string => (chance(0.7) ? one(nasty) : one(nasty).slice(0, 40) + one(nasty).slice(0, 40))
  const anyId = (): string => {
    const ids = one(scene.ids)
    return one(Object.values(ids))
  }

  /** A value of a schema of the document, more or less. */
  const sampleOf = (schema: any, depth: number): unknown => {
    if (schema === undefined || schema === true || depth > 6) return one(wrongValues)
    if (schema.$ref !== undefined) {
      return sampleOf(scene.document.json["components"].schemas[schema.$ref.split("/").at(-1)], depth + 1)
    }
    if (chance(0.06)) return one(wrongValues)
    if (schema.const !== undefined) return schema.const
    if (schema.enum !== undefined) return chance(0.9) ? one(schema.enum) : text()
    const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    if (alternatives.length > 0) return sampleOf(one(alternatives), depth + 1)
    switch (schema.type) {
      case "object": {
        const required = new Set<string>(schema.required ?? [])
        const entries = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
          (required.has(name) ? chance(0.95) : chance(0.4)) ? [[name, sampleOf(inner, depth + 1)] as const] : []
        )
        if (chance(0.08)) entries.push([text(), one(wrongValues)])
        return Object.fromEntries(entries)
      }
      case "array":
        return Array.from({ length: upTo(chance(0.05) ? 120 : 4) }, () => sampleOf(schema.items, depth + 1))
      case "string":
        return chance(0.25) ? anyId() : text()
      case "integer":
      case "number":
        return one([0, 1, -1, 50, 1000, 1001, 1.5, 1e21, -0, schema.minimum ?? 3, (schema.maximum ?? 9) + 1])
      case "boolean":
        return chance(0.5)
      default:
        return one(wrongValues)
    }
  }

  const deep = (): string => {
    const n = one([50, 1000, 20_000])
    return one(["[".repeat(n), '{"a":'.repeat(n), `${"[".repeat(n)}${"]".repeat(n)}`])
  }

  const bodyOf = (operation: Operation): Buffer | undefined => {
    const schema = operation.definition["requestBody"]?.content?.["application/json"]?.schema
    if (schema === undefined && chance(0.9)) return undefined
    const own = bodies[operation.id]?.(one(scene.ids))
    const value =
      own !== undefined && chance(0.25)
        ? own
        : chance(0.1)
          ? smallestBody(scene.document, operation)
          : sampleOf(schema, 0)
    const json = JSON.stringify(value) ?? ""
    if (chance(0.85)) return Buffer.from(json)
    return one<() => Buffer>([
      () => Buffer.from(json.slice(0, upTo(json.length))),
      () => Buffer.from(deep()),
      () => Buffer.from(json.replace(/"[^"]*"/, '"\\u0000\\ud800"')),
      () => Buffer.concat([Buffer.from(json), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]),
      () => Buffer.from(json.replace("{", '{"__proto__":{"admin":true},"title":"a","title":1,')),
      () => Buffer.alloc(upTo(2000), upTo(256)),
      () => Buffer.from(`${"\ufeff"}${json}`),
      () => Buffer.from(json, "utf16le")
    ])()
  }

  const pathOf = (operation: Operation): string => {
    // most of what is there stays, or the rest of the requests find nothing
    const ids = operation.method === "DELETE" && chance(0.8) ? scene.ids.at(-1)! : one(scene.ids)
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const right = ids[name]
      if (right !== undefined && chance(0.9)) return right
      if (chance(0.4)) return one(scene.ids)[name] ?? anyId()
      return encoded(text().slice(0, 300))
    })
    const parameters = (operation.definition["parameters"] ?? []).filter((each: any) => each.in === "query")
    const query: Array<string> = []
    for (const parameter of parameters) {
      if (!(parameter.required === true ? chance(0.95) : chance(0.25))) continue
      const value = sampleOf(parameter.schema, 1)
      const written = typeof value === "string" ? value : (JSON.stringify(value) ?? "")
      query.push(`${parameter.name}=${encoded(written.slice(0, 2000))}`)
      if (chance(0.04)) query.push(`${parameter.name}=again`)
    }
    if (chance(0.05)) query.push(`${encoded(text().slice(0, 50))}=${encoded(text().slice(0, 200))}`)
    const whole = query.length === 0 ? path : `${path}?${query.join("&")}`
    return chance(0.03) ? one([`/${whole}`, `${path}/`, path.toUpperCase(), `${path};a=b`, `${path}%00`]) : whole
  }

  const headersOf = (): Record<string, string> => {
    const headers: Record<string, string> = {}
    if (chance(0.92)) headers["authorization"] = `Bearer ${one(scene.tokens)}`
    else if (chance(0.5))
      headers["authorization"] = one(["Bearer", "Basic YTpi", "Bearer a b", `Bearer ${"x".repeat(3000)}`])
    if (chance(0.1)) headers["accept"] = one(["text/html", "*/*;q=0", "application/xml", "a".repeat(500), ";;;,"])
    if (chance(0.05)) headers["if-none-match"] = one(["*", '"x"', "W/", '"'.repeat(300)])
    if (chance(0.05)) headers["range"] = one(["bytes=0-", "bytes=5-1", "bytes=-0", "bytes=0-0,1-1,2-2", "lines=1"])
    if (chance(0.05)) headers["x-forwarded-for"] = one(["1.2.3.4", "x".repeat(1000), "::1, ::2", ","])
    if (chance(0.03)) headers["x-request-id"] = one(["a b", "é", "x".repeat(2000), "{}"])
    if (chance(0.03)) headers["accept-language"] = one(["*", "de-DE;q=nan", "x".repeat(2000), ",,,,"])
    if (chance(0.03)) headers["cookie"] = one(["octavo_session=x", "a=b;".repeat(300), "=;=", 'x="'])
    if (chance(0.03)) headers["traceparent"] = one(["00-0-0-0", "x".repeat(900)])
    return headers
  }

  return (): HostileRequest => {
    if (chance(0.18) && scene.paths.length > 0) {
      const base = one(scene.paths)
      const path = chance(0.4) ? base : `${base}${base.endsWith("/") ? "" : "/"}${encoded(text().slice(0, 400))}`
      const query = chance(0.3)
        ? `?${one(["q", "token", "jwt_token", "to", "ask", "page"])}=${encoded(text().slice(0, 800))}`
        : ""
      const method = one(["GET", "GET", "GET", "GET", "HEAD", "POST", "OPTIONS"])
      const body = method === "POST" ? Buffer.from(one([`a=${encoded(text())}`, "{}", deep(), text()])) : undefined
      const type = one(["application/x-www-form-urlencoded", "application/json", "text/plain"])
      const headers = { ...headersOf(), ...ifDefined(body, () => ({ "content-type": type })) }
      return { method, path: path + query, headers, body, operation: undefined }
    }
    const operation = one(scene.document.operations)
    const method = chance(0.97) ? operation.method : one(["GET", "PUT", "POST", "DELETE", "PATCH", "HEAD", "TRACE"])
    const body = method === "GET" || method === "HEAD" || method === "TRACE" ? undefined : bodyOf(operation)
    const type = chance(0.95)
      ? "application/json"
      : one(["text/plain", "application/json; charset=utf-16", "a/b/c", ""])
    const path = pathOf(operation)
    return {
      method,
      path,
      headers: { ...headersOf(), ...ifDefined(body, () => ({ "content-type": type })) },
      body,
      operation: method === operation.method && leadsTo(operation, path) ? operation : undefined
    }
  }
}

/** Whether an address is still the operation's: a part that is empty, or a step, is that of another one. */
const leadsTo = (operation: Operation, address: string): boolean => {
  const path = address.split("?")[0]!
  const pattern = new RegExp(`^/*${operation.path.replace(/\{\w+\}/g, "[^/]+")}/?$`, "i")
  return pattern.test(path) && !/%00|;a=b|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)
}

/** What may stand in a request target: everything else percent-encoded, half of the time twice by being `%` already. */
const encoded = (value: string): string =>
  value.replace(/[^A-Za-z0-9\-._~%!$'()*+,:@]/gu, (c) => {
    const bytes = Buffer.from(c)
    return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")
  })

/** Sends requests over connections that are kept. */
export const makeSender = (port: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const send = ({ body, headers, method, path }: HostileRequest, patience: number): Promise<HostileAnswer> =>
    new Promise((resolve, reject) => {
      const length = defined({ "content-length": body?.length.toString() })
      const asked = request({ host: "127.0.0.1", port, method, path, agent, headers: { ...headers, ...length } })
      const watchdog = setTimeout(() => asked.destroy(new Error("no answer")), patience)
      asked.on("response", (response) => {
        const chunks: Array<Buffer> = []
        const goesOn = response.headers["content-type"]?.startsWith("text/event-stream") === true
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk)
          if (goesOn) response.destroy()
        })
        response.on("error", reject)
        response.on("close", () => {
          clearTimeout(watchdog)
          const type = response.headers["content-type"] ?? ""
          resolve({ status: response.statusCode ?? 0, type, body: Buffer.concat(chunks) })
        })
      })
      asked.on("error", (error: NodeJS.ErrnoException) => {
        clearTimeout(watchdog)
        // the server may close where a body is refused before it is read
        if (error.message !== "no answer" && ["ECONNRESET", "EPIPE"].includes(error.code ?? "")) {
          resolve({ status: 0, type: "", body: Buffer.alloc(0) })
        } else reject(error)
      })
      asked.end(body)
    })
  return { send, close: () => agent.destroy() }
}
