/** Services of core as objects of Promise methods: derived, so that every new operation is there by itself. */
import { checkInput } from "@octavo/core/kernel/shared/checkInput"
import { currentIdsOf, withCurrentIds } from "@octavo/core/kernel/shared/currentIds"
import { Invalid } from "@octavo/core/kernel/shared/errors"
import { ignoredFields } from "@octavo/core/kernel/shared/ignoredFields"
import { isStorableValue } from "@octavo/core/kernel/shared/text"
import { Effect, type Schema } from "effect"

/** Methods whose last arguments are filters and paging, and may be left out. */
type Listing = "list" | `list${string}` | "operations"

/** The arguments without the trailing ones that `{}` satisfies. */
type Needed<Args extends ReadonlyArray<unknown>> = Args extends readonly [...infer Rest, infer Last]
  ? Record<never, never> extends Last
    ? Needed<Rest>
    : Args
  : Args

/** The same arguments, of which those that `{}` satisfies may be left out at the end. */
export type Lenient<Args extends ReadonlyArray<unknown>> =
  Needed<Args> extends infer Must extends ReadonlyArray<unknown>
    ? Args extends readonly [...Must, ...infer Rest]
      ? [...Must, ...Partial<Rest>]
      : Args
    : Args

type Method<F, Name> = F extends (...args: infer Args) => Effect.Effect<infer A, any, any>
  ? (...args: Name extends Listing ? Lenient<Args> : Args) => Promise<A>
  : F extends Effect.Effect<infer A, any, any>
    ? () => Promise<A>
    : never

/** A service whose every operation answers a Promise, which rejects with the operation's own tagged error. */
export type Promised<Service> = { readonly [Name in keyof Service]: Method<Service[Name], Name> }

/** Runs an operation with the services and the actor that it needs. */
export type Run = <A, E>(effect: Effect.Effect<A, E, any>) => Promise<A>

const isListing = (name: string): boolean => name.startsWith("list") || name === "operations"

/** Fills up the arguments that were left out with `{}`. */
export const lenient = (args: ReadonlyArray<unknown>, arity: number): ReadonlyArray<unknown> => {
  const filled = [...args]
  while (filled.length < arity) filled.push({})
  return filled.map((arg, i) => (i >= args.length || arg !== undefined ? arg : {}))
}

/** Schemas of arguments, by operation; `undefined` where there is nothing to check. */
export type Inputs<Service> = {
  readonly [Name in keyof Service]?: ReadonlyArray<Schema.Codec<any, any> | undefined>
}

/** What has no schema: ids, mostly, of which the first is always needed. */
const named = (arg: unknown, position: number): Effect.Effect<unknown, Invalid> =>
  position === 0 && (arg === undefined || arg === null)
    ? Effect.fail(new Invalid({ message: `The first argument is ${arg}: give what the operation is about` }))
    : isStorableValue(arg)
      ? Effect.succeed(arg)
      : Effect.fail(new Invalid({ message: "Text must not hold NUL characters or unpaired surrogates" }))

/** The argument as its schema has it. What the schema does not know is left out, and the log says so. */
const known = (schema: Schema.Codec<any, any>, arg: unknown, operation: string): Effect.Effect<unknown, Invalid> =>
  Effect.tap(checkInput(schema, arg), () => {
    const ignored = ignoredFields([schema], arg)
    return ignored.length === 0
      ? Effect.void
      : Effect.logWarning(
          `${operation} does not know these fields of its input, and ignores them: ${ignored.join(", ")}`
        )
  })

type Operation =
  | Effect.Effect<unknown, unknown, unknown>
  | ((...args: ReadonlyArray<unknown>) => Effect.Effect<unknown>)

/** All operations of a service, each run by `run` with arguments that were checked. */
export const promiseService = <Service extends object>(
  service: Service,
  run: Run,
  inputs: Inputs<Service> = {}
): Promised<Service> =>
  Object.fromEntries(
    Object.entries(service as Record<string, Operation>).map(([name, operation]) => {
      const schemas = inputs[name as keyof Service] ?? []
      return [
        name,
        Effect.isEffect(operation)
          ? () => run(operation)
          : (...args: ReadonlyArray<unknown>) =>
              run(
                Effect.flatMap(
                  Effect.forEach(isListing(name) ? lenient(args, operation.length) : args, (arg, i) =>
                    schemas[i] === undefined
                      ? named(typeof arg === "string" ? withCurrentIds(arg) : arg, i)
                      : known(schemas[i], currentIdsOf(arg), name)
                  ),
                  (args) => operation(...args)
                )
              )
      ]
    })
  ) as Promised<Service>
