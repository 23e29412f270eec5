/** Where settings come from, as a `ConfigProvider`. Loaded by every command: nothing here loads what opens a store. */
import type * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { labelOf, type SettingName, type SettingValues, settings } from "./settings.ts"

/** Texts as they were given, by setting. */
export type GivenSettings = { readonly [Name in SettingName]?: string | undefined }

/** Variables by name, like those of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Texts by setting: one that is empty was given. */
export const givenProvider = (given: GivenSettings): ConfigProvider.ConfigProvider =>
  ConfigProvider.fromUnknown(
    Object.fromEntries(Object.entries(given).map(([name, text]) => [settings[name as SettingName].env, text])),
    { preserveEmptyStrings: true }
  )

/**
 * Flags above variables above what the program has in place of the table's defaults. A variable that is empty is not
 * set.
 */
export const settingsProvider = (
  given: GivenSettings,
  environment: Environment = process.env,
  usual: GivenSettings = {}
): ConfigProvider.ConfigProvider =>
  givenProvider(given).pipe(
    ConfigProvider.orElse(ConfigProvider.fromUnknown(environment)),
    ConfigProvider.orElse(givenProvider(usual))
  )

/** One setting, as long as nothing else is known of the process; its default where it cannot be used. */
export const readSetting = <Name extends SettingName>(
  name: Name,
  provider: ConfigProvider.ConfigProvider = settingsProvider({})
): SettingValues[Name] =>
  Result.getOrElse(resultOf(name, provider), () => settings[name].fallback) as SettingValues[Name]

const resultOf = (name: SettingName, provider: ConfigProvider.ConfigProvider) => {
  const config: Config.Config<unknown> = settings[name].config
  return Effect.runSync(Effect.result(config.parse(provider)))
}

/** Thrown by a setting that was asked for its value, and has none because it cannot be used. */
class Unread extends Error {
  override readonly name = "Unread"
}

/**
 * Reads all settings, and looks at those together that need each other.
 * @param checks of several settings; each throws what it finds wrong. One that needs a setting which is wrong by itself
 *   finds nothing
 * @param problemOf what is wrong by what a check threw; throws what is no problem of settings
 * @returns the values, or what is wrong, one line each
 */
export const readSettings = (
  provider: ConfigProvider.ConfigProvider,
  checks: ReadonlyArray<(values: SettingValues) => unknown>,
  problemOf: (error: unknown) => string
): Result.Result<SettingValues, ReadonlyArray<string>> => {
  const values = {}
  const problems: Array<string> = []
  for (const name of Object.keys(settings) as Array<SettingName>) {
    const read = resultOf(name, provider)
    if (Result.isFailure(read)) problems.push(`${labelOf(name)} ${read.failure.cause.message}`)
    Object.defineProperty(values, name, {
      enumerable: true,
      ...(Result.isSuccess(read)
        ? { value: read.success }
        : {
            get: () => {
              throw new Unread(name)
            }
          })
    })
  }
  for (const check of checks) {
    try {
      check(values as SettingValues)
    } catch (error) {
      if (!(error instanceof Unread)) problems.push(problemOf(error))
    }
  }
  return problems.length === 0 ? Result.succeed(values as SettingValues) : Result.fail(problems)
}
