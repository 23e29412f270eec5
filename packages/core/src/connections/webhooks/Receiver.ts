/** The port over which webhooks reach whoever receives them. Adapter: `@octavo/outbound/receiver`. */
import { Context, Data, type Effect } from "effect"

/** Nothing came back. The message ends a sentence that begins with the receiver. */
export class ReceiverError extends Data.TaggedError("ReceiverError")<{ readonly message: string }> {}

export interface Received {
  readonly status: number
  /** The beginning of the answer's body. */
  readonly body: string
  /** How long it wants to be left alone, in milliseconds. */
  readonly retryAfter: number | undefined
}

export class Receiver extends Context.Service<
  Receiver,
  {
    /** Posts JSON to an address of the public internet and follows no redirect. Ends within 15 seconds. */
    readonly post: (
      url: string,
      body: string,
      headers: Readonly<Record<string, string>>
    ) => Effect.Effect<Received, ReceiverError>
  }
>()("@octavo/core/connections/webhooks/Receiver") {}
