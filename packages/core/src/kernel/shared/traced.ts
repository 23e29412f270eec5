/**
 * Functions of services, with their names. `Effect.fn` makes an `Error`, a span and three contexts for each call, whether
 * somebody follows traces or not: ten times what a call costs without (docs/decisions/0129-names-without-spans.md).
 */
import { Cause, Context, Effect, Option, References } from "effect"

/**
 * Like `Effect.fn(name)`. Where traces are sent, each call has a span of this name; where they are not, a defect that comes
 * through it has the name among those that the log prints with it, and that is all.
 */
export const traced = (name: string): Effect.fn.Untraced => {
  const through = passedThrough(name)
  return ((body: Body, ...pipeables: ReadonlyArray<unknown>) => {
    const plain = untraced(body, ...pipeables)
    const called = (...args: ReadonlyArray<unknown>) =>
      Effect.withFiber((fiber) =>
        fiber.getRef(References.TracerEnabled)
          ? Effect.withSpan(plain(...args), name, { captureStackTrace: false })
          : Effect.catchCause(plain(...args), through)
      )
    // how many arguments it takes is asked by the engine's areas
    return Object.defineProperty(called, "length", { value: body.length })
  }) as Effect.fn.Untraced
}

type Made = Effect.Effect<unknown, unknown>
type Body = (...args: ReadonlyArray<unknown>) => Generator<Made, unknown, never>

const untraced = Effect.fnUntraced as (
  body: Body,
  ...pipeables: ReadonlyArray<unknown>
) => (...args: ReadonlyArray<unknown>) => Made

/** What a failure came through: of defects the name is noted, behind those that are nearer to where it happened. */
const passedThrough =
  (name: string) =>
  <E>(cause: Cause.Cause<E>): Effect.Effect<never, E> =>
    Effect.failCause(
      cause.reasons.some(Cause.isDieReason)
        ? Cause.fromReasons(
            cause.reasons.map((reason) => {
              if (!Cause.isDieReason(reason)) return reason
              const frames = Option.getOrUndefined(Context.getOption(Cause.reasonAnnotations(reason), Cause.StackTrace))
              return reason.annotate(Context.make(Cause.StackTrace, behind(frames, name)), { overwrite: true })
            })
          )
        : cause
    )

const behind = (frames: References.StackFrame | undefined, name: string): References.StackFrame =>
  frames === undefined
    ? { name, stack: () => undefined, parent: undefined }
    : { ...frames, parent: behind(frames.parent, name) }
