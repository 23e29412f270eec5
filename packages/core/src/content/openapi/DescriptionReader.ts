/**
 * The port that reads descriptions of APIs: text of Swagger 2, OpenAPI 3.0, 3.1 or 3.2, as JSON or YAML. An adapter reads
 * in bounded time and memory whatever it is given, follows no reference to anywhere, and runs nothing.
 */
import { Context, Data, type Effect } from "effect"
import type { DescriptionIndex } from "./description/DescriptionIndex.ts"
import type { SpecProblem } from "./OpenApiSpec.ts"

/** It is no description that can be read. */
export class UnreadableDescription extends Data.TaggedError("UnreadableDescription")<{
  readonly problems: ReadonlyArray<SpecProblem>
}> {}

export interface ReadDescription {
  readonly format: "json" | "yaml"
  /** The description as JSON of OpenAPI 3.1. */
  readonly content: Uint8Array
  readonly index: DescriptionIndex
  /** What is against the rules of the format and could be read all the same: the first `problemsKept`. */
  readonly problems: ReadonlyArray<SpecProblem>
  readonly problemCount: number
}

export class DescriptionReader extends Context.Service<
  DescriptionReader,
  {
    /** @param check whether it is told what is against the rules of the format: yes, unless told otherwise */
    readonly read: (text: Uint8Array, check?: boolean) => Effect.Effect<ReadDescription, UnreadableDescription>
  }
>()("@octavo/core/content/openapi/DescriptionReader") {}
