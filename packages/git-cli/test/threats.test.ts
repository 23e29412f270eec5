/** Threats of the list of what this platform must survive, at the level of this package; numbers as in the list. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Git } from "@octavo/core/content/git/Git"
import { Effect, Fiber, Redacted } from "effect"
import { remoteEnvironment } from "../src/environment.ts"
import { classify, scrub } from "../src/failures.ts"
import { findGit } from "../src/process.ts"
import { parseUrl } from "../src/source.ts"
import { commitFiles } from "../src/testing.ts"
import {
  commandLines,
  fixture,
  gitLayer,
  open,
  openError,
  publicLayer,
  temporaryDirectory,
  withGit
} from "./support/fixture.ts"

const validate = (source: { url?: string; ref?: string; directory?: string }) =>
  Git.use((port) => port.validate({ url: "https://good.example/a", ref: "refs/heads/main", directory: "", ...source }))

const names = {
  "good.example": ["93.184.216.34"],
  "inside.example": ["10.1.2.3"],
  "mixed.example": ["93.184.216.34", "::1"]
}

describe("threat: transport and option injection: transports and options", () => {
  it.live("only http(s) URLs and branch refs pass, in validate and in open", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const witness = join(directory, "witness")
      const layer = publicLayer(join(directory, "cache"), names)
      const sources = [
        { url: `ext::sh -c "touch ${witness}"` },
        { url: `ext::sh%20-c%20touch%20${witness}` },
        { url: "file:///etc" },
        { url: directory },
        { url: `ssh://-oProxyCommand=touch%20${witness}/x` },
        { url: "git@good.example:a.git" },
        { url: `--upload-pack=touch ${witness}` },
        { url: "-c" },
        { ref: `--upload-pack=touch ${witness}` },
        { ref: "refs/heads/--upload-pack=x" },
        { ref: "refs/tags/v1" },
        { directory: "../.." },
        { directory: "--help/../.git" }
      ]
      for (const source of sources) {
        const error = yield* validate(source).pipe(Effect.flip, Effect.orDie, withGit(layer))
        assert.strictEqual(error.reason, "Refused", JSON.stringify(source))
        const whole = { url: "https://good.example/a", ref: "refs/heads/main", directory: "", ...source }
        assert.strictEqual((yield* openError(layer, whole)).reason, "Refused", JSON.stringify(source))
      }
      yield* withGit(layer)(Effect.orDie(validate({})))
      assert.isFalse(existsSync(witness))
    })
  )

  it.live("git itself refuses other transports in the environment it gets", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const program = yield* findGit("git")
      const env = remoteEnvironment(program, yield* parseUrl("https://good.example/a"), undefined, undefined)
      yield* Effect.promise(() => commitFiles(join(directory, "a.git"), { "a.md": "one" }, "one"))
      for (const url of [`file://${directory}/a.git`, `${directory}/a.git`, `ext::touch ${directory}/witness`]) {
        const { spawnSync } = yield* Effect.promise(() => import("node:child_process"))
        const { status, stderr } = spawnSync("git", ["ls-remote", "--", url], { env, cwd: "/" })
        assert.strictEqual(status, 128)
        assert.match(stderr.toString(), /transport '\w+' not allowed/)
      }
      assert.deepStrictEqual(readdirSync(directory), ["a.git"])
    })
  )
})

describe("threat: Git towards private networks: requests into the own network", () => {
  it.live("addresses and names that lead inside are refused before any connection", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(() => commitFiles(at.repository, { "a.md": "one" }, "one"))
      const layer = publicLayer(at.cache, names)
      const { port } = at.server
      const hosts = [
        "127.0.0.1",
        "localhost",
        "LOCALHOST.",
        "x.localhost",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::]",
        "169.254.169.254",
        "10.0.0.1",
        "192.168.1.1",
        "[fe80::1]",
        "[fd00::1]",
        "[64:ff9b::7f00:1]",
        "inside.example",
        "mixed.example"
      ]
      for (const host of hosts) {
        const url = `http://${host}:${port}/docs.git`
        assert.strictEqual((yield* openError(layer, { ...at.source, url })).reason, "Refused", host)
        const error = yield* validate({ url }).pipe(Effect.flip, Effect.orDie, withGit(layer))
        assert.strictEqual(error.reason, "Refused", host)
      }
      assert.deepStrictEqual(at.server.requests, [])
    })
  )

  it.live("git connects to the address that was checked, whatever the name says later", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(() => commitFiles(at.repository, { "a.md": "one" }, "one"))
      const program = yield* findGit("git")
      const list = (host: string, pinned: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const url = yield* parseUrl(`http://${host}:${at.server.port}/docs.git`)
          const { spawn } = yield* Effect.promise(() => import("node:child_process"))
          const env = remoteEnvironment(program, url, undefined, pinned)
          assert.notProperty(env, "http_proxy")
          return yield* Effect.promise(
            () =>
              new Promise<number | null>((resolve) => {
                spawn("git", ["ls-remote", "--", url.href], { env, cwd: "/" }).on("close", resolve)
              })
          )
        })
      // the system cannot resolve this name: only the pin leads to the server
      assert.strictEqual(yield* list("Rebound.Example.", ["127.0.0.1"]), 0)
      assert.isAbove(at.server.requests.length, 0)
      at.server.requests.splice(0)
      // the system resolves this name to the server: the pin leads elsewhere
      assert.strictEqual(yield* list("localhost", ["127.0.0.2", "::1"]), 128)
      assert.deepStrictEqual(at.server.requests, [])
    })
  )

  it.live("redirects are not followed, neither to another host nor inside the same one", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const inner = yield* fixture()
      yield* Effect.promise(() => commitFiles(inner.repository, { "a.md": "secret" }, "one"))
      for (const status of [301, 302, 307, 308]) {
        at.server.options = {
          fault: ({ url }) => ({ status, headers: { location: `${inner.server.url}${url}` } })
        }
        const error = yield* openError(gitLayer(at.cache), at.source)
        assert.strictEqual(error.reason, "Refused")
        assert.include(error.message, "redirect")
      }
      assert.deepStrictEqual(inner.server.requests, [])
    })
  )

  it.live("a redirect of the second request is not followed either", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const inner = yield* fixture()
      yield* Effect.promise(() => commitFiles(at.repository, { "a.md": "one" }, "one"))
      at.server.options = {
        fault: ({ method, url }) =>
          method === "POST" ? { status: 307, headers: { location: `${inner.server.url}${url}` } } : undefined
      }
      yield* openError(gitLayer(at.cache), at.source)
      assert.deepStrictEqual(inner.server.requests, [])
    })
  )
})

describe("threat: credential leaks: credentials", () => {
  const password = "hunter2-p@ss/w:rd"
  const credentials = { username: "ada", password: Redacted.make(password) }
  const token = Buffer.from(`ada:${password}`).toString("base64")
  const forms = [password, encodeURIComponent(password), token]

  it.live("are in no command line while git runs, and in no file of the cache", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ auth: { username: "ada", password }, delayMs: 150 })
      yield* Effect.promise(() => commitFiles(at.repository, { "a.md": "one" }, "one"))
      const fiber = yield* Effect.forkChild(withGit(gitLayer(at.cache))(open({ ...at.source, credentials })))
      const lines = new Set<string>()
      while (fiber.pollUnsafe() === undefined) {
        for (const line of commandLines()) if (line.includes(at.source.url)) lines.add(line)
        yield* Effect.sleep(10)
      }
      yield* Fiber.join(fiber)
      assert.isTrue(
        [...lines].some((line) => line.includes("fetch")),
        "git was seen"
      )
      assert.isTrue(
        [...lines].some((line) => line.includes("remote-http")),
        "its helper was seen"
      )
      assert.strictEqual(at.server.requests.at(-1)?.authorization, `Basic ${token}`)
      const files = readdirSync(at.cache, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
      assert.isAbove(files.length, 3)
      const places = [...lines, ...files.map((file) => readFileSync(join(file.parentPath, file.name), "latin1"))]
      for (const place of places) for (const form of forms) assert.notInclude(place, form)
    })
  )

  it.live("are in no error", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ auth: { username: "ada", password: "another" } })
      const layer = gitLayer(at.cache)
      const faults = [undefined, { status: 404 }, { status: 500 }, { status: 302 }, "reset"] as const
      for (const fault of faults) {
        at.server.options = { ...at.server.options, fault: () => fault }
        for (const url of [at.source.url, at.source.url.replace("//", `//ada:${encodeURIComponent(password)}@`)]) {
          const error = yield* openError(layer, { ...at.source, url, credentials })
          for (const form of forms) assert.notInclude(JSON.stringify(error) + error.stack, form)
        }
      }
    })
  )

  it.live("go to the server they are for and to no other", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const other = yield* fixture()
      at.server.options = { fault: ({ url }) => ({ status: 302, headers: { location: `${other.server.url}${url}` } }) }
      yield* openError(gitLayer(at.cache), { ...at.source, credentials })
      assert.deepStrictEqual(other.server.requests, [])
    })
  )

  it("are taken out of whatever git says", () => {
    const said = `fatal: weird https://ada:hunter2@example.org/ ${password} ${token} ${encodeURIComponent(password)}\u001b[31m`
    const { message } = classify(said, credentials)
    for (const form of [...forms, "hunter2", "\u001b"]) assert.notInclude(message, form)
    assert.include(message, "fatal: weird https://example.org/")
    const alone = { username: "ghp_0123456789abcdef", password: Redacted.make("") }
    assert.notInclude(
      scrub(`x ${alone.username} ${Buffer.from(`${alone.username}:`).toString("base64")}`, alone),
      "ghp_"
    )
  })
})
