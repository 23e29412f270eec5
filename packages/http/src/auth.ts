/**
 * The page that a mailed link opens. Reading it changes nothing, so that programs that open links in mails do no harm;
 * its button verifies the address and shows a first API token.
 */
import { RateLimiting } from "@octavo/core/kernel/rate-limits/RateLimiting"
import type { NotFound, StorageError } from "@octavo/core/kernel/shared/errors"
import { app, Instance, type InstanceConfig } from "@octavo/core/kernel/shared/Instance"
import { firstTokenDays, Verification } from "@octavo/core/people/users/Verification"
import { Effect, Layer } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { guard } from "./guard.ts"
import { escaped, page } from "./pages.ts"

/** The secret in the address of the request, when it looks like one. */
const secretOf = (request: HttpServerRequest.HttpServerRequest): string | undefined =>
  /[?&]token=([0-9A-Za-z]{43})(?:&|$)/.exec(request.url)?.[1]

const incomplete = page(404, "This link is not complete", "<p>Copy it from the mail as a whole.</p>")

/** Without a look at the secret: what the page says does not tell whether there is such a one. */
const ask = Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
  const secret = secretOf(request)
  if (secret === undefined) return incomplete
  return page(
    200,
    "Confirm your e-mail address",
    `<p>You were invited, and opened the link in the mail. Confirm that the address is yours:</p>
<form method="post" action="/auth/verify?token=${secret}"><button>Confirm</button></form>`
  )
})

const confirm = (verification: Verification["Service"], instance: InstanceConfig) =>
  Effect.gen(function* () {
    const secret = secretOf(yield* HttpServerRequest.HttpServerRequest)
    if (secret === undefined) return incomplete
    const { email, token } = yield* verification.confirm(secret)
    return page(
      200,
      "Your address is confirmed",
      `<p>${escaped(email)} is yours. This is your first API token; it is shown only now, and ends in ${firstTokenDays} days. What you make with it ends with it: <a href="${escaped(app(instance, ""))}">sign in</a> to see your sites, and to make tokens that last.</p>
<p><code>${escaped(token)}</code></p>`
    )
  }).pipe(
    Effect.catchTags({
      NotFound: (error: NotFound) =>
        Effect.succeed(page(404, "This link can't be used", `<p>${escaped(error.message)}</p>`)),
      StorageError: (error: StorageError) =>
        Effect.succeed(page(503, "Try again in a moment", `<p>${escaped(error.message)}</p>`))
    })
  )

export const authRoutes = Layer.mergeAll(
  HttpRouter.add("GET", "/auth/verify", ask),
  Layer.unwrap(
    Effect.map(Effect.all([Verification, Instance, RateLimiting]), ([verification, instance, limits]) =>
      HttpRouter.add("POST", "/auth/verify", confirm(verification, instance).pipe(guard(limits, "verify")))
    )
  )
)
