/** What `octavo check` finds: a planted fault of each kind, with its place, and nothing in docs that are as they should be. */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { lintRules } from "@octavo/document"
import { describe, expect, it } from "vitest"
import { checkedFolders, type Files } from "./checkedFolders.ts"
import { listed, page, planted } from "./plantedFaults.ts"

const { check, folderOf, found } = checkedFolders()

/** What mends a problem, in words: something to do, or what a value should be. */
const mends =
  /[:;] .*\b(?:add|begin|give|lead|link|make|mend|name|put|save|say|take|write)\b|should be|can't be read|no setting/

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

it.each(["home", "default", "doc", "page"])("takes layout: %s for the template of another generator", async (name) => {
  expect(await found({ "README.md": `---\nlayout: ${name}\n---\n\n# Home\n` })).toEqual([])
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
  // what is in two of them is told once
  const twice = { ...files, "octavo.yaml": "sections:\n  - folder: .\n  - folder: other\n" }
  expect((await found(twice)).filter((one) => one.startsWith("other"))).toEqual(["other/README.md:3:5 broken-link"])
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

  const there: Files = {
    "guide.md": '# Guide\n\n## The details\n\n## 2. More\n\n## ID card\n\n## ?\n\n<a id="a (b)"></a>\n',
    "more/index.md": "# More\n",
    "part/README.md": "# Part\n",
    "api/index.html": "x",
    "api/README.md": "# API\n"
  }
  const links: ReadonlyArray<readonly [written: string, mended: string]> = [
    ["Guide.md#The-Details", "guide.md#the-details"],
    ["guide#2.-more", "guide.md#id-2.-more"],
    ["guide.md#2-more", "guide.md#id-2.-more"],
    ["guide.html#the_details", "guide.md#the-details"],
    ["guide.md#A-B", "guide.md#a%20%28b%29"],
    ["guide.md?x=1#The-Details", "guide.md?x=1#the-details"],
    ["more/", "more/index.md"],
    ["more", "more/index.md"],
    ["More/Index.md", "more/index.md"],
    ["part.html", "part.html"],
    ["Part/", "part/"],
    ["gone/index.html", "gone/index.html"],
    ["guide.md#card", "guide.md#card"],
    ["guide.md#!", "guide.md#!"],
    ["guide/", "guide/"]
  ]
  const forms: ReadonlyArray<readonly [form: string, of: (href: string) => string]> = [
    ["a link", (href) => `[it](${href})\n`],
    ["a link in angles", (href) => `[it](<${href}>)\n`],
    ["HTML", (href) => `<p><a href="${href}">it</a></p>\n`],
    ["a content reference", (href) => `{% content-ref url="${href}" %}\n[${href}](${href})\n{% endcontent-ref %}\n`],
    ["a table", (href) => `| a | b |\n| --- | --- |\n| [it](${href}) | [it](${href}) |\n`]
  ]

  it.each(links.flatMap(([written, mended]) => forms.map(([form, of]) => ({ form, written, mended, of }))))(
    "$form: $written becomes $mended, and stays so",
    async ({ mended, of, written }) => {
      const directory = folderOf({ ...there, ...page(of(written)) })
      await check(directory, { fix: true })
      const text = () => readFileSync(join(directory, "README.md"), "utf8")
      expect(text()).toBe(`# Home\n\n${of(mended)}`)
      expect((await check(directory, { fix: true })).fixed).toBe(0)
      expect(text()).toBe(`# Home\n\n${of(mended)}`)
    }
  )

  it("leaves a file alone whose bytes are no text, and what could be meant in two ways", async () => {
    const bytes = Buffer.from("# Home\n\n[a](Guide.md) caf\xe9\n", "latin1")
    const directory = folderOf({ "README.md": bytes, "guide.md": "# G\n" })
    expect((await check(directory, { fix: true })).fixed).toBe(0)
    expect(readFileSync(join(directory, "README.md")).equals(bytes)).toBe(true)
    const two = folderOf({ "README.md": "[a](SETUP)\n", "setup.md": "# A\n", "setup/README.md": "# B\n" })
    expect((await check(two, { fix: true })).fixed).toBe(0)
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
