/** How a command works on a store: settings, services, the operator as the actor, and what is printed. */
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import type { OctavoConfig } from "@octavo/runtime/config"
import type { ProcessConfig } from "@octavo/runtime/environment"
import type { Octavo } from "@octavo/runtime/layer"
import { logLayer, untilSignal } from "@octavo/runtime/process"
import * as Effect from "effect/Effect"
import { given } from "./settings.ts"

type Settings = Parameters<typeof given>[0]

/** The settings as one configuration. Nothing that opens a store is loaded before. */
export const configOf = (settings: Settings): Effect.Effect<ProcessConfig, unknown> =>
  Effect.gen(function* () {
    const { readConfig } = yield* Effect.promise(() => import("@octavo/runtime/environment"))
    return yield* Effect.try({ try: () => readConfig(given(settings)), catch: (error) => error })
  })

/** Runs an effect that opens stores itself. Signals stop it. */
export const withConfig = <A, E>(
  settings: Settings,
  use: (config: ProcessConfig) => Effect.Effect<A, E>
): Effect.Effect<A, unknown> =>
  Effect.flatMap(configOf(settings), (config) =>
    use(config).pipe(untilSignal, Effect.provide(logLayer(config.logLevel)))
  )

/**
 * Runs an effect as the operator of the store that the settings name. Signals stop it. Only one that `creates` makes a
 * store where there is none.
 */
export const withStore = <A, E>(
  settings: Settings,
  use: (config: ProcessConfig) => Effect.Effect<A, E, Octavo | CurrentActor>,
  options: {
    readonly worker?: boolean
    readonly creates?: boolean
    /** What holds in place of what is set. */
    readonly config?: Pick<OctavoConfig, "remoteImages">
  } = {}
): Effect.Effect<A, unknown> =>
  Effect.gen(function* () {
    const config = yield* configOf(settings)
    const [{ octavoLayer }, { requireStore }, { CurrentActor, operator }] = yield* Effect.promise(() =>
      Promise.all([
        import("@octavo/runtime/layer"),
        import("@octavo/runtime/store"),
        import("@octavo/core/kernel/shared/Actor")
      ])
    )
    if (options.creates !== true) {
      yield* Effect.try({ try: () => requireStore(config), catch: (error) => error })
    }
    return yield* use(config).pipe(
      Effect.provideService(CurrentActor, operator),
      Effect.provide(octavoLayer({ ...config, ...options.config, worker: options.worker ?? false })),
      untilSignal,
      Effect.provide(logLayer(config.logLevel))
    )
  })

/** Prints the outcome: as one line of JSON, or as lines for people. */
export const answer = (json: boolean, value: unknown, lines: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.sync(() => {
    process.stdout.write(`${json ? JSON.stringify(value) : lines.map(printable).join("\n")}\n`)
  })

/** A line without control characters, which move the cursor and worse: names and titles are other people's text. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")

/** Lines of names and values, aligned. */
export const table = (rows: ReadonlyArray<readonly [name: string, value: string]>): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`)
}
