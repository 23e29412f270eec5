/**
 * Reads of the API whose answers are at hand, in a lane in front of the router: those that are kept, and the hottest read,
 * a page by its id, whose content outlives commits. The same services answer, without the router's and the contract's work.
 * Whatever is not a plain success goes the router's way.
 */
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Epoch } from "@octavo/core/kernel/shared/Epoch"
import { ofRequests } from "@octavo/core/kernel/shared/reference"
import { Authentication } from "@octavo/core/people/users/Authentication"
import {
  bearerOf,
  ContentCache,
  isKnown,
  KeptAnswers,
  notModified,
  okHeaders,
  operationOf,
  wantsFresh
} from "@octavo/http"
import { type Context, Effect, Exit } from "effect"
import { codingOf, compressed, compressible, encodedHeaders } from "./compression.ts"
import type { Step } from "./pipeline.ts"

/** An answer as it is written to a connection. */
interface Answer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly url: string
  readonly operation: string | undefined
}

const pagePattern = /^\/v1\/spaces\/([\w-]+)\/content\/page\/([\w-]+)$/

/** @param router where a request goes whose answer is not known to be a plain success */
export const makeApiLane = Effect.fnUntraced(function* (
  context: Context.Context<Authentication | ContentCache | Epoch | KeptAnswers>,
  router: Step
) {
  const run = Effect.runForkWith(ofRequests(context))
  const { authenticate } = yield* Effect.provideContext(Authentication, context)
  const { encoded } = yield* Effect.provideContext(ContentCache, context)
  const { reading } = yield* Effect.provideContext(Epoch, context)
  const { find } = yield* Effect.provideContext(KeptAnswers, context)

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

  const answer = (bearer: string, url: string) =>
    reading(
      Effect.flatMap(authenticate(bearer), (actor) =>
        Effect.withFiber(({ context }) => {
          const kept = find(actor, url, context)
          if (kept?.body._tag === "Uint8Array") {
            return Effect.succeed(written(kept.body, url, () => kept.headers))
          }
          const asked = pagePattern.exec(url)
          return asked === null
            ? Effect.undefined
            : Effect.provideService(page(url, asked[1]!, asked[2]!), CurrentActor, actor)
        })
      )
    )

  const lane: Step = (request, response) => {
    const { headers, url } = request
    const bearer = bearerOf(headers.authorization)
    if (bearer === undefined || request.method !== "GET" || wantsFresh(headers) || !url!.startsWith("/v1/")) {
      return false
    }
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
      const isLong = compressible(exit.value)
      const coding = isLong ? codingOf(request.headers["accept-encoding"]) : undefined
      const coded = isLong ? { ...headers, ...encodedHeaders({ etag: headers["etag"] }, coding) } : headers
      const write = (bytes: Uint8Array): void => {
        response.operation = exit.value!.operation
        response.writeHead(200, coding === undefined ? coded : { ...coded, "content-length": String(bytes.length) })
        response.end(bytes)
      }
      const bytes = coding === undefined ? body : compressed(body, coding)
      if (bytes instanceof Uint8Array) write(bytes)
      else bytes.then(write).catch(() => router(request, response))
    }
    const fiber = run(answer(bearer, url!))
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
