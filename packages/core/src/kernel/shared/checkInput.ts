/** Input from outside, checked against its schema: by the HTTP contract for requests, here for programs. */
import { Effect, Schema, type SchemaIssue } from "effect"
import { Invalid, type InvalidDetail } from "./errors.ts"
import { problemsOf } from "./problems.ts"
import { isStorableValue } from "./text.ts"

/** What is wrong where, as a path like `rules.0.users` below the given steps. */
export const detailsOf = (issue: SchemaIssue.Issue, ...below: ReadonlyArray<string>): ReadonlyArray<InvalidDetail> =>
  problemsOf(issue).map(({ message, path }) => ({ path: [...below, ...path.map(String)].join("."), message }))

/** A sentence for the first place that is wrong, and details for all. */
export const invalidInput = (details: ReadonlyArray<InvalidDetail>): Invalid => {
  const [first] = details
  return new Invalid({
    message: first === undefined ? "The request is malformed" : `${first.path}: ${first.message}`,
    details
  })
}

/** The input as the schema has it; fields that it does not know are left out. */
export const checkInput = <A>(schema: Schema.Codec<A, any>, input: unknown): Effect.Effect<A, Invalid> =>
  isStorableValue(input)
    ? Effect.mapError(Schema.decodeUnknownEffect(schema)(input), ({ issue }) => invalidInput(detailsOf(issue, "input")))
    : Effect.fail(new Invalid({ message: "Text must not hold NUL characters or unpaired surrogates" }))
