import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { isSafePath } from "@octavo/core/content/git/paths"
import { splitCredentials } from "@octavo/core/content/git/repository"
import { Effect, Redacted } from "effect"
import { normalizeDirectory, parseUrl, refProblem } from "../src/source.ts"

const refused = <A>(effect: Effect.Effect<A, { readonly reason: string; readonly message: string }>) =>
  Effect.map(Effect.flip(effect), ({ message, reason }) => {
    assert.strictEqual(reason, "Refused")
    return message
  })

describe("splitCredentials", () => {
  it.each([
    ["https://example.org/a.git", "https://example.org/a.git", undefined],
    ["https://ada:secret@example.org/a.git", "https://example.org/a.git", ["ada", "secret"]],
    ["https://token@example.org/a", "https://example.org/a", ["token", ""]],
    ["https://a%40b:p%3Aw%2F@example.org:8443/a", "https://example.org:8443/a", ["a@b", "p:w/"]],
    ["https://a:b:c@example.org", "https://example.org", ["a", "b:c"]],
    ["https://a:b@c@example.org/x@y", "https://example.org/x@y", ["a", "b@c"]],
    ["https://a:100%@example.org", "https://example.org", ["a", "100%"]],
    ["https://@example.org", "https://example.org", undefined],
    ["https://ada:secret@exa mple.org", "https://exa mple.org", ["ada", "secret"]],
    ["ssh://git:secret@example.org/a", "ssh://example.org/a", ["git", "secret"]],
    ["https://example.org/?q=a@b", "https://example.org/?q=a@b", undefined],
    ["git@example.org:a.git", "git@example.org:a.git", undefined],
    ["", "", undefined]
  ] as const)("%s", (input, url, pair) => {
    const split = splitCredentials(input)
    assert.strictEqual(split.url, url)
    const found = split.credentials && [split.credentials.username, Redacted.value(split.credentials.password)]
    assert.deepStrictEqual(found, pair as Array<string> | undefined)
  })
})

describe("parseUrl", () => {
  it.effect.each([
    ["https://example.org/a.git", "https://example.org/a.git", "example.org", 443],
    ["HTTP://EXAMPLE.org:80/a b".replace(" ", "%20"), "http://example.org/a%20b", "example.org", 80],
    ["https://example.org.:8443/x", "https://example.org:8443/x", "example.org", 8443],
    ["http://0x7f.1/x", "http://127.0.0.1/x", "127.0.0.1", 80],
    ["http://[::FFFF:127.0.0.1]/x", "http://[::ffff:7f00:1]/x", "[::ffff:7f00:1]", 80],
    ["https://ada:pw@bücher.example/x", "https://xn--bcher-kva.example/x", "xn--bcher-kva.example", 443]
  ] as const)("takes %s", ([input, href, hostname, port]) =>
    Effect.gen(function* () {
      const url = yield* parseUrl(input)
      assert.deepStrictEqual([url.href, url.hostname, url.port], [href, hostname, port])
    })
  )

  it.effect.each([
    "",
    "ext::sh -c id",
    "file:///etc/passwd",
    "/srv/repo",
    "./repo",
    "../repo",
    "git@example.org:a.git",
    "example.org:a.git",
    "ssh://-oProxyCommand=id/x",
    "git://example.org/a",
    "ftp://example.org/a",
    "-u",
    "--upload-pack=id",
    "--upload-pack=https://example.org/",
    "http:example.org",
    "https:/example.org",
    "https:///",
    "https://",
    "http://[::1",
    "https://exa mple.org",
    "https://example.org/\u0000",
    "https://example.org/\n-x",
    "https://example.org/\tx",
    "https://example.org\\@evil.example/",
    "https://example.org/a?x=1",
    "https://example.org/a#b",
    "http::ext::sh",
    "https://example.org:99999/",
    "http://256.256.256.256/",
    " https://example.org/a",
    "https://example.org/\u00a0"
  ])("refuses %j", (input) => Effect.asVoid(refused(parseUrl(input))))

  it.effect("refuses what is too long", () =>
    Effect.gen(function* () {
      yield* parseUrl(`https://example.org/${"a".repeat(2028)}`)
      yield* refused(parseUrl(`https://example.org/${"a".repeat(2029)}`))
      yield* refused(normalizeDirectory("a/".repeat(3000)))
      assert.isString(refProblem(`refs/heads/${"a".repeat(1000)}`))
    })
  )

  it.effect("never repeats the input", () =>
    Effect.gen(function* () {
      for (const [ssh, https] of [
        ["git@example.org:acme/docs.git", "https://example.org/acme/docs.git"],
        ["example.org:docs.git", "https://example.org/docs.git"],
        ["ssh://git@example.org:2222/acme/docs.git", "https://example.org/acme/docs.git"]
      ] as const) {
        assert.include(yield* refused(parseUrl(ssh)), `Use ${https},`)
      }
      assert.notInclude(yield* refused(parseUrl("ssh://ada:hunter2@example.org/a")), "hunter2")
      assert.notInclude(yield* refused(parseUrl("https://ada:hunter2@exa mple.org/a")), "hunter2")
    })
  )
})

const branches = [
  "main",
  "feature/a-b_c.d",
  "ünïcode",
  "a@b",
  "@",
  "a{b}",
  "x.lock.y",
  "a/b/c",
  "release-1.0",
  "#1",
  "a;b",
  "a$(id)",
  "a..b",
  ".a",
  "a/.b",
  "a.",
  "a.lock",
  "a.lock/b",
  "a/",
  "/a",
  "a//b",
  "a b",
  "a~1",
  "a^",
  "a:b",
  "a?",
  "a*",
  "a[b]",
  "a\\b",
  "a@{1}",
  "a\u007f",
  "a\nb",
  "a\tb",
  "",
  "a/b.",
  "HEAD",
  "-a",
  "--upload-pack=id",
  "a/-b"
]

describe("refs", () => {
  it.each(branches)("agrees with git about refs/heads/%j", (branch) => {
    // `@` alone and `@{…}` mean other branches to --branch
    const mode = branch === "@" ? [`refs/heads/${branch}`] : ["--branch", branch]
    const git = spawnSync("git", ["check-ref-format", ...mode], { cwd: "/" })
    assert.strictEqual(refProblem(`refs/heads/${branch}`) === undefined, git.status === 0)
  })
  it.each(["main", "refs/tags/v1", "HEAD", "refs/heads", "-refs/heads/a", "refs/heads/a\u0000b", "refs/heads/\ud800"])(
    "refuses %j",
    (ref) => assert.isString(refProblem(ref))
  )
})

describe("directories", () => {
  it.effect.each([
    ["", ""],
    [".", ""],
    ["./", ""],
    ["docs", "docs"],
    ["./docs/", "docs"],
    ["docs//api/.", "docs/api"],
    ["docs with space/ü", "docs with space/ü"],
    [".gitbook/assets", ".gitbook/assets"],
    ["a..b/...", "a..b/..."]
  ] as const)("takes %j", ([input, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* normalizeDirectory(input), expected)
    })
  )
  it.effect.each([
    "/",
    "/etc",
    "..",
    "../x",
    "docs/../..",
    "docs/..",
    ".git",
    "docs/.GIT/hooks",
    ".Git",
    "git~1",
    "GIT~1/x",
    ".git.",
    ".git ",
    ".git::$INDEX_ALLOCATION",
    ".g\u200cit",
    "a\\b",
    "..\\..",
    "a\u0000b",
    "a\nb",
    "\ud800"
  ])("refuses %j", (input) => Effect.asVoid(refused(normalizeDirectory(input))))
})

describe("paths of a tree", () => {
  it.each([
    "a.md",
    ".gitignore",
    ".gitmodules",
    ".github/x",
    "git",
    "git~2",
    "digit~1",
    "a.git",
    "日本語.md",
    "a:b",
    "..."
  ])("safe: %j", (path) => assert.isTrue(isSafePath(path)))
  it.each([
    "",
    "/a",
    "a/",
    "a//b",
    ".",
    "..",
    "a/../b",
    "a/./b",
    ".git/config",
    "x/.GIT",
    "a\u0085b",
    "a\u007f",
    "\u202e.git"
  ])("not safe: %j", (path) => assert.isFalse(isSafePath(path)))
})
