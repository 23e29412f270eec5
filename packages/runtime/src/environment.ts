/** From flags and environment variables, or from what a program writes, to a configuration. */
import type * as ConfigProvider from "effect/ConfigProvider"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { ConfigError, type OctavoConfig, redacted, type Telemetry } from "./config.ts"
import { fileStoragePlace } from "./fileStorage.ts"
import { mailConfig, rendererConfig, translatorConfig } from "./layer.ts"
import { embeddingsConfig, modelConfig } from "./models.ts"
import { oidcConfig } from "./oidc.ts"
import { processCount } from "./processes.ts"
import { labelOf, type SettingName, type SettingValues, settings } from "./settings.ts"
import {
  type Environment,
  type GivenSettings,
  givenProvider,
  readSettings,
  settingsProvider
} from "./settingsProvider.ts"
import { dataDirectory } from "./store.ts"

export type { SettingName } from "./settings.ts"
export type { GivenSettings } from "./settingsProvider.ts"

/** What a process is made from: every setting, as it was read. */
export interface ProcessConfig extends SettingValues {
  readonly telemetry: Redacted.Redacted<Telemetry>
  readonly terminal?: OctavoConfig["terminal"]
  readonly worker?: OctavoConfig["worker"]
}

/**
 * Reads all settings: flags above variables above defaults. Throws a `ConfigError` with a line for each setting that
 * cannot be used.
 * @param usual what a program has in place of the table's defaults
 */
export const readConfig = (
  given: GivenSettings,
  environment: Environment = process.env,
  usual: GivenSettings = {}
): ProcessConfig => {
  const config = readAll(settingsProvider(given, environment, usual), environment)
  // of a free port the server itself must tell
  return { ...config, url: config.url ?? (config.port === 0 ? undefined : `http://localhost:${config.port}`) }
}

/**
 * The same for a program that writes a configuration itself: values go through the checks of the table, and secrets are
 * redacted. Throws a `ConfigError` that calls settings by the names that the program uses.
 */
export const readOptions = (options: OctavoConfig): OctavoConfig => {
  if (options.database === undefined) {
    throw new ConfigError("The database URL is missing; write one like sqlite:./octavo.db")
  }
  const names = Object.keys(settings).filter((name) => !ofProcess.has(name)) as Array<SettingName & keyof OctavoConfig>
  const given = Object.fromEntries(names.map((name) => [name, textOf(name, options[name])]))
  try {
    const {
      host: _,
      logLevel: __,
      port: ___,
      ...values
    } = readAll(givenProvider(given), Redacted.value(redacted(options.telemetry ?? {})))
    return { ...options, ...values }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(names.reduce((text, name) => text.replaceAll(labelOf(name), name), error.message))
  }
}

/** What a `sqlite:` URL, a key file and the Git cache have in common: where they are on this machine. */
export const dataPaths = (config: Pick<ProcessConfig, "database" | "dataDirectory">) => {
  const directory = dataDirectory(config)
  return { directory, keyFile: `${directory}/octavo.key` }
}

// ---------------------------------------------------------------------------------------------------------------------

/** What a program that listens by itself, or not at all, has no use for. */
const ofProcess: ReadonlySet<string> = new Set(["host", "logLevel", "port"] satisfies Array<SettingName>)

const textOf = (name: string, value: unknown): string | undefined => {
  const written = Redacted.isRedacted(value) ? Redacted.value(value) : value
  if (written === undefined || written === null) return undefined
  if (typeof written === "object" || typeof written === "function" || typeof written === "symbol") {
    throw new ConfigError(`${name} must be a text, a number or a boolean`)
  }
  return String(written)
}

/** What settings must be together. Each throws a `ConfigError`. */
const together = [
  mailConfig,
  oidcConfig,
  modelConfig,
  embeddingsConfig,
  translatorConfig,
  rendererConfig,
  fileStoragePlace,
  processCount
]

const readAll = (provider: ConfigProvider.ConfigProvider, variables: Environment): ProcessConfig => {
  const problemOf = (error: unknown): string => {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  const { problems, telemetry } = readTelemetry(variables)
  const read = readSettings(provider, together, problemOf)
  const all = [...(Result.isFailure(read) ? read.failure : []), ...problems]
  if (all.length > 0) throw new ConfigError(all.join("\n"))
  return { ...Result.getOrThrow(read), telemetry: Redacted.make(telemetry) }
}

/** OpenTelemetry's own variables. Endpoints that are no URL, and a protocol that is not spoken here, are told at once. */
const readTelemetry = (variables: Environment) => {
  const all = Object.entries(variables).filter(
    (entry): entry is [string, string] => entry[0].startsWith("OTEL_") && (entry[1] ?? "") !== ""
  )
  const problems = all.flatMap(([name, value]) => {
    // an endpoint can have a name and a password
    if (/^OTEL_EXPORTER_OTLP_(?:TRACES_)?ENDPOINT$/.test(name) && !/^https?:$/.test(URL.parse(value)?.protocol ?? "")) {
      return [`${name} must be like http://localhost:4318`]
    }
    return /^OTEL_EXPORTER_OTLP_(?:TRACES_)?PROTOCOL$/.test(name) && !/^http\/(?:json|protobuf)$/.test(value)
      ? [`${name} must be http/protobuf or http/json, not ${JSON.stringify(value)}`]
      : []
  })
  return { problems, telemetry: Object.fromEntries(all) }
}
