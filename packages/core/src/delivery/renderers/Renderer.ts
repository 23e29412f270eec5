/**
 * The port of a renderer of published sites that is not Octavo's own, and keeps what it has read until it is told that
 * it changed. Adapter: `@octavo/outbound/renderer`.
 */
import { Data, type Effect } from "effect"
import { reference } from "../../kernel/shared/reference.ts"

/** The renderer was not reached, or did not take it. The message says why, without secrets. */
export class RendererError extends Data.TaggedError("RendererError")<{ readonly message: string }> {}

export interface RendererShape {
  /** Has it forget all that it keeps under these tags. */
  readonly purge: (tags: ReadonlyArray<string>) => Effect.Effect<void, RendererError>
}

/** The configured renderer; `undefined` without one. */
export const Renderer = reference<RendererShape | undefined>(
  "@octavo/core/delivery/renderers/Renderer",
  () => undefined
)
