/**
 * The API's hottest read, a page by its id, in a lane of its own in front of the router: the same services, without the
 * router's and the contract's work. Whatever is not a plain success goes the router's way.
 */
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Epoch } from "@octavo/core/kernel/shared/Epoch"
import { Authentication } from "@octavo/core/people/users/Authentication"
import { ContentCache, crossOriginHeaders, operationOf, revalidate } from "@octavo/http"
import { type Context, Effect, Exit } from "effect"
import { codingOf, compressed, compressFrom, encodedHeaders } from "./compression.ts"
import type { Step } from "./pipeline.ts"

const operation = operationOf("GET", "/v1/spaces/a/content/page/b")?.id
const pattern = /^\/v1\/spaces\/([\w-]+)\/content\/page\/([\w-]+)$/

/** @param router where a request goes whose answer is not known to be a plain success */
export const makeHotPageLane = Effect.fnUntraced(function* (
  context: Context.Context<Authentication | ContentCache | Epoch>,
  router: Step
) {
  const run = Effect.runForkWith(context)
  const { authenticate } = yield* Effect.provideContext(Authentication, context)
  const { encoded } = yield* Effect.provideContext(ContentCache, context)
  const { reading } = yield* Effect.provideContext(Epoch, context)

  const page = (bearer: string, spaceId: string, pageId: string) =>
    reading(
      Effect.flatMap(authenticate(bearer), (actor) =>
        Effect.provideService(
          encoded(spaceId, undefined, ["page", pageId, true, true, false], (open) => open.page(pageId, {})),
          CurrentActor,
          actor
        )
      )
    )

  const lane: Step = (request, response) => {
    const { authorization } = request.headers
    const asked =
      request.method === "GET" &&
      authorization?.startsWith("Bearer ") === true &&
      request.headers["if-none-match"] === undefined
        ? pattern.exec(request.url!)
        : null
    if (asked === null) return false
    const write = (bytes: Uint8Array, headers: Record<string, string>): void => {
      response.operation = operation
      response.writeHead(200, {
        ...crossOriginHeaders,
        "content-type": "application/json",
        "content-length": bytes.length,
        "cache-control": revalidate,
        ...headers
      })
      response.end(bytes)
    }
    const send = (exit: Exit.Exit<{ readonly body: Uint8Array; readonly etag: string }, unknown>): void => {
      if (Exit.isFailure(exit)) {
        router(request, response)
        return
      }
      const { body, etag } = exit.value
      const isLong = body.length >= compressFrom
      const coding = isLong ? codingOf(request.headers["accept-encoding"]) : undefined
      const headers = isLong ? encodedHeaders({ etag }, coding) : { etag }
      const bytes = coding === undefined ? body : compressed(body, coding)
      if (bytes instanceof Uint8Array) write(bytes, headers)
      else bytes.then((made) => write(made, headers)).catch(() => router(request, response))
    }
    const fiber = run(page(authorization!.slice(7), asked[1]!, asked[2]!))
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) send(exit)
    else fiber.addObserver(send)
    return true
  }
  return lane
})
