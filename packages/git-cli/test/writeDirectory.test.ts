import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { GitError } from "@octavo/core/content/git/Git"
import { Effect, Fiber, Stream } from "effect"
import { GitCli } from "../src/index.ts"
import { changes, temporaryDirectory } from "./support/fixture.ts"

const write = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

/** Everything in a folder: contents of files, folders as they are, links by their target. */
const read = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .map((entry) => {
        const file = join(entry.parentPath, entry.name)
        const content = entry.isSymbolicLink()
          ? `-> ${readlinkSync(file)}`
          : entry.isDirectory()
            ? "/"
            : readFileSync(file, "utf8")
        return [file.slice(root.length + 1), content] as const
      })
      .sort(([a], [b]) => (a < b ? -1 : 1))
  )

const apply = (root: string, files: Readonly<Record<string, string | Uint8Array | null>>) =>
  GitCli.writeDirectory(root, changes(files))

describe("writeDirectory", () => {
  it.live("makes the folder, writes, replaces and deletes; folders that are empty then go; others stay", () =>
    Effect.gen(function* () {
      const root = join(yield* temporaryDirectory, "new", "folder")
      const first = yield* apply(root, { "a.md": "1", "ü ä/日本/b.md": "2", "c/d/e.md": "3", "c/f.md": "4" })
      assert.deepStrictEqual(first, { written: 4, deleted: 0, unchanged: 0 })
      write(root, { "mine.txt": "mine", "c/d/mine.txt": "mine", ".git/config": "[core]" })
      mkdirSync(join(root, "empty"))
      chmodSync(join(root, "a.md"), 0o750)
      const second = yield* apply(root, {
        "a.md": "changed",
        "ü ä/日本/b.md": null,
        "c/d/e.md": null,
        "c/f.md": "4",
        "absent/x.md": null,
        "empty.md": ""
      })
      assert.deepStrictEqual(second, { written: 2, deleted: 2, unchanged: 1 })
      assert.deepStrictEqual(read(root), {
        ".git": "/",
        ".git/config": "[core]",
        "a.md": "changed",
        c: "/",
        "c/d": "/",
        "c/d/mine.txt": "mine",
        "c/f.md": "4",
        empty: "/",
        "empty.md": "",
        "mine.txt": "mine"
      })
      assert.strictEqual(statSync(join(root, "a.md")).mode & 0o777, 0o750)
    })
  )

  it.live("never removes the folder itself", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      yield* apply(root, { "a/b.md": "1" })
      assert.deepStrictEqual(yield* apply(root, { "a/b.md": null }), { written: 0, deleted: 1, unchanged: 0 })
      assert.deepStrictEqual(readdirSync(root), [])
    })
  )

  it.live("leaves files with equal bytes alone, small and large ones", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const large = crypto.getRandomValues(new Uint8Array(60_000))
      const bytes = Stream.range(1, 100).pipe(
        Stream.map(() => large),
        Stream.rechunk(1)
      )
      const all = [...changes({ "a.md": "same", "b.md": "x" }), { path: "large.bin", bytes }]
      assert.strictEqual((yield* GitCli.writeDirectory(root, all)).written, 3)
      assert.strictEqual(statSync(join(root, "large.bin")).size, 6_000_000)
      for (const name of readdirSync(root)) utimesSync(join(root, name), 1, 1)
      const again = [...changes({ "a.md": "same", "b.md": "y" }), { path: "large.bin", bytes }]
      assert.deepStrictEqual(yield* GitCli.writeDirectory(root, again), { written: 1, deleted: 0, unchanged: 2 })
      const times = ["a.md", "b.md", "large.bin"].map((name) => statSync(join(root, name)).mtimeMs)
      assert.deepStrictEqual([times[0], times[2]], [1000, 1000])
      assert.notStrictEqual(times[1], 1000)
      assert.lengthOf(readdirSync(root), 3)
    })
  )

  it.live("refuses paths that escape, links on the way, and conflicts, before anything is written", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const root = join(directory, "root")
      write(directory, { "outside/secret.md": "secret" })
      write(root, { "folder/a.md": "1", "folder/b/c.md": "2", file: "3" })
      symlinkSync(join(directory, "outside"), join(root, "link"))
      symlinkSync(join(directory, "outside", "secret.md"), join(root, "folder", "secret.md"))
      symlinkSync("nowhere", join(root, "dangling"))
      const before = read(directory)
      const refused: ReadonlyArray<readonly [string, Record<string, string | null>]> = [
        ["../x", { "../x": "x" }],
        ["/etc/x", { "/etc/x": "x" }],
        ["a/../../x", { "a/../../x": null }],
        [".git/config", { ".git/config": "x" }],
        ["link", { "link/secret.md": "x" }],
        ["link", { "link/secret.md": null }],
        ["dangling", { "dangling/x/y.md": "x" }],
        ["folder/secret.md", { "folder/secret.md": "x" }],
        ["folder", { folder: "x" }],
        ["folder", { folder: null }],
        ["folder", { folder: "x", "folder/a.md": null }],
        ["file", { "file/x.md": "x" }],
        ["new", { new: "x", "new/a.md": "y" }]
      ]
      for (const [path, files] of refused) {
        const error = yield* Effect.flip(apply(root, { "aaa.md": "first", "file.md": null, ...files }))
        assert.strictEqual(error.reason, "Refused", path)
        assert.include(error.message, path)
      }
      const twice = [...changes({ "a.md": "1" }), ...changes({ "a.md": "2" })]
      assert.strictEqual((yield* Effect.flip(GitCli.writeDirectory(root, twice))).reason, "Refused")
      assert.deepStrictEqual(read(directory), before)
    })
  )

  it.live("turns a file into a folder and the reverse when the old one goes; a named link goes, not its target", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const root = join(directory, "root")
      write(root, { file: "1", "folder/a.md": "2", "folder/b/c.md": "3" })
      write(directory, { "target.md": "target" })
      symlinkSync("../target.md", join(root, "link.md"))
      const files = {
        file: null,
        "file/x.md": "x",
        folder: "y",
        "folder/a.md": null,
        "folder/b/c.md": null,
        "link.md": null
      }
      assert.deepStrictEqual(yield* apply(root, files), { written: 2, deleted: 4, unchanged: 0 })
      assert.deepStrictEqual(read(root), { file: "/", "file/x.md": "x", folder: "y" })
      assert.isTrue(existsSync(join(directory, "target.md")))
    })
  )

  it.live("a folder that is reached by a link is written through it", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      mkdirSync(join(directory, "real"))
      symlinkSync("real", join(directory, "alias"))
      yield* apply(join(directory, "alias"), { "a/b.md": "1" })
      yield* apply(join(directory, "alias"), { "a/b.md": null, "c.md": "2" })
      assert.deepStrictEqual(read(join(directory, "real")), { "c.md": "2" })
      assert.isTrue(lstatSync(join(directory, "alias")).isSymbolicLink())
    })
  )

  it.live("a stream that fails, or is interrupted, leaves the old file and no other", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      write(root, { "a.bin": "old" })
      const broken = new GitError({ reason: "Unreachable", message: "The blob store is gone." })
      const half = Stream.concat(Stream.succeed(new Uint8Array(3_000_000)), Stream.fail(broken))
      const failing = GitCli.writeDirectory(root, [{ path: "a.bin", bytes: half }])
      assert.deepStrictEqual(yield* Effect.flip(failing), broken)
      const hanging = Stream.concat(Stream.succeed(new Uint8Array(3_000_000)), Stream.never)
      const running = yield* Effect.forkChild(GitCli.writeDirectory(root, [{ path: "b/c.bin", bytes: hanging }]))
      while (!existsSync(join(root, "b"))) yield* Effect.sleep(10)
      yield* Effect.sleep(50)
      yield* Fiber.interrupt(running)
      assert.deepStrictEqual(read(root), { "a.bin": "old", b: "/" })
      const unwritable = yield* Effect.flip(apply(join(root, "a.bin", "below"), { "a.md": "1" }))
      assert.strictEqual(unwritable.reason, "Failed")
    })
  )
})
