/** What `octavo check` finds: a planted fault of each kind, with its place, and nothing in docs that are as they should be. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { lintRules } from "@octavo/document"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { type CheckOptions, checkFolder, type Finding } from "../src/check/checkFolder.ts"
import type { CheckFormat } from "../src/check/formatNames.ts"
import { formatChecked } from "../src/check/formats.ts"
import { junitProblems, sarifProblems } from "./logSchemas.ts"

type Files = Readonly<Record<string, string | Uint8Array>>

const root = mkdtempSync(join(tmpdir(), "octavo-check-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const folderOf = (files: Files): string => {
  const directory = mkdtempSync(join(root, "docs-"))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  return directory
}

const check = (directory: string, options: Omit<CheckOptions, "directory"> = {}) =>
  Effect.runPromise(checkFolder({ directory, ...options }))

/** `path:line:column rule`, in order. */
const found = async (files: Files): Promise<ReadonlyArray<string>> =>
  (await check(folderOf(files))).findings.map(({ column, line, path, rule }) =>
    line === undefined ? `${path} ${rule}` : `${path}:${line}:${column} ${rule}`
  )

const page = (text: string): Files => ({ "README.md": `# Home\n\n${text}` })
const listed = (...names: ReadonlyArray<string>): string =>
  `# Summary\n\n${["README", ...names].map((name) => `* [${name}](${name}.md)\n`).join("")}`

/** What mends a problem, in words: something to do, or what a value should be. */
const mends =
  /[:;] .*\b(?:add|begin|give|lead|link|make|mend|name|put|save|say|take|write)\b|should be|can't be read|no setting/

const planted: ReadonlyArray<readonly [fault: string, files: Files, ...found: ReadonlyArray<string>]> = [
  ["a page that is not there", page("See [it](gone.md).\n"), "README.md:3:10 broken-link"],
  ["a folder that is not there", page("See [it](gone/).\n"), "README.md:3:10 broken-link"],
  ["a link out of the folder", page("See [it](../gone.md).\n"), "README.md:3:10 broken-link"],
  ["what GitBook leaves of a deleted page", page("See [it](broken-reference).\n"), "README.md:3:10 broken-link"],
  ["a link in a list in a quote", page("> * See [it](gone.md).\n"), "README.md:3:14 broken-link"],
  [
    "a file from the root of the host",
    { ...page("See [it](/guide.md#a) and [ours](/elsewhere).\n"), "guide.md": "# Guide\n\n## A\n" },
    "README.md:3:10 absolute-path"
  ],
  ["a link by reference", page("See [it][1].\n\n[1]: gone.md\n"), "README.md:3:5 broken-link"],
  ["a link in HTML", page('<p><a href="gone.md">it</a></p>\n'), "README.md:3:13 broken-link"],
  ["a button", page('<a href="gone.md" class="button primary">Go</a>\n'), "README.md:3:10 broken-link"],
  [
    "a content reference",
    page('{% content-ref url="gone.md" %}\n[gone.md](gone.md)\n{% endcontent-ref %}\n'),
    "README.md:3:21 broken-link"
  ],
  ["a mention", page('See [it](gone.md "mention").\n'), "README.md:3:10 broken-link"],
  [
    "a card",
    page(
      '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>A</td><td><a href="gone.md">gone</a></td></tr></tbody></table>\n'
    ),
    "README.md:3:155 broken-link"
  ],
  [
    "the second of two",
    page("[a](README.md) [b](gone.md) [c](gone.md)\n"),
    "README.md:3:20 broken-link",
    "README.md:3:33 broken-link"
  ],
  ["a heading of the page", page("See [it](#gone).\n\n## Here\n"), "README.md:3:10 broken-anchor"],
  [
    "a heading of another page",
    { ...page("See [it](a.md#gone).\n"), "a.md": "# A\n\n## Here\n" },
    "README.md:3:10 broken-anchor"
  ],
  ["a picture", page("![A cat](cat.png)\n"), "README.md:3:10 missing-file"],
  ["a picture in HTML", page('<figure><img src="cat.png" alt="A cat"></figure>\n'), "README.md:3:19 missing-file"],
  [
    "a picture for the dark",
    {
      ...page(
        '<figure><picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="cat.png" alt="A cat"></picture></figure>\n'
      ),
      "cat.png": "x"
    },
    "README.md:3:34 missing-file"
  ],
  ["a file", page('{% file src="manual.pdf" %}\n'), "README.md:3:14 missing-file"],
  ["a cover", { "README.md": "---\ncover: cover.png\n---\n\n# Home\n" }, "README.md:2:8 missing-file"],
  [
    "a description of an API",
    page('{% openapi src="api.yaml" path="/cats" method="get" %}\n[api.yaml](api.yaml)\n{% endopenapi %}\n'),
    "README.md:3:17 missing-file"
  ],
  ...[
    ["YAML with an end too few", "api.yaml", "openapi: 3.0.0\ninfo: [\n", "2:8"],
    ["JSON with a comma too many", "api.json", '{\n  "openapi": "3.1.0",\n}\n', "3:1"],
    ["JSON that ends too early", "api.json", '{"openapi": "3.1.0"', "1:19"],
    ["a text", "api.txt", "Hello\n", "1:1"],
    ["one of another time", "api.yaml", "openapi: 1.2\n", "1:1"]
  ].map(
    ([what, file, text, place]) =>
      [
        `a description of an API: ${what}`,
        {
          ...page(`{% openapi src="${file}" path="/cats" method="get" %}\n[it](${file})\n{% endopenapi %}\n`),
          [file!]: text!
        },
        `${file}:${place} openapi`
      ] as const
  ),
  ["a link to a file", page("[the manual](manual.pdf)\n"), "README.md:3:14 missing-file"],
  ["reusable content", page('{% include ".gitbook/includes/gone.md" %}\n'), "README.md:3:13 missing-include"],
  ["reusable content of the host", page('{% include "/etc/passwd" %}\n'), "README.md:3:13 missing-include"],
  ["reusable content out of the folder", page('{% include "../a.md" %}\n'), "README.md:3:13 missing-include"],
  [
    "reusable content in itself",
    {
      ...page('{% include ".gitbook/includes/a.md" %}\n'),
      ".gitbook/includes/a.md": '{% include "b.md" %}\n',
      ".gitbook/includes/b.md": '{% include "a.md" %}\n'
    },
    ".gitbook/includes/b.md:1:13 include-cycle"
  ],
  [
    "a link in reusable content",
    { ...page('{% include ".gitbook/includes/a.md" %}\n'), ".gitbook/includes/a.md": "[x](../../gone.md)\n" },
    ".gitbook/includes/a.md:1:5 broken-link"
  ],
  ["a hint without an end", page('{% hint style="info" %}\nMind the gap.\n'), "README.md:3:1 unclosed-block"],
  ["a tab without an end", page('{% tabs %}\n{% tab title="A" %}\nA\n{% endtabs %}\n'), "README.md:4:1 unclosed-block"],
  ["a code block without an end", page('{% code title="a.js" %}\n```js\na\n```\n'), "README.md:3:1 unclosed-block"],
  ["an end without a block", page("Text\n\n{% endhint %}\n"), "README.md:5:1 stray-tag"],
  ["a tab without tabs", page('{% tab title="A" %}\nA\n{% endtab %}\n'), "README.md:3:1 stray-tag"],
  ["a block that nobody knows", page("{% youtube id=1 %}\n"), "README.md:3:1 unknown-block"],
  ["a misspelt block", page('{% hnt style="info" %}\nText\n{% endhnt %}\n'), "README.md:3:1 unknown-block"],
  ["frontmatter that is no YAML", { "README.md": "---\ntitle: [\n---\n\n# Home\n" }, "README.md:3:1 frontmatter"],
  ["frontmatter that is a list", { "README.md": "---\n- a\n---\n\n# Home\n" }, "README.md:2:1 frontmatter"],
  [
    "a value of a wrong type",
    { "README.md": "---\nicon: book\nhidden: sometimes\n---\n\n# Home\n" },
    "README.md:3:1 frontmatter"
  ],
  ["a misspelt key", { "README.md": "---\nayout: wide\n---\n\n# Home\n" }, "README.md:2:1 frontmatter-key"],
  [
    "a key with letters exchanged",
    { "README.md": "---\ndescirption: x\n---\n\n# Home\n" },
    "README.md:2:1 frontmatter-key"
  ],
  ["a key in another case", { "README.md": "---\nNoIndex: true\n---\n\n# Home\n" }, "README.md:2:1 frontmatter-key"],
  ["an entry that names no file", { ...page(""), "SUMMARY.md": listed("gone") }, "SUMMARY.md:4:1 summary"],
  [
    "a link that is no entry",
    { ...page(""), "a.md": "# A\n", "SUMMARY.md": `${listed("a")}\n[A](a.md)\n` },
    "SUMMARY.md:6:1 summary"
  ],
  [
    "an entry that is a label alone",
    { ...page(""), "SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* Nothing\n" },
    "SUMMARY.md:4:1 summary"
  ],
  ["a page that no entry names", { ...page(""), "a.md": "# A\n", "SUMMARY.md": listed() }, "a.md not-in-summary"],
  ["a settings file that is no YAML", { ...page(""), ".gitbook.yaml": "root: [\n" }, ".gitbook.yaml:2:1 settings"],
  ["a misspelt setting", { ...page(""), ".gitbook.yaml": "redirect:\n  a: README.md\n" }, ".gitbook.yaml:1:1 settings"],
  ["a root outside", { ...page(""), ".gitbook.yaml": "root: ../docs\n" }, ".gitbook.yaml:1:1 settings"],
  ["a root that is not there", { ...page(""), ".gitbook.yaml": "root: ./docs/\n" }, ".gitbook.yaml:1:7 settings"],
  [
    "a structure of files that are not there",
    { ...page(""), ".gitbook.yaml": "structure:\n  readme: home.md\n  summary: TOC.md\n" },
    ".gitbook.yaml:2:11 settings",
    ".gitbook.yaml:3:12 settings"
  ],
  [
    "a structure that is text, and a redirect without a destination",
    { ...page(""), ".gitbook.yaml": "structure: README.md\nredirects:\n  /a/: 3\n" },
    ".gitbook.yaml:1:1 settings",
    ".gitbook.yaml:3:3 settings"
  ],
  [
    "variables without names",
    { ...page(""), ".gitbook/vars.yaml": "a: 1\nb c: 2\nd: [3]\n" },
    ".gitbook/vars.yaml:2:1 settings",
    ".gitbook/vars.yaml:3:1 settings"
  ],
  ["tags without names", { ...page(""), ".gitbook/tags.yaml": "- label: A\n" }, ".gitbook/tags.yaml:1:1 settings"],
  [
    "two parts of the site at one path",
    {
      "a/README.md": "# A\n",
      "b/README.md": "# B\n",
      "octavo.yaml": "sections:\n  - folder: a\n    path: x\n  - folder: b\n    path: x\n"
    },
    "octavo.yaml:5:11 settings"
  ],
  [
    "a redirect to nothing",
    { ...page(""), ".gitbook.yaml": "redirects:\n  old: README.md\n  older: gone.md\n" },
    ".gitbook.yaml:3:3 settings"
  ],
  [
    "a redirect over a page",
    { ...page(""), "a.md": "# A\n", ".gitbook.yaml": "redirects:\n  a: README.md\n" },
    ".gitbook.yaml:2:3 redirect-over-page"
  ],
  ["variables that are a list", { ...page(""), ".gitbook/vars.yaml": "- a\n" }, ".gitbook/vars.yaml:1:1 settings"],
  [
    "redirects in a circle",
    { ...page(""), "octavo.yaml": "redirects:\n  /a: /b\n  /b: /c/\n  /c: /a\n  /into: /a\n" },
    "octavo.yaml:4:7 redirect-loop"
  ],
  ["a redirect to itself", { ...page(""), "octavo.yaml": "redirects:\n  /a/*: /a\n" }, "octavo.yaml:2:9 redirect-loop"],
  [
    "a redirect to something below it",
    { ...page(""), "octavo.yaml": "redirects:\n  /a: /a/b\n  /c/*: /c/d\n" },
    "octavo.yaml:3:9 redirect-loop"
  ],
  [
    "a circle of paths that are written in two ways, beside one that ends at a page",
    {
      ...page(""),
      "b.md": "# B\n",
      "octavo.yaml": "redirects:\n  /a: /b\n  /b: /a\n  /caf%c3%a9: /d?x#y\n  /%64: /caf\u00e9/\n"
    },
    "octavo.yaml:5:9 redirect-loop"
  ],
  ["a setting that is none", { ...page(""), "octavo.yaml": "titel: Docs\n" }, "octavo.yaml:1:1 settings"],
  [
    "a folder that is not there",
    { "a/README.md": "# A\n", "octavo.yaml": "sections:\n  - folder: a\n  - folder: gone\n" },
    "octavo.yaml:3:13 settings"
  ],
  [
    "a logo that is not there",
    {
      ...page(""),
      "octavo.yaml": "look:\n  header:\n    logo: { light: /logo.svg, dark: /dark.svg }\n",
      "logo.svg": "x"
    },
    "octavo.yaml:3:37 missing-file"
  ],
  ["a file that nothing shows", { ...page(""), ".gitbook/assets/old.png": "x" }, ".gitbook/assets/old.png unused-file"],
  [
    "two pages with one address",
    { ...page(""), "a/Setup.md": "# One\n", "a/setup.md": "# Two\n", "a/README.md": "# A\n" },
    "a/setup.md duplicate-slug"
  ],
  [
    "two headings with one id",
    page('## A <a href="#x" id="x"></a>\n\n## B <a href="#x" id="x"></a>\n'),
    "README.md:5:1 duplicate-id"
  ],
  ["a picture without a text", { ...page("![](cat.png)\n"), "cat.png": "x" }, "README.md:3:1 image-alt"],
  ["a picture in HTML without a text", { ...page('<img src="cat.png">\n'), "cat.png": "x" }, "README.md:3:1 image-alt"],
  [
    "a picture in a text without one",
    { ...page("See ![ ](cat.png) here\n"), "cat.png": "x" },
    "README.md:3:5 image-alt"
  ],
  ["a heading that leaves out a level", page("## A\n\n#### B\n"), "README.md:5:1 heading-level"],
  ["a letter that is none", { "README.md": "# Home\n\na\0b\n" }, "README.md:3:2 encoding"],
  ["bytes that are no UTF-8", { "README.md": Buffer.from("# Home\n\nCaf\xe9\n", "latin1") }, "README.md:3:4 encoding"],
  [
    "a page in a folder with spaces",
    { ...page(""), "my docs/a.md": "# A\n\n[x](gone.md)\n" },
    "my docs/a.md:3:5 broken-link"
  ],
  [
    "lines that end as Windows ends them",
    { "README.md": "# Home\r\n\r\nSee [it](gone.md).\r\n" },
    "README.md:3:10 broken-link"
  ]
]

describe("A planted fault is found where it is, and nothing else", () => {
  it.each(planted.map(([fault, files, ...expected]) => ({ fault, files, expected })))(
    "$fault",
    async ({ expected, files }) => {
      expect(await found(files)).toEqual(expected)
    }
  )

  it("for every rule, but the one that asks other hosts", () => {
    const rules = new Set(planted.flatMap(([, , ...expected]) => expected.map((one) => one.split(" ").at(-1))))
    expect(Object.keys(lintRules).filter((rule) => !rules.has(rule))).toEqual(["external-link"])
    expect(planted.length).toBeGreaterThanOrEqual(60)
  })
})

it.each(planted.map(([fault, files]) => ({ fault, files })))(
  "$fault: what is told says how it is mended",
  async ({ files }) => {
    for (const { message } of (await check(folderOf(files))).findings) expect(message).toMatch(mends)
  }
)

it.each(
  planted.flatMap(([fault, files, ...expected]) => {
    const [, path = "", rule = ""] = /^(.*?\.md)(?:\S*) (\S+)$/.exec(expected[0]!) ?? []
    return path === "" || path === "SUMMARY.md" ? [] : [{ fault, files, path, rule }]
  })
)("$fault: a comment of $path silences $rule", async ({ files, path, rule }) => {
  const bytes = Buffer.from(files[path]!)
  const body = /^\ufeff?---\n.*?\n---\n/s.exec(bytes.toString("latin1"))?.[0].length ?? 0
  const comment = Buffer.from(`<!-- octavo-check-disable ${rule} -->\n\n`)
  const silenced = Buffer.concat([bytes.subarray(0, body), comment, bytes.subarray(body)])
  const left = await found({ ...files, [path]: silenced })
  expect(left.filter((one) => one.startsWith(path) && one.endsWith(` ${rule}`))).toEqual([])
})

it("finds nothing in docs that are as they should be", async () => {
  const files: Files = {
    ".gitbook.yaml": "root: docs\nredirects:\n  old: guide.md#details\n",
    "docs/README.md":
      '---\ndescription: Home\nicon: house\nlayout: { width: wide }\n---\n\n# Home\n\n### A step\n\n[guide](guide.md#the-details) [same](#a-step) [top](guide.md#guide) [folder](more/) [site](/elsewhere) [web](https://example.com)\n\n{% include ".gitbook/includes/note.md" %}\n',
    "docs/guide.md":
      '# Guide\n\n## The details\n\n<details>\n\n<summary>Is it **free**?</summary>\n\nYes.\n\n</details>\n\n[that](#is-it-free) [both](guide.md#x-1) [note](README.md#from-a-note)\n\n## Same <a href="#x" id="x"></a>\n\n![A dot](.gitbook/assets/dot.png)\n\n```\n{% endhint %} [x](gone.md)\n```\n\n`{% tab %}`\n\n{% updates format="full" %}\n{% update date="2026-01-02" %}\n## One\n{% endupdate %}\n{% endupdates %}\n\n[any](#2026-01-02)\n\n<figure><img src=".gitbook/assets/dot.png" alt=""><figcaption><p>A dot</p></figcaption></figure>\n',
    "docs/more/README.md": "# More\n\n[up](../guide.md)\n",
    "docs/.gitbook/includes/note.md": "## From a note\n\nText\n",
    "docs/.gitbook/assets/dot.png": "x",
    "docs/SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* [Guide](guide.md)\n  * [More](more/README.md)\n"
  }
  expect(await found(files)).toEqual([])
})

it("leaves out what comments silence, and what octavo.yaml says", async () => {
  const text = [
    "# Home",
    "",
    "<!-- octavo-check-disable-next-line broken-link -->",
    "[a](gone.md) ![](cat.png)",
    "",
    "<!-- octavo-check-disable -->",
    "",
    "[b](gone.md)",
    "",
    "<!-- octavo-check-enable -->",
    "",
    "[c](gone.md)",
    ""
  ].join("\n")
  const files = { "README.md": text, "cat.png": "x", "archive/old.md": "# Old\n\n[x](gone.md)\n" }
  expect(await found(files)).toEqual([
    "README.md:4:14 image-alt",
    "README.md:12:5 broken-link",
    "archive/old.md:3:5 broken-link"
  ])
  const project = "check:\n  rules: { image-alt: error, broken-link: off }\n"
  const { findings } = await check(folderOf({ ...files, "octavo.yaml": project }))
  expect(findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(["image-alt error"])
  expect(await found({ ...files, "octavo.yaml": 'check: { ignore: ["archive/**", README.md] }\n' })).toEqual([])
  expect(await found({ ...files, "octavo.yaml": "check: { rules: { broken-lnk: off } }\n" })).toContain(
    "octavo.yaml:1:19 settings"
  )
})

it("looks into every folder of a project, and where links lead from one into another", async () => {
  const files = {
    "octavo.yaml": "sections:\n  - folder: guides\n  - folder: api\n",
    "guides/README.md":
      "# Guides\n\n[a](../api/auth.md#tokens) [b](../api/auth.md#gone) [c](../api/gone.md) [d](../api/)\n",
    "api/README.md": "# API\n",
    "api/auth.md": "# Auth\n\n## Tokens\n",
    "other/README.md": "# Nobody shows it\n\n[x](gone.md)\n"
  }
  expect(await found(files)).toEqual(["guides/README.md:3:32 broken-anchor", "guides/README.md:3:57 broken-link"])
})

describe("--fix", () => {
  const before: Files = {
    "README.md":
      "# Home\r\n\r\n[a](Guide.MD) [b](guide) [c](guide.md#The-Details) [d](gone.md) [e](<my file>)  \r\n\ttab [f](guide/#x)",
    "guide.md": "# Guide\n\n## The details\n",
    "my file.md": "# Spaces\n"
  }

  it("mends what can be mended without doubt, and not a byte more", async () => {
    const directory = folderOf(before)
    const first = await check(directory)
    expect(first.findings.filter(({ fixable }) => fixable)).toHaveLength(4)
    const { findings, fixed } = await check(directory, { fix: true })
    expect(fixed).toBe(4)
    expect(readFileSync(join(directory, "README.md"), "utf8")).toBe(
      "# Home\r\n\r\n[a](guide.md) [b](guide.md) [c](guide.md#the-details) [d](gone.md) [e](<my%20file.md>)  \r\n\ttab [f](guide/#x)"
    )
    expect(findings.map(({ column, line, rule }) => `${line}:${column} ${rule}`)).toEqual([
      "3:59 broken-link",
      "4:10 broken-link"
    ])
    expect((await check(directory, { fix: true })).fixed).toBe(0)
  })

  it("leaves a file alone whose bytes are no text, and what could be meant in two ways", async () => {
    const bytes = Buffer.from("# Home\n\n[a](Guide.md) caf\xe9\n", "latin1")
    const directory = folderOf({ "README.md": bytes, "guide.md": "# G\n" })
    expect((await check(directory, { fix: true })).fixed).toBe(0)
    expect(readFileSync(join(directory, "README.md")).equals(bytes)).toBe(true)
    const two = folderOf({ "README.md": "[a](SETUP)\n", "setup.md": "# A\n", "setup/README.md": "# B\n" })
    expect((await check(two, { fix: true })).fixed).toBe(0)
  })
})

describe("formats", () => {
  const files: Files = {
    "my docs/a&b.md": '# A\n\n[x](gone.md)\n\n![](cat.png)\n\n[y](<100%, "gone": \u0007.md>)\n',
    "my docs/cat.png": "x",
    ".gitbook/assets/old.png": "x"
  }
  const output = async (format: CheckFormat): Promise<string> =>
    formatChecked(format, await check(folderOf(files)), "1.2.3")

  it("text: a line for each, as editors find it, and how many there are", async () => {
    const lines = (await output("text")).split("\n")
    expect(lines[0]).toBe(
      ".gitbook/assets/old.png: warning: Nothing shows this file: take it out, or link to it (unused-file)"
    )
    expect(lines[1]).toBe('my docs/a&b.md:3:5: error: There is no page "gone.md": name one that is there (broken-link)')
    expect(lines.at(-2)).toBe("2 errors and 2 warnings in 1 file")
  })

  it("json: what was found, as it is", async () => {
    expect(JSON.parse(await output("json")).findings[1]).toEqual({
      rule: "broken-link",
      severity: "error",
      path: "my docs/a&b.md",
      line: 3,
      column: 5,
      endLine: 3,
      endColumn: 12,
      message: 'There is no page "gone.md": name one that is there',
      fixable: false
    })
  })

  it("github: commands that Actions reads, one a line", async () => {
    const lines = (await output("github")).split("\n")
    expect(lines[0]).toBe(
      "::warning file=.gitbook/assets/old.png,title=unused-file::Nothing shows this file: take it out, or link to it"
    )
    expect(lines[1]).toBe(
      '::error file=my docs/a&b.md,line=3,endLine=3,col=5,endColumn=12,title=broken-link::There is no page "gone.md": name one that is there'
    )
    expect(lines[3]).toContain('::There is no page "100%25, ')
  })

  it("sarif: every rule with its level, every result with its place", async () => {
    const { runs, version } = JSON.parse(await output("sarif"))
    expect(version).toBe("2.1.0")
    const [{ columnKind, results, tool }] = runs
    expect(columnKind).toBe("utf16CodeUnits")
    expect(tool.driver.rules.map(({ id }: { readonly id: string }) => id)).toEqual(Object.keys(lintRules))
    expect(results[1].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "my%20docs/a%26b.md" },
      region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 12 }
    })
    expect(results[0].locations[0].physicalLocation).toEqual({ artifactLocation: { uri: ".gitbook/assets/old.png" } })
  })

  it("sarif: no more than code scanning takes, errors first, and how many more there are", () => {
    const findings = Array.from({ length: 25_003 }, (_, n): Finding => {
      const severity = n >= 24_900 ? "error" : "warning"
      return { rule: "broken-link", severity, path: `${n}.md`, message: "Leads nowhere", line: 1, fixable: false }
    })
    for (const [count, left] of [
      [25_000, []],
      [25_001, ["1 finding more: a report for code scanning has 25000 at most, errors before warnings"]],
      [25_003, ["3 findings more: a report for code scanning has 25000 at most, errors before warnings"]]
    ] as const) {
      const sarif = formatChecked("sarif", { findings: findings.slice(0, count), pages: count, fixed: 0 }, "1.2.3")
      expect(sarifProblems(sarif)).toEqual([])
      const [{ invocations, results }] = JSON.parse(sarif).runs
      expect(results.length).toBe(25_000)
      expect(results.filter((one: { readonly level: string }) => one.level === "error").length).toBe(count - 24_900)
      expect(
        invocations[0].toolExecutionNotifications.map((note: { message: { text: string } }) => note.message.text)
      ).toEqual(left)
    }
  })

  it("junit: XML, whatever stands in it", async () => {
    const xml = await output("junit")
    expect(xml).toContain(
      '<testcase classname="octavo check" name="my docs/a&amp;b.md" time="0"><failure type="broken-link" message="2 errors">'
    )
    expect(xml).toContain('failures="1"')
    expect(xml).not.toMatch(/[\u0000-\u0008]|"gone":/)
  })

  it("sarif and junit: as their schemas want it, for every rule, and whatever stands in paths and texts", async () => {
    const hostile = 'a "b" <c> & \uFFFE \uD800 \u0001 ]]> 100%'
    const all: Array<Finding> = [
      { rule: "external-link", severity: "error", path: "a/ä #?%/[1]^.md", message: hostile, fixable: false },
      { rule: "encoding", severity: "warning", path: "a\u0007.md", message: hostile, line: 1, fixable: false }
    ]
    for (const [n, [, files]] of planted.entries())
      for (const one of (await check(folderOf(files))).findings) all.push({ ...one, path: `${n}/${one.path}` })
    expect(new Set(all.map(({ rule }) => rule))).toEqual(new Set(Object.keys(lintRules)))
    for (const findings of [all, all.slice(0, 1), []]) {
      const checked = { findings, pages: planted.length, fixed: 0 }
      const sarif = formatChecked("sarif", checked, "1.2.3")
      expect(sarifProblems(sarif)).toEqual([])
      const [{ results, tool }] = JSON.parse(sarif).runs
      const known = new Set(tool.driver.rules.map(({ id }: { readonly id: string }) => id))
      expect(results.filter(({ ruleId }: { readonly ruleId: string }) => !known.has(ruleId))).toEqual([])
      expect(junitProblems(formatChecked("junit", checked, "1.2.3"))).toEqual([])
    }
  })
})

it("asks other hosts once for each address, one question at a time of each, and tells which lead nowhere", async () => {
  const asked: Array<string> = []
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      const status = { "/gone": 404, "/shy": 403, "/busy": 429, "/get-only": request.method === "HEAD" ? 404 : 200 }[
        request.url!
      ]
      if (request.url === "/moved") response.writeHead(302, { location: "/there" }).end()
      else response.writeHead(status ?? 200).end()
    }, 5)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const text = ["there", "there#part", "gone", "gone", "shy", "busy", "get-only", "moved"].map(
    (path) => `[x](${origin}/${path})`
  )
  const directory = folderOf(page(`${text.join("\n")}\n[nobody](http://nothing.invalid/x)\n[mail](mailto:a@b.c)\n`))
  try {
    expect((await check(directory)).findings).toEqual([])
    expect(asked).toEqual([])
    const { findings } = await check(directory, { external: true })
    expect(findings.map(({ line, message }) => `${line} ${message.replace(origin, "")}`)).toEqual([
      "5 /gone answers 404: name another address, or take the link out",
      "6 /gone answers 404: name another address, or take the link out",
      "11 http://nothing.invalid/x can't be reached (ENOTFOUND): name another address, or take the link out"
    ])
    expect(asked.filter((one) => one === "HEAD /there")).toHaveLength(2)
    expect(asked.filter((one) => one.endsWith("/gone"))).toEqual(["HEAD /gone", "GET /gone"])
    expect(most).toBe(1)
    // who silences the rule, or turns it off, asks nobody; entries of the table of contents are links, too
    const before = asked.length
    const silenced = `# Home\n\n<!-- octavo-check-disable-next-line external-link -->\n[x](${origin}/gone)\n`
    for (const rest of [
      { "README.md": silenced },
      { ...page(text.join("\n")), "octavo.yaml": "check: { rules: { external-link: off } }\n" }
    ])
      expect((await check(folderOf(rest), { external: true })).findings).toEqual([])
    expect(asked.length).toBe(before)
    const contents = `${listed()}* [Gone](${origin}/gone)\n`
    const entries = await check(folderOf({ ...page(""), "SUMMARY.md": contents }), { external: true })
    expect(entries.findings.map(({ line, path, rule }) => `${path}:${line} ${rule}`)).toEqual([
      "SUMMARY.md:4 external-link"
    ])
  } finally {
    server.close()
  }
})
