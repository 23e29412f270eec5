/**
 * The `Renderer` port over the address where GitBook's renderer is told what changed (`POST {url}/~gitbook/revalidate`).
 * The body is signed with HMAC-SHA256, in hex. The address is the operator's own setting, so it may be in a private
 * network; what it redirects to is never followed.
 */
import { createHmac } from "node:crypto"
import { RendererError, type RendererShape } from "@octavo/core/delivery/renderers/Renderer"
import { Effect, Redacted } from "effect"
import { observeCall } from "./observeCall.ts"
import { postJson } from "./postJson.ts"

export interface RendererConfig {
  /** Up to `/~gitbook/revalidate`, like `https://docs.example.com`. */
  readonly url: string
  /** The renderer's `GITBOOK_SECRET`. */
  readonly secret: Redacted.Redacted
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 10_000

export const make = ({ secret, timeoutMs = defaultTimeoutMs, url }: RendererConfig): RendererShape => {
  const at = `${url.replace(/(?<!\/)\/+$/, "")}/~gitbook/revalidate`
  const name = `The renderer at ${new URL(url).host}`
  const failed = (message: string) => new RendererError({ message: `${name} ${message}` })
  return {
    purge: (tags) =>
      Effect.gen(function* () {
        const body = { tags }
        const signature = createHmac("sha256", Redacted.value(secret)).update(JSON.stringify(body)).digest("hex")
        const { status } = yield* Effect.tryPromise({
          try: (signal) =>
            postJson(
              at,
              body,
              { "x-gitbook-signature": signature },
              AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
              {
                wants: () => false
              }
            ),
          catch: (cause) =>
            failed(
              cause instanceof Error && cause.name === "TimeoutError" ? "did not answer in time" : "cannot be reached"
            )
        })
        if (status < 200 || status > 299) return yield* failed(`answered ${status}`)
      }).pipe(observeCall("renderer", url))
  }
}
