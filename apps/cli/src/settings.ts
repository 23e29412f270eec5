/** The settings that all of Octavo shares, as flags. Each has an environment variable, which its description names. */

import type { Setting } from "@octavo/runtime/settingKinds"
import { type SettingName, settings } from "@octavo/runtime/settings"
import type { GivenSettings } from "@octavo/runtime/settingsProvider"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

/** What a setting is for, with its variable and its default. */
export const describe = (setting: Setting): string =>
  `${setting.description} [env: ${setting.env}]${setting.default === undefined ? "" : ` [default: ${setting.default}]`}`

/** What is given; what it says is read with all other settings. */
const flagOf = (setting: Setting): Flag.Flag<Option.Option<string>> => {
  if (setting.isSwitch)
    return Flag.Boolean(setting.flag).pipe(Flag.withDescription(describe(setting)), Flag.map(String), Flag.optional)
  const written = Flag.String(setting.flag).pipe(Flag.withMetavar(setting.placeholder))
  const flag = setting.bare === undefined ? written : Flag.withOptionalValue(written, setting.bare)
  return flag.pipe(Flag.withDescription(describe(setting)), Flag.optional)
}

const flags = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, flagOf(setting)])) as Record<
  SettingName,
  Flag.Flag<Option.Option<string>>
>

/** Flags by setting: those to show, and those that are taken as well but only named in `octavo help settings`. */
const pick = (shown: ReadonlyArray<SettingName>, hidden: ReadonlyArray<SettingName>): Partial<typeof flags> =>
  Object.fromEntries([
    ...shown.map((name) => [name, flags[name]]),
    ...hidden.filter((name) => !shown.includes(name)).map((name) => [name, Flag.withHidden(flags[name])])
  ])

const wholeStore = [
  "database",
  "dataDirectory",
  "secret",
  "files",
  "s3Region",
  "s3AccessKeyId",
  "s3SecretAccessKey",
  "logLevel"
] as const

const store = [...wholeStore, "url", "siteHost"] as const

const forRepositories = ["allowPrivateNetworks", "gitTimeout"] as const

const forImports = ["pageBytes", "rendererUrl", "rendererSecret"] as const

const forExports = ["committerName", "committerEmail"] as const

/** For commands that only work on the store. */
export const storeSettings = pick(["database"], store)

/** For commands that move whole stores, without a look at what they mean. */
export const wholeStoreSettings = pick(["database", "files"], wholeStore)

/** For commands that also fetch from the network. */
export const importSettings = pick(["database", ...forRepositories], [...store, ...forImports])

/** For commands that also write to repositories. */
export const exportSettings = pick(["database", ...forRepositories], [...store, ...forExports])

const everySetting = Object.keys(settings) as ReadonlyArray<SettingName>

/** For the server: its help is where all are described. */
export const serverSettings = pick(everySetting, [])

/** For commands that look at a server's settings. */
export const lookedAtSettings = pick(["database", "port", "url"], everySetting)

/** Which commands take which settings, for `octavo help settings`; each setting is in the first that takes it. */
export const settingGroups: ReadonlyArray<{ readonly title: string; readonly names: ReadonlyArray<SettingName> }> = [
  { title: "EVERY COMMAND ON A STORE", names: wholeStore },
  { title: "EVERY ONE BUT BACKUP, RESTORE, COPY AND VERIFY", names: ["url", "siteHost"] },
  { title: "IMPORT AND EXPORT", names: forRepositories },
  { title: "IMPORT", names: forImports },
  { title: "EXPORT", names: forExports },
  { title: "SERVE AND DOCTOR, WHICH TAKE ALL OF THEM", names: everySetting }
].map(({ title, names }, i, all) => ({
  title,
  names: (names as ReadonlyArray<SettingName>).filter(
    (name) => !all.slice(0, i).some(({ names }) => (names as ReadonlyArray<SettingName>).includes(name))
  )
}))

const settingFlags: ReadonlySet<string> = new Set(Object.values(settings).map(({ flag }) => flag))

/** Whether a flag is a setting. */
export const isSetting = (flag: string): boolean => settingFlags.has(flag)

/** What was given on the command line. */
export const given = (options: { readonly [Name in SettingName]?: Option.Option<string> | undefined }): GivenSettings =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, option]) =>
      option !== undefined && Option.isSome(option) ? [[name, option.value]] : []
    )
  )

/** `--json`: one line on stdout, last, for programs. */
export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print one line of JSON, last, on stdout"),
  Flag.withDefault(false)
)

/** `--organization`, by id or title. */
export const organization = Flag.String("organization").pipe(
  Flag.withMetavar("ORGANIZATION"),
  Flag.withDescription("Id or title of the organization; may be left out when the store has only one"),
  Flag.optional
)
