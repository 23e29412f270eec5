/** Every setting of the table: told, read, refused in words, and read nowhere else. */
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Redacted from "effect/Redacted"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ConfigError, type OctavoConfig } from "../src/config.ts"
import { readConfig, readOptions } from "../src/environment.ts"
import { withVariables } from "../src/errorMessages.ts"
import { remoteImagesOf } from "../src/settingKinds.ts"
import { labelOf, type SettingName, settings } from "../src/settings.ts"
import type { GivenSettings } from "../src/settingsProvider.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const names = Object.keys(settings) as ReadonlyArray<SettingName>
const all = names.map((name) => ({ name, ...settings[name] }))

/** A value that is good and not the usual one; those that need others, with them. */
const good: Readonly<Record<SettingName, string>> = {
  database: "sqlite::memory:",
  port: "4711",
  host: "0.0.0.0",
  url: "https://docs.example.com",
  siteHost: "sites.example.com",
  hostnameTarget: "sites.example.com",
  dnsServers: "192.0.2.53",
  trustedProxies: "10.0.0.0/8",
  processes: "2",
  cacheMb: "64",
  rateLimits: "off",
  tokenLimit: "1",
  addressLimit: "2",
  pageLimit: "3",
  noteLimit: "4",
  pdfLimit: "5",
  askLimit: "7",
  triesLimit: "6",
  maxConnections: "7",
  maxStreams: "10",
  streamsLimit: "5",
  pageBytes: "8",
  fileBytes: "9",
  storageBytes: "10",
  dataDirectory: "/data",
  secret: "s".repeat(32),
  allowPrivateNetworks: "true",
  gitTimeout: "9",
  remoteImages: "fetch",
  committerName: "Docs",
  committerEmail: "docs@example.com",
  files: "directory:/files",
  s3Region: "eu-west-1",
  s3AccessKeyId: "key",
  s3SecretAccessKey: "its secret",
  smtpUrl: "smtps://user:password@mail.example.com",
  mailFrom: "Docs <docs@example.com>",
  oidcIssuer: "https://login.example.com",
  oidcClientId: "octavo",
  oidcClientSecret: "secret",
  oidcScopes: "openid",
  oidcLabel: "Example",
  oidcDomains: "example.com",
  oidcTrustEmails: "true",
  oidcOrganization: "org",
  oidcRole: "edit",
  oidcGroupsClaim: "roles",
  oidcGroups: '{"writers":{"role":"edit"}}',
  embeddingsUrl: "https://model.example.com/v1",
  embeddingsName: "near",
  embeddingsKey: "sk-near",
  modelUrl: "https://model.example.com/v1",
  modelName: "small",
  modelKey: "key",
  translator: "deepl",
  translatorUrl: "https://translate.example.com",
  translatorKey: "key",
  rendererUrl: "https://docs.example.com",
  rendererSecret: "secret",
  metricsToken: "m".repeat(16),
  logLevel: "Debug"
}
const variables = (given: GivenSettings): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(given).map(([name, text]) => [settings[name as SettingName].env, text]))

const plain = (value: unknown): unknown => (Redacted.isRedacted(value) ? Redacted.value(value) : value)

const refusal = (read: () => unknown): string | undefined => {
  try {
    read()
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}
const refused = (given: GivenSettings): string | undefined => refusal(() => readConfig(given, {}))

/** What hardly any setting takes. */
const nonsense = "\0 wrong,, <>"
/** Settings that refuse nonsense by themselves. */
const strict = names.filter((name) => refused({ [name]: nonsense })?.startsWith(labelOf(name)))

describe("every setting", () => {
  it("has a flag and a variable of its own, which follow from its name where nothing else is said", () => {
    for (const key of ["flag", "env"] as const) expect(new Set(all.map((one) => one[key])).size).toBe(all.length)
    expect(all.filter(({ env, flag }) => env !== `OCTAVO_${flag.toUpperCase().replaceAll("-", "_")}`)).toMatchObject([
      { name: "database" }
    ])
    expect(settings.s3SecretAccessKey).toMatchObject({
      flag: "s3-secret-access-key",
      env: "OCTAVO_S3_SECRET_ACCESS_KEY"
    })
    expect(settings.oidcClientId).toMatchObject({ flag: "oidc-client-id", env: "OCTAVO_OIDC_CLIENT_ID" })
  })

  it("has one row in the reference, and no row is of anything else", () => {
    const page = readFileSync(`${root}/docs/reference/configuration.md`, "utf8")
    const rows = [...page.matchAll(/^\| `--([a-z0-9-]+)` \| `(OCTAVO_[A-Z0-9_]+)` \|/gm)].map(([, flag, env]) => [
      flag,
      env
    ])
    expect(rows).toEqual(all.map(({ env, flag }) => [flag, env]))
  })

  it("is read from its flag, else from its variable, else it is what the program or the table says", () => {
    for (const { fallback, name } of all) {
      const read = (...of: Parameters<typeof readConfig>) => plain(readConfig(...of)[name])
      const whole = { ...good }
      const { [name]: own, ...others } = whole
      const given = read({ ...others, [name]: own }, {})
      // of the public URL the default follows from the port
      const usual = name === "url" ? `http://localhost:${good.port}` : plain(fallback)
      const from = neededWith.has(name) ? {} : others
      expect(given, name).toEqual(typeof given === "string" ? own : JSON.parse(own))
      expect(given, name).not.toEqual(usual)
      expect(read(others, variables({ [name]: own })), name).toEqual(given)
      expect(read(whole, variables({ [name]: nonsense })), name).toEqual(given)
      expect(read(others, { [settings[name].env]: "" }, { [name]: own }), name).toEqual(given)
      expect(read({ ...from }, {}), name).toEqual(name === "url" && from !== others ? "http://localhost:4000" : usual)
    }
  })

  it("is used: a source of a program names it", () => {
    const sources = globSync("{packages,apps}/*/src/**/*.ts", { cwd: root })
      .filter(
        (path) => !/^packages\/(?:acceptance|runtime\/src\/settings\.ts)|^apps\/cli\/src\/settings\.ts/.test(path)
      )
      .map((path) => readFileSync(`${root}/${path}`, "utf8"))
    for (const name of names) {
      const used = new RegExp(
        `(?:config|options|given|values|settings)\\??\\.${name}\\b|[{,]\\s*${name}\\b[^{}]*\\}(?:: \\w+)?(?: =|\\))`
      )
      expect(
        sources.some((text) => used.test(text)),
        name
      ).toBe(true)
    }
  })

  it("of pictures of other hosts takes what it took before there were three ways", () => {
    for (const [text, mode] of [
      ["true", "load"],
      ["yes", "load"],
      ["false", "link"],
      ["Fetch", "fetch"],
      ["link", "link"]
    ] as const) {
      expect(readConfig({ remoteImages: text }, {}).remoteImages, text).toBe(mode)
      expect(remoteImagesOf(text), text).toBe(mode)
    }
    expect([remoteImagesOf(true), remoteImagesOf(false), remoteImagesOf(undefined)]).toEqual(["load", "link", "link"])
    expect(refused({ remoteImages: "some" })).toBe(
      '--remote-images (OCTAVO_REMOTE_IMAGES) must be one of link, load, fetch, not "some"'
    )
  })

  it("is refused in words that name the flag and the variable, or the variable alone where there are no flags", () => {
    expect(strict.length).toBeGreaterThan(20)
    for (const name of strict) {
      const message = refused({ [name]: nonsense })!
      expect(message.split("\n")[0], name).toMatch(/^--[a-z0-9-]+ \(OCTAVO_[A-Z0-9_]+\) must .+$/)
      expect(withVariables(message), name).not.toMatch(/(?<![\w-])--[a-z]/)
    }
    expect(withVariables(refused({ port: "x" })!)).toBe('OCTAVO_PORT must be a port from 0 to 65535, not "x"')
    expect(withVariables("say --log-level Debug (OCTAVO_LOG_LEVEL=Debug) and --ref x")).toBe(
      "say OCTAVO_LOG_LEVEL=Debug and --ref x"
    )
  })

  it("that is wrong is told at once with all others that are, and none that is right", () => {
    fc.assert(
      fc.property(fc.subarray(strict, { minLength: 1 }), fc.subarray(strict), (wrong, byVariable) => {
        const given = { ...good, ...Object.fromEntries(wrong.map((name) => [name, nonsense])) }
        const flags = Object.fromEntries(
          Object.entries(given).filter(([name]) => !byVariable.includes(name as SettingName))
        )
        const lines = refusal(() => readConfig(flags, variables(given)))!.split("\n")
        const told = lines.map((line) => names.find((name) => line.startsWith(`${labelOf(name)} `)))
        expect(told.sort()).toEqual([...wrong].sort())
      })
    )
  })

  it.each<[GivenSettings, ReadonlyArray<SettingName>]>([
    [
      { oidcIssuer: "http://login.example.com", oidcRole: "boss", oidcDomains: "x", oidcScopes: "email" },
      ["oidcIssuer", "oidcClientId", "oidcScopes", "oidcDomains", "oidcRole"]
    ],
    [
      {
        smtpUrl: good.smtpUrl,
        modelUrl: good.modelUrl,
        embeddingsUrl: good.embeddingsUrl,
        rendererUrl: good.rendererUrl
      },
      ["mailFrom", "modelName", "embeddingsName", "rendererSecret"]
    ],
    [{ translatorKey: "key", s3AccessKeyId: "id" }, ["translator", "s3SecretAccessKey"]],
    // who is wrong by itself is not asked for company
    [{ smtpUrl: "mail", modelUrl: "model" }, ["smtpUrl", "modelUrl"]]
  ])("that is missing beside others is told with all others: %j", (given, wrong) => {
    const lines = refused(given)!.split("\n")
    const found = lines.map((line) => names.find((name) => line.startsWith(`${labelOf(name)} `))!)
    expect(found.sort()).toEqual([...wrong].sort())
  })
})

/** Settings without which others of the good ones are refused. */
const neededWith: ReadonlySet<SettingName> = new Set<SettingName>([
  "s3AccessKeyId",
  "s3SecretAccessKey",
  "mailFrom",
  "oidcIssuer",
  "oidcClientId",
  "oidcOrganization",
  "modelName",
  "embeddingsName",
  "translator",
  "translatorKey",
  "rendererSecret"
])

describe("a program that writes its settings itself", () => {
  const { host, logLevel, port, ...table } = good
  const written = Object.fromEntries(
    Object.entries(table).map(([name, text]) => {
      const value = plain(readConfig(good, {})[name as SettingName])
      return [name, typeof value === "string" ? text : value]
    })
  ) as unknown as OctavoConfig

  it("has what flags would give", () => {
    const { host: _, logLevel: __, port: ___, telemetry: ____, ...same } = readConfig(good, {})
    expect(readOptions(written)).toEqual({ ...same, telemetry: Redacted.make({}) })
    const again = {
      ...written,
      ...Object.fromEntries(
        all.filter(({ isSecret }) => isSecret).map(({ name }) => [name, same[name as keyof typeof same]])
      )
    }
    expect(readOptions(again as OctavoConfig)).toEqual(readOptions(written))
  })

  it("is told all that is wrong, by the names that it uses", () => {
    fc.assert(
      fc.property(
        fc.subarray(
          strict.filter((name) => name in table),
          { minLength: 1 }
        ),
        (wrong) => {
          const options = { ...written, ...Object.fromEntries(wrong.map((name) => [name, nonsense])) }
          const lines = refusal(() => readOptions(options as OctavoConfig))!.split("\n")
          expect(lines.map((line) => line.split(" ")[0]).sort()).toEqual([...wrong].sort())
        }
      )
    )
    expect(refusal(() => readOptions({ ...written, siteHost: {} as never }))).toMatch(/^siteHost must be a text/)
    expect(refusal(() => readOptions({} as never))).toMatch(/^The database URL is missing/)
  })
})

describe("what the process is told", () => {
  const sources = globSync("{packages,apps}/*/src/**/*.{ts,mjs}", { cwd: root })
    // what only tests run
    .filter((path) => !/^packages\/(?:acceptance|programs|conformance)\/|vitest-global-setup/.test(path))
    .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(`${root}/${path}`, "utf8") }))

  /** Who reads variables, and why not as a setting. */
  const readers: Readonly<Record<string, string>> = {
    "packages/runtime/src/settingsProvider.ts": "settings: this is where they come from",
    "packages/runtime/src/environment.ts": "settings, and OpenTelemetry's own variables",
    "packages/git-cli/src/process.ts": "what Git is started with",
    "packages/git-cli/src/environment.ts": "proxies and certificates for Git, as Git names them",
    "apps/cli/src/presenter.ts": "whether this terminal takes colours",
    "apps/cli/src/progress.ts": "whether this terminal takes colours",
    "apps/cli/src/start.ts": "where caches of this user are; the same process with variables for malloc",
    "apps/cli/src/commands/api.ts": "the token of a person, which no server has",
    "apps/cli/src/openInBrowser.ts": "the browser of a person",
    "apps/server/src/greeting.ts": "which variables another terminal has to repeat",
    "apps/server/src/server.ts": "settings, beside its own defaults",
    "apps/web/src/build/build.ts": "nothing: what it says of it is for the bundler"
  }

  it("is read in the few places that have a reason", () => {
    expect(sources.length).toBeGreaterThan(500)
    const found = sources.filter(({ text }) =>
      /\bprocess\??\.\s*env\b|from "node:process"|\benv\b[^=]*\} = process\b/.test(text)
    )
    expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(readers).sort())
  })

  it("is named as it is: every flag with its variable, and no variable that there is not", () => {
    const own = ["OCTAVO_TOKEN"]
    const known = new Set([...all.map(({ env }) => env), ...own])
    const pairs = new Set(all.map(({ env, flag }) => `--${flag} (${env}`))
    for (const { path, text } of sources) {
      const named = text.match(/\bOCTAVO_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []
      expect(
        named.filter((name) => !known.has(name)),
        path
      ).toEqual([])
      const written = text.match(/--[a-z0-9-]+(?= \(OCTAVO_) \(OCTAVO_[A-Z0-9_]+/g) ?? []
      expect(
        written.filter((pair) => !pairs.has(pair)),
        path
      ).toEqual([])
    }
  })
})
