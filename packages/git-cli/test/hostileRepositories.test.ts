/** Threats of the list of what this platform must survive: what repositories of those who mean no good hold, and do. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { defaultGitLimits } from "@octavo/core/content/git/Git"
import { Effect } from "effect"
import { commitFiles, git, makeRepository, runGit } from "../src/testing.ts"
import { commandLines, fixture, gitLayer, open, openError, text, withGit } from "./support/fixture.ts"

/** Makes a tree with names that git would refuse to check out. */
const makeTree = (
  repository: string,
  lines: ReadonlyArray<readonly [mode: string, oid: string, name: string | Buffer]>
) =>
  runGit(
    ["-C", repository, "hash-object", "-t", "tree", "-w", "--stdin", "--literally"],
    lines.flatMap(([mode, oid, name]) => [`${mode} `, name, "\0", Buffer.from(oid, "hex")])
  )

const commitTree = async (repository: string, tree: string) => {
  const oid = await git(
    repository,
    "-c",
    "user.name=Ada",
    "-c",
    "user.email=ada@example.org",
    "commit-tree",
    "-m",
    "hostile",
    tree
  )
  await git(repository, "update-ref", "refs/heads/main", oid)
}

const blob = (repository: string, content: string) =>
  runGit(["-C", repository, "hash-object", "-w", "--stdin"], [content])

describe("threats: path traversal, hostile content: names in trees", () => {
  it.live("names that lead out of the directory or into .git are skipped; nothing is written outside the cache", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(async () => {
        await makeRepository(at.repository)
        const evil = await blob(at.repository, "evil")
        const below = await makeTree(at.repository, [
          ["100644", evil, "config"],
          ["100644", evil, "hooks"]
        ])
        const bad = [
          "..",
          ".",
          ".git",
          ".GIT",
          "git~1",
          ".g\u200cit",
          ".git.",
          "a\\b",
          "a\nb",
          "a\u0001b",
          "/etc",
          "../up"
        ]
        await commitTree(
          at.repository,
          await makeTree(at.repository, [
            ["100644", evil, "good.md"],
            ["100644", evil, "good.md"],
            ["100644", evil, "GOOD.md"],
            ["100644", evil, "\ufffd.md"],
            ["100644", evil, Buffer.from([0x66, 0xff, 0x2e])],
            ...bad.map((name) => ["40000", below, name] as const),
            ...bad.map((name) => ["100644", evil, `${name}`] as const),
            ["40000", below, "last"]
          ])
        )
      })
      yield* Effect.gen(function* () {
        const { entries, skipped } = yield* open(at.source)
        assert.deepStrictEqual(
          entries.map(({ path }) => path),
          ["good.md", "GOOD.md", "\ufffd.md", "last/config", "last/hooks"]
        )
        assert.isTrue(skipped.every(({ reason }) => reason === "bad-path"))
        assert.includeMembers(
          skipped.map(({ path }) => path),
          ["good.md", "..", ".git", "a\\b", "f\ufffd."]
        )
      }).pipe(withGit(gitLayer(at.cache)))
      assert.deepStrictEqual(readdirSync(join(at.cache, "..")).sort(), ["cache", "served"])
    })
  )

  it.live("a repository with a broken commit is read", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(async () => {
        await commitFiles(at.repository, { "a.md": "one" }, "one")
        const tree = await git(at.repository, "rev-parse", "main^{tree}")
        const object = Buffer.concat([
          Buffer.from(`tree ${tree}\nauthor nobody\ncommitter Gr\xfcn <a\x01@b> 99999999999999999 +9999\n`, "latin1"),
          Buffer.from("encoding ISO-8859-1\n\nGr\xfc\xdfe \0 x", "latin1")
        ])
        const oid = await runGit(
          ["-C", at.repository, "hash-object", "-t", "commit", "-w", "--stdin", "--literally"],
          [object]
        )
        await git(at.repository, "update-ref", "refs/heads/main", oid)
      })
      yield* Effect.gen(function* () {
        const { commit } = yield* open(at.source)
        assert.isDefined(commit)
        assert.strictEqual(commit.message, "Grüße  x")
        assert.deepStrictEqual(commit.author, { name: "", email: "" })
        assert.strictEqual(commit.committer.name, "Grün")
        assert.strictEqual(commit.committedAt, "9999-12-31T23:59:59.000Z")
      }).pipe(withGit(gitLayer(at.cache)))
    })
  )
})

describe("threat: indirection in repositories: indirection", () => {
  it.live("symlinks and submodules are skipped, hooks, filters and .gitmodules have no effect", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const witness = join(at.cache, "..", "witness")
      yield* Effect.promise(() =>
        commitFiles(
          at.repository,
          {
            "a.md": "one",
            link: { mode: "120000", content: "/etc/passwd" },
            "docs/up.md": { mode: "120000", content: "../a.md" },
            sub: { mode: "160000", oid: "a".repeat(40) },
            ".gitmodules": `[submodule "sub"]\n\tpath = sub\n\turl = ${at.server.url}/other.git\n`,
            ".gitattributes": "* filter=evil text eol=crlf\n*.md ident\n",
            ".gitconfig": `[filter "evil"]\n\tsmudge = touch ${witness}\n`,
            "hooks/post-checkout": { mode: "100755", content: `#!/bin/sh\ntouch ${witness}\n` }
          },
          "one"
        )
      )
      yield* Effect.gen(function* () {
        const snapshot = yield* open(at.source)
        assert.deepStrictEqual(
          snapshot.entries.map(({ path }) => path),
          [".gitattributes", ".gitconfig", ".gitmodules", "a.md", "hooks/post-checkout"]
        )
        assert.deepStrictEqual(snapshot.skipped, [
          { path: "docs/up.md", reason: "symlink" },
          { path: "link", reason: "symlink" },
          { path: "sub", reason: "submodule" }
        ])
        const page = snapshot.entries.find(({ path }) => path === "a.md")!
        assert.strictEqual(text(yield* snapshot.read(page, 10)), "one")
        const error = yield* Effect.flip(open({ ...at.source, directory: "sub" }))
        assert.strictEqual(error.reason, "DirectoryNotFound")
      }).pipe(withGit(gitLayer(at.cache)))
      assert.isFalse(existsSync(witness))
      assert.isFalse(at.server.requests.some(({ url }) => url.includes("other.git")))
    })
  )

  it.live("hooks and configuration of the machine and of the working directory have no effect", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(() => commitFiles(at.repository, { "a.md": "one" }, "one"))
      const layer = gitLayer(at.cache)
      yield* open(at.source).pipe(withGit(layer))
      const [name = ""] = readdirSync(at.cache)
      const witness = join(at.cache, "..", "witness")
      mkdirSync(join(at.cache, name, "hooks"), { recursive: true })
      for (const hook of ["reference-transaction", "post-update", "pre-auto-gc"])
        writeFileSync(join(at.cache, name, "hooks", hook), `#!/bin/sh\ntouch ${witness}\n`, { mode: 0o755 })
      yield* Effect.promise(() => commitFiles(at.repository, { "a.md": "two" }, "two"))
      yield* open(at.source).pipe(withGit(layer))
      assert.isFalse(existsSync(witness))
    })
  )
})

describe("threat: bombs in repositories: bombs", () => {
  const limits = { entries: 1000, fileBytes: 100_000, totalBytes: 300_000 }
  const nested = async (repository: string, leaf: string, mode: string) => {
    let tree = await makeTree(repository, [[mode, leaf, "leaf"]])
    for (let depth = 0; depth < 10; depth++)
      tree = await makeTree(
        repository,
        Array.from({ length: 10 }, (_, i) => ["40000", tree, `d${i}`] as const)
      )
    await commitTree(repository, tree)
  }

  it.live.each(["with a file", "with nothing"])("nested identical trees %s (10^10 paths) end at the limit", (kind) =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(async () => {
        await makeRepository(at.repository)
        const file = kind === "with a file"
        const leaf = file ? await blob(at.repository, "x") : await makeTree(at.repository, [])
        await nested(at.repository, leaf, file ? "100644" : "40000")
      })
      // all of them would take days
      const error = yield* openError(gitLayer(at.cache), at.source)
      assert.strictEqual(error.reason, "TooLarge")
      assert.include(error.message, "100000 files and folders")
      assert.deepStrictEqual(readdirSync(at.cache), [])
    })
  )

  it.live("a large file, many bytes together and many files end at their limits, and leave the disk free", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const layer = gitLayer(at.cache)
      const cases = [
        [{ "a.md": "x", "big.bin": "y".repeat(100_001) }, /big\.bin has 100001 bytes; the limit for a file is 100000/],
        [
          Object.fromEntries(["a", "b", "c", "d"].map((n) => [n, n.repeat(90_000)])),
          /up to d have 360000 bytes.*300000/
        ],
        [Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`${i}.md`, "x"])), /more than 1000 files/]
      ] as const
      for (const [files, message] of cases) {
        yield* Effect.promise(() => commitFiles(at.repository, files, "bomb", { replace: true }))
        const error = yield* openError(layer, at.source, { limits })
        assert.strictEqual(error.reason, "TooLarge")
        assert.match(error.message, message)
        assert.deepStrictEqual(readdirSync(at.cache), [])
      }
    })
  )

  it.live("a transfer that is larger than the limit is stopped while it comes in", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const noise = () =>
        Buffer.concat(Array.from({ length: 300 }, () => crypto.getRandomValues(new Uint8Array(50_000))))
      yield* Effect.promise(() => commitFiles(at.repository, { "a.bin": noise(), "b.bin": noise() }, "bomb"))
      const error = yield* openError(gitLayer(at.cache), at.source, {
        limits: { ...defaultGitLimits, totalBytes: 1_000_000 }
      })
      assert.strictEqual(error.reason, "TooLarge")
      assert.deepStrictEqual(readdirSync(at.cache), [])
    })
  )

  it.live("a server that trickles, early or late, is left after the time limit; no process stays", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(() => commitFiles(at.repository, { "a.md": "one" }, "one"))
      const layer = gitLayer(at.cache, { timeoutMs: 1000 })
      for (const slow of [1, 2, 5]) {
        let seen = 0
        at.server.options = { fault: () => (++seen === slow ? "trickle" : undefined) }
        const error = yield* openError(layer, at.source)
        assert.deepStrictEqual([error.reason, error.retryable], ["Timeout", true])
        const left = () => commandLines().filter((line) => line.includes(at.source.url))
        // one that was killed is there for a moment still
        for (const end = Date.now() + 10_000; left().length > 0 && Date.now() < end; ) yield* Effect.sleep(5)
        assert.deepStrictEqual(left(), [])
        assert.deepStrictEqual(existsSync(at.cache) ? readdirSync(at.cache) : [], [])
      }
    })
  )

  it.live("an endless list of branches ends at a limit of memory", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      const server = yield* endlessBranches
      const error = yield* openError(gitLayer(at.cache), { ...at.source, url: `${server}/docs.git` })
      assert.strictEqual(error.reason, "TooLarge")
    })
  )

  it.live("a path 3000 directories deep is skipped", () =>
    Effect.gen(function* () {
      const at = yield* fixture()
      yield* Effect.promise(async () => {
        await makeRepository(at.repository)
        const file = await blob(at.repository, "x")
        // written as one pack: one process for all trees
        const path = Array.from({ length: 3000 }, () => "d").join("/")
        await commitFiles(at.repository, { [`${path}/a.md`]: "x", "a.md": "y" }, "deep")
        assert.isString(file)
      })
      yield* Effect.gen(function* () {
        const { entries, skipped } = yield* open(at.source)
        assert.deepStrictEqual(
          entries.map(({ path }) => path),
          ["a.md"]
        )
        assert.strictEqual(skipped.length, 1)
      }).pipe(withGit(gitLayer(at.cache)))
    })
  )
})

/** Speaks the second version of Git's protocol as far as the list of branches, which never ends. */
const endlessBranches = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const line = (content: string) => (content.length + 4).toString(16).padStart(4, "0") + content
      const server = http.createServer((request, response) => {
        if (request.method === "GET") {
          response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" })
          const hello = `${line("# service=git-upload-pack\n")}0000${line("version 2\n")}${line("ls-refs\n")}${line("fetch=shallow\n")}0000`
          return void response.end(hello)
        }
        request.resume()
        response.writeHead(200, { "content-type": "application/x-git-upload-pack-result" })
        let count = 0
        const more = () => {
          const lines = Array.from({ length: 500 }, () =>
            line(`${"a".repeat(40)} refs/heads/${count++}-${"x".repeat(900)}\n`)
          )
          if (response.destroyed) return
          if (response.write(lines.join(""))) setImmediate(more)
          else response.once("drain", more)
        }
        more()
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return server
    }),
    (server) =>
      Effect.promise(async () => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      })
  ),
  (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
)
