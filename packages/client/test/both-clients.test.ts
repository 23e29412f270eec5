/**
 * The client of Promises, which knows of the contract what its table says, held against the client that Effect derives
 * from the contract: every operation is asked with the same words, and its answers and errors are told alike.
 */
import { Api } from "@octavo/api/Api"
import { Arbitrary, Cause, Effect, Exit, Schema } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"
import { make } from "../src/effect.ts"
import { OctavoError, octavoClient } from "../src/index.ts"

type Json = Record<string, any>
type Codec = Schema.Codec<any, any, never, never>

interface Operation {
  readonly group: string
  readonly name: string
  readonly params: Codec | undefined
  readonly query: Codec | undefined
  readonly payloads: ReadonlyArray<Codec>
  /** Schemas of the answers that have a body, by their statuses; of the others `undefined`. */
  readonly answers: ReadonlyMap<number, Codec | undefined>
  readonly document: Json
}

const document: Json = OpenApi.fromApi(Api)
const documented = new Map(
  Object.values<Json>(document["paths"]).flatMap((methods) =>
    Object.values<Json>(methods).map((one) => [one["operationId"], one] as const)
  )
)

const operations: Array<Operation> = []
HttpApi.reflect(Api as never, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, group, successes }) => {
    const one = documented.get(endpoint.identifier)!
    operations.push({
      group: group.identifier,
      name: endpoint.identifier,
      params: endpoint.params as Codec | undefined,
      query: endpoint.query as Codec | undefined,
      payloads: [...endpoint.payload.values()].flatMap(({ schemas }) => schemas) as unknown as ReadonlyArray<Codec>,
      answers: new Map(
        [...successes].map(([status, [schema]]) => [
          status,
          one["responses"][status].content === undefined ? undefined : (schema as unknown as Codec)
        ])
      ),
      document: one
    })
  }
})

/** JSON has no numbers that are infinite or none at all, so nothing that the API takes or answers has. */
const isJson = (value: unknown): boolean =>
  typeof value === "number"
    ? Number.isFinite(value)
    : typeof value !== "object" || value === null || Object.values(value).every(isJson)

const draw = (schema: Codec, options: Arbitrary.SampleOptions): ReadonlyArray<any> => {
  const exit = Effect.runSyncExit(Arbitrary.sampleEffect(Arbitrary.schema(schema), options))
  return Exit.isSuccess(exit) ? exit.value.filter(isJson) : []
}

/** Values of a schema, the same in every run; the document's own example where all that are drawn break a rule. */
const valuesOf = (schema: Codec, seed: string, body?: Json): ReadonlyArray<any> => {
  const drawn = [1, 6].flatMap((size) => draw(schema, { count: 2, size, seed: `${seed} ${size}` }))
  if (drawn.length > 0) return drawn
  const rare = draw(schema, { count: 1, size: 1, seed, maxDiscards: 5000 })
  if (rare.length > 0) return rare
  const json = body?.["content"]["application/json"]
  const name: string | undefined = json.schema.$ref?.split("/").at(-1)
  const example = name === undefined ? json.example : document["components"].schemas[name].examples[0]
  // of records by language there is none in examples
  const terms = example.translations === undefined ? {} : { translations: { en: "Tea" } }
  return [Schema.decodeUnknownSync(schema)({ ...example, ...terms })]
}

/** What a server was asked. */
interface Sent {
  readonly url: string
  readonly method: string | undefined
  readonly authorization: string | undefined
  readonly contentType: string | undefined
  readonly body: unknown
}

/** A server that answers what it is told to, and keeps what it was asked. */
const server = { sent: [] as Array<Sent>, answer: () => answered(418) }

const fetch = (async (url: URL, { body, headers, method }: Json) => {
  const target = new URL(url)
  // parameters and fields stand in the order of the contract, or of the caller
  target.searchParams.sort()
  server.sent.push({
    url: `${target}`,
    method,
    authorization: new Headers(Object.entries(headers)).get("authorization") ?? undefined,
    contentType: headers["content-type"],
    body: body === undefined ? undefined : JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body))
  })
  return server.answer()
}) as unknown as typeof globalThis.fetch

const answered = (status: number, body: string | null = null, headers: Record<string, string> = {}): Response =>
  new Response([204, 205, 304].includes(status) ? null : body, { status, headers })

const config = { url: "https://docs.acme.org/base/", token: "oct_secret", retries: 0 }
const promises = octavoClient({ ...config, fetch }) as unknown as Json
const effects = Effect.runSync(Effect.provide(make(config), FetchHttpClient.layer)) as unknown as Json

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** What came of asking: the answer, or what the error says. */
type Outcome = { readonly answer: unknown } | Pick<OctavoError, "status" | "details" | "retryAfter" | "message">

interface Asked {
  readonly sent: ReadonlyArray<Sent>
  readonly outcome: Outcome
}

const recorded = async (answer: () => Response, ask: () => Promise<Outcome>): Promise<Asked> => {
  Object.assign(server, { sent: [], answer })
  const outcome = await ask()
  return { sent: server.sent, outcome }
}

/** Asks through the client of Promises; of events, for the first one. */
const askPromises = ({ group, name }: Operation, parts: Json, answer: () => Response): Promise<Asked> =>
  recorded(answer, () => {
    const asked = promises[camel(group)][name](parts)
    return (Symbol.asyncIterator in asked ? asked.next() : asked).then(
      (answer: unknown) => ({ answer }),
      (error: OctavoError) => {
        expect(error, name).toBeInstanceOf(OctavoError)
        const { details, message, retryAfter, status } = error
        return { status, details, retryAfter, message }
      }
    )
  })

const statuses: Json = {
  Invalid: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  Conflict: 409,
  PreconditionFailed: 412,
  StorageError: 503
}

/** Asks through the client of Effects, and tells its errors as the other does. */
const askEffects = ({ group, name }: Operation, parts: Json, answer: () => Response): Promise<Asked> =>
  recorded(answer, async () => {
    const asked: Effect.Effect<unknown, unknown> = effects[group][name]({ query: {}, ...parts })
    const exit = await Effect.runPromiseExit(Effect.provideService(asked, FetchHttpClient.Fetch, fetch))
    if (Exit.isSuccess(exit)) return { answer: exit.value }
    const error = Cause.squash(exit.cause)
    if (!HttpClientError.isHttpClientError(error) || error.response === undefined) {
      const { _tag, details = [], message, tooLarge } = error as Json
      return { status: tooLarge === true ? 413 : statuses[_tag], details, retryAfter: undefined, message }
    }
    const { headers, status } = error.response
    let message = `The server answered ${status}`
    try {
      message = JSON.parse(await Effect.runPromise(error.response.text)).error.message
    } catch {}
    const retryAfter = headers["retry-after"]
    return { status, details: [], retryAfter: retryAfter === undefined ? undefined : Number(retryAfter), message }
  })

/** What comes of events has tests of its own. */
const isStream = ({ document }: Operation, status: number): boolean =>
  document["responses"][status]?.content?.["text/event-stream"] !== undefined

const paramsOf = ({ document }: Operation, value: (name: string) => unknown): Json =>
  Object.fromEntries(
    document["parameters"].flatMap((one: Json) => (one["in"] === "path" ? [[one["name"], value(one["name"])]] : []))
  )

/** A request that the contract takes, for tests of what is answered. */
const plainParts = (operation: Operation): Json => {
  const { document, name, params, payloads, query } = operation
  return {
    ...(params && { params: paramsOf(operation, () => "docs") }),
    ...(query && { query: valuesOf(query, `${name} query`)[0] }),
    ...(payloads[0] && { payload: valuesOf(payloads[0], `${name} payload`, document["requestBody"])[0] })
  }
}

describe("both clients", () => {
  it("have the same operations", () => {
    const known = Object.entries(promises).flatMap(([group, methods]) =>
      Object.keys(methods).map((name) => `${group}.${name}`)
    )
    expect(known).toEqual(operations.map(({ group, name }) => `${camel(group)}.${name}`))
  })

  it("send the same request for every operation, with every part that it may have", async () => {
    let count = 0
    for (const operation of operations) {
      const { document, name, params, payloads, query } = operation
      const choices = {
        params: params === undefined ? [] : valuesOf(params, `${name} params`),
        query: query === undefined ? [] : valuesOf(query, `${name} query`),
        payload: payloads.flatMap((one) => valuesOf(one, `${name} payload`, document["requestBody"]))
      }
      const rounds = Math.max(1, ...Object.values(choices).map(({ length }) => length))
      for (let round = 0; round < rounds; round++) {
        const parts = Object.fromEntries(
          Object.entries(choices).flatMap(([part, values]) =>
            values.length === 0 ? [] : [[part, values[round % values.length]]]
          )
        )
        const one = await askPromises(operation, parts, () => answered(418))
        const other = await askEffects(operation, parts, () => answered(418))
        expect(one.sent, `${name} ${JSON.stringify(parts)}`).toEqual(other.sent)
        count += one.sent.length
      }
    }
    // what neither sends is rare: a text that no address can hold
    expect(count).toBeGreaterThan(operations.length * 3)
  })

  it("tell the same of every answer that the contract has", async () => {
    for (const operation of operations) {
      const { answers, document, name } = operation
      const parts = plainParts(operation)
      for (const [status, schema] of answers) {
        const values = schema === undefined ? [] : valuesOf(schema, `${name} ${status}`, document["responses"][status])
        const bodies =
          schema === undefined ? [null] : values.map((value) => JSON.stringify(Schema.encodeSync(schema)(value)))
        for (const body of bodies) {
          const one = await askPromises(operation, parts, () => answered(status, body))
          const other = await askEffects(operation, parts, () => answered(status, body))
          expect(one.outcome, `${name} ${status} ${body}`).toEqual(other.outcome)
          expect(one.outcome).toHaveProperty("answer")
        }
        if (schema === undefined) continue
        for (const body of ["", "<html>", `${bodies[0]}}`]) {
          for (const ask of [askPromises, askEffects]) {
            const { outcome } = await ask(operation, parts, () => answered(status, body))
            expect(outcome, `${name} ${status} ${body}`).toMatchObject({ status: undefined, details: [] })
          }
        }
      }
    }
  })

  it("tell the same of every other status, whoever answers it", async () => {
    const usual = [200, 201, 202, 204, 302, 304, 400, 401, 403, 404, 409, 412, 413, 418, 429, 500, 502, 503]
    const details = [{ path: "title", message: "too long" }]
    let turn = 0
    for (const [index, operation] of operations.entries()) {
      const parts = plainParts(operation)
      // every status of one operation, and of each other a third of those that are usual
      const isWhole = operation.name === "getAuthenticatedUser"
      const all = isWhole ? Array.from({ length: 400 }, (_, i) => 200 + i) : usual.filter((_, i) => i % 3 === index % 3)
      for (const status of all.filter((one) => !operation.answers.has(one) && !isStream(operation, one))) {
        const hasDetails = status === 400 || status === 413
        const error = { code: status, message: `No: ${status}`, ...(hasDetails && { details }) }
        const ours = JSON.stringify({ error })
        const body = [ours, "<html>Bad Gateway</html>", ours, ""][turn++ % 4]!
        const answer = () => answered(status, body, { "retry-after": "7" })
        const one = await askPromises(operation, parts, answer)
        const other = (await askEffects(operation, parts, answer)).outcome as OctavoError
        // an error of the contract has no header, and for a server that can do nothing now it has words of its own
        const message = status === 503 && body === ours ? error.message : other.message
        expect(one.outcome, `${operation.name} ${status} ${body}`).toEqual({ ...other, message, status, retryAfter: 7 })
      }
    }
  })

  it("send nothing where a part of the path is missing, or would lead elsewhere", async () => {
    for (const operation of operations) {
      const plain = plainParts(operation)
      for (const name of Object.keys(plain["params"] ?? {})) {
        for (const value of [undefined, "", ".", ".."]) {
          const params = { ...plain["params"], [name]: value }
          const mayBe = value === "" && Schema.is(operation.params!)(params)
          const one = await askPromises(operation, { ...plain, params }, () => answered(418))
          const other = await askEffects(operation, { ...plain, params }, () => answered(418))
          const where = `${operation.name} ${name} ${value}`
          expect(one.sent, where).toEqual(other.sent)
          expect(one.sent.length, where).toBe(mayBe ? 1 : 0)
          if (!mayBe) expect(one.outcome, where).toMatchObject({ status: undefined })
        }
      }
    }
  })
})
