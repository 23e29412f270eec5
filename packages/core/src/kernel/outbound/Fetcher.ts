/**
 * The port of outgoing requests for files. An adapter reaches public addresses only (unless it is told otherwise), asks
 * a host's name once and connects to those addresses, checks every redirect anew, and stops at the limits.
 */
import { Context, Data, type Effect } from "effect"

export class FetchError extends Data.TaggedError("FetchError")<{
  readonly reason: "refused" | "unreachable" | "status" | "too-large" | "timeout"
  readonly message: string
  /** Of an answer that is none of the file. */
  readonly status?: number
  /** How long the server wants to be left alone, in milliseconds. */
  readonly retryAfter?: number | undefined
}> {}

export interface Fetched {
  /** Where it was, after redirects; as asked for when an adapter does not tell. */
  readonly url?: string | undefined
  readonly bytes: Uint8Array
  /** As the server says, without parameters; `undefined` when it does not. */
  readonly contentType: string | undefined
  /** Names this content of the address, as its server says. */
  readonly etag?: string | undefined
  /** The server still has what `etag` named: there are no bytes. */
  readonly unchanged?: boolean | undefined
}

export class Fetcher extends Context.Service<
  Fetcher,
  {
    readonly fetch: (
      url: string,
      options: { readonly maxBytes: number /** What is there already. */; readonly etag?: string | undefined }
    ) => Effect.Effect<Fetched, FetchError>
  }
>()("@octavo/core/kernel/outbound/Fetcher") {}
