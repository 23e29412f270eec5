/**
 * The port of a renderer of published sites that is not Octavo's own, and keeps what it has read until it is told that
 * it changed. Adapter: `@octavo/outbound/renderer`.
 */
import { Context, Data, type Effect } from "effect"

/** The renderer was not reached, or did not take it. The message says why, without secrets. */
export class RendererError extends Data.TaggedError("RendererError")<{ readonly message: string }> {}

export interface RendererShape {
  /** Has it forget all that it keeps under these tags. */
  readonly purge: (tags: ReadonlyArray<string>) => Effect.Effect<void, RendererError>
}

/** The configured renderer; `undefined` without one. */
export const Renderer = Context.Reference<RendererShape | undefined>("@octavo/core/delivery/renderers/Renderer", {
  defaultValue: () => undefined
})
