/** Threats of the list of what this platform must survive, at the level of this package; numbers as in the list. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { defaultGitLimits, Git } from "@octavo/core/content/git/Git"
import { Effect, Fiber, Redacted } from "effect"
import { remoteEnvironment } from "../src/environment.ts"
import { classify, scrub } from "../src/failures.ts"
import { findGit } from "../src/process.ts"
import { parseUrl } from "../src/source.ts"
import { commitFiles, git, makeRepository, runGit } from "../src/testing.ts"
import {
  fixture,
  gitLayer,
  open,
  openError,
  publicLayer,
  temporaryDirectory,
  text,
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

/** The command lines of all processes of this machine. */
const commandLines = (): ReadonlyArray<string> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
      } catch {
        return ""
      }
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
