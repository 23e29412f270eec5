import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Cause, Deferred, Effect, Exit, Fiber, References, Tracer } from "effect"
import { describe, expect, it } from "vitest"
import { traced } from "../../../src/kernel/shared/traced.ts"

const root = fileURLToPath(new URL("../../../../..", import.meta.url))

/** Fails, dies, or answers, as it is asked. */
const inner = traced("Inner.get")(function* (outcome: "answer" | "failure" | "defect") {
  yield* Effect.void
  if (outcome === "failure") return yield* Effect.fail("refused")
  if (outcome === "defect") throw new Error("a fault of ours")
  return 1
})
const outer = traced("Outer.all")(function* (outcome: Parameters<typeof inner>[0]) {
  return (yield* inner(outcome)) + 1
})

/** What comes of it, and the names of the spans that were made, with those that they are below. */
const followed = (outcome: Parameters<typeof inner>[0], enabled: boolean) => {
  const spans: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      const parent =
        options.parent._tag === "Some" && options.parent.value._tag === "Span" ? options.parent.value : undefined
      spans.push(parent === undefined ? options.name : `${parent.name} > ${options.name}`)
      return new Tracer.NativeSpan(options)
    }
  })
  const exit = Effect.runSyncExit(
    outer(outcome).pipe(
      Effect.provideService(Tracer.Tracer, tracer),
      Effect.provideService(References.TracerEnabled, enabled)
    )
  )
  return { exit, spans }
}

const named = (exit: Exit.Exit<unknown, unknown>): ReadonlyArray<string> =>
  Exit.isFailure(exit) ? [...Cause.pretty(exit.cause).matchAll(/at (\w+\.\w+)$/gm)].map(([, name]) => name!) : []

describe.each([
  [true, ["Outer.all", "Outer.all > Inner.get"]],
  [false, []]
] as const)("functions of services, where following traces is %s", (enabled, spans) => {
  it("answer and fail as they are written", () => {
    expect(followed("answer", enabled)).toEqual({ exit: Exit.succeed(2), spans })
    const failed = followed("failure", enabled)
    expect([Exit.findErrorOption(failed.exit), failed.spans]).toEqual([
      Exit.findErrorOption(Exit.fail("refused")),
      spans
    ])
  })

  it("name themselves in what the log says of a defect, the innermost first", () => {
    const { exit, spans: made } = followed("defect", enabled)
    expect([named(exit), made]).toEqual([["Inner.get", "Outer.all"], spans])
    expect(Cause.pretty((exit as Exit.Failure<never, never>).cause)).toContain("a fault of ours")
  })

  it("are interrupted as others are, and what they hold is released", async () => {
    const ended: Array<string> = []
    const exit = await Effect.runPromise(
      Effect.gen(function* () {
        const begun = yield* Deferred.make<void>()
        const waiting = traced("Waiting.for")(function* () {
          return yield* Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
            Effect.onExit((exit) => Effect.sync(() => ended.push(Exit.hasInterrupts(exit) ? "interrupted" : "ended")))
          )
        })
        const fiber = yield* Effect.forkChild(waiting())
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(fiber)
        return yield* Fiber.await(fiber)
      }).pipe(Effect.provideService(References.TracerEnabled, enabled))
    )
    expect([Exit.hasInterrupts(exit), ended]).toEqual([true, ["interrupted"]])
  })
})

it("takes what is put around it, and tells how many arguments it takes", () => {
  const around = traced("Around.get")(
    function* (a: number) {
      return yield* Effect.succeed(a + 1)
    },
    (effect, a) => Effect.map(effect, (b) => [a, b])
  )
  expect(Effect.runSync(around(1))).toEqual([1, 2])
  expect([around.length, outer.length]).toEqual([1, 1])
})

it("is what names functions everywhere: nobody pays for a trace that is not followed", () => {
  const files = globSync(["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"], { cwd: root })
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.filter((file) => /Effect\.fn\(\s*["'`]/.test(readFileSync(`${root}/${file}`, "utf8")))).toEqual([])
})
