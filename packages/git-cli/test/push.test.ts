import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { type Duration, Effect, Fiber, Redacted, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { commitFiles, git } from "../src/testing.ts"
import {
  commit,
  commitError,
  fixture,
  gitLayer,
  hook,
  newCommit,
  open,
  publicLayer,
  seed,
  tip,
  withGit
} from "./support/fixture.ts"

/** Bytes that do something else before they come. */
const after = (before: () => Promise<unknown>, content: string) =>
  Stream.unwrap(Effect.as(Effect.promise(before), Stream.succeed(Buffer.from(content))))

/** Waits, by the clock of the machine, until something that others do has happened. */
const happens = (holds: () => boolean) =>
  Effect.promise(async () => {
    for (const end = Date.now() + 100_000; !holds(); await sleep(10))
      if (Date.now() > end) throw new Error("what was waited for did not come")
  })

/** Moves the clock of the test, and leaves others a while to do their part. */
const passing = (time: Duration.Input) =>
  Effect.andThen(
    TestClock.adjust(time),
    Effect.promise(() => sleep(250))
  )

const isPush = ({ method, url }: { readonly method: string; readonly url: string }): boolean =>
  method === "POST" && url.endsWith("/git-receive-pack")

describe("a branch that moved", () => {
  it.live("is Moved, before anything is sent, and after", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const layer = gitLayer(at.cache)
      yield* open(at.source).pipe(withGit(layer))
      const other = yield* seed(at, { "b.md": "2" })
      const early = yield* commitError(layer, at.source, newCommit(base, { "a.md": "x" }))
      assert.strictEqual(early.reason, "Moved")
      assert.isFalse(at.server.requests.some(({ url }) => url.includes("receive-pack")))

      const bytes = after(() => commitFiles(at.repository, { "c.md": "3" }, "in between"), "x")
      const late = yield* commitError(layer, at.source, { ...newCommit(other, {}), changes: [{ path: "a.md", bytes }] })
      assert.strictEqual(late.reason, "Moved")

      const now = yield* tip(at)
      const made = yield* commit(at.source, newCommit(now, { "a.md": "x" })).pipe(withGit(layer))
      assert.strictEqual(yield* tip(at), made.oid)
    })
  )

  it.live("is Moved when it moves while the server takes the commit", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const elsewhere = yield* seed(at, { "b.md": "2" }, "elsewhere")
      // as a second server process would, between the first one's look at the branch and its change of it
      hook(at, "pre-receive", `env -u GIT_QUARANTINE_PATH git update-ref refs/heads/main ${elsewhere}`)
      const error = yield* commitError(gitLayer(at.cache), at.source, newCommit(base, { "a.md": "x" }))
      assert.strictEqual(error.reason, "Moved")
      assert.strictEqual(yield* tip(at), elsewhere)
    })
  )

  it.live("is Moved when it is gone, or is there against the expectation", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const layer = gitLayer(at.cache)
      const gone = yield* commitError(layer, { ...at.source, ref: "refs/heads/gone" }, newCommit(base, { "a.md": "x" }))
      assert.strictEqual(gone.reason, "Moved")
      const there = yield* commitError(layer, at.source, newCommit(undefined, { "a.md": "x" }))
      assert.strictEqual(there.reason, "Moved")
      const bytes = after(() => commitFiles(at.repository, { "c.md": "3" }, "first", { branch: "new" }), "x")
      const late = { ...newCommit(undefined, {}), changes: [{ path: "a.md", bytes }] }
      const raced = yield* commitError(layer, { ...at.source, ref: "refs/heads/new" }, late)
      assert.strictEqual(raced.reason, "Moved")
      assert.strictEqual(yield* tip(at), base)
    })
  )

  it.live("of two clients at once one is Moved, with one cache and with two", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true, delayMs: 20 })
      for (const caches of [
        [at.cache, at.cache],
        [`${at.cache}-1`, `${at.cache}-2`]
      ]) {
        const base = yield* seed(at, { "a.md": "1" })
        const results = yield* Effect.forEach(
          caches,
          (cache, i) =>
            commit(at.source, newCommit(base, { [`${i}.md`]: cache })).pipe(withGit(gitLayer(cache)), Effect.result),
          { concurrency: 2 }
        )
        const [won] = results.filter(Result.isSuccess)
        const [lost] = results.filter(Result.isFailure)
        assert.strictEqual(lost?.failure.reason, "Moved")
        assert.strictEqual(won?.success.oid, yield* tip(at))
        assert.strictEqual(yield* Effect.promise(() => git(at.repository, "rev-parse", "main^")), base)
      }
    })
  )
})

describe("a shallow cache", () => {
  it.live("pushes on top of a long history, after fetches of other branches and of a rewritten one", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const layer = gitLayer(at.cache)
      for (let i = 0; i < 5; i++) yield* seed(at, { "a.md": `${i}` })
      for (let i = 0; i < 3; i++) yield* seed(at, { "b.md": `${i}` }, "other")
      yield* open({ ...at.source, ref: "refs/heads/other" }).pipe(withGit(layer))
      yield* open(at.source).pipe(withGit(layer))
      yield* Effect.promise(() => git(at.repository, "branch", "-f", "main", "main~2"))
      yield* Effect.promise(() => git(at.repository, "branch", "-D", "other"))
      yield* Effect.promise(() => git(at.repository, "reflog", "expire", "--expire=now", "--all"))
      yield* Effect.promise(() => git(at.repository, "gc", "--quiet", "--prune=now"))
      const base = yield* seed(at, { "c.md": "c" })
      const made = yield* commit(at.source, newCommit(base, { "a.md": "x" })).pipe(withGit(layer))
      const next = yield* seed(at, { "d.md": "d" })
      const last = yield* commit(at.source, newCommit(next, { "a.md": "y" })).pipe(withGit(layer))
      const history = yield* Effect.promise(() => git(at.repository, "rev-list", "main"))
      assert.deepStrictEqual(history.split("\n").slice(0, 4), [last.oid, next, made.oid, base])
      assert.lengthOf(history.split("\n"), 7)
      yield* Effect.promise(() => git(at.repository, "fsck", "--strict"))
    })
  )

  it.live("pushes when its only commit is the first one, and when the cache was removed in between", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const layer = gitLayer(at.cache)
      const base = yield* seed(at, { "a.md": "1" })
      yield* open(at.source).pipe(withGit(layer))
      const one = yield* commit(at.source, newCommit(base, { "a.md": "2" })).pipe(withGit(layer))
      const bytes = after(async () => {
        for (const name of readdirSync(at.cache))
          if (name.endsWith(".git")) rmSync(join(at.cache, name), { recursive: true })
      }, "3")
      const two = { ...newCommit(one.oid, {}), changes: [{ path: "a.md", bytes }] }
      const made = yield* commit(at.source, two).pipe(withGit(layer))
      assert.strictEqual(yield* tip(at), made.oid)
    })
  )
})

describe("a server that refuses", () => {
  const words = "only reviewed changes\u001b[31m, see https://ada:hunter2@example.org/"
  for (const name of ["pre-receive", "update"])
    it.live(`is Rejected with its words: the ${name} hook`, () =>
      Effect.gen(function* () {
        const at = yield* fixture({ push: true })
        const base = yield* seed(at, { "a.md": "1" })
        hook(at, name, `echo '${words} ${"long ".repeat(1000)}' >&2; exit 1`)
        const error = yield* commitError(gitLayer(at.cache), at.source, newCommit(base, { "a.md": "x" }))
        assert.strictEqual(error.reason, "Rejected")
        assert.include(error.message, "only reviewed changes")
        assert.include(error.message, "https://example.org/")
        assert.include(error.message, "hook declined")
        for (const bad of ["hunter2", "\u001b", "%"]) assert.notInclude(error.message, bad)
        assert.isBelow(error.message.length, 700)
        assert.strictEqual(yield* tip(at), base)
        rmSync(join(at.repository, "hooks", name))
        const made = yield* commit(at.source, newCommit(base, { "a.md": "x" })).pipe(withGit(gitLayer(at.cache)))
        assert.strictEqual(yield* tip(at), made.oid)
      })
    )

  it.live("is Rejected: protected, checked out, no right to push", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const attempt = commitError(gitLayer(at.cache), at.source, newCommit(base, { "a.md": "x" }))
      yield* Effect.promise(() => git(at.repository, "config", "receive.denyNonFastForwards", "true"))
      hook(at, "update", `echo 'GH006: Protected branch update failed for refs/heads/main.' >&2; exit 1`)
      assert.include((yield* attempt).message, "GH006: Protected branch")
      rmSync(join(at.repository, "hooks", "update"))
      yield* Effect.promise(() => git(at.repository, "config", "core.bare", "false"))
      const checkedOut = yield* attempt
      assert.strictEqual(checkedOut.reason, "Rejected")
      assert.include(checkedOut.message, "currently checked out")
      yield* Effect.promise(() => git(at.repository, "config", "core.bare", "true"))
      at.server.options = {}
      const forbidden = yield* attempt
      assert.strictEqual(forbidden.reason, "Rejected")
      assert.include(forbidden.message, "no permission to push")
      at.server.options = {
        push: true,
        fault: ({ url }) =>
          url.includes("receive-pack")
            ? { status: 403, headers: { "content-type": "text/plain" }, body: "Write access not granted." }
            : undefined
      }
      const told = yield* attempt
      assert.strictEqual(told.reason, "Rejected")
      assert.include(told.message, "Write access not granted.")
      at.server.options = { push: true }
      yield* commit(at.source, newCommit(base, { "a.md": "x" })).pipe(withGit(gitLayer(at.cache)))
    })
  )

  it.live("401, redirects and faults are told as they are when reading", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const layer = gitLayer(at.cache)
      const at401 = { status: 401, headers: { "www-authenticate": 'Basic realm="x"' } }
      const faults = [
        [at401, "AuthenticationFailed"],
        [{ status: 302, headers: { location: "http://127.0.0.1:1/" } }, "Refused"],
        [{ status: 404 }, "NotARepository"],
        [{ status: 503 }, "Unreachable"],
        ["reset", "Unreachable"]
      ] as const
      for (const [fault, reason] of faults) {
        at.server.options = { push: true, fault: ({ url }) => (url.includes("receive-pack") ? fault : undefined) }
        const error = yield* commitError(layer, at.source, newCommit(base, { "a.md": "x" }))
        assert.strictEqual(error.reason, reason)
        if (fault === at401) assert.include(error.message, "write")
      }
      at.server.options = { push: true, auth: { username: "ada", password: "secret" } }
      const error = yield* commitError(layer, at.source, newCommit(base, { "a.md": "x" }))
      assert.strictEqual(error.reason, "AuthenticationFailed")
      const closed = { ...at.source, url: "http://127.0.0.1:1/docs.git" }
      assert.strictEqual((yield* commitError(layer, closed, newCommit(base, {}))).reason, "Unreachable")
      assert.strictEqual(yield* tip(at), base)
    })
  )

  it.live("private networks stay closed", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const layer = publicLayer(at.cache, { "inside.example": ["127.0.0.1"] })
      for (const url of [at.source.url, `http://inside.example:${at.server.port}/docs.git`, "file:///etc", "ext::id"]) {
        const error = yield* commitError(layer, { ...at.source, url }, newCommit(base, { "a.md": "x" }))
        assert.strictEqual(error.reason, "Refused")
      }
      assert.deepStrictEqual(at.server.requests, [])
    })
  )
})

describe("an answer that is lost", () => {
  it.live("is a success when the branch has the commit", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const layer = gitLayer(at.cache)
      at.server.options = { push: true, fault: (request) => (isPush(request) ? "lose" : undefined) }
      const { oid } = yield* commit(at.source, newCommit(base, { "a.md": "x" })).pipe(withGit(layer))
      assert.strictEqual(yield* tip(at), oid)
      assert.strictEqual((yield* open(at.source).pipe(withGit(layer))).commit?.oid, oid)
    })
  )

  it.effect("is a success too when the server is late", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true, fault: (request) => (isPush(request) ? "lose" : undefined) })
      const base = yield* seed(at, { "a.md": "1" })
      const [begun, goOn] = [join(at.root, "begun"), join(at.root, "go-on")]
      hook(at, "pre-receive", `touch '${begun}'; while [ ! -e '${goOn}' ]; do sleep 0.02; done`)
      const made = yield* commit(at.source, newCommit(base, { "a.md": "x" })).pipe(
        withGit(gitLayer(at.cache)),
        Effect.forkChild
      )
      yield* happens(() => existsSync(begun))
      const asked = at.server.requests.length
      // it is not awaited any longer, and the branch is looked at: the commit is not there
      yield* TestClock.adjust("10 minutes")
      yield* happens(() => at.server.requests.length > asked)
      writeFileSync(goOn, "")
      yield* happens(() => readFileSync(join(at.repository, "refs", "heads", "main"), "utf8").trim() !== base)
      // the pauses between the looks
      const { oid } = yield* Fiber.join(made).pipe(Effect.raceFirst(Effect.forever(passing("500 millis"))))
      assert.strictEqual(yield* tip(at), oid)
    })
  )

  it.live("is an error when the branch stays", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true, fault: (request) => (isPush(request) ? "reset" : undefined) })
      const base = yield* seed(at, { "a.md": "1" })
      const error = yield* commitError(gitLayer(at.cache), at.source, newCommit(base, { "a.md": "y" }))
      assert.strictEqual(error.reason, "Unreachable")
      assert.isTrue(error.retryable)
      assert.strictEqual(yield* tip(at), base)
    })
  )

  it.live("is a Timeout when the server never comes to an end", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      at.server.options = { push: true, fault: (request) => (isPush(request) ? "trickle" : undefined) }
      const late = gitLayer(at.cache, { timeoutMs: 1500 })
      assert.strictEqual((yield* commitError(late, at.source, newCommit(base, { "a.md": "x" }))).reason, "Timeout")
      assert.strictEqual(yield* tip(at), base)
    })
  )

  it.live("is Moved when others went on", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const next = yield* seed(at, { "b.md": "2" }, "next")
      at.server.options = {
        push: true,
        fault: (request) => {
          if (!isPush(request)) return undefined
          writeFileSync(join(at.repository, "refs", "heads", "main"), `${next}\n`)
          return "reset"
        }
      }
      const error = yield* commitError(gitLayer(at.cache), at.source, newCommit(base, { "a.md": "x" }))
      assert.strictEqual(error.reason, "Moved")
    })
  )
})

describe("threat: credential leaks: credentials of a push", () => {
  it.live("reach the server, and no argument, no error and no file", () =>
    Effect.gen(function* () {
      const password = "s3cr&t pa:ss/wörd"
      const at = yield* fixture({ push: true, auth: { username: "ada", password } })
      const base = yield* seed(at, { "a.md": "1" })
      const token = Buffer.from(`ada:${password}`).toString("base64")
      const forms = [password, encodeURIComponent(password), token]
      const source = { ...at.source, credentials: { username: "ada", password: Redacted.make(password) } }
      const layer = gitLayer(at.cache)
      const lines = new Set<string>()
      const watch = setInterval(() => {
        if (!existsSync("/proc/self/cmdline")) return
        for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
          try {
            lines.add(readFileSync(`/proc/${pid}/cmdline`, "utf8"))
          } catch {}
        }
      }, 5)
      at.server.options = { ...at.server.options, delayMs: 50 }
      hook(at, "pre-receive", `echo 'your token ${password} ${token}' >&2; test ! -e '${at.root}/closed'`)
      const made = yield* commit(source, newCommit(base, { "a.md": "x" })).pipe(withGit(layer))
      writeFileSync(join(at.root, "closed"), "")
      const error = yield* commitError(layer, source, newCommit(made.oid, { "a.md": "y" }))
      clearInterval(watch)
      assert.strictEqual(error.reason, "Rejected")
      assert.include(error.message, "your token")
      assert.strictEqual(at.server.requests.findLast(isPush)?.authorization, `Basic ${token}`)
      if (lines.size > 0) assert.isTrue([...lines].some((line) => line.includes("force-with-lease")))
      const files = readdirSync(at.cache, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
      const places = [
        JSON.stringify(error) + error.stack,
        ...[...lines].filter((line) => !line.includes("pre-receive")),
        ...files.map((file) => readFileSync(join(file.parentPath, file.name), "latin1"))
      ]
      for (const place of places) for (const form of forms) assert.notInclude(place, form)
    })
  )
})
