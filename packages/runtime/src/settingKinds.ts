/**
 * Kinds of settings: which texts are taken, and what becomes of them. Loaded by every command, so that nothing here
 * loads what opens a store.
 */
import { Resolver } from "node:dns/promises"
import { senderAddress, smtpUrlProblem } from "@octavo/mail-smtp/config"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as LogLevel from "effect/LogLevel"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { areNetworks } from "./clientAddress.ts"
import { databaseProblem } from "./databaseUrl.ts"
import { filesProblem } from "./filesPlace.ts"

/** What a text must be that cannot be taken, in words that stand behind the name of the setting: "must be a port". */
export class Unusable {
  readonly problem: string
  constructor(problem: string) {
    this.problem = problem
  }
}

/** Which texts are taken, and what they become. */
export interface Kind<out A> {
  /** What stands for the value in help. */
  readonly placeholder: string
  readonly read: (text: string) => A | Unusable
  /** A flag that needs no value. */
  readonly isSwitch: boolean
  /** What a flag without a value means, where a value can follow behind `=` all the same. */
  readonly bare?: string
  readonly isSecret: boolean
}

/** One setting of an installation. */
export interface Setting<out A = unknown> {
  /** Long flag, without dashes. */
  readonly flag: string
  /** Environment variable, which is also where the `config` looks. */
  readonly env: string
  readonly placeholder: string
  /** What holds when it is not set, as people are told. */
  readonly default: string | undefined
  /** What holds when it is not set; `undefined` where that follows from others. */
  readonly fallback: A
  readonly description: string
  readonly isSwitch: boolean
  readonly bare: string | undefined
  readonly isSecret: boolean
  /** Reads the setting from a `ConfigProvider`; fails with the problem of its value, without its name. */
  readonly config: Config.Config<A>
}

/** A setting as it is written in the table; names follow from its place there. */
export interface Definition<out A> {
  readonly kind: Kind<unknown>
  readonly default: string | undefined
  readonly unset: string | undefined
  readonly description: string
  readonly flag: string | undefined
  readonly env: string | undefined
  /** For the compiler alone: what is read. */
  readonly value?: A
}

interface Words {
  /** What it is for, and in which unit. */
  readonly description: string
  /** Where it is not the name in the table with dashes. */
  readonly flag?: string
  /** Where it is not the flag in capitals behind `OCTAVO_`. */
  readonly env?: string
}

/** A setting that has a value of its own when it is not set. */
export const withDefault = <A>(
  kind: Kind<A>,
  usual: string | number | boolean,
  { description, env, flag }: Words
): Definition<A> => ({ kind, default: String(usual), unset: undefined, description, env, flag })

/** A setting that may be left out. @param words `unset`: what holds then, where that is not nothing */
export const optional = <A>(
  kind: Kind<A>,
  { description, env, flag, unset }: Words & { readonly unset?: string }
): Definition<A | undefined> => ({ kind, default: undefined, unset, description, env, flag })

type Settings<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Definition<infer A> ? Setting<A> : never
}

/** The settings of a table, with the names that follow from it: `siteHost` is `--site-host` and `OCTAVO_SITE_HOST`. */
export const named = <const Table extends Readonly<Record<string, Definition<unknown>>>>(
  table: Table
): Settings<Table> =>
  Object.fromEntries(Object.entries(table).map(([name, one]) => [name, settingOf(name, one)])) as Settings<Table>

const settingOf = (name: string, definition: Definition<unknown>): Setting => {
  const { kind } = definition
  const flag = definition.flag ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const env = definition.env ?? `OCTAVO_${flag.replaceAll("-", "_").toUpperCase()}`
  const usual = definition.default
  let config: Config.Config<unknown> | undefined
  return {
    flag,
    env,
    placeholder: kind.placeholder,
    default: usual ?? definition.unset,
    fallback: usual === undefined ? undefined : kind.read(usual),
    description: definition.description,
    isSwitch: kind.isSwitch,
    bare: kind.bare,
    isSecret: kind.isSecret,
    get config() {
      config ??= configOf(kind, env, usual)
      return config
    }
  }
}

const configOf = (kind: Kind<unknown>, env: string, usual: string | undefined): Config.Config<unknown> => {
  const text = Config.String(env)
  const read = (given: string | undefined) => {
    const value = given === undefined ? undefined : kind.read(given)
    return value instanceof Unusable ? Effect.fail(invalid(value.problem)) : Effect.succeed(value)
  }
  return Config.mapEffect(Config.withDefault(text, usual), read)
}

const invalid = (message: string) =>
  new Config.ConfigError(new Schema.SchemaError(new SchemaIssue.InvalidValue({ message })))

// --- kinds -------------------------------------------------------------------------------------------------------------

const kind = <A>(placeholder: string, read: Kind<A>["read"]): Kind<A> => ({
  placeholder,
  read,
  isSwitch: false,
  isSecret: false
})

/** A value that was given, in a message: without what could be a name and a password before a host. */
const shown = (text: string): string => JSON.stringify(text.replace(/^.*@/s, "***@"))

/** Texts that a pattern or a function takes; `problem` says what they must be. */
const checked = (placeholder: string, isGood: (text: string) => boolean, problem: string): Kind<string> =>
  kind(placeholder, (text) => (isGood(text) ? text : new Unusable(`${problem}, not ${shown(text)}`)))

/** Any text. */
export const text = (placeholder: string): Kind<string> => kind(placeholder, (given) => given)

/** A TCP port; 0 for a free one. */
export const port: Kind<number> = kind("PORT", (given) =>
  /^\d{1,5}$/.test(given) && Number(given) <= 65_535
    ? Number(given)
    : new Unusable(`must be a port from 0 to 65535, not ${shown(given)}`)
)

/** A whole number from 1. */
export const count = ({ most = 999_999_999 }: { readonly most?: number } = {}): Kind<number> =>
  kind("COUNT", (given) => {
    if (!/^[1-9]\d{0,8}$/.test(given)) return new Unusable(`must be a whole number from 1, not ${shown(given)}`)
    return Number(given) <= most ? Number(given) : new Unusable(`must be at most ${most}`)
  })

/** Whole seconds from 1. */
export const seconds: Kind<number> = kind("SECONDS", (given) =>
  /^[1-9]\d{0,5}$/.test(given) ? Number(given) : new Unusable(`must be seconds from 1, not ${shown(given)}`)
)

/** Yes or no; as a flag it needs no value. */
export const boolean: Kind<boolean> = {
  ...kind("true|false", (given) =>
    /^(?:false|0|no|off)$/i.test(given)
      ? false
      : /^(?:true|1|yes|on)$/i.test(given) || new Unusable(`must be true or false, not ${shown(given)}`)
  ),
  isSwitch: true
}

/** One of a few words, in any case. */
export const oneOf = <const A extends string>(placeholder: string, values: ReadonlyArray<A>): Kind<A> =>
  kind(
    placeholder,
    (given) =>
      values.find((value) => value.toLowerCase() === given.toLowerCase()) ??
      new Unusable(`must be one of ${values.join(", ")}, not ${shown(given)}`)
  )

export const remoteImageModes = ["link", "load", "fetch"] as const
/** What becomes of pictures of other hosts: links to them, loaded by readers' browsers, or copies that the server fetches. */
export type RemoteImages = (typeof remoteImageModes)[number]

/** One of these; yes and no are from before there were three. */
export const remoteImages: Kind<RemoteImages> = {
  ...kind("MODE", (given) => {
    const yes = boolean.read(given)
    if (!(yes instanceof Unusable)) return yes ? "load" : "link"
    return oneOf("MODE", remoteImageModes).read(given)
  }),
  bare: "load"
}

/** The same as programs write it. */
export const remoteImagesOf = (written: string | boolean | undefined): RemoteImages => {
  const read = remoteImages.read(String(written ?? "link"))
  return read instanceof Unusable ? "link" : read
}

/** A level of logs. */
export const logLevel: Kind<LogLevel.LogLevel> = oneOf("LEVEL", LogLevel.values)

/** An address of HTTP; a name and a password in it would be sent by nobody, and told to everybody. */
const parseHttp = (given: string): URL | undefined => {
  const url = URL.parse(given)
  const isGood = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
  return isGood ? url : undefined
}

/** Where a server of others is. */
export const httpUrl = (example: string): Kind<string> =>
  checked("URL", (given) => parseHttp(given) !== undefined, `must be like ${example}`)

/** An address that others are made of: without a query or a fragment. */
export const baseUrl = (example: string): Kind<string> =>
  checked(
    "URL",
    (given) => {
      const url = parseHttp(given)
      return url !== undefined && url.search === "" && url.hash === ""
    },
    `must be like ${example}`
  )

/** A name in DNS. */
export const hostName: Kind<string> = checked(
  "HOST",
  (given) => /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9])?$/i.test(given),
  "must be a host name"
)

/** Servers of DNS: `192.0.2.53,[2001:db8::53]:5353`. */
export const dnsServers: Kind<string> = checked(
  "ADDRESSES",
  (given) => {
    try {
      new Resolver().setServers(given.split(",").map((one) => one.trim()))
      return true
    } catch {
      return false
    }
  },
  "must be IP addresses with commas between them"
)

const problematic = (placeholder: string, problemOf: (text: string) => string | undefined): Kind<string> =>
  kind(placeholder, (given) => {
    const problem = problemOf(given)
    return problem === undefined ? given : new Unusable(problem)
  })

/** Addresses and networks: `192.0.2.1,10.0.0.0/8`. */
export const networks: Kind<string> = checked("ADDRESSES", areNetworks, "must be addresses or networks like 10.0.0.0/8")

/** Where the bytes of files lie. */
export const filesPlace: Kind<string> = problematic("PLACE", filesProblem)

/** What git can write into a commit as a name or an address. */
export const signature = (placeholder: string): Kind<string> =>
  problematic(placeholder, (given) =>
    /[^\s.,:;"\\']/.test(given) && !/[<>\p{Cc}]/u.test(given) && given.length <= 200
      ? undefined
      : "must be at most 200 characters without <, > and control characters, and not of punctuation alone"
  )

/** Who mails are from. */
export const sender: Kind<string> = problematic("ADDRESS", (given) =>
  senderAddress(given) === undefined ? "must be an address, like Docs <docs@example.com>" : undefined
)

/** What nobody may read in logs, messages and dumps. What is wrong with it is told without a letter of it. */
const secretOf = (
  placeholder: string,
  problemOf: (text: string) => string | undefined
): Kind<Redacted.Redacted<string>> => ({
  ...kind(placeholder, (given) => {
    const problem = problemOf(given)
    return problem === undefined ? Redacted.make(given) : new Unusable(problem)
  }),
  isSecret: true
})

/** Any text that is a secret. */
export const secret = (placeholder: string): Kind<Redacted.Redacted<string>> => secretOf(placeholder, () => undefined)

/** A secret that must be long enough not to be guessed. */
export const longSecret = (least: number): Kind<Redacted.Redacted<string>> =>
  secretOf("TEXT", (given) => (given.length >= least ? undefined : `must have at least ${least} characters`))

/** A secret that goes into a header as it is. */
export const headerSecret = (least: number): Kind<Redacted.Redacted<string>> =>
  secretOf("TEXT", (given) =>
    given.length >= least && /^[\x21-\x7e]*$/.test(given)
      ? undefined
      : `must have at least ${least} characters, without spaces`
  )

/** A database, with the password that its URL may have. */
export const database: Kind<Redacted.Redacted<string>> = secretOf("URL", databaseProblem)

/** A mail server, with the password that its URL may have. */
export const smtpUrl: Kind<Redacted.Redacted<string>> = secretOf("URL", smtpUrlProblem)
