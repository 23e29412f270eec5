/** From flags and environment variables to a configuration. A flag wins over its variable, the variable over the default. */
import type { LogLevel } from "effect"
import { proxyReader } from "./clientAddress.ts"
import { ConfigError, type Telemetry } from "./config.ts"
import { fileStoragePlace } from "./fileStorage.ts"
import { dnsConfig, instanceConfig, mailConfig, modelConfig, rendererConfig, translatorConfig } from "./layer.ts"
import { oidcConfig } from "./oidc.ts"
import { rateLimitConfig } from "./rateLimits.ts"
import type { ServerOptions } from "./server.ts"
import { type Setting, settings } from "./settings.ts"
import { dataDirectory, parseDatabaseUrl } from "./store.ts"

export type SettingName = keyof typeof settings

/** Texts as they were given, by setting. */
export type GivenSettings = { readonly [Name in SettingName]?: string | undefined }

export interface ProcessConfig extends ServerOptions {
  readonly logLevel: LogLevel.LogLevel
}

type Environment = Readonly<Record<string, string | undefined>>

const logLevels = [
  "All",
  "Trace",
  "Debug",
  "Info",
  "Warn",
  "Error",
  "Fatal",
  "None"
] as const satisfies Array<LogLevel.LogLevel>

/** Reads all settings; throws a `ConfigError` that names the setting that cannot be used. */
export const readConfig = (given: GivenSettings, environment: Environment = process.env): ProcessConfig => {
  const text = (name: SettingName): string | undefined => given[name] ?? (environment[settings[name].env] || undefined)
  const port = readPort(text("port") ?? settings.port.default)
  const config: ProcessConfig = {
    database: text("database") ?? settings.database.default,
    port,
    host: text("host") ?? settings.host.default,
    // of a free port the server itself must tell
    url: text("url") ?? (port === 0 ? undefined : `http://localhost:${port}`),
    siteHost: text("siteHost"),
    hostnameTarget: text("hostnameTarget"),
    dnsServers: text("dnsServers"),
    trustedProxies: text("trustedProxies"),
    rateLimits: text("rateLimits"),
    tokenLimit: readCount(settings.tokenLimit, text("tokenLimit")),
    addressLimit: readCount(settings.addressLimit, text("addressLimit")),
    pageLimit: readCount(settings.pageLimit, text("pageLimit")),
    noteLimit: readCount(settings.noteLimit, text("noteLimit")),
    pdfLimit: readCount(settings.pdfLimit, text("pdfLimit")),
    triesLimit: readCount(settings.triesLimit, text("triesLimit")),
    maxConnections: readCount(settings.maxConnections, text("maxConnections")),
    pageBytes: readPageBytes(text("pageBytes")),
    dataDirectory: text("dataDirectory"),
    secret: readSecret(text("secret")),
    allowPrivateNetworks: readBoolean(settings.allowPrivateNetworks, text("allowPrivateNetworks")),
    gitTimeout: readSeconds(settings.gitTimeout, text("gitTimeout") ?? settings.gitTimeout.default),
    remoteImages: readBoolean(settings.remoteImages, text("remoteImages")),
    committerName: readSignature(settings.committerName, text("committerName")),
    committerEmail: readSignature(settings.committerEmail, text("committerEmail")),
    files: text("files"),
    s3Region: text("s3Region"),
    s3AccessKeyId: text("s3AccessKeyId"),
    s3SecretAccessKey: text("s3SecretAccessKey"),
    smtpUrl: text("smtpUrl"),
    mailFrom: text("mailFrom"),
    oidcIssuer: text("oidcIssuer"),
    oidcClientId: text("oidcClientId"),
    oidcClientSecret: text("oidcClientSecret"),
    oidcScopes: text("oidcScopes"),
    oidcLabel: text("oidcLabel"),
    oidcDomains: text("oidcDomains"),
    oidcTrustEmails: readBoolean(settings.oidcTrustEmails, text("oidcTrustEmails")),
    oidcOrganization: text("oidcOrganization"),
    oidcRole: text("oidcRole"),
    oidcGroupsClaim: text("oidcGroupsClaim"),
    oidcGroups: text("oidcGroups"),
    modelUrl: text("modelUrl"),
    modelName: text("modelName"),
    modelKey: text("modelKey"),
    translator: text("translator"),
    translatorUrl: text("translatorUrl"),
    translatorKey: text("translatorKey"),
    rendererUrl: text("rendererUrl"),
    rendererSecret: text("rendererSecret"),
    metricsToken: readMetricsToken(text("metricsToken")),
    telemetry: readTelemetry(environment),
    logLevel: readLogLevel(text("logLevel") ?? settings.logLevel.default)
  }
  parseDatabaseUrl(config.database)
  instanceConfig(config)
  mailConfig(config)
  oidcConfig(config)
  modelConfig(config)
  translatorConfig(config)
  rendererConfig(config)
  fileStoragePlace(config)
  dnsConfig(config)
  rateLimitConfig(config)
  proxyReader(config.trustedProxies)
  return config
}

/** What a `sqlite:` URL, a key file and the Git cache have in common: where they are on this machine. */
export const dataPaths = (config: Pick<ProcessConfig, "database" | "dataDirectory">) => {
  const directory = dataDirectory(config)
  return { directory, keyFile: `${directory}/octavo.key` }
}

// ---------------------------------------------------------------------------------------------------------------------

const refuse = (setting: Setting, problem: string): never => {
  throw new ConfigError(`--${setting.flag} (${setting.env}) ${problem}`)
}

const readPort = (text: string): number =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    ? Number(text)
    : refuse(settings.port, `must be a port from 0 to 65535, not ${JSON.stringify(text)}`)

const readBoolean = (setting: Setting, text: string | undefined): boolean =>
  text === undefined || /^(?:false|0|no|off)$/i.test(text)
    ? false
    : /^(?:true|1|yes|on)$/i.test(text) || refuse(setting, `must be true or false, not ${JSON.stringify(text)}`)

const readSecret = (text: string | undefined): string | undefined =>
  text === undefined || text.length >= 32 ? text : refuse(settings.secret, "must have at least 32 characters")

/** Endpoints that are no URL, and a protocol that is not spoken here, are told at once. */
const readTelemetry = (environment: Environment): Telemetry => {
  const all = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[0].startsWith("OTEL_") && (entry[1] ?? "") !== ""
  )
  for (const [name, value] of all) {
    if (/^OTEL_EXPORTER_OTLP_(?:TRACES_)?ENDPOINT$/.test(name) && !/^https?:$/.test(URL.parse(value)?.protocol ?? "")) {
      throw new ConfigError(`${name} must be like http://localhost:4318, not ${JSON.stringify(value)}`)
    }
    if (/^OTEL_EXPORTER_OTLP_(?:TRACES_)?PROTOCOL$/.test(name) && !/^http\/(?:json|protobuf)$/.test(value)) {
      throw new ConfigError(`${name} must be http/protobuf or http/json, not ${JSON.stringify(value)}`)
    }
  }
  return Object.fromEntries(all)
}

const readMetricsToken = (text: string | undefined): string | undefined =>
  text === undefined || /^[\x21-\x7e]{16,}$/.test(text)
    ? text
    : refuse(settings.metricsToken, "must have at least 16 characters, without spaces")

const readSeconds = (setting: Setting, text: string): number =>
  /^[1-9]\d{0,5}$/.test(text) ? Number(text) : refuse(setting, `must be seconds from 1, not ${JSON.stringify(text)}`)

const readCount = (setting: Setting & { readonly default: string }, given: string | undefined): number => {
  const text = given ?? setting.default
  return /^[1-9]\d{0,8}$/.test(text)
    ? Number(text)
    : refuse(setting, `must be a whole number from 1, not ${JSON.stringify(text)}`)
}

/** No body of a request could bring a longer page. */
const mostPageBytes = 10_000_000

const readPageBytes = (text: string | undefined): number => {
  const count = readCount(settings.pageBytes, text)
  return count <= mostPageBytes ? count : refuse(settings.pageBytes, `must be at most ${mostPageBytes}`)
}

/** What git can write into a commit as a name or an address. */
const readSignature = (setting: Setting, text: string | undefined): string | undefined =>
  text === undefined || (/[^\s.,:;"\\']/.test(text) && !/[<>\p{Cc}]/u.test(text) && text.length <= 200)
    ? text
    : refuse(
        setting,
        "must be at most 200 characters without <, > and control characters, and not of punctuation alone"
      )

const readLogLevel = (text: string): LogLevel.LogLevel =>
  logLevels.find((level) => level.toLowerCase() === text.toLowerCase()) ??
  refuse(settings.logLevel, `must be one of ${logLevels.join(", ")}, not ${JSON.stringify(text)}`)
