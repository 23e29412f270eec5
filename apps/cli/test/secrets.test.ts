/** What nobody is told: secrets of the settings, in a configuration that is printed, and in all that programs say. */
import { join } from "node:path"
import { inspect } from "node:util"
import { readConfig, readOptions } from "@octavo/runtime/environment"
import { type SettingName, settings } from "@octavo/runtime/settings"
import { afterAll, describe, expect, it } from "vitest"
import { cleanUp, eventually, freePort, initialized, octavo, serve, temporaryDirectory } from "./support.ts"

afterAll(cleanUp)

/** What is looked for. As long as a secret must be, and nothing that a person would write. */
const mark = "M4rkedSecretThatNobodyIsToldOf0123456789"

/** Where nobody listens. */
const closed = await freePort()

const secrets = {
  secret: mark,
  s3SecretAccessKey: mark,
  smtpUrl: `smtp://octavo:${mark}@127.0.0.1:${closed}`,
  oidcClientSecret: mark,
  modelKey: mark,
  embeddingsKey: mark,
  translatorKey: mark,
  rendererSecret: mark,
  metricsToken: mark
}
const beside = {
  s3AccessKeyId: "octavo",
  mailFrom: "docs@example.com",
  oidcIssuer: `http://127.0.0.1:${closed}`,
  oidcClientId: "octavo",
  modelUrl: `http://127.0.0.1:${closed}/v1`,
  modelName: "small",
  embeddingsUrl: `http://127.0.0.1:${closed}/v1`,
  embeddingsName: "near",
  translator: "libretranslate",
  translatorUrl: `http://127.0.0.1:${closed}`,
  rendererUrl: `http://127.0.0.1:${closed}`
}
const given = { ...secrets, ...beside }
const postgres = `postgres://octavo:${mark}@127.0.0.1:${closed}/octavo`
const telemetry = { OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${mark}` }

const environment = (more: Readonly<Partial<Record<SettingName, string>>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...given, ...more }).map(([name, text]) => [settings[name as SettingName].env, text])
  )

/** Whatever a value shows of itself. */
const shownOf = (value: unknown): string =>
  [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(value),
    String(value),
    ...(typeof value === "object" && value !== null ? Object.values(value).map(String) : [])
  ].join("\n")

describe("A secret", () => {
  it("is every setting that the table says is one, and each is marked here", () => {
    const named = Object.entries(settings).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []))
    expect(named.sort()).toEqual(["database", ...Object.keys(secrets)].sort())
    // what is called like one is one
    const called = Object.keys(settings).filter((name) => /secret|key$|token$|password/i.test(name))
    expect(called.filter((name) => !named.includes(name))).toEqual([])
  })

  it("is not shown by a configuration, whoever wrote it", () => {
    const read = readConfig({ ...given, database: postgres }, telemetry)
    expect(shownOf(read)).not.toContain(mark)
    const written = readOptions({ ...given, database: postgres, telemetry })
    expect(shownOf(written)).not.toContain(mark)
  })

  it("is not repeated by a refusal, whatever it was written into", () => {
    const forms = [
      mark,
      `${mark} with spaces`,
      `ftp://octavo:${mark}@host/x`,
      `http://octavo:${mark}@host/x?`,
      `http://octavo:${mark}/with@signs@host:99999/x`,
      `octavo:${mark}@host`,
      `mysql://octavo:${mark}@host/octavo`,
      `s3:https://octavo:${mark}@host/bucket`,
      `//octavo:${mark}@host`
    ]
    /** Who is asked for something else than a secret may say what was written in its place. */
    const mayRepeat = (name: string, form: string) => !settings[name as SettingName].isSecret && !form.includes("@")
    let refused = 0
    for (const name of Object.keys(settings)) {
      for (const form of forms) {
        if (mayRepeat(name, form)) continue
        for (const read of [
          () => readConfig({ [name]: form }, {}),
          () => readConfig({}, { [settings[name as SettingName].env]: form }),
          () => readOptions({ database: "sqlite::memory:", [name]: form })
        ]) {
          try {
            read()
          } catch (error) {
            refused++
            expect(`${shownOf(error)}\n${(error as Error).stack}`, `${name} ${form}`).not.toContain(mark)
          }
        }
      }
    }
    expect(refused).toBeGreaterThan(200)
  })

  it("is not said by octavo doctor, with a store or without", { timeout: 120_000 }, async () => {
    const directory = temporaryDirectory()
    for (const database of [`sqlite:${join(directory, "octavo.db")}`, postgres]) {
      const args = ["doctor", "--data", directory, "--port", "0", "--log-level", "Trace"]
      for (const more of [[], ["--json"]]) {
        const { stderr, stdout } = await octavo([...args, ...more], {
          env: { ...environment({ database }), ...telemetry },
          cwd: directory
        })
        expect(stdout).toContain("mail")
        expect(stdout + stderr).not.toContain(mark)
      }
    }
  })

  it("is not said by a server, whatever of it fails", { timeout: 120_000 }, async () => {
    const directory = temporaryDirectory()
    const database = `sqlite:${join(directory, "octavo.db")}`
    const env = { ...environment(), ...telemetry, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${closed}` }
    await initialized(database)
    const { secret: _, ...others } = settings
    expect(Object.keys(others).length).toBeGreaterThan(40)
    const server = await serve(["--database", database, "--data", directory, "--log-level", "Trace"], env)
    await eventually(
      () => fetch(`${server.url}/healthz`),
      ({ status }) => status === 200
    )
    const said: Array<string> = []
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(server.url + path, { redirect: "manual", ...init })
      said.push(`${answer.status} ${[...answer.headers].join(" ")} ${await answer.text()}`)
      return answer.status
    }
    const form = { "content-type": "application/x-www-form-urlencoded", origin: server.url }
    expect(await ask("/metrics")).toBe(401)
    expect(await ask("/metrics", { headers: { authorization: `Bearer ${mark}` } })).toBe(200)
    await ask("/app")
    await ask("/~/oidc")
    await ask("/~/sign-in-mail", { method: "POST", headers: form, body: "email=ada%40acme.org" })
    await server.stop()
    said.push(server.log())
    const away = await octavo(["user", "list", "--log-level", "Trace"], {
      env: { ...env, ...environment({ database: postgres }) },
      cwd: directory
    })
    expect(away.code).toBe(1)
    expect(`${said.join("\n")}\n${away.stdout}\n${away.stderr}`).not.toContain(mark)
  })
})
