/** Objects whose fields are anybody's. */
import { Schema, SchemaTransformation } from "effect"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * An object of any fields that came, or goes, as JSON. It is taken as it is: a record of unknown values would be walked
 * whole to see that it is JSON, which takes longer than parsing it.
 */
export const AnyObject = Schema.declare(isObject, {
  expected: "object",
  toCodecJson: () => undefined,
  // for tests that draw requests
  toCodecArbitrary: () =>
    Schema.link<Readonly<Record<string, unknown>>>()(
      Schema.Record(Schema.String, Schema.Unknown),
      SchemaTransformation.passthrough()
    )
}).check(Schema.makeFilter(() => true, { toJsonSchema: () => ({ type: "object", additionalProperties: true }) }))
