import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Git, type GitSource } from "@octavo/core/content/git/Git"
import { Effect } from "effect"
import { historyReader } from "../src/historyLog.ts"
import { commitFiles, git } from "../src/testing.ts"
import { type Fixture, fixture, gitLayer, open, packBytes, withGit } from "./support/fixture.ts"

const ada = { name: "Ada", email: "ada@example.org" }
const grace = { name: "grace", email: "grace@example.org" }

const commit = (at: Fixture, ...args: Parameters<typeof commitFiles> extends [string, ...infer R] ? R : never) =>
  Effect.promise(() => commitFiles(at.repository, ...args))

/** The server sends commits without files to who asks for that. */
const allowFilters = (at: Fixture) =>
  Effect.promise(() => git(at.repository, "config", "uploadpack.allowFilter", "true"))

const historyOf = (source: GitSource, oid: string, ...paths: ReadonlyArray<string>) =>
  Git.use((port) => port.history(source, oid, new Set(paths)))

/** As an import does it: the files first. */
const opened = (source: GitSource, oid: string, ...paths: ReadonlyArray<string>) =>
  Effect.andThen(open(source), historyOf(source, oid, ...paths))

const historyRepository = (at: Fixture): string => {
  const name = readdirSync(at.cache).find((entry) => /-history(?:-sha256)?\.git$/.test(entry))
  return name === undefined ? "" : join(at.cache, name)
}

const noise = (files: number) =>
  Object.fromEntries(
    Array.from({ length: files }, (_, i) => [`n/${i}.bin`, crypto.getRandomValues(new Uint8Array(2000))])
  )

const dayOf = (n: number) => ({ time: Date.UTC(2024, 0, n) / 1000 })
const day = (n: number) => new Date(Date.UTC(2024, 0, n)).toISOString()

describe("history", () => {
  it.live("tells of each file of a directory when it was last changed, and by whom, in names alone", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const big = noise(100)
      yield* commit(at, { ...big, "docs/a.md": "a", "docs/ü b/c.md": "c", "a.md": "other" }, "one", {
        author: ada,
        ...dayOf(1)
      })
      yield* allowFilters(at)
      const mailmap = "Grace Hopper <grace@example.org>\n"
      yield* commit(at, { "docs/a.md": "aa", ".mailmap": mailmap }, "two", { author: grace, ...dayOf(2) })
      yield* commit(at, { "docs/a.md": "aaa" }, "three", {
        author: { name: "renovate[bot]", email: "bot@example.org" },
        ...dayOf(3)
      })
      const third = yield* commit(at, { "docs/a.md": "b", "docs/new.md": "new" }, "four", {
        author: { name: "joan@example.org", email: "joan@example.org" },
        ...dayOf(4)
      })
      const source = { ...at.source, directory: "docs" }
      const layer = gitLayer(at.cache)
      const paths = ["a.md", "ü b/c.md", "gone.md"]
      const seen = () => at.server.requests.splice(0).length
      const found = yield* opened(source, third, ...paths).pipe(withGit(layer))
      assert.deepStrictEqual([...found].sort(), [
        ["a.md", { changedAt: day(4), authors: ["Grace Hopper", "Ada"] }],
        ["ü b/c.md", { changedAt: day(1), authors: ["Ada"] }]
      ])
      // commits and trees alone
      assert.isBelow(packBytes(historyRepository(at)), 20_000)
      // known: nobody is asked
      seen()
      assert.deepStrictEqual(yield* historyOf(source, third, ...paths).pipe(withGit(layer)), found)
      assert.strictEqual(seen(), 0)
      // later commits of the branch change nothing of what an earlier one says, and the next import has them
      const fourth = yield* commit(at, { "docs/a.md": "c" }, "five", { author: ada, ...dayOf(5) })
      assert.deepStrictEqual((yield* opened(source, fourth, "a.md").pipe(withGit(layer))).get("a.md"), {
        changedAt: day(5),
        authors: ["Ada", "Grace Hopper"]
      })
      // files are read where they were: the cache of contents asks for nothing of the history
      yield* open(at.source).pipe(withGit(layer))
      assert.strictEqual(yield* Effect.promise(() => git(historyRepository(at), "rev-list", "--count", fourth)), "5")
    })
  )

  it.live(
    "goes with all else that is kept of its repository, whatever that is called, when nobody has it any more",
    () =>
      Effect.gen(function* () {
        const at = yield* fixture()
        const first = yield* commit(at, { "a.md": "a" }, "one", { author: ada, ...dayOf(1) })
        yield* allowFilters(at)
        const layer = gitLayer(at.cache)
        const removed = (...urls: ReadonlyArray<string>) =>
          Git.use((port) => port.removeUnused(urls)).pipe(withGit(layer))
        const age = (name: string) => {
          const path = join(at.cache, name)
          for (const one of [path, join(path, "objects", "pack")]) if (existsSync(one)) utimesSync(one, 0, 0)
        }
        const names = () => readdirSync(at.cache).sort()
        yield* opened(at.source, first, "a.md").pipe(withGit(layer))
        const [history, content] = names()
        assert.isTrue(content !== undefined && history?.includes("-history"))
        // what a process that was killed left behind, or a later version keeps
        writeFileSync(join(at.cache, `${history}.refused`), "")
        writeFileSync(join(at.cache, `${content}.lock`), "{}")
        mkdirSync(join(at.cache, "left-behind", "objects"), { recursive: true })
        const all = names()
        // just used: an import that runs is noted when it ends
        assert.strictEqual(yield* removed(), 0)
        for (const name of all) age(name)
        const credentials = at.source.url.replace("://", "://user:secret@")
        assert.strictEqual(yield* removed("no address", credentials), 1)
        assert.deepStrictEqual(
          names(),
          all.filter((name) => name !== "left-behind")
        )
        assert.strictEqual(yield* removed(`${at.source.url}x`), all.length - 1)
        assert.deepStrictEqual(names(), [])
        // and comes back for who asks
        assert.strictEqual((yield* opened(at.source, first, "a.md").pipe(withGit(layer))).size, 1)
      })
  )

  it.live("dates nothing beyond its depth, and everything within", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* commit(at, { "old.md": "1", "new.md": "1" }, "one", { author: ada, ...dayOf(1) })
      yield* commit(at, { "mid.md": "1" }, "two", { author: ada, ...dayOf(2) })
      const last = yield* commit(at, { "new.md": "2" }, "three", { author: grace, ...dayOf(3) })
      const read = (commits: number) =>
        opened(at.source, last, "old.md", "mid.md", "new.md").pipe(
          Effect.map((found) => [...found.keys()].sort()),
          withGit(gitLayer(join(at.cache, String(commits)), { history: { commits } }))
        )
      assert.deepStrictEqual(yield* read(1), [])
      assert.deepStrictEqual(yield* read(2), ["new.md"])
      assert.deepStrictEqual(yield* read(4), ["mid.md", "new.md", "old.md"])
    })
  )

  it.live(
    "ends a server that sends all files at the bound, leaves the import alone, and asks again a while later",
    () =>
      Effect.gen(function* () {
        const at = yield* fixture()
        yield* commit(at, noise(4000), "one")
        const last = yield* commit(at, { "a.md": "a", "n/0.bin": null }, "two")
        yield* Effect.gen(function* () {
          const refused = yield* Effect.flip(opened(at.source, last, "a.md"))
          assert.strictEqual(refused.reason, "TooLarge")
          assert.isFalse(existsSync(historyRepository(at)))
          const { entries } = yield* open(at.source)
          assert.strictEqual(entries.length, 4000)
          at.server.requests.splice(0)
          assert.strictEqual((yield* Effect.flip(historyOf(at.source, last, "a.md"))).reason, "TooLarge")
          assert.deepStrictEqual(at.server.requests, [])
        }).pipe(withGit(gitLayer(at.cache, { history: { bytes: 10_000 } })))
        const again = gitLayer(at.cache, { history: { againMs: 0 } })
        assert.strictEqual((yield* historyOf(at.source, last, "a.md").pipe(withGit(again))).size, 1)
      })
  )

  it.live("fails where there is no answer, and where the commit is gone, and is whole the next time", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const first = yield* commit(at, { "a.md": "a" }, "one", { author: ada, ...dayOf(1) })
      const patient = gitLayer(at.cache)
      // nothing else is measured by a limit that a slow machine comes to
      const hasty = gitLayer(at.cache, { history: { fetchMs: 1000 } })
      yield* open(at.source).pipe(withGit(patient))
      const reasonOf = Effect.map(Effect.flip(historyOf(at.source, first, "a.md")), ({ reason }) => reason)
      for (const [fault, reason, layer] of [
        [{ status: 503 }, "Unreachable", patient],
        [{ status: 401 }, "AuthenticationFailed", patient],
        [{ cutAfter: 100 }, "Unreachable", patient],
        ["hold", "Timeout", hasty]
      ] as const) {
        at.server.options = { fault: () => fault }
        assert.strictEqual(yield* reasonOf.pipe(withGit(layer)), reason, JSON.stringify(fault))
      }
      at.server.options = {}
      const again = gitLayer(at.cache, { history: { againMs: 0 } })
      const read = historyOf(at.source, first, "a.md").pipe(withGit(again))
      assert.deepStrictEqual([...(yield* read).keys()], ["a.md"])
      yield* commit(at, { "a.md": "b" }, "anew", { orphan: true })
      yield* open(at.source).pipe(withGit(again))
      const gone = yield* historyOf(at.source, "0".repeat(40), "a.md").pipe(Effect.flip, withGit(again))
      assert.strictEqual(gone.reason, "Moved")
    })
  )
})

describe("historyReader", () => {
  const log = [
    "@@ aa 1704067200 Ada\0\ndocs/a.md\0docs/@@ bb 1 Eve\0",
    "@@ ab 1704067199 \x07Grace\x1b Hopper \0",
    "@@ ac 1704067198 Joan Clarke\0\ndocs/a.md\0docs/ü.md\0@bb 5 Eve\0docs/c.md\0"
  ]
    .join("")
    .replaceAll("@@ a", "@@a")

  it("reads the same however its pieces are cut", () => {
    const read = (size: number) => {
      const reader = historyReader("@@", "docs")
      const bytes = Buffer.from(log)
      for (let i = 0; i < bytes.length; i += size) reader.add(bytes.subarray(i, i + size))
      return [...reader.histories]
    }
    const whole = read(1000)
    const first = "2024-01-01T00:00:00.000Z"
    const last = "2023-12-31T23:59:58.000Z"
    assert.deepStrictEqual(whole, [
      ["a.md", { changedAt: first, authors: ["Ada", "Joan Clarke"] }],
      ["@@ bb 1 Eve", { changedAt: first, authors: ["Ada"] }],
      ["ü.md", { changedAt: last, authors: ["Joan Clarke"] }],
      ["c.md", { changedAt: last, authors: ["Joan Clarke"] }]
    ])
    for (const size of [1, 2, 3, 7, 20]) assert.deepStrictEqual(read(size), whole)
  })

  it("keeps a name in one line, and no more of what is longer than any path", () => {
    const reader = historyReader("@@", "", { wanted: new Set(["a.md"]) })
    reader.add(Buffer.from("@@ab 1704067199 \x07Grace\x1b Hopper \0\n"))
    for (let i = 0; i < 50; i++) reader.add(Buffer.alloc(1_000_000, "x"))
    reader.add(Buffer.from("\0a.md\0"))
    assert.deepStrictEqual(
      [...reader.histories],
      [["a.md", { changedAt: "2023-12-31T23:59:59.000Z", authors: ["Grace Hopper"] }]]
    )
  })
})
