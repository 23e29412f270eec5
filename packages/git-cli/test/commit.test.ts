import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { GitError, type NewCommit } from "@octavo/core/content/git/Git"
import { Effect, Stream } from "effect"
import { git, makeRepository, runGit } from "../src/testing.ts"
import {
  changes,
  commit,
  commitError,
  type Fixture,
  fixture,
  gitLayer,
  newCommit,
  open,
  seed,
  text,
  withGit
} from "./support/fixture.ts"

const run = (at: Fixture, ...args: ReadonlyArray<string>) => Effect.promise(() => git(at.repository, ...args))

/** `path → mode oid` of everything in a commit. */
const listing = (at: Fixture, commit: string) =>
  Effect.map(run(at, "ls-tree", "-r", "-z", "--full-tree", commit), (output) => {
    const lines = output.split("\0").filter(Boolean)
    return Object.fromEntries(lines.map((line) => [line.split("\t")[1], line.split("\t")[0]]))
  })

const show = (at: Fixture, commit: string, path: string) => run(at, "cat-file", "blob", `${commit}:${path}`)

const make = (at: Fixture, directory: string, made: NewCommit) =>
  commit({ ...at.source, directory }, made).pipe(withGit(gitLayer(at.cache)))

const exposedGc = (): (() => void) => {
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc")
}

/** Bytes of memory that are the processes' own, of those that work in a directory; none where they cannot be seen. */
const memoryOf = (directory: string): ReadonlyArray<number> => {
  if (!existsSync("/proc/self/status")) return []
  return readdirSync("/proc").flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(directory)) return []
      return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0) * 1024
    } catch {
      return []
    }
  })
}

const oidOf = (n: number): string => String(n).padStart(40, "0")

describe("commit", () => {
  it.live("changes, adds and deletes files below the directory; everything else keeps its entry and mode", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, {
        "README.md": "root",
        "bin/run": { mode: "100755", content: "#!" },
        "a\\b.md": "outside",
        "docs/keep.md": "keep\r\n",
        "docs/change.md": "old",
        "docs/tool": { mode: "100755", content: "#!/old" },
        "docs/gone.md": "gone",
        "docs/alone/only.md": "only",
        "docs/link.md": { mode: "120000", content: "keep.md" },
        "docs/module": { mode: "160000", oid: oidOf(7) },
        "docs.md": "sorted between",
        "docs-x/y.md": "z"
      })
      const before = yield* listing(at, base)
      const files = {
        "change.md": "new",
        tool: "#!/new",
        "gone.md": null,
        "alone/only.md": null,
        "absent/file.md": null,
        "deep/er/ü ä/日本 語.md": "# x",
        "a'\"$b.md": "quotes"
      }
      const { oid, tree } = yield* make(at, "docs", newCommit(base, files))
      assert.strictEqual(yield* run(at, "rev-parse", "refs/heads/main"), oid)
      assert.strictEqual(yield* run(at, "rev-parse", `${oid}:docs`), tree)
      assert.strictEqual(yield* run(at, "rev-parse", `${oid}^@`), base)
      const after = yield* listing(at, oid)
      const named = Object.keys(files).map((path) => `docs/${path}`)
      const without = (all: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(all).filter(([path]) => !named.includes(path)))
      assert.deepStrictEqual(without(after), without(before))
      assert.lengthOf(Object.keys(without(after)), 8)
      assert.deepStrictEqual(
        named.filter((path) => path in after),
        named.filter((path) => !path.includes("gone") && !path.includes("alone") && !path.includes("absent"))
      )
      assert.match(after["docs/tool"] ?? "", /^100755 /)
      assert.match(after["docs/change.md"] ?? "", /^100644 /)
      assert.strictEqual(yield* show(at, oid, "docs/change.md"), "new")
      assert.strictEqual(yield* show(at, oid, "docs/deep/er/ü ä/日本 語.md"), "# x")
      yield* run(at, "fsck", "--strict", "--no-dangling", oid)
    })
  )

  it.live("writes message, people and times as given", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const message = "  Título\n\n# no comment\n\nCo-authored-by: x\n\n\n"
      const { oid } = yield* make(
        at,
        "",
        newCommit(
          base,
          { "a.md": "2" },
          {
            message,
            author: { name: "Ada <x>\nLöve\0, Jr", email: "<ada\n@example.org>" },
            committer: { name: " <>.\n", email: "" }
          }
        )
      )
      const object = yield* run(at, "cat-file", "commit", oid)
      assert.match(object, /^author Ada xLöve, Jr <ada@example.org> \d+ \+0000$/m)
      assert.match(object, /^committer Unknown <> \d+ \+0000$/m)
      const seconds = Number(/^author .* (\d+) \+0000$/m.exec(object)?.[1])
      assert.closeTo(seconds, Date.now() / 1000, 60)
      assert.strictEqual(object.slice(object.indexOf("\n\n") + 2), message.trimEnd())
      const bytes = Number(yield* run(at, "cat-file", "-s", oid))
      assert.strictEqual(bytes, Buffer.byteLength(object) + 3)
    })
  )

  it.live("makes no commit when nothing changes", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "docs/a.md": "1", "docs/b.md": "2" })
      const tree = yield* run(at, "rev-parse", `${base}:docs`)
      const files = { "a.md": "1", "absent.md": null, "b.md/x.md": null }
      assert.deepStrictEqual(yield* make(at, "docs", newCommit(base, files)), { oid: base, tree })
      assert.deepStrictEqual(yield* make(at, "docs", newCommit(base, {})), { oid: base, tree })
      assert.strictEqual(yield* run(at, "rev-parse", "refs/heads/main"), base)
      assert.isFalse(at.server.requests.some(({ url }) => url.includes("receive-pack")))
    })
  )

  it.live("starts an empty repository, a new branch, and a directory that did not exist", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      yield* Effect.promise(() => makeRepository(at.repository))
      const first = yield* make(at, "docs/space", newCommit(undefined, { "a.md": "1" }))
      assert.deepStrictEqual(Object.keys(yield* listing(at, "main")), ["docs/space/a.md"])
      assert.strictEqual(yield* run(at, "rev-list", "--count", "main"), "1")
      const second = yield* make(at, "other", newCommit(first.oid, { "x/b.md": "2" }))
      assert.deepStrictEqual(Object.keys(yield* listing(at, "main")), ["docs/space/a.md", "other/x/b.md"])
      assert.strictEqual(second.tree, yield* run(at, "rev-parse", "main:other"))
      const source = { ...at.source, ref: "refs/heads/new/branch" }
      const branch = yield* commit(source, newCommit(undefined, { "c.md": "3" })).pipe(withGit(gitLayer(at.cache)))
      assert.strictEqual(yield* run(at, "rev-parse", "new/branch"), branch.oid)
      const nothing = yield* commitError(
        gitLayer(at.cache),
        { ...source, ref: "refs/heads/x" },
        newCommit(undefined, {})
      )
      assert.strictEqual(nothing.reason, "Refused")
    })
  )

  it.live("deletes the last file of the directory, and of the repository", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "x/docs/a/b.md": "1", "y.md": "2" })
      const one = yield* make(at, "x/docs", newCommit(base, { "a/b.md": null }))
      assert.deepStrictEqual(Object.keys(yield* listing(at, "main")), ["y.md"])
      assert.strictEqual(one.tree, "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
      const two = yield* make(at, "", newCommit(one.oid, { "y.md": null }))
      assert.deepStrictEqual(yield* listing(at, "main"), {})
      assert.strictEqual(two.tree, "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
      yield* make(at, "", newCommit(two.oid, { "z.md": "3" }))
      assert.deepStrictEqual(Object.keys(yield* listing(at, "main")), ["z.md"])
    })
  )

  it.live("turns a file into a folder and the reverse when the old one goes, and refuses otherwise", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, {
        "d/file": "1",
        "d/folder/a.md": "2",
        "d/folder/b/c.md": "3",
        "d/link": { mode: "120000", content: "file" },
        "d/module": { mode: "160000", oid: oidOf(7) }
      })
      const refused: ReadonlyArray<readonly [string, Record<string, string | null>, string?]> = [
        ["file/x.md", { "file/x.md": "x" }],
        ["link/x.md", { "link/x.md": "x" }],
        ["module/x.md", { "module/x.md": "x" }],
        ["folder", { folder: "x" }],
        ["folder", { folder: "x", "folder/a.md": null }],
        ["folder", { folder: null }],
        ["folder/b", { "folder/b": "x", "folder/b/new.md": "y" }],
        ["new/a", { new: "x", "new/a": "y" }],
        ["new", { "new/a": "y", new: "x" }],
        ["link", { link: "x" }],
        ["module", { module: "x" }],
        ["x.md", { "x.md": "x" }, "d/file"]
      ]
      for (const [path, files, directory] of refused) {
        const source = { ...at.source, directory: directory ?? "d" }
        const error = yield* commitError(gitLayer(at.cache), source, newCommit(base, files))
        assert.strictEqual(error.reason, "Refused", path)
        assert.include(error.message, path)
      }
      assert.strictEqual(yield* run(at, "rev-parse", "main"), base)
      const files = { "file/x.md": "x", file: null, folder: "y", "folder/a.md": null, "folder/b/c.md": null }
      const { oid } = yield* make(at, "d", newCommit(base, files))
      assert.deepStrictEqual(Object.keys(yield* listing(at, oid)), ["d/file/x.md", "d/folder", "d/link", "d/module"])
    })
  )

  it.live("refuses paths that are not safe or named twice, and names them, before the server is asked", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      at.server.requests.splice(0)
      const paths = [
        "",
        "/a",
        "a/",
        "../a",
        "a/../b",
        "./a",
        ".git/config",
        "a/.GIT/x",
        "git~1",
        "a\\b",
        "a\0b",
        "a\nb"
      ]
      for (const path of paths) {
        const error = yield* commitError(gitLayer(at.cache), at.source, newCommit(base, { [path]: "x" }))
        assert.strictEqual(error.reason, "Refused", JSON.stringify(path))
        assert.include(error.message, JSON.stringify(path))
      }
      const twice = { ...newCommit(base, {}), changes: [...changes({ "b.md": "1" }), ...changes({ "b.md": null })] }
      assert.strictEqual((yield* commitError(gitLayer(at.cache), at.source, twice)).reason, "Refused")
      const long = yield* commitError(gitLayer(at.cache), at.source, newCommit(base, { ["x".repeat(5000)]: "x" }))
      assert.isBelow(long.message.length, 500)
      for (const bad of ["HEAD", "--help", base.slice(1)])
        assert.strictEqual((yield* commitError(gitLayer(at.cache), at.source, newCommit(bad, {}))).reason, "Refused")
      assert.deepStrictEqual(at.server.requests, [])
    })
  )

  it.live("2,000 files in deep folders go in one commit", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "docs/a.md": "1" })
      const files = Object.fromEntries(
        Array.from({ length: 2000 }, (_, i) => [
          `s ${i % 40}/${i % 7}/page ${i}.md`,
          `# Page ${i}\n${"text ".repeat(i % 300)}`
        ])
      )
      const deep = Array.from({ length: 400 }, (_, i) => `d${i}`).join("/")
      const steps: Array<string> = []
      const { oid, tree } = yield* commit(
        { ...at.source, directory: "docs" },
        newCommit(base, { ...files, [`${deep}/x.md`]: "deep" }),
        { onProgress: (message) => Effect.sync(() => void steps.push(message)) }
      ).pipe(withGit(gitLayer(at.cache)))
      assert.strictEqual(yield* run(at, "rev-parse", `${oid}:docs`), tree)
      assert.lengthOf(Object.keys(yield* listing(at, oid)), 2002)
      assert.strictEqual(yield* show(at, oid, "docs/s 19/5/page 1979.md"), files["s 19/5/page 1979.md"]?.trimEnd())
      assert.strictEqual(yield* show(at, oid, `docs/${deep}/x.md`), "deep")
      yield* run(at, "fsck", "--strict", "--no-dangling", oid)
      assert.includeMembers(steps, ["Connecting", "Storing files", "Writing objects"])
    })
  )

  it.live("a streamed file of 60 MB takes no memory", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const collect = exposedGc()
      const held = () => {
        collect()
        // a second time, which waits until what the first one found is given back
        collect()
        return process.memoryUsage().arrayBuffers
      }
      const start = held()
      let highest = 0
      const bytes = Stream.range(0, 999).pipe(
        Stream.rechunk(1),
        Stream.map((i) => {
          if (i % 100 === 99) highest = Math.max(highest, held() - start)
          return crypto.getRandomValues(new Uint8Array(60_000))
        })
      )
      let highestGit = 0
      const timer = setInterval(() => {
        highestGit = Math.max(highestGit, ...memoryOf(at.cache))
      }, 20)
      const { oid } = yield* make(at, "", { ...newCommit(base, {}), changes: [{ path: "big.bin", bytes }] })
      clearInterval(timer)
      assert.strictEqual(yield* run(at, "cat-file", "-s", `${oid}:big.bin`), "60000000")
      assert.isBelow(highest, 30_000_000)
      if (process.platform === "linux") {
        assert.isAbove(highestGit, 0)
        assert.isBelow(highestGit, 40_000_000)
      }
    })
  )

  it.live("a stream that fails, or a file that is too large, ends it without a trace", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "a.md": "1" })
      const layer = gitLayer(at.cache)
      const broken = new GitError({ reason: "Unreachable", message: "The blob store is gone." })
      const half = Stream.concat(Stream.succeed(new Uint8Array(3_000_000)), Stream.fail(broken))
      const failing = { ...newCommit(base, { "b.md": "2" }), changes: [{ path: "c.bin", bytes: half }] }
      assert.deepStrictEqual(yield* commitError(layer, at.source, failing), broken)
      const endless = Stream.forever(Stream.succeed(new Uint8Array(1_000_000)))
      const large = { ...newCommit(base, {}), changes: [{ path: "c.bin", bytes: endless }] }
      const error = yield* commitError(layer, at.source, large)
      assert.strictEqual(error.reason, "TooLarge")
      assert.include(error.message, "c.bin")
      assert.strictEqual(yield* run(at, "rev-parse", "main"), base)
      assert.isFalse(readdirSync(at.cache).some((name) => name.startsWith("commit-")))
    })
  )

  it.live("hooks, filters and attributes of the repository are not used", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { ".gitattributes": "* text eol=crlf filter=x ident\n", "a.md": "1" })
      const { oid } = yield* make(at, "", newCommit(base, { "b.md": "x\r\n$Id$\n", "c.md": "y\n" }))
      assert.strictEqual(yield* show(at, oid, "b.md"), "x\r\n$Id$")
      assert.strictEqual(yield* run(at, "cat-file", "-s", `${oid}:c.md`), "2")
    })
  )

  it.live("repositories with SHA-256 ids get commits too, the first one included", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      yield* Effect.promise(() =>
        runGit(["init", "--quiet", "--bare", "--object-format=sha256", "--initial-branch=main", at.repository])
      )
      const first = yield* make(at, "docs", newCommit(undefined, { "a.md": "1" }))
      assert.lengthOf(first.oid, 64)
      const { oid, tree } = yield* make(at, "docs", newCommit(first.oid, { "b/c.md": "2" }))
      assert.strictEqual(yield* run(at, "rev-parse", "main:docs"), tree)
      assert.strictEqual(yield* show(at, oid, "docs/b/c.md"), "2")
    })
  )

  it.live("the cache has the commit: the next open receives nothing and reads it", () =>
    Effect.gen(function* () {
      const at = yield* fixture({ push: true })
      const base = yield* seed(at, { "docs/a.md": "1", "docs/b.md": "2" })
      const layer = gitLayer(at.cache)
      const source = { ...at.source, directory: "docs" }
      yield* open(source).pipe(withGit(layer))
      let last = yield* commit(source, newCommit(base, { "a.md": "changed" })).pipe(withGit(layer))
      for (let i = 0; i < 3; i++)
        last = yield* commit(source, newCommit(last.oid, { "c.md": `${i}` })).pipe(withGit(layer))
      const repository = join(at.cache, readdirSync(at.cache).find((name) => name.endsWith(".git")) ?? "")
      yield* Effect.promise(() => git(repository, "gc", "--quiet", "--prune=now"))
      const objects = () => git(repository, "count-objects", "-v")
      const before = yield* Effect.promise(objects)
      at.server.requests.splice(0)
      yield* Effect.gen(function* () {
        const snapshot = yield* open(source)
        assert.strictEqual(snapshot.commit?.oid, last.oid)
        assert.strictEqual(snapshot.tree, last.tree)
        const contents = yield* Effect.forEach(snapshot.entries, (entry) => snapshot.read(entry, 100))
        assert.deepStrictEqual(contents.map(text), ["changed", "2", "2"])
      }).pipe(withGit(layer))
      assert.lengthOf(at.server.requests, 3)
      assert.strictEqual(yield* Effect.promise(objects), before)
      assert.deepStrictEqual(
        readdirSync(at.cache).filter((name) => name.startsWith("commit-")),
        []
      )
    })
  )
})
