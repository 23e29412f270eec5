/**
 * Reads of the API in a lane in front of the router: those whose answers are kept, the hottest one, a page by its id, whose
 * content outlives commits, and those that their handlers answer alone (`http/src/directReads.ts`). The same services
 * answer, without the router's and the contract's work. Whatever is not a plain success goes the router's way.
 */
import { type Actor, CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Epoch, madeOf } from "@octavo/core/kernel/shared/Epoch"
import { ofRequests } from "@octavo/core/kernel/shared/reference"
import { Authentication } from "@octavo/core/people/users/Authentication"
import {
  bearerOf,
  ContentCache,
  type DirectRead,
  DirectReads,
  isKnown,
  KeptAnswers,
  notModified,
  okHeaders,
  operationOf,
  wantsFresh
} from "@octavo/http"
import { type Context, Effect, Exit } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { codingOf, compressed, compressible, encodedHeaders } from "./compression.ts"
import type { Step } from "./pipeline.ts"

/** An answer as it is written to a connection. */
interface Answer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly url: string
  readonly operation: string | undefined
  /** Whether it is sent this once: then nothing is noted of its headers. */
  readonly isOnce?: boolean
}

const pagePattern = /^\/v1\/spaces\/([\w-]+)\/content\/page\/([\w-]+)$/

/** @param router where a request goes whose answer is not known to be a plain success */
export const makeApiLane = Effect.fnUntraced(function* (
  context: Context.Context<Authentication | ContentCache | DirectReads | Epoch | KeptAnswers>,
  router: Step
) {
  const run = Effect.runForkWith(ofRequests(context))
  const { authenticate } = yield* Effect.provideContext(Authentication, context)
  const { encoded } = yield* Effect.provideContext(ContentCache, context)
  const epoch = yield* Effect.provideContext(Epoch, context)
  const kept = yield* Effect.provideContext(KeptAnswers, context)
  const direct = yield* Effect.provideContext(DirectReads, context)

  const page = (url: string, spaceId: string, pageId: string) =>
    Effect.map(
      encoded(spaceId, undefined, ["page", pageId, true, true, false], (open) => open.page(pageId, {})),
      (made) =>
        written(made, url, () => ({
          ...made.headers,
          ...okHeaders({ method: "GET", url }, made.headers),
          "content-type": "application/json",
          "content-length": String(made.body.length)
        }))
    )

  /** An answer that is made by its handler. @param isKept whether it may be sent again */
  const made = (actor: Actor, url: string, { answer, operation }: DirectRead, isKept: boolean) => {
    const toAnswer = (response: HttpServerResponse.HttpServerResponse | undefined): Answer | undefined =>
      response?.body._tag === "Uint8Array"
        ? { url, body: response.body.body, headers: said(response), operation, isOnce: true }
        : undefined
    const said = ({ headers }: HttpServerResponse.HttpServerResponse) => ({
      ...headers,
      ...okHeaders({ method: "GET", url }, headers)
    })
    if (!isKept) return Effect.map(answer, toAnswer)
    return Effect.map(madeOf(epoch, answer), ({ of, value }) => {
      const made = toAnswer(value)
      if (of !== undefined && made !== undefined) {
        kept.keep(actor, url, HttpServerResponse.setHeaders(value!, made.headers), of)
      }
      return made
    })
  }

  const answer = (bearer: string, url: string, isFresh: boolean) =>
    epoch.reading(
      Effect.flatMap(authenticate(bearer), (actor) =>
        Effect.withFiber(({ context }) => {
          const found = isFresh ? undefined : kept.find(actor, url, context)
          if (found?.body._tag === "Uint8Array") {
            return Effect.succeed(written(found.body, url, () => found.headers))
          }
          const asked = pagePattern.exec(url)
          const read = asked === null ? direct.find(url) : undefined
          return asked !== null
            ? Effect.provideService(page(url, asked[1]!, asked[2]!), CurrentActor, actor)
            : read === undefined
              ? Effect.undefined
              : Effect.provideService(made(actor, url, read, !isFresh), CurrentActor, actor)
        })
      )
    )

  const lane: Step = (request, response) => {
    const { headers, url } = request
    const bearer = bearerOf(headers.authorization)
    if (bearer === undefined || request.method !== "GET" || !url!.startsWith("/v1/")) return false
    const isFresh = wantsFresh(headers)
    const send = (exit: Exit.Exit<Answer | undefined, unknown>): void => {
      if (Exit.isFailure(exit) || exit.value === undefined) {
        router(request, response)
        return
      }
      const { body, headers } = exit.value
      if (isKnown(request.headers, headers)) {
        response.operation = exit.value.operation
        response.writeHead(304, notModified(headers)).end()
        return
      }
      const isLong = compressible(body.length, headers)
      const coding = isLong ? codingOf(request.headers["accept-encoding"]) : undefined
      const coded = isLong ? { ...headers, ...encodedHeaders({ etag: headers["etag"] }, coding) } : headers
      const write = (bytes: Uint8Array): void => {
        response.operation = exit.value!.operation
        const head = coding === undefined ? coded : { ...coded, "content-length": String(bytes.length) }
        response.writeHead(
          200,
          exit.value!.isOnce === true || coding !== undefined ? Object.entries(head).flat() : head
        )
        response.end(bytes)
      }
      const bytes = coding === undefined ? body : compressed(body, coding)
      if (bytes instanceof Uint8Array) write(bytes)
      else bytes.then(write).catch(() => router(request, response))
    }
    const fiber = run(answer(bearer, url!, isFresh))
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) send(exit)
    else fiber.addObserver(send)
    return true
  }
  return lane
})

const answers = new WeakMap<object, Answer>()

/** An answer as it is written, made once for what holds its bytes. */
const written = (
  of: { readonly body: Uint8Array },
  url: string,
  headers: () => Readonly<Record<string, string>>
): Answer => {
  const known = answers.get(of)
  if (known?.url === url) return known
  const answer = { url, body: of.body, headers: headers(), operation: operationOf("GET", url)?.id }
  answers.set(of, answer)
  return answer
}
