/**
 * Requests that write find kept what those that read do, until they write themselves: who asks, what they may do, and where.
 * The look that this rests on begins when the body is there: who was removed while it came writes nothing any more (threat:
 * stale authority).
 */
import { Epoch } from "@octavo/core/kernel/shared/Epoch"
import { Context, Effect } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"

/** Stands behind what reads bodies. */
export const writeLook = HttpRouter.middleware(
  Effect.map(Epoch, ({ reading }) => (app) => {
    const looked = reading(app)
    return Effect.withFiber(({ context }) => {
      const { method, url } = Context.getUnsafe(context, HttpServerRequest.HttpServerRequest)
      return method === "GET" || method === "HEAD" || !url.startsWith("/v1/") ? app : looked
    })
  }),
  { global: true }
)
