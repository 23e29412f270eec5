/** Folders as they are found (`docs/contributing/dialect.md`), and as somebody makes them who means no good: checked, built, told of. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Exit } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { buildFolder } from "../src/buildSite.ts"
import { checkFolder } from "../src/check/checkFolder.ts"
import { formatChecked } from "../src/check/formats.ts"

const root = mkdtempSync(join(tmpdir(), "octavo-hostile-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const write = (directory: string, files: Readonly<Record<string, string | Uint8Array>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
}

const deep = Array.from({ length: 12 }, (_, n) => `level-${n}`).join("/")

const found: Readonly<Record<string, string | Uint8Array>> = {
  ".gitbook.yaml":
    "\u200b---\n\u200bstructure:\n  readme: ./README.md\nredirect:\n  a: b\nredirects:\n  /: README.md\n  old: ../outside.md\n",
  "SUMMARY.md":
    "* [Home](README.md)\n * [One](one.md)\n* [Again](one.md)\n* [Absolute](/two.md)\n* [Gone](gone.md)\n* Label\n* \\[2025 (2)\\]([brackets](1).md)\n{% endif %}\n### Group\n* [Pages](learn/summary.md)\n* [Outside](../../etc/passwd)\n* [Web](https://example.com)\n* [Deep](" +
    `${deep}/README.md)\n`,
  "README.md":
    "\ufeff# Home\n\n# Second title\n\n[one](one.md#nowhere) [out](../../etc/passwd) [script](javascript:alert(1))\n",
  "README (1).md": "# Beside\n",
  "one.md":
    'No title\r\n\r\n{% tabs %}\r\n{% tab title=“A” %}\r\nA</table>{% hint style="info" %}\r\ntext {% endcode-tabs %}\r\n',
  "two.md": `# Two\n\n${"<td>x</td>".repeat(40_000)}\n`,
  "[brackets](1).md": "# Brackets\n",
  "learn/summary.md": "---\n: [\n---\n# A page that is called so\n",
  [`${deep}/README.md`]: "# Deep",
  "case/Alibaba-Cloud/README.md": "# One\n",
  "case/alibaba-cloud/README.md": "# Two\n",
  "marchés/CI CD/a.md": "# Accents\u200b and spaces\u00a0\n\n<TabItem><TRequest> <keymap>\n",
  "empty.md": "",
  "bytes.md": Buffer.from([0x23, 0x20, 0x41, 0x0a, 0xff, 0xfe, 0x00, 0x0a]),
  "tags.md":
    '---\nlayout:\n  width: 12\ntags: 7\nvars: [1]\n---\n{% @marketo/form a="<tag a="b">" width="66.66%" %}\n{% else %}\n{% include "/etc/passwd" %}\n{% include "../../outside.md" %}\n{% include ".gitbook/includes/a.md" %}\n{{ a }} {{ site.x }}\n<mark><mark>x</mark>\n',
  ".gitbook/includes/a.md": '{% include "b.md" %}\n',
  ".gitbook/includes/b.md": '{% include "a.md" %}\n{% include "b.md" %}\n',
  ".gitbook/vars.yaml": "a: &a [*a, *a]\n",
  ".gitbook/tags.yaml": "x\n"
}

describe("A folder as it is found", { timeout: 60_000 }, () => {
  const docs = join(root, "docs")
  write(docs, found)
  symlinkSync("one.md", join(docs, "linked.md"))
  symlinkSync("..", join(docs, "circle"))
  symlinkSync("/etc", join(docs, "etc"))

  it("is checked to its end, in every format, the same each time", async () => {
    const first = await Effect.runPromise(checkFolder({ directory: docs }))
    expect(first.findings.length).toBeGreaterThan(10)
    for (const { column = 1, line = 1, message, path } of first.findings) {
      expect(message).not.toMatch(/undefined|\[object|NaN/)
      const lines = readFileSync(join(docs, path)).toString("utf8").split("\n")
      expect(line, `${path}: ${message}`).toBeLessThanOrEqual(lines.length)
      expect(column, `${path}:${line}: ${message}`).toBeLessThanOrEqual(lines[line - 1]!.length + 1)
    }
    expect(await Effect.runPromise(checkFolder({ directory: docs }))).toEqual(first)
    for (const format of ["text", "json", "sarif", "github", "junit"] as const) {
      expect(formatChecked(format, first, "1").length).toBeGreaterThan(100)
    }
    // nothing of the machine is in it
    expect(JSON.stringify(first)).not.toContain("root:")
  })

  it("is built to its end, with nothing of what lies outside", async () => {
    const out = join(root, "out")
    const options = { out, place: { base: "/", origin: undefined }, report: () => Effect.void }
    const { pages } = await Effect.runPromise(buildFolder(docs, options))
    expect(pages).toBeGreaterThan(3)
    const files = readdirSync(out, { recursive: true, encoding: "utf8" })
    expect(files.filter((path) => path.includes("..") || path.startsWith("/"))).toEqual([])
    for (const path of files.filter((one) => one.endsWith(".html"))) {
      const html = readFileSync(join(out, path), "utf8")
      expect(html, path).not.toContain("root:x:0")
      expect(html, path).not.toContain('href="javascript:')
    }
    expect(await Effect.runPromise(buildFolder(docs, options))).toMatchObject({ written: 0, removed: 0 })
  })
})

it("what was built within the docs is no part of them, whoever reads them", { timeout: 60_000 }, async () => {
  const docs = join(root, "within")
  write(docs, { "README.md": "# Home\n" })
  const place = { base: "/", origin: undefined }
  for (const out of ["public", "other/public", "public"]) {
    const options = { out: join(docs, out), place, report: () => Effect.void }
    expect(await Effect.runPromise(buildFolder(docs, options))).toMatchObject({ pages: 1, faults: [] })
  }
  expect(readdirSync(join(docs, "public"))).toContain("readme.md")
  expect(await Effect.runPromise(checkFolder({ directory: docs }))).toMatchObject({ pages: 1, findings: [] })
})

it.each(["a", "-", "_", "日", "😀", "a b", "..x", "n".repeat(200)])(
  "a folder may be called %s",
  {
    timeout: 60_000
  },
  async (name) => {
    const docs = join(root, "called", name)
    write(docs, { "README.md": "# Home\n" })
    const options = {
      out: join(root, `${name.length} ${name.codePointAt(0)}`),
      place: { base: "/", origin: undefined }
    }
    expect(await Effect.runPromise(buildFolder(docs, { ...options, report: () => Effect.void }))).toMatchObject({
      pages: 1
    })
  }
)

it.each([
  ["variants:\n  - folder: gone\n", /^octavo\.yaml:2:13: There is no folder gone: /],
  // the path that is made of a title
  [
    "sections:\n  - { folder: a, title: Aa }\n  - { folder: b, title: Bb }\n  - { folder: c, path: bb }\n",
    /^octavo\.yaml:4:24: The path bb is another section's/
  ]
])("what octavo.yaml says that can't be done is told with its place: %j", { timeout: 60_000 }, async (text, words) => {
  const docs = mkdtempSync(join(root, "project-"))
  write(docs, { "octavo.yaml": text, "a/README.md": "# A\n", "b/README.md": "# B\n", "c/README.md": "# C\n" })
  const options = { out: join(root, "none"), place: { base: "/", origin: undefined }, report: () => Effect.void }
  const error = await Effect.runPromise(Effect.flip(buildFolder(docs, options)))
  expect((error as { readonly message: string }).message).toMatch(words)
})

it("--fix of such a folder changes nothing but links, and leads to a folder with fewer problems", {
  timeout: 60_000
}, async () => {
  const docs = join(root, "fixed")
  write(docs, found)
  write(docs, { "more.md": "# More\n\n[a](ONE.md) [b](two)\n" })
  const before = await Effect.runPromise(checkFolder({ directory: docs }))
  const { findings, fixed } = await Effect.runPromise(checkFolder({ directory: docs, fix: true }))
  expect(fixed).toBe(before.findings.filter(({ fixable }) => fixable).length)
  expect(findings.length).toBe(before.findings.length - fixed)
  for (const [path, text] of Object.entries(found)) {
    const bytes = readFileSync(join(docs, path))
    if (!bytes.equals(Buffer.from(text)))
      expect(bytes.toString("utf8").split("\n")).toHaveLength(String(text).split("\n").length)
  }
})

it("a folder that changes while it is read is built as it was at some moment, or refused in words", {
  timeout: 60_000
}, async () => {
  const docs = join(root, "moving")
  const out = join(root, "moving-out")
  const page = (n: number) => `# Page\n\nRound ${n}\n`
  write(docs, { "README.md": page(0), "a.md": page(0), "b.md": page(0) })
  let isOver = false
  const changing = (async () => {
    for (let n = 1; !isOver; n++) {
      for (const name of ["README.md", "a.md", "b.md"]) writeFileSync(join(docs, name), page(n) + "x".repeat(n % 7))
      if (n % 3 === 0) rmSync(join(docs, "b.md"), { force: true })
      await sleep(1)
    }
  })()
  for (let n = 0; n < 3; n++) {
    const exit = await Effect.runPromiseExit(
      buildFolder(docs, { out, place: { base: "/", origin: undefined }, report: () => Effect.void })
    )
    if (Exit.isFailure(exit)) expect(String(exit)).toMatch(/changed while it was read|cannot be read|There is no/)
    else expect(readFileSync(join(out, "index.html"), "utf8")).toMatch(/Round \d+/)
  }
  isOver = true
  await changing
})
