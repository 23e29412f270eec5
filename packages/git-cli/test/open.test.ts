import { readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Resolver } from "@octavo/outbound/resolver"
import { Effect, Layer, Redacted } from "effect"
import { commitFiles, git, makeRepository } from "../src/testing.ts"
import {
  cacheRepository,
  type Fixture,
  fixture,
  gitLayer,
  open,
  openError,
  packBytes,
  text,
  withGit
} from "./support/fixture.ts"

const commit = (at: Fixture, ...args: Parameters<typeof commitFiles> extends [string, ...infer R] ? R : never) =>
  Effect.promise(() => commitFiles(at.repository, ...args))

describe("open", () => {
  it.live("reads commit, tree and files", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const oid = yield* commit(
        at,
        {
          "README.md": "# Hi\r\n",
          "docs/a b/ü.md": "x",
          "docs/empty.md": "",
          "run.sh": { mode: "100755", content: "id" }
        },
        "First\n\nbody ünï\n",
        { author: { name: "Ada Löve", email: "ada@example.org" }, time: 1_700_000_000 }
      )
      const tree = yield* Effect.promise(() => git(at.repository, "rev-parse", "main^{tree}"))
      yield* Effect.gen(function* () {
        const snapshot = yield* open(at.source)
        const ada = { name: "Ada Löve", email: "ada@example.org" }
        assert.deepStrictEqual(snapshot.commit, {
          oid,
          message: "First\n\nbody ünï",
          author: ada,
          committer: ada,
          committedAt: "2023-11-14T22:13:20.000Z"
        })
        assert.strictEqual(snapshot.tree, tree)
        assert.deepStrictEqual(
          snapshot.entries.map(({ path, size }) => [path, size]),
          [
            ["README.md", 6],
            ["docs/a b/ü.md", 1],
            ["docs/empty.md", 0],
            ["run.sh", 2]
          ]
        )
        assert.deepStrictEqual(snapshot.skipped, [])
        const files = yield* Effect.forEach(snapshot.entries, (entry) => snapshot.read(entry, 100), { concurrency: 4 })
        assert.deepStrictEqual(files.map(text), ["# Hi\r\n", "x", "", "id"])
      }).pipe(withGit(gitLayer(at.cache)))
    })
  )

  it.live("reads one directory; its tree id follows its content only", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* commit(at, { "docs/a.md": "1", "docs/b/c.md": "2", "x.md": "3", "doc.md": "4" }, "one")
      const layer = gitLayer(at.cache)
      const read = (directory: string) =>
        open({ ...at.source, directory }).pipe(
          Effect.map(({ entries, tree }) => ({ tree, paths: entries.map(({ path }) => path) })),
          withGit(layer)
        )
      const first = yield* read("./docs/")
      assert.deepStrictEqual(first.paths, ["a.md", "b/c.md"])
      assert.deepStrictEqual((yield* read("docs/b")).paths, ["c.md"])
      yield* commit(at, { "x.md": "changed" }, "two")
      assert.strictEqual((yield* read("docs")).tree, first.tree)
      yield* commit(at, { "docs/a.md": "changed" }, "three")
      assert.notStrictEqual((yield* read("docs")).tree, first.tree)
      for (const directory of ["nope", "x.md", "docs/a.md/b", "DOCS"]) {
        const error = yield* openError(layer, { ...at.source, directory })
        assert.strictEqual(error.reason, "DirectoryNotFound")
        assert.include(error.message, directory)
      }
    })
  )

  it.live("fetches only what is new, and nothing for a commit it has", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const noise = Object.fromEntries(
        Array.from({ length: 200 }, (_, i) => [`n/${i}.bin`, crypto.getRandomValues(new Uint8Array(2000))])
      )
      yield* commit(at, { ...noise, "a.md": "one" }, "one")
      const layer = gitLayer(at.cache)
      const seen = () => at.server.requests.splice(0).map(({ method, url }) => `${method} ${url.split("/docs.git")[1]}`)
      yield* open(at.source).pipe(withGit(layer))
      const first = packBytes(cacheRepository(at))
      assert.isAbove(first, 400_000)
      seen()

      yield* open(at.source).pipe(withGit(layer))
      // one fetch, without a question before it
      const fetched = ["GET /info/refs?service=git-upload-pack", "POST /git-upload-pack", "POST /git-upload-pack"]
      assert.deepStrictEqual(seen(), fetched)
      assert.isBelow(packBytes(cacheRepository(at)) - first, 1_000)

      const oid = yield* commit(at, { "a.md": "two" }, "two")
      yield* Effect.gen(function* () {
        const snapshot = yield* open(at.source)
        assert.deepStrictEqual(seen(), fetched)
        assert.strictEqual(snapshot.commit?.oid, oid)
        const entry = snapshot.entries.find(({ path }) => path === "a.md")
        assert.strictEqual(entry && text(yield* snapshot.read(entry, 10)), "two")
      }).pipe(withGit(layer))
      assert.isBelow(packBytes(cacheRepository(at)) - first, 20_000)
      const history = yield* Effect.promise(() => git(cacheRepository(at), "rev-list", "--count", oid))
      assert.strictEqual(history, "1")
    })
  )

  it.live("reports progress in order", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* commit(at, { "a.md": "one", "b/c.md": "two" }, "one")
      const steps: Array<readonly [string, number | undefined]> = []
      const onProgress = (message: string, fraction: number | undefined) =>
        Effect.sync(() => void steps.push([message, fraction]))
      yield* open(at.source, { onProgress }).pipe(withGit(gitLayer(at.cache)))
      assert.deepStrictEqual(steps[0], ["Connecting", undefined])
      assert.deepInclude(steps, ["Counting objects", 1])
      assert.isTrue(steps.every(([, fraction]) => fraction === undefined || (fraction >= 0 && fraction <= 1)))
    })
  )

  it.live("follows a branch that was force-pushed, and keeps an open snapshot readable", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* commit(at, { "a.md": "one" }, "one")
      yield* Effect.gen(function* () {
        const before = yield* open(at.source)
        const oid = yield* commit(at, { "b.md": "two" }, "anew", { orphan: true, replace: true })
        const after = yield* open(at.source)
        assert.strictEqual(after.commit?.oid, oid)
        assert.deepStrictEqual(
          after.entries.map(({ path }) => path),
          ["b.md"]
        )
        assert.strictEqual(text(yield* before.read(before.entries[0]!, 10)), "one")
      }).pipe(withGit(gitLayer(at.cache)))
    })
  )

  it.live("follows branches whose names replace each other", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* commit(at, { "a.md": "one" }, "one", { branch: "docs" })
      const layer = gitLayer(at.cache)
      yield* open({ ...at.source, ref: "refs/heads/docs" }).pipe(withGit(layer))
      yield* Effect.promise(() => git(at.repository, "update-ref", "-d", "refs/heads/docs"))
      const oid = yield* commit(at, { "a.md": "two" }, "two", { branch: "docs/new" })
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* open({ ...at.source, ref: "refs/heads/docs/new" })).commit?.oid, oid)
      }).pipe(withGit(layer))
      assert.strictEqual((yield* openError(layer, { ...at.source, ref: "refs/heads/docs" })).reason, "RefNotFound")
    })
  )

  it.live("opens one repository many times at once with one fetch", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ delayMs: 20 })
      yield* commit(at, { "a.md": "one" }, "one")
      const layer = gitLayer(at.cache)
      yield* Effect.gen(function* () {
        const snapshots = yield* Effect.all(
          Array.from({ length: 8 }, () => open(at.source)),
          { concurrency: 8 }
        )
        for (const snapshot of snapshots) {
          assert.strictEqual(text(yield* snapshot.read(snapshot.entries[0]!, 10)), "one")
        }
      }).pipe(withGit(layer))
      // two requests to ask for the commit each, three to fetch it once
      assert.strictEqual(at.server.requests.length, 8 * 2 + 3)
      assert.deepStrictEqual(
        readdirSync(at.cache).filter((name) => !name.endsWith(".git")),
        []
      )
    })
  )

  it.live("reads a repository with SHA-256 ids", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(async () => {
        await makeRepository(at.repository)
        rmSync(at.repository, { recursive: true })
        await git("/", "init", "--quiet", "--bare", "--object-format=sha256", "--initial-branch=main", at.repository)
        await commitFiles(at.repository, { "a.md": "one" }, "one")
      })
      yield* Effect.gen(function* () {
        const snapshot = yield* open(at.source)
        assert.strictEqual(snapshot.tree.length, 64)
        assert.strictEqual(text(yield* snapshot.read(snapshot.entries[0]!, 10)), "one")
      }).pipe(withGit(gitLayer(at.cache)))
    })
  )
})

describe("errors", () => {
  it.live("empty repository, missing branch, missing repository", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const layer = gitLayer(at.cache)
      assert.strictEqual((yield* openError(layer, at.source)).reason, "NotARepository")
      yield* Effect.promise(() => makeRepository(at.repository))
      assert.strictEqual((yield* openError(layer, at.source)).reason, "Empty")
      for (let i = 0; i < 12; i++) yield* commit(at, { "a.md": "one" }, "one", { branch: `b${i}` })
      const error = yield* openError(layer, at.source)
      assert.strictEqual(error.reason, "RefNotFound")
      assert.match(error.message, /branch main does not exist.*b0.*and 4 more/)
      assert.isFalse(error.retryable)
    })
  )

  it.live("a branch that was deleted after an import", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* commit(at, { "a.md": "one" }, "one")
      yield* commit(at, { "a.md": "one" }, "one", { branch: "other" })
      const layer = gitLayer(at.cache)
      yield* open(at.source).pipe(withGit(layer))
      yield* Effect.promise(() => git(at.repository, "update-ref", "-d", "refs/heads/main"))
      assert.strictEqual((yield* openError(layer, at.source)).reason, "RefNotFound")
    })
  )

  it.live("credentials: right, wrong, missing; a cache is no way around them", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ auth: { username: "ada", password: "s3cret" } })
      yield* commit(at, { "a.md": "one" }, "one")
      const layer = gitLayer(at.cache)
      const as = (username: string, password: string) => ({
        ...at.source,
        credentials: { username, password: Redacted.make(password) }
      })
      yield* open(as("ada", "s3cret")).pipe(withGit(layer))
      yield* open({ ...at.source, url: at.source.url.replace("//", "//ada:s3cret@") }).pipe(withGit(layer))
      for (const source of [at.source, as("ada", "wrong"), as("", ""), as("ada", "s3cret\r\nx: y")]) {
        assert.strictEqual((yield* openError(layer, source)).reason, "AuthenticationFailed")
      }
    })
  )

  it.live("what the server answers", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* commit(at, { "a.md": "one" }, "one")
      const layer = gitLayer(at.cache)
      const html = { status: 200, headers: { "content-type": "text/html" }, body: "<html>\n<p>hi\tho</html>\n" }
      const answers = [
        [{ status: 401 }, "AuthenticationFailed", false],
        [{ status: 403 }, "AuthenticationFailed", false],
        [{ status: 404 }, "NotARepository", false],
        [{ status: 410 }, "NotARepository", false],
        [{ status: 429 }, "Unreachable", true],
        [{ status: 500 }, "Unreachable", true],
        [{ status: 503 }, "Unreachable", true],
        [{ status: 200 }, "NotARepository", false],
        [html, "NotARepository", false],
        ["reset", "Unreachable", true]
      ] as const
      for (const [fault, reason, retryable] of answers) {
        at.server.options = { fault: () => fault }
        const error = yield* openError(layer, at.source)
        assert.deepStrictEqual([error.reason, error.retryable], [reason, retryable], JSON.stringify(fault))
      }
      at.server.options = { fault: ({ method }) => (method === "POST" ? { cutAfter: 10 } : undefined) }
      assert.strictEqual((yield* openError(layer, at.source)).reason, "Unreachable")
      at.server.options = {}
      yield* open(at.source).pipe(withGit(layer))
    })
  )

  it.live("a connection that breaks in the middle of a fetch leaves nothing and can be tried again", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* commit(at, { "a.bin": crypto.getRandomValues(new Uint8Array(60_000)) }, "one")
      const layer = gitLayer(at.cache)
      let posts = 0
      at.server.options = {
        fault: ({ method }) => (method === "POST" && ++posts > 2 ? { cutAfter: 20_000 } : undefined)
      }
      assert.strictEqual((yield* openError(layer, at.source)).reason, "Unreachable")
      assert.deepStrictEqual(readdirSync(at.cache), [])
      at.server.options = {}
      yield* open(at.source).pipe(withGit(layer))
    })
  )

  it.live("nobody listens; nobody knows the name; git is missing", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const layer = gitLayer(at.cache)
      assert.strictEqual((yield* openError(layer, { ...at.source, url: "http://127.0.0.1:1/a" })).reason, "Unreachable")
      assert.strictEqual((yield* openError(layer, { ...at.source, url: "http://no.invalid/a" })).reason, "Unreachable")
      const missing = yield* openError(gitLayer(at.cache, { gitPath: "/nonexistent/git" }), at.source)
      assert.deepStrictEqual([missing.reason, missing.message.includes("/nonexistent/git")], ["Failed", true])
      const notGit = yield* openError(gitLayer(at.cache, { gitPath: "/bin/true" }), at.source)
      assert.strictEqual(notGit.reason, "Failed")
    })
  )
})

describe("older versions of git", () => {
  /** The system's git, posing as another version. */
  const posing = (directory: string, version: string): string => {
    const path = join(directory, `git-${version}`)
    writeFileSync(path, `#!/bin/sh\n[ "$1" = version ] && echo "git version ${version}" || exec git "$@"\n`, {
      mode: 0o755
    })
    return path
  }

  it.live("2.30 reads with credentials, whose configuration goes another way", () =>
    Effect.gen(function* () {
      const password = "s3cret 'quoted' = $x"
      const at = yield* fixture({ auth: { username: "ada", password } })
      yield* commit(at, { "a.md": "one" }, "one")
      const layer = gitLayer(at.cache, { gitPath: posing(at.root, "2.30.2") })
      const source = { ...at.source, credentials: { username: "ada", password: Redacted.make(password) } }
      assert.strictEqual((yield* open(source).pipe(withGit(layer))).entries.length, 1)
      at.server.options = { fault: () => ({ status: 302, headers: { location: "http://127.0.0.1:1/" } }) }
      assert.strictEqual((yield* openError(layer, source)).reason, "Refused")
    })
  )

  it.live("2.36 refuses host names where only public networks may be reached; 2.29 is too old", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* commit(at, { "a.md": "one" }, "one")
      const old = { allowPrivateNetworks: false, gitPath: posing(at.root, "2.36.6") }
      const names = Layer.succeed(Resolver, () => Effect.succeed(["93.184.216.34"]))
      const layer = gitLayer(at.cache, old).pipe(Layer.provide(names))
      const error = yield* openError(layer, { ...at.source, url: "https://good.example/a" })
      assert.deepStrictEqual([error.reason, error.message.slice(0, 8)], ["Refused", "Git 2.37"])
      const tooOld = yield* openError(gitLayer(at.cache, { gitPath: posing(at.root, "2.29.3") }), at.source)
      assert.include(tooOld.message, "Git 2.29 is too old: 2.30")
    })
  )
})
