import { execFileSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { cp } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { defaultGitLimits } from "@octavo/core/content/git/Git"
import { Effect, Stream } from "effect"
import { GitCli } from "../src/index.ts"
import { commitFiles, git } from "../src/testing.ts"
import { temporaryDirectory, text } from "./support/fixture.ts"

const write = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

/** Makes a work tree a repository with one commit of everything in it. */
const commitAll = async (directory: string): Promise<void> => {
  await git(directory, "init", "--quiet", "--initial-branch=main")
  await git(directory, "-c", "core.autocrlf=false", "add", "--all", "--force")
  await git(directory, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "-m", "all")
}

describe("readDirectory", () => {
  it.live("gives files and tree the ids that git gives them", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      write(root, { "b.md": "# b\r\n", "a/x.md": "x", "a.md": "", "a-b/ü.md": "y", a0: "z", "bin/run": "#!" })
      execFileSync("chmod", ["755", join(root, "bin/run")])
      yield* Effect.promise(() => commitAll(root))
      const snapshot = yield* GitCli.readDirectory(root)
      assert.strictEqual(snapshot.tree, yield* Effect.promise(() => git(root, "rev-parse", "HEAD^{tree}")))
      const listed = yield* Effect.promise(() => git(root, "-c", "core.quotePath=false", "ls-tree", "-r", "-l", "HEAD"))
      assert.deepStrictEqual(
        snapshot.entries.map(({ oid, path, size }) => [oid, String(size), path]),
        listed.split("\n").map((line) => line.split(/\s+/).slice(2))
      )
      assert.isUndefined(snapshot.commit)
      const first = snapshot.entries.find(({ path }) => path === "b.md")!
      assert.strictEqual(text(yield* snapshot.read(first, 100)), "# b\r\n")
      assert.strictEqual((yield* Stream.runCollect(snapshot.stream(first))).map(text).join(""), "# b\r\n")
      assert.strictEqual((yield* Effect.flip(snapshot.read(first, 4))).reason, "TooLarge")
    })
  )

  it.live("reads what changed since, where nothing came, went or moved; all of it anew otherwise", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      write(root, { "a.md": "a", "b/c.md": "c", "d.md": "d" })
      const known: GitCli.KnownFiles = new Map()
      const before = yield* GitCli.readDirectory(root, { known })
      const listed = (snapshot: typeof before) => snapshot.entries.map(({ oid, path, size }) => ({ oid, path, size }))
      const since = (...changed: ReadonlyArray<string>) =>
        GitCli.readDirectory(root, { known, since: { snapshot: before, changed: new Set(changed) } })
      const same = yield* since()
      assert.deepStrictEqual(listed(same), listed(before))
      write(root, { "b/c.md": "another" })
      const next = yield* since("b/c.md")
      assert.deepStrictEqual(listed(next), listed(yield* GitCli.readDirectory(root)))
      assert.notStrictEqual(next.tree, same.tree)
      assert.strictEqual(text(yield* next.read(next.entries[1]!, 100)), "another")
      // what is told is not all there is to tell
      for (const change of [
        () => rmSync(join(root, "b/c.md")),
        () => symlinkSync("../a.md", join(root, "b/c.md")),
        () => {
          rmSync(join(root, "b/c.md"))
          mkdirSync(join(root, "b/c.md"))
        }
      ]) {
        change()
        assert.deepStrictEqual(listed(yield* since("b/c.md")), listed(yield* GitCli.readDirectory(root)))
      }
      write(root, { "new.md": "new" })
      assert.deepStrictEqual(listed(yield* since("new.md")), listed(yield* GitCli.readDirectory(root)))
    })
  )

  it.live("leaves out what it is told to", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      write(root, { "a.md": "a", "out/index.html": "x", "b/out/c.md": "c" })
      const { entries } = yield* GitCli.readDirectory(root, { except: "out" })
      assert.deepStrictEqual(
        entries.map(({ path }) => path),
        ["a.md", "b/out/c.md"]
      )
    })
  )

  it.live("leaves out .git and node_modules, and skips links and bad names", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      write(root, {
        "a.md": "a",
        "node_modules/x/i.js": "",
        "docs/node_modules/y.js": "",
        "docs/.git/config": "",
        ".GIT/x": "",
        "b\\c.md": "x",
        "git~1": "x"
      })
      symlinkSync("/etc/passwd", join(root, "passwd"))
      symlinkSync("/etc", join(root, "etc"))
      symlinkSync("..", join(root, "docs", "loop"))
      execFileSync("mkfifo", [join(root, "pipe")])
      const { entries, skipped } = yield* GitCli.readDirectory(root)
      assert.deepStrictEqual(
        entries.map(({ path }) => path),
        ["a.md"]
      )
      assert.deepStrictEqual(skipped, [
        { path: ".GIT", reason: "bad-path" },
        { path: "b\\c.md", reason: "bad-path" },
        { path: "docs/loop", reason: "symlink" },
        { path: "etc", reason: "symlink" },
        { path: "git~1", reason: "bad-path" },
        { path: "passwd", reason: "symlink" },
        { path: "pipe", reason: "bad-path" }
      ])
    })
  )

  it.live("names what stops it: limits, a changed file, no directory", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      write(root, { "a.md": "a".repeat(100), "d/b.md": "b".repeat(100) })
      const error = (limits: Partial<typeof defaultGitLimits>) =>
        Effect.flip(GitCli.readDirectory(root, { limits: { ...defaultGitLimits, ...limits } }))
      assert.include((yield* error({ fileBytes: 99 })).message, "a.md has 100 bytes")
      assert.include((yield* error({ totalBytes: 199 })).message, "d/b.md")
      assert.include((yield* error({ entries: 2 })).message, "more than 2")
      const snapshot = yield* GitCli.readDirectory(root)
      const [a, b] = snapshot.entries
      writeFileSync(join(root, "a.md"), "c".repeat(100))
      assert.include((yield* Effect.flip(snapshot.read(a!, 1000))).message, "a.md changed")
      rmSync(join(root, "a.md"))
      symlinkSync("d/b.md", join(root, "a.md"))
      assert.include((yield* Effect.flip(snapshot.read(a!, 1000))).message, "a.md changed")
      truncateSync(join(root, "d/b.md"), 50)
      assert.include((yield* Effect.flip(Stream.runDrain(snapshot.stream(b!)))).message, "d/b.md changed")
      assert.strictEqual((yield* Effect.flip(GitCli.readDirectory(join(root, "none")))).reason, "DirectoryNotFound")
      assert.strictEqual((yield* Effect.flip(GitCli.readDirectory(join(root, "d/b.md")))).reason, "DirectoryNotFound")
    })
  )
})

describe("a folder that is read again", () => {
  it.live("is what a fresh look says, and only files that were touched are read", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const known: GitCli.KnownFiles = new Map()
      const long = "x".repeat(1_500_000)
      write(root, { "a.md": "one", "deep/b.md": "two", "deep/c.md": "three", "long.bin": long })
      const look = Effect.gen(function* () {
        const again = yield* GitCli.readDirectory(root, { known })
        const fresh = yield* GitCli.readDirectory(root)
        assert.deepStrictEqual([again.tree, again.entries, again.skipped], [fresh.tree, fresh.entries, fresh.skipped])
        assert.deepStrictEqual([...known.keys()].sort(), fresh.entries.map(({ path }) => path).sort())
        return new Map(known)
      })
      const first = yield* look
      const changes: ReadonlyArray<readonly [what: string, touched: ReadonlyArray<string>, change: () => void]> = [
        ["nothing", [], () => {}],
        // of the same length
        ["a text", ["deep/b.md"], () => write(root, { "deep/b.md": "TWO" })],
        ["a long file", ["long.bin"], () => write(root, { "long.bin": `${long}y` })],
        ["a new file", ["new.md"], () => write(root, { "new.md": "new" })],
        // another one under its name
        ["one that took its place", ["a.md"], () => renameSync(join(root, "new.md"), join(root, "a.md"))],
        ["one that went away", [], () => rmSync(join(root, "deep/c.md"))]
      ]
      let before = first
      for (const [what, touched, change] of changes) {
        change()
        const after = yield* look
        const read = [...after].filter(([path, file]) => before.get(path) !== file).map(([path]) => path)
        assert.deepStrictEqual(read, touched, what)
        before = after
      }
    })
  )
})

describe("openLocal", () => {
  it.live("opens HEAD, a branch, a tag and a commit of a work tree, a directory in it, and a bare repository", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      write(root, { "docs/a.md": "one", "x.md": "x" })
      yield* Effect.promise(async () => {
        await commitAll(root)
        await git(root, "tag", "v1")
        await commitFiles(root, { "docs/a.md": "two" }, "two", { branch: "next" })
        await git(root, "clone", "--quiet", "--bare", root, join(root, "bare.git"))
      })
      // not committed: not read
      writeFileSync(join(root, "docs/a.md"), "changed")
      const read = (path: string, ref?: string) =>
        Effect.gen(function* () {
          const snapshot = yield* GitCli.openLocal(path, ref)
          const entry = snapshot.entries.find((item) => item.path.endsWith("a.md"))!
          return [snapshot.entries.length, entry.path, text(yield* snapshot.read(entry, 100))]
        }).pipe(Effect.scoped)
      const oid = yield* Effect.promise(() => git(root, "rev-parse", "HEAD"))
      assert.deepStrictEqual(yield* read(root), [2, "docs/a.md", "one"])
      assert.deepStrictEqual(yield* read(join(root, "docs")), [1, "a.md", "one"])
      assert.deepStrictEqual(yield* read(join(root, "docs"), "next"), [1, "a.md", "two"])
      assert.deepStrictEqual(yield* read(join(root, "bare.git")), [2, "docs/a.md", "one"])
      for (const ref of ["main", "refs/heads/main", "v1", oid, "HEAD"])
        assert.deepStrictEqual(yield* read(root, ref), [2, "docs/a.md", "one"])
      assert.isTrue(GitCli.isRepository(join(root, "docs")))
    })
  )

  it.live("says what is wrong, and runs nothing that the repository's configuration names", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const error = (path: string, ref?: string) => Effect.flip(Effect.scoped(GitCli.openLocal(path, ref)))
      assert.strictEqual((yield* error(root)).reason, "NotARepository")
      assert.isFalse(GitCli.isRepository(root))
      yield* Effect.promise(() => git(root, "init", "--quiet", "--initial-branch=main"))
      assert.strictEqual((yield* error(root)).reason, "Empty")
      const witness = join(root, "witness")
      yield* Effect.promise(async () => {
        write(root, { "a.md": "one", ".gitattributes": "* filter=x diff=x\n" })
        await commitAll(root)
        const touch = `touch ${witness}`
        for (const key of ["core.fsmonitor", "core.pager", "core.sshCommand", "diff.x.textconv"])
          await git(root, "config", key, touch)
        // of this one the name of a program is expected, and no command
        write(root, { ".git/verify": `#!/bin/sh\n${touch}\n` })
        execFileSync("chmod", ["755", join(root, ".git/verify")])
        await git(root, "config", "gpg.program", join(root, ".git/verify"))
        await git(root, "config", "filter.x.smudge", touch)
        await git(root, "config", "log.showSignature", "true")
        // a commit with a signature, which a log may be told to have checked
        const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n eA==\n -----END PGP SIGNATURE-----\n"
        const commit = execFileSync("git", ["cat-file", "commit", "HEAD"], { cwd: root, encoding: "utf8" })
        const signed = commit.replace("\n\n", `\n${signature}\n`)
        const hash = ["hash-object", "-t", "commit", "-w", "--stdin"]
        const oid = execFileSync("git", hash, { cwd: root, input: signed, encoding: "utf8" }).trim()
        await git(root, "update-ref", "refs/heads/main", oid)
      })
      assert.strictEqual((yield* error(root, "nope")).reason, "RefNotFound")
      assert.include((yield* error(root, "nope")).message, "main")
      assert.strictEqual((yield* error(root, "--help")).reason, "Refused")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const snapshot = yield* GitCli.openLocal(root)
          yield* Effect.forEach(snapshot.entries, (entry) => snapshot.read(entry, 100))
        })
      )
      const found = yield* GitCli.lastCommits(root)
      assert.deepStrictEqual([...found.keys()].sort(), [".gitattributes", "a.md"])
      assert.isFalse(existsSync(witness))
    })
  )
})

const corpora = ["lawnchair-docs", "beefree-sdk-docs", "intersect-knowledge-base"]
const shared = join(import.meta.dirname, "../../../../shared/corpora")

describe("corpora", () => {
  for (const name of corpora) {
    const archive = join(shared, `${name}.tar.gz`)
    const present = existsSync(archive)
    if (!present) console.warn(`SKIPPED: corpus ${name}: there is no ${archive}`)
    it.live.skipIf(!present)(`${name}: folder and repository agree, with each other and with the origin`, () =>
      Effect.gen(function* () {
        const root = yield* temporaryDirectory
        execFileSync("tar", ["xzf", archive, "-C", root])
        const manifest = readFileSync(join(root, name, "MANIFEST.tsv"), "utf8")
          .trim()
          .split("\n")
        const expected = manifest
          .map((line) => line.split("\t"))
          .filter(([included, mode]) => included === "1" && mode?.startsWith("100"))
          .map(([, , oid, size, path]) => ({ path, oid, size: Number(size) }))
        const work = join(root, "work")
        yield* Effect.promise(() => cp(join(root, name, "tree"), work, { recursive: true }))
        const folder = yield* GitCli.readDirectory(work)
        const byPath = (a: { readonly path?: string | undefined }, b: { readonly path?: string | undefined }) =>
          Buffer.compare(Buffer.from(a.path ?? ""), Buffer.from(b.path ?? ""))
        assert.deepStrictEqual(folder.entries.toSorted(byPath), expected.toSorted(byPath) as typeof folder.entries)
        yield* Effect.promise(() => commitAll(work))
        yield* Effect.scoped(
          Effect.gen(function* () {
            const snapshot = yield* GitCli.openLocal(work)
            assert.deepStrictEqual(snapshot.entries, folder.entries)
            assert.strictEqual(snapshot.tree, folder.tree)
            for (const entry of snapshot.entries) {
              const bytes = yield* snapshot.read(entry, entry.size)
              if (Buffer.compare(bytes, readFileSync(join(work, entry.path))) !== 0) assert.fail(entry.path)
            }
          })
        )
      })
    )
  }
})

describe("lastCommits", () => {
  it.live(
    "dates each file by the last commit that changed it, and names who wrote it, below any folder of a repository",
    () =>
      Effect.gen(function* () {
        const root = yield* temporaryDirectory
        const commit = (date: string, files: Readonly<Record<string, string>>, name = "Ada") =>
          Effect.promise(async () => {
            write(root, files)
            await git(root, "add", "--all")
            const who = ["-c", `user.name=${name}`, "-c", "user.email=ada@example.org"]
            execFileSync("git", [...who, "commit", "--quiet", "-m", "x"], {
              cwd: root,
              env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: "2001-01-01T00:00:00Z" }
            })
          })
        yield* Effect.promise(() => git(root, "init", "--quiet", "--initial-branch=main"))
        yield* commit("2024-01-01T00:00:00Z", { "docs/a.md": "a", "docs/ü b/c.md": "c", "docsx/d.md": "d" })
        yield* commit("2024-02-01T00:00:00Z", { "docs/a.md": "aa" }, "Grace Hopper")
        yield* commit("2024-03-01T00:00:00Z", { "docs/a.md": "aaa" }, "renovate[bot]")
        yield* commit("2025-01-01T00:00:00Z", { "docs/a.md": "b" })
        write(root, { "docs/new.md": "new" })
        assert.deepStrictEqual([...(yield* GitCli.lastCommits(join(root, "docs")))].sort(), [
          ["a.md", { changedAt: "2025-01-01T00:00:00.000Z", authors: ["Ada", "Grace Hopper"] }],
          ["ü b/c.md", { changedAt: "2024-01-01T00:00:00.000Z", authors: ["Ada"] }]
        ])
        assert.strictEqual((yield* GitCli.lastCommits(root)).get("docsx/d.md")?.changedAt, "2024-01-01T00:00:00.000Z")
        // a clone without its history seems to have been written by whoever made its oldest commit
        const shallow = join(root, "shallow")
        yield* Effect.promise(() => git(root, "clone", "--quiet", "--depth=2", `file://${root}`, shallow))
        assert.deepStrictEqual([...(yield* GitCli.lastCommits(join(shallow, "docs")))].sort(), [
          ["a.md", { changedAt: "2025-01-01T00:00:00.000Z", authors: ["Ada"] }],
          ["ü b/c.md", { changedAt: "2024-03-01T00:00:00.000Z", authors: [] }]
        ])
      })
  )

  it.live("has nothing to say where there is no repository, no commit, and no Git", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      write(root, { "a.md": "a" })
      assert.strictEqual((yield* GitCli.lastCommits(root)).size, 0)
      yield* Effect.promise(() => git(root, "init", "--quiet"))
      assert.strictEqual((yield* GitCli.lastCommits(root)).size, 0)
      assert.strictEqual((yield* GitCli.lastCommits(root, "no-such-git")).size, 0)
    })
  )
})
