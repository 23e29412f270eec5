/**
 * What holds for every request: the shape of validation errors, and the bounds on bodies that are checked before
 * anything else happens (threats: body abuse, text abuse).
 */
import { Checked } from "@octavo/api/shared"
import { detailsOf, invalidInput } from "@octavo/core/kernel/shared/checkInput"
import { currentIdsOf, mayHoldEarlierId } from "@octavo/core/kernel/shared/currentIds"
import { defined } from "@octavo/core/kernel/shared/defined"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { CurrentRequestId } from "@octavo/core/kernel/shared/requestId"
import { SentDocuments } from "@octavo/core/kernel/shared/sentDocuments"
import { withoutSecrets } from "@octavo/core/kernel/shared/withoutSecrets"
import { Cause, Effect } from "effect"
import * as Headers from "effect/http/Headers"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import { ignoredOf, tellingIgnored } from "./ignoredFields.ts"
import { parseJson, scanJsonBody, withoutDocuments } from "./jsonBodies.ts"

/** Most bytes of a JSON body. */
const maxBodyBytes = 10_000_000
/** Longest body that is read in one turn of the loop, in characters: dense ones take some 20 ms. */
const longestTurn = 250_000
/** Most values and names of a JSON body, long documents aside: 100,000 names that are all new take 100 ms. */
const maxValues = 200_000
/** Deepest nesting of a JSON body. */
const maxDepth = 200

const where: Readonly<Record<string, string>> = {
  Params: "path",
  Query: "query",
  Headers: "headers",
  Payload: "body"
}

/** 400 with a sentence for the first place that is wrong and details for all. */
export const checkedLayer = HttpApiMiddleware.layerSchemaErrorTransform(Checked, (error) => {
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
  return Effect.fail(invalidInput(detailsOf(error.cause.issue, where[error.kind] ?? error.kind)))
})

/** An error in the contract's shape. */
export const errorResponse = (status: number, message: string, headers?: Record<string, string>) =>
  HttpServerResponse.jsonUnsafe({ error: { code: status, message } }, { status, ...defined({ headers }) })

/** In seconds, for who has too much work waiting: some of a share is done by then, as a rule. */
export const workRetryAfter = "5"

/** What could not be answered: 503, and 429 where too much work of the caller waits, with when to come again. */
export const storageFailed = ({ message, work }: StorageError, headers?: Record<string, string>) =>
  work === "share"
    ? errorResponse(429, message, { ...headers, "retry-after": workRetryAfter })
    : errorResponse(503, message, headers)

/**
 * Refuses a body that is too large (413), not JSON (415), malformed, too deep, or holds text that a store could not
 * keep (400), and a query that does. Runs before the operation's own schema.
 */
export const boundedBodies = HttpRouter.middleware(
  (app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      nulInTarget.test(request.url)
        ? Effect.succeed(nulRefused)
        : request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS" || isUpload(request)
          ? tellingIgnored(app, ignoredOf(request.method, request.url))
          : bounded(request, app)
    ),
  { global: true }
)

/** A defect is told to the operator, and answered in the shape of every other error without a word of its cause. */
export const unexpected = HttpRouter.middleware(
  (app) =>
    Effect.catchCause(app, (cause) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        if (!Cause.hasDies(cause)) return Effect.failCause(cause)
        // ids of invitations let in who has them, and look like keys
        const path = withoutSecrets(request.url)
        return Effect.gen(function* () {
          yield* Effect.logError(`${request.method} ${path} failed unexpectedly`, cause)
          const id = yield* CurrentRequestId
          return errorResponse(
            500,
            `Something went wrong here that should not; what it was is in the server's log${id === undefined ? "" : `, at the request id ${id}`}`
          )
        })
      })
    ),
  { global: true }
)

/** What is uploaded is no JSON, and bounded by what was announced of it. */
const isUpload = ({ method, url }: HttpServerRequest.HttpServerRequest): boolean =>
  method === "PUT" && url.startsWith("/~uploads/")

const bounded = <E, R>(
  request: HttpServerRequest.HttpServerRequest,
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.gen(function* () {
    const type = request.headers["content-type"]
    const form =
      (formType.test(type ?? "") && formPath.test(request.url)) ||
      (unsubscribeType.test(type ?? "") && unsubscribePath.test(request.url))
    const most = form ? (answerPath.test(request.url) ? maxAnswerLength : maxFormLength) : mostOf(request.url)
    if (Number(request.headers["content-length"] ?? 0) > most) return tooLarge(most)
    const typed = form || type === undefined || type === jsonType ? request : ofJson(request)
    const text = yield* typed.text.pipe(Effect.catch(() => Effect.succeed(undefined)))
    if (text === undefined) return errorResponse(400, "The body could not be read as UTF-8 text")
    const run = typed === request ? app : Effect.provideService(app, HttpServerRequest.HttpServerRequest, typed)
    if (text === "") return yield* tellingIgnored(run, ignoredOf(request.method, request.url))
    if (text.length > most) return tooLarge(most)
    if (form) return yield* run
    if (type !== undefined && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
      return errorResponse(
        415,
        `The body must be JSON: send Content-Type: application/json instead of ${type.slice(0, 100)}`
      )
    }
    if (text.includes("\uFFFD") && !text.includes("\\u")) {
      // the decoder put it there: the bytes were not UTF-8, unless the author really wrote the replacement character
      const bytes = new Uint8Array(yield* Effect.orDie(typed.arrayBuffer))
      if (!isUtf8(bytes)) return errorResponse(400, "The body is not valid UTF-8")
    }
    const isLong = text.length > longestTurn
    // whoever waits comes between whatever is done with a long body
    const turn = isLong ? Effect.yieldNow : Effect.void
    const looked = scanJsonBody(text)
    if (looked.depth > maxDepth) return errorResponse(400, `The body is nested deeper than ${maxDepth} levels`)
    const { documents, rest } = isLong
      ? withoutDocuments(text, looked.documents)
      : { documents: noDocuments, rest: text }
    if (isLong && looked.valuesOutside > maxValues) return tooMany
    yield* turn
    const read = parseJson(rest)
    if ("problem" in read) return errorResponse(400, read.problem)
    if (!looked.storable) return unstorable
    const ignored = ignoredOf(request.method, request.url, read.value)
    yield* turn
    const current = mayHoldEarlierId(rest) ? JSON.stringify(currentIdsOf(read.value)) : rest
    // the operation reads it again
    yield* turn
    const answer =
      current === text ? run : Effect.provideService(app, HttpServerRequest.HttpServerRequest, withBody(typed, current))
    return yield* tellingIgnored(
      documents.size === 0 ? answer : Effect.provideService(answer, SentDocuments, documents),
      ignored
    )
  })

/** The request with another body; everything else is asked of the one that came. */
const withBody = (request: HttpServerRequest.HttpServerRequest, text: string) =>
  new Proxy(request, {
    get: (target, name) =>
      name === "text"
        ? Effect.succeed(text)
        : name === "json"
          ? Effect.sync(() => JSON.parse(text))
          : Reflect.get(target, name, target)
  })

const jsonType = "application/json"

/** All JSON is one to the operations, and an empty body is of no type. */
const ofJson = (request: HttpServerRequest.HttpServerRequest) =>
  request.modify({ headers: Headers.set(request.headers, "content-type", jsonType) })

/** What forms of the web application are sent as; nothing else takes any. */
const formPath = /^[^?]*\/~\/(?:[\w-]+|saml\/[\w-]+\/acs)(?:\?|$)/
/** Where providers of single sign-on have their answers sent. */
const answerPath = /\/acs(?:\?|$)/
const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i
/** Where mail programs unsubscribe, and the other form in which they may do so (RFC 8058): nothing in it is read. */
const unsubscribePath = /^[^?]*\/~\/unsubscribe\?/
const unsubscribeType = /^multipart\/form-data\s*(?:;|$)/i
const maxFormLength = 20_000
const maxAnswerLength = 500_000

/** In what the API is asked for, and in any query: a store may be unable to look for it. */
const nulInTarget = /^(?:\/v1\/|[^?]*\?).*%00/
const nulRefused = errorResponse(400, "The address must not hold NUL characters")
const unstorable = errorResponse(400, "Text must not hold NUL characters or unpaired surrogates")
const noDocuments: ReadonlyMap<string, string> = new Map()
const tooMany = errorResponse(
  413,
  `The body holds more than ${maxValues} values besides the documents of pages and comments: send them in several requests`
)
const tooLarge = (most: number) => errorResponse(413, `The body is larger than ${most} bytes`)

/** What scripts of pages tell, what assistants ask of a site, and questions: anybody may, and it is short. */
const shortPath = /\/~(?:insights|mcp|ask)(?:\?|$)/
const maxShortLength = 65_536
const mostOf = (url: string): number => (shortPath.test(url) ? maxShortLength : maxBodyBytes)

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
