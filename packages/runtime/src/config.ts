/** Configuration: what an installation is made from. */
import type { OidcSettings } from "@octavo/oidc/config"

/** `OTEL_EXPORTER_OTLP_ENDPOINT` and others, as OpenTelemetry names them. */
export type Telemetry = Readonly<Record<string, string>>

/** Whether traces are to be sent anywhere. */
export const isTraced = (telemetry: Telemetry = {}): boolean =>
  (telemetry["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] ?? telemetry["OTEL_EXPORTER_OTLP_ENDPOINT"]) !== undefined &&
  !/^true$/i.test(telemetry["OTEL_SDK_DISABLED"] ?? "") &&
  telemetry["OTEL_TRACES_EXPORTER"] !== "none"

/** What an installation is made from. */
export interface OctavoConfig extends OidcSettings {
  /** `sqlite:PATH`, `sqlite::memory:` or `postgres://…` */
  readonly database: string
  /** Public URL without trailing slash. */
  readonly url?: string | undefined
  readonly siteHost?: string | undefined
  /** Host that custom hostnames are pointed to. */
  readonly hostnameTarget?: string | undefined
  /** `192.0.2.53,[2001:db8::53]:5353`; the system's when left out. */
  readonly dnsServers?: string | undefined
  /** `192.0.2.1,10.0.0.0/8`; nobody when left out. */
  readonly trustedProxies?: string | undefined
  /** `memory`, `database` or `off`; as the store suggests when left out. */
  readonly rateLimits?: string | undefined
  /** Most in a minute; the defaults of the settings when left out. */
  readonly tokenLimit?: number | undefined
  readonly addressLimit?: number | undefined
  readonly pageLimit?: number | undefined
  readonly noteLimit?: number | undefined
  readonly pdfLimit?: number | undefined
  readonly triesLimit?: number | undefined
  readonly maxConnections?: number | undefined
  /** Most bytes of a page's Markdown; 1,048,576 when left out. */
  readonly pageBytes?: number | undefined
  readonly dataDirectory?: string | undefined
  readonly secret?: string | undefined
  readonly allowPrivateNetworks?: boolean | undefined
  /** Seconds that one fetch or push may take; 600 when left out. */
  readonly gitTimeout?: number | undefined
  /** Published pages load pictures of other hosts. */
  readonly remoteImages?: boolean | undefined
  /** Who commits exports; `Octavo` and `octavo@{public host}` when left out. */
  readonly committerName?: string | undefined
  readonly committerEmail?: string | undefined
  /** `database`, `directory:PATH` or `s3:https://HOST/BUCKET[/PREFIX]`; the database when left out. */
  readonly files?: string | undefined
  readonly s3Region?: string | undefined
  readonly s3AccessKeyId?: string | undefined
  readonly s3SecretAccessKey?: string | undefined
  /** `smtp://…` or `smtps://…`; without one, mails are shown at the terminal, or in the log. */
  readonly smtpUrl?: string | undefined
  /** Writes whole lines for a person who looks at what this process says. */
  readonly terminal?: ((text: string) => void) | undefined
  /** Sender of mails. */
  readonly mailFrom?: string | undefined
  /** Language model behind an OpenAI-compatible address; without one none is used. */
  readonly modelUrl?: string | undefined
  readonly modelName?: string | undefined
  readonly modelKey?: string | undefined
  /** `deepl` or `libretranslate`; without one a language model translates, when there is one. */
  readonly translator?: string | undefined
  readonly translatorUrl?: string | undefined
  readonly translatorKey?: string | undefined
  /** A renderer of other makers that is told what has changed, and the secret that this is signed with. */
  readonly rendererUrl?: string | undefined
  readonly rendererSecret?: string | undefined
  /** What `/metrics` asks for; everybody may read them when left out. */
  readonly metricsToken?: string | undefined
  /** OpenTelemetry's own variables; without an endpoint among them nothing is traced. */
  readonly telemetry?: Telemetry | undefined
  /** Runs background jobs in this process; true when left out. */
  readonly worker?: boolean | undefined
}

/** A setting that cannot be used, in words that say what to change. */
export class ConfigError extends Error {
  override readonly name = "ConfigError"
}
