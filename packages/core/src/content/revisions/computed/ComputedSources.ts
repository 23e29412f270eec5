/**
 * Sources of computed content: what fills a page whose content is made from something else, such as an OpenAPI
 * description. A page of type `computed` in a space's tree is replaced by the pages that its source makes.
 */
import type { Effect, Schema } from "effect"
import type { StorageError } from "../../../kernel/shared/errors.ts"
import { reference } from "../../../kernel/shared/reference.ts"
import type { SpaceRecord } from "../../spaces/Space.ts"
import type { Computed } from "../model/Records.ts"

/** A page as a source makes it. */
export interface ComputedPageDraft {
  /** Names the page among those of its source. The id is made from it: a page of the same key stays the same page. */
  readonly key: string
  /** Default `document`. Groups stand at the root of a space alone; elsewhere a document without text stands for one. */
  readonly type?: "document" | "group"
  readonly title: string
  /** Made from the title when left out. */
  readonly slug?: string
  readonly emoji?: string
  readonly icon?: string
  readonly description?: string
  readonly hidden?: boolean
  /** `props` of the document that is the page's body; an empty page without it. */
  readonly document?: Schema.JsonObject
  readonly pages?: ReadonlyArray<ComputedPageDraft>
}

/** All that a source computes from: `dependencies` have the `value` that each was resolved to. */
export interface ComputedInput {
  readonly props: Schema.JsonObject
  readonly dependencies: Schema.JsonObject
}

/** The space that content is computed for. */
export type ComputedFor = Pick<SpaceRecord, "id" | "organizationId">

export interface ComputedSource {
  /** As in `Computed.type`: `builtin:openapi`, `integration:<name>:<source>`. */
  readonly type: string
  /**
   * The dependencies with what they are now in their `value`s, a version or hash: pages and documents are kept as long
   * as the values stay the same, and computed anew when one changes. `undefined` when one is not there: the page stays
   * a computed page. The answer may depend on the store alone.
   */
  readonly resolve: (
    space: ComputedFor,
    dependencies: Schema.JsonObject
  ) => Effect.Effect<Schema.JsonObject | undefined, StorageError>
  readonly pages: (input: ComputedInput) => Effect.Effect<ReadonlyArray<ComputedPageDraft>, StorageError>
  /** The Markdown of one document. A link to `/pages/KEY` leads to the page of that key among those of the source. */
  readonly document: (input: ComputedInput) => Effect.Effect<string, StorageError>
}

/** The sources that there are, by type. */
export const ComputedSources = reference<ReadonlyMap<Computed["type"], ComputedSource>>(
  "@octavo/core/content/revisions/computed/ComputedSources",
  () => new Map()
)
