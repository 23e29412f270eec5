/** Configuration: what an installation is made from. */
import type { EventTimes } from "@octavo/core/connections/events/EventSettings"
import * as Redacted from "effect/Redacted"
import type { ComputeConfig } from "./compute.ts"
import type { RemoteImages } from "./settingKinds.ts"
import type { SettingName, SettingValues } from "./settings.ts"

/** `OTEL_EXPORTER_OTLP_ENDPOINT` and others, as OpenTelemetry names them. */
export type Telemetry = Readonly<Record<string, string>>

/** A secret as an embedder writes it, or already so that no log and no dump shows it. */
export type Secret = string | Redacted.Redacted

/** A value that no log, message or dump shows; what was given so is left as it is. */
export const redacted = <A extends string | Telemetry>(secret: A | Redacted.Redacted<A>): Redacted.Redacted<A> =>
  Redacted.isRedacted(secret) ? secret : Redacted.make(secret)

/** Whether traces are to be sent anywhere. */
export const isTraced = (telemetry: Telemetry | Redacted.Redacted<Telemetry> = {}): boolean => {
  const variables = Redacted.value(redacted(telemetry))
  return (
    (variables["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] ?? variables["OTEL_EXPORTER_OTLP_ENDPOINT"]) !== undefined &&
    !/^true$/i.test(variables["OTEL_SDK_DISABLED"] ?? "") &&
    variables["OTEL_TRACES_EXPORTER"] !== "none"
  )
}

/** How a program writes the value of a setting. */
type Written<A> = A extends Redacted.Redacted
  ? Secret
  : A extends string
    ? string
    : A extends number
      ? number
      : A extends boolean
        ? boolean
        : never

/** What of the settings is the process', and not the installation's. */
type OfProcess = "port" | "host" | "logLevel"

/** Every setting of an installation, by its name in `settings.ts`. */
type WrittenSettings = {
  readonly [Name in Exclude<SettingName, OfProcess | "remoteImages">]?: Written<SettingValues[Name]> | undefined
} & {
  /** `true` is `load`, `false` is `link`. */
  readonly remoteImages?: RemoteImages | boolean | undefined
}

/**
 * What an installation is made from: the database, and whatever of the settings is not as usual. Secrets that were read
 * from flags and variables are redacted; a program that makes a configuration itself may write them as texts.
 */
export interface OctavoConfig extends WrittenSettings {
  /** `sqlite:PATH`, `sqlite::memory:` or `postgres://…` */
  readonly database: Secret
  /** Writes whole lines for a person who looks at what this process says. */
  readonly terminal?: ((text: string) => void) | undefined
  /** OpenTelemetry's own variables; without an endpoint among them nothing is traced. They can hold keys. */
  readonly telemetry?: Telemetry | Redacted.Redacted<Telemetry> | undefined
  /** Times of streams of events, where they are not as usual. */
  readonly eventTimes?: Partial<EventTimes> | undefined
  /** Directory of the built web application; without it the pages are those without one. */
  readonly webApplication?: string | undefined
  /** Path of the web application below the public URL; `/app` when left out. */
  readonly appPath?: string | undefined
  /** Basename or id of the only site that is shown, for docs on a laptop and for a site that becomes files. */
  readonly onlySite?: string | undefined
  /** Where the only site is; at the public URL itself when left out. */
  readonly onlySiteUrl?: string | undefined
  /** Runs background jobs in this process; true when left out. */
  readonly worker?: boolean | undefined
  /** How work on texts is done on threads of its own, where nobody else waits for it. */
  readonly tasks?: ComputeConfig | undefined
}

/** Settings that cannot be used, in words that say what to change: one line for each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError"
}
