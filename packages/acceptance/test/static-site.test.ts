/** A folder of docs as static files: on a host that knows of files and nothing else, it is the site that a server shows. */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type BuildOptions, type Built, buildFolder } from "@octavo/local/buildSite"
import { Effect, Exit } from "effect"
import { HtmlValidate, StaticConfigLoader } from "html-validate"
import { parse } from "parse5"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium, launchChromium } from "../src/chromium.ts"
import { coloredPixels, emojiFontOf } from "../src/emojiDrawn.ts"
import { type FileServer, serveFiles } from "../src/fileServer.ts"
import { auditLocal, visitLocal, writeFiles } from "../src/localPages.ts"
import { startPictureHost } from "../src/pictureHost.ts"
import { pixel } from "../src/sample.ts"
import { undrawnIn } from "../src/undrawn.ts"

const base = "/docs/"

const openapi = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Cats", version: "1" },
  servers: [{ url: "https://cats.example" }],
  paths: {
    "/cats": { get: { operationId: "listCats", summary: "List cats", responses: { 200: { description: "All cats" } } } }
  }
})

const files: Readonly<Record<string, string | Uint8Array>> = {
  ".gitbook.yaml": "redirects:\n  old/start: guide/install.md\n",
  "README.md":
    "# Home\n\nWelcome, [install](guide/install.md#on-linux) it. ![A dot](assets/dot.png)\n\n[Before](/old/start#a), [prices](/pricing)\n",
  "SUMMARY.md":
    "# Summary\n\n* [Home](README.md)\n\n## Guides\n\n* [Install & run](guide/install.md)\n  * [Über uns](guide/über.md)\n* [API](api.md)\n* [News](news.md)\n* [Secret](secret.md)\n",
  "guide/install.md":
    '# Install & run\n\n{% tabs %}\n{% tab title="npm" %}\nWith npm\n{% endtab %}\n{% tab title="yarn" %}\nWith yarn\n{% endtab %}\n{% endtabs %}\n\n## On Linux\n\nUnpack the **archive**, and start the daemon.\n\n## On Windows\n\nRun the wizard. 🚀\n',
  "guide/über.md": "---\ndescription: Who we are\n---\n\n# Über uns\n\nCats, all of us. 🐈\n",
  "api.md":
    '# API\n\n{% openapi src="openapi.json" path="/cats" method="get" %}\n[openapi.json](openapi.json)\n{% endopenapi %}\n',
  "news.md":
    '# News\n\n{% updates format="full" %}\n{% update date="2026-01-02" %}\n## First release\n\nIt is there.\n{% endupdate %}\n{% endupdates %}\n',
  "secret.md":
    '---\nhidden: true\n---\n\n# Secret\n\nNobody is led here.\n\n`<script data-emoji="/_octavo/emoji.woff">`\n',
  "openapi.json": openapi,
  "assets/dot.png": pixel
}

/** What a folder is, in few words. */
const seen = (folder: string): ReadonlyMap<string, string> =>
  new Map(Array.from(filesIn(folder), ([path, text]) => [path, createHash("sha1").update(text).digest("hex")]))

/** Every file below a folder by its path, as Latin-1. */
const filesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")])
  )

describe("A folder of docs as static files", { timeout: 120_000 }, () => {
  const root = mkdtempSync(join(tmpdir(), "octavo-static-"))
  const docs = join(root, "docs")
  const out = join(root, "out")
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const build = ({ directory = docs, ...given }: Partial<BuildOptions> & { readonly directory?: string } = {}) =>
    buildFolder(directory, {
      out,
      place: { base, origin: "https://acme.example" },
      report: () => Effect.void,
      ...given
    })
  const built = (given?: Parameters<typeof build>[0]): Promise<Built> => Effect.runPromise(build(given))

  beforeAll(async () => {
    writeFiles(docs, files)
    // the same dates wherever it is copied to
    for (const path of Object.keys(files)) utimesSync(join(docs, path), 1_700_000_000, 1_700_000_000)
    const { faults, pages, redirects } = await built()
    expect({ faults, pages }).toEqual({ faults: [], pages: 6 })
    expect(redirects).toBeGreaterThan(0)
  })

  it("has all that a site has: pages, their Markdown, feeds, files for machines, a page for what is missing", () => {
    const made = filesIn(out)
    for (const path of [
      "index.html",
      "guides/install/index.html",
      "guides/install/über/index.html",
      "guides/install.md",
      "guides/news/rss.xml",
      "llms.txt",
      "llms-full.txt",
      "robots.txt",
      "sitemap.xml",
      "404.html",
      "_redirects",
      ".nojekyll"
    ])
      expect([...made.keys()], path).toContain(path)
    expect(made.get("sitemap.xml")).toContain("<loc>https://acme.example/docs/guides/install/</loc>")
    expect(made.get("guides/install/index.html")).toContain(
      '<link rel="canonical" href="https://acme.example/docs/guides/install/">'
    )
    expect(made.get("guides/install/über/index.html")).toContain('"item":"https://acme.example/docs/guides/install/"')
    expect(made.get("index.html")).toContain('<meta name="description" content="Welcome, install it.">')
    expect(made.get("guides/secret/index.html")).not.toMatch(/ld\+json/)
    for (const [path, text] of made)
      if (!/^guides\/secret|^~search/.test(path)) expect(text, path).not.toContain("Nobody is led")
    expect(made.get("robots.txt")).toContain("Sitemap: https://acme.example/docs/sitemap.xml")
    expect(made.get("_redirects")).toContain("/docs/old/start /docs/guides/install/ 302\n")
    expect(made.get("old/start/index.html")).toContain('content="0; url=/docs/guides/install/"')
    // the typeface in all its parts, which the style sheet names by where it is itself
    const sheet = [...made].find(([path]) => /_octavo\/site\.\w+\.css$/.test(path))![1]
    for (const [, font] of sheet.matchAll(/url\("([^"]+)"\)/g)) expect([...made.keys()]).toContain(`_octavo/${font}`)
    // the picture, once, under a name that has its bytes
    expect([...made].filter(([, bytes]) => bytes === Buffer.from(pixel).toString("latin1"))).toHaveLength(1)
    // from the root of the host: what the site has, and what it leads on from; all else is the host's
    expect(made.get("index.html")).toMatch(/href="\/docs\/old\/start#a".*href="\/pricing"/s)
    expect(made.get("readme.md")).toContain("[Before](/docs/old/start#a), [prices](/pricing)")
    // one font, in its two forms, has the emoji of all pages, each of which says which ones are its own
    expect([...made.keys()].filter((path) => /emoji/.test(path)).sort()).toEqual(["~emoji.svg.woff", "~emoji.woff"])
    expect(made.get("guides/install/index.html")).toContain('data-emoji="/docs/~emoji.woff#1f680"')
    expect(made.get("index.html")).not.toContain("data-emoji")
    // nothing that only a server answers
    for (const [path, text] of made) {
      if (path.endsWith(".html")) expect(text, path).not.toMatch(/data-insights|\.pdf"|\/mcp"|class="feedback"/)
    }
  })

  it("has copies of pictures of other hosts, where that is wanted, and says which are not to be had", async () => {
    const far = await startPictureHost()
    try {
      const directory = join(root, "far")
      const text = `# Far\n\n![A](${far.url}/moved.png) ![Gone](${far.url}/gone.png) ![Seen](${far.url}/seen)\n`
      writeFiles(directory, { "README.md": text, "other.md": `# Other\n\n![B](${far.url}/moved.png)\n` })
      const into = join(root, "far-out")
      const wanted = { directory, out: into, allowPrivateNetworks: true } as const
      const { faults } = await built({ ...wanted, remoteImages: "fetch" })
      expect(faults).toEqual([{ path: `${far.url}/gone.png`, message: "answers 404", severity: "warning" }])
      const made = filesIn(into)
      const page = made.get("index.html")!
      const src = /<img src="\/docs\/(~pictures\/[^"]+)" alt="A" width="16" height="8"/.exec(page)![1]!
      expect(made.get(src)!.slice(1, 4)).toBe("PNG")
      expect([...made.keys()].filter((path) => path.startsWith("~pictures/"))).toEqual([src])
      expect(page).toContain(`href="${far.url}/gone.png"`)
      expect(page).not.toContain("Seen")
      expect(made.get("other/index.html")).toContain(`src="/docs/${src}"`)
      expect(far.asked.filter((path) => path === "/moved.png")).toHaveLength(1)

      await built(wanted)
      expect(filesIn(into).get("index.html")).toContain(`<img src="${far.url}/moved.png"`)
      await built({ ...wanted, remoteImages: "link" })
      expect(filesIn(into).get("index.html")).toContain(`class="remote" href="${far.url}/moved.png"`)
      // a folder of others asks for nothing of this machine
      const refused = await built({ directory, out: join(root, "refused"), remoteImages: "fetch" })
      expect(refused.faults.map(({ message }) => message)).toEqual(Array(3).fill(expect.stringContaining("private")))
    } finally {
      await far.close()
    }
  })

  it("is written again in part: what changed, and no more", async () => {
    const before = seen(out)
    expect(await built()).toMatchObject({ written: 0, removed: 0 })
    const other = join(root, "elsewhere", "docs")
    cpSync(docs, other, { recursive: true, preserveTimestamps: true })
    // the same docs elsewhere are the same bytes
    await built({ directory: other, out: join(root, "copied") })
    expect(seen(join(root, "copied"))).toEqual(before)
    const { mtimeMs } = statSync(join(out, "guides/api/index.html"))
    writeFiles(other, { "guide/über.md": "# Über uns\n\nDogs, none of us. 🐕 ∑\n" })
    rmSync(join(other, "news.md"))
    writeFiles(other, { "SUMMARY.md": String(files["SUMMARY.md"]).replace("* [News](news.md)\n", "") })
    const { removed, written } = await built({ directory: other })
    expect(removed).toBeGreaterThan(2)
    expect(written).toBeGreaterThan(2)
    expect(readdirSync(join(out, "guides"))).not.toContain("news")
    // a picture, scripts and styles are as they were
    expect(written).toBeLessThan(before.size)
    // what browsers may keep for ever is never another thing under its name
    const after = seen(out)
    const kept = [...before].filter(([path]) => /^(?:_octavo|~files|~look|~navigation|~pictures)\//.test(path))
    expect(kept.length).toBeGreaterThan(5)
    for (const [path, hash] of kept) expect([hash, undefined], path).toContain(after.get(path))
    expect(readFileSync(join(out, "guides/install/über/index.html"), "utf8")).toContain("Dogs, none of us.")
    await built()
    expect(seen(out)).toEqual(before)
    expect(statSync(join(out, "guides/api/index.html")).mtimeMs).toBeGreaterThanOrEqual(mtimeMs)
  })

  it("is written again at the cost of what changed where pages leave branches of the navigation out", async () => {
    const large = join(root, "large")
    const pages = Array.from({ length: 230 }, (_, n) => [`part-${n % 5}/page-${n}.md`, `# Page ${n}\n\nText\n`])
    writeFiles(large, { "README.md": "# Home\n", ...Object.fromEntries(pages) })
    const made = join(root, "large-out")
    await built({ directory: large, out: made })
    const before = seen(made)
    expect([...before.keys()].filter((path) => path.startsWith("~navigation/"))).toHaveLength(1)
    const changed = async () => {
      await built({ directory: large, out: made })
      const after = seen(made)
      return [...after.keys()].filter((path) => path.endsWith(".html") && after.get(path) !== before.get(path))
    }
    writeFiles(large, { "part-3/page-3.md": "# Page 3\n\nOther words\n" })
    expect(await changed()).toEqual(["part-3/page-3/index.html"])
    // a title is on all pages, or in what they take the branches from
    writeFiles(large, { "part-3/page-3.md": "# Another page\n\nOther words\n" })
    expect((await changed()).length).toBeGreaterThan(200)
  })

  it("names no host where nobody says which one it will be on", async () => {
    const nameless = join(root, "nameless")
    await built({ out: nameless, place: { base: "/", origin: undefined } })
    const made = filesIn(nameless)
    for (const [path, text] of made) expect(text, path).not.toMatch(/octavo\.invalid|localhost/)
    expect([...made.keys()]).not.toContain("sitemap.xml")
    expect(made.get("llms.txt")).toContain("](/guides/install.md)")
    expect(made.get("robots.txt")).not.toContain("Sitemap")
  })

  it("is written over nothing but an earlier build, and never over what it is made of", async () => {
    const full = join(root, "full")
    writeFiles(full, { "precious.txt": "mine" })
    writeFiles(root, { file: "no folder" })
    for (const folder of [docs, root, full, join(root, "file")]) {
      const before = seen(root)
      const exit = await Effect.runPromiseExit(build({ out: folder }))
      expect(Exit.isFailure(exit), folder).toBe(true)
      expect(String(exit), folder).toMatch(/name another folder|is not empty|is no folder/)
      expect(seen(root)).toEqual(before)
    }
    // within the docs it is no part of them
    const inside = join(docs, "public")
    const first = await built({ out: inside })
    expect(await built({ out: inside })).toMatchObject({ pages: first.pages, written: 0, removed: 0 })
    rmSync(inside, { recursive: true })
  })

  it("leaves the site of before where it can't be read to its end, and nothing beside it", async () => {
    const before = seen(out)
    const empty = mkdtempSync(join(root, "empty-"))
    expect(Exit.isFailure(await Effect.runPromiseExit(build({ directory: empty })))).toBe(true)
    expect(seen(out)).toEqual(before)
    expect(readdirSync(root).filter((name) => name.startsWith("out."))).toEqual([])
  })

  it("is HTML as the standard has it", async () => {
    const validate = new HtmlValidate(
      new StaticConfigLoader({
        extends: ["html-validate:recommended", "html-validate:document"],
        rules: { "no-inline-style": "off", "long-title": "off", "no-trailing-whitespace": "off", "require-sri": "off" }
      })
    )
    const problems: Array<string> = []
    for (const [path, text] of filesIn(out)) {
      if (!path.endsWith(".html") || path.startsWith("old/")) continue
      const { results } = await validate.validateString(Buffer.from(text, "latin1").toString("utf8"), path)
      for (const { messages } of results)
        for (const { message, ruleId } of messages) problems.push(`${path} ${ruleId}: ${message}`)
    }
    expect(problems).toEqual([])
  })

  it("is made of several folders, as octavo.yaml says it, with a look and redirects", async () => {
    const several = join(root, "several")
    const made = join(root, "several-out")
    const project =
      'title: Acme docs\nlook:\n  header:\n    logo: { light: /assets/logo.svg, dark: /assets/logo.svg }\n  footer: { copyright: Acme }\nredirects:\n  /old/*: /api\n  /away: { to: "https://else.example/x", permanent: true }\n'
    const sections = "sections:\n  - { title: Guides, folder: guides }\n  - { title: API, folder: api, icon: code }\n"
    writeFiles(several, {
      "octavo.yaml": project + sections,
      "guides/README.md": "# Start\n\nSee [how to sign in](../api/auth.md#tokens).\n",
      "api/README.md": "# API\n",
      "api/auth.md": "# Auth\n\n## Tokens\n\nBearer.\n",
      "assets/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>'
    })
    expect(await built({ directory: several, out: made })).toMatchObject({ pages: 3, faults: [] })
    const start = readFileSync(join(made, "index.html"), "utf8")
    expect(start).toContain('href="/docs/api/auth/#tokens"')
    expect(start).toMatch(/<img src="\/docs\/~look\/[\w-]+\/image\.svg" alt="Acme docs">/)
    expect(start).toContain("Acme</span>")
    expect(readFileSync(join(made, "_redirects"), "utf8")).toBe(
      "/docs/api/readme /docs/api/ 302\n/docs/readme /docs/ 302\n/docs/away https://else.example/x 301\n/docs/old /docs/api/ 302\n/docs/old/* /docs/api/:splat 302\n"
    )
    // searched together
    const places = JSON.parse(readFileSync(join(made, "~search/places.json"), "utf8")).places
    expect(places.map(({ title }: { readonly title: string }) => title)).toEqual(["Guides", "API"])
    const before = seen(made)
    for (const [text, told] of [
      ["titel: x\n", /octavo\.yaml:1:1: titel is no setting/],
      [sections.replace("folder: api", "folder: gone"), /octavo\.yaml:3:27: There is no folder gone/],
      ["redirects: { /a b: /c }\n", /octavo\.yaml:1:14: \/a b may hold letters/],
      [
        "look: { header: { logo: { light: /no.svg, dark: /no.svg } } }\n",
        /octavo\.yaml:1:34: There is no file \/no\.svg/
      ]
    ] as const) {
      writeFiles(several, { "octavo.yaml": text })
      const exit = await Effect.runPromiseExit(build({ directory: several, out: made }))
      expect(String(exit), text).toMatch(told)
      expect(seen(made)).toEqual(before)
    }
    // as `octavo check` says it; the others lead somewhere
    writeFiles(several, { "octavo.yaml": `redirects: { /a/*: /b, /b: /a, /c: /api }\n${sections}` })
    expect(await built({ directory: several, out: made })).toMatchObject({
      redirects: 3,
      faults: [
        { line: 1, column: 28, message: "It leads nowhere, but on and on (/b > /a > /b): lead one of these to a page" }
      ]
    })
  })

  it("names who wrote a page, as the history says, where octavo.yaml wants it", async () => {
    const written = join(root, "written")
    const made = join(root, "written-out")
    const git = (name: string, ...args: ReadonlyArray<string>) =>
      execFileSync("git", ["-c", `user.name=${name}`, "-c", "user.email=secret@acme.example", ...args], {
        cwd: written
      })
    const facts = async () => {
      expect(await built({ directory: written, out: made })).toMatchObject({ pages: 2, faults: [] })
      return readFileSync(join(made, "index.html"), "utf8")
    }
    writeFiles(written, {
      "octavo.yaml": "variants: [{ folder: docs }]\n",
      "docs/README.md": "# A\n",
      "docs/b.md": "# B\n"
    })
    git("Ada", "init", "--quiet")
    git("Ada", "add", "--all")
    git("Ada Lovelace", "commit", "--quiet", "-m", "x")
    writeFiles(written, { "docs/README.md": "# A\n\nMore.\n" })
    git("Eve & Co", "commit", "--quiet", "-a", "-m", "y")
    expect(await facts()).not.toMatch(/Written by|Lovelace/)
    writeFiles(written, { "octavo.yaml": "variants: [{ folder: docs }]\nauthors: true\n" })
    const page = await facts()
    // the look says the same, as it does on a server
    writeFiles(written, { "octavo.yaml": "variants: [{ folder: docs }]\nlook: { git: { showAuthors: true } }\n" })
    expect(await facts()).toBe(page)
    expect(page).toContain("<span>Written by <bdi>Eve &amp; Co</bdi>, <bdi>Ada Lovelace</bdi></span>")
    expect(page).toContain('"author":[{"@type":"Person","name":"Eve & Co"},{"@type":"Person","name":"Ada Lovelace"}]')
    expect(readFileSync(join(made, "b/index.html"), "utf8")).toContain("Written by <bdi>Ada Lovelace</bdi>")
    for (const [path, text] of filesIn(made)) expect(text, path).not.toContain("secret@acme")
  })

  it("draws of the project's own docs every diagram, icon and picture", async () => {
    const undrawn = async (directory: string, made: string) => {
      await built({ directory, out: made, remoteImages: "link" })
      const pages = [...filesIn(made)].filter(([path]) => path.endsWith(".html"))
      const found = pages.map(([, text]) => undrawnIn(parse(Buffer.from(text, "latin1").toString("utf8"))))
      const { length } = found.filter(({ drawn }) => drawn > 0)
      return {
        pagesWithDiagrams: length,
        diagrams: found.flatMap(({ diagrams }) => diagrams),
        icons: found.reduce((sum, { icons }) => sum + icons, 0),
        chips: found.flatMap(({ chips }) => chips)
      }
    }
    const own = fileURLToPath(new URL("../../../docs/", import.meta.url))
    const { pagesWithDiagrams, ...none } = await undrawn(own, join(root, "own-out"))
    expect(pagesWithDiagrams).toBeGreaterThan(0)
    expect(none).toEqual({ diagrams: [], icons: 0, chips: [] })
    // those of the navigation are in files
    const files = filesIn(join(root, "own-out"))
    const shown = [...files.values()].flatMap((text) => [...text.matchAll(/<use href="\/docs\/([^"#]+)#([^"]+)"/g)])
    expect(shown.length).toBeGreaterThan(1_000)
    const lost = shown.filter(([, path, name]) => files.get(path!)?.includes(`<path id="${name}" d="M`) !== true)
    expect(lost.map(([use]) => use)).toEqual([])
    // what is looked for is found where it is
    const bad = join(root, "undrawn")
    writeFiles(bad, {
      "README.md":
        '# Undrawn\n\n<i class="fa-zzzz">:x:</i> ![A cat](https://cats.example/cat.png)\n\n```\nflowchart LR\n  a --> b\n```\n'
    })
    expect(await undrawn(bad, join(root, "undrawn-out"))).toEqual({
      pagesWithDiagrams: 0,
      diagrams: ["flowchart LR\n  a --> b"],
      icons: 1,
      chips: ["https://cats.example/cat.png"]
    })
  })

  it("marks versions as octavo.yaml says it: a note above pages, canonical addresses, and a sitemap of the newest", async () => {
    const several = join(root, "versions")
    const made = join(root, "versions-out")
    const variants =
      "variants:\n  - { title: '2.0', folder: new }\n  - { title: '1.0', folder: old, path: '1.0', version: true }\n"
    writeFiles(several, {
      "octavo.yaml": variants,
      "new/README.md": "# Start\n",
      "new/install.md": "# Install\n",
      "old/README.md": "# Start\n",
      "old/install.md": "# Install\n",
      "old/wick.md": "# Wick\n",
      "old/shade.md": "---\nmetaLinks:\n  canonical: ../new/install.md\n---\n\n# Shade\n"
    })
    const url = "https://acme.example/docs/"
    expect(await built({ directory: several, out: made })).toMatchObject({ pages: 6, faults: [] })
    const page = (path: string) => readFileSync(join(made, path, "index.html"), "utf8")
    const canonical = (path: string) => /<link rel="canonical" href="([^"]*)">/.exec(page(path))?.[1]
    expect(page("1.0/install")).toContain("You are reading <bdi>1.0</bdi>.")
    expect(page("1.0/install")).toContain('<a href="/docs/install/"><bdi>2.0</bdi></a>')
    expect(canonical("1.0/install")).toBe(`${url}install/`)
    expect(canonical("1.0/wick")).toBe(`${url}1.0/wick/`)
    expect(page("install")).not.toContain("You are reading")
    // of what another page stands for, nothing is said but which
    expect(canonical("1.0/shade")).toBe(`${url}install/`)
    for (const path of ["1.0/install", "1.0/shade"]) expect(page(path), path).not.toContain("ld+json")
    expect(page("1.0/wick")).toContain(`"url":"${url}1.0/wick/"`)
    const listed = [...readFileSync(join(made, "sitemap.xml"), "utf8").matchAll(/<loc>([^<]*)</g)].map(([, at]) => at)
    expect(listed).toEqual([url, `${url}install/`, `${url}1.0/shade/`, `${url}1.0/wick/`])
  })

  const executable = findChromium()
  describe.skipIf(executable === undefined)("in Chromium", () => {
    let browser: Browser
    let host: FileServer
    beforeAll(async () => {
      browser = await launchChromium(executable!)
      host = await serveFiles(out, base)
    })
    afterAll(async () => {
      await browser?.close()
      await host?.close()
    })

    it.each([
      ["wide and light", {}],
      ["narrow and dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" as const }]
    ])("searches by itself, as a server does (%s)", (_, options) =>
      visitLocal(
        browser,
        host.url,
        "",
        async (page) => {
          await page.getByRole("link", { name: "Search" }).click()
          const box = page.getByRole("dialog")
          await box.getByRole("searchbox").fill("daem")
          await box.getByRole("status").filter({ hasText: /: 1$/ }).waitFor()
          await box.locator("mark", { hasText: "daemon" }).waitFor()
          await auditLocal(page)
          await box.getByRole("searchbox").fill("uber")
          await box.getByRole("link", { name: /Über uns/ }).waitFor()
          await box.getByRole("searchbox").fill("qqxyzzy")
          await box.getByRole("status").filter({ hasText: "qqxyzzy" }).waitFor()
          await box.getByRole("link", { name: "Install & run" }).waitFor()
          await auditLocal(page)
          await box.getByRole("searchbox").fill("wondaws")
          await box.getByRole("link", { name: "windows", exact: true }).click()
          await box.getByRole("status").filter({ hasText: /: 1$/ }).waitFor()
          expect(await box.getByRole("searchbox").inputValue()).toBe("windows")
          await box.getByRole("searchbox").fill("archive")
          const found = box.getByRole("link", { name: /On Linux/ })
          await found.waitFor()
          await page.keyboard.press("ArrowDown")
          await found.click()
          await page.getByRole("heading", { level: 1, name: "Install & run" }).waitFor()
          expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe("/docs/guides/install/#on-linux")
        },
        options
      )
    )

    it("goes through pages of results", async () => {
      const many = join(root, "many")
      const cogs = Array.from({ length: 60 }, (_, n) => [`cog-${n}.md`, `# Cog ${n}\n`] as const)
      writeFiles(many, { "README.md": "# Home\n", ...Object.fromEntries(cogs) })
      const place = join(root, "many-out")
      await built({ directory: many, out: place })
      const files = await serveFiles(place, base)
      try {
        await visitLocal(browser, files.url, "~search/?q=cog", async (page) => {
          const main = page.getByRole("main")
          const results = main.getByRole("link", { name: /^Cog \d+$/ })
          await main.getByText("1 / 2").waitFor()
          expect(await results.count()).toBe(50)
          const seen = await results.allTextContents()
          await main.getByRole("link", { name: "Next" }).click()
          await main.getByText("2 / 2").waitFor()
          expect(await main.getByRole("status").textContent()).toMatch(/: 60$/)
          expect(new Set([...seen, ...(await results.allTextContents())]).size).toBe(60)
          expect(await main.getByRole("link", { name: "Next" }).count()).toBe(0)
          await auditLocal(page)
          await page.goto(`${files.url}~search/?q=cog&page=77`)
          await main.getByText("2 / 2").waitFor()
          await main.getByRole("link", { name: "Previous" }).click()
          await main.getByText("1 / 2").waitFor()
        })
      } finally {
        await files.close()
      }
    })

    it("has a search page that has an address", () =>
      visitLocal(browser, host.url, "~search/?q=wizard", async (page) => {
        await page
          .getByRole("main")
          .getByRole("link", { name: /On Windows/ })
          .waitFor()
        expect(await page.getByRole("main").getByRole("searchbox").inputValue()).toBe("wizard")
        await page.getByRole("main").getByRole("searchbox").fill("cats")
        await page.keyboard.press("Enter")
        await page
          .getByRole("main")
          .getByRole("link", { name: /Über uns/ })
          .waitFor()
        expect(page.url()).toBe(`${host.url}~search/?q=cats`)
        await auditLocal(page)
      }))

    it("changes pages without a reload, and has tabs, pictures and the dark", () =>
      visitLocal(browser, host.url, "", async (page) => {
        await page.evaluate("window.sameWindow = true")
        expect(
          await page.getByRole("img", { name: "A dot" }).evaluate((one) => (one as HTMLImageElement).naturalWidth)
        ).toBeGreaterThan(0)
        await page.getByRole("navigation", { name: "Site navigation" }).getByRole("link", { name: "Install" }).click()
        await page.getByRole("tab", { name: "yarn" }).click()
        await page.getByText("With yarn").waitFor()
        await page
          .getByRole("link", { name: /Über uns/ })
          .last()
          .click()
        await page.getByRole("heading", { level: 1, name: "Über uns" }).waitFor()
        expect(await page.evaluate("window.sameWindow")).toBe(true)
        await expect.poll(() => emojiFontOf(page)).toBe("U+1F408")
        expect(await coloredPixels(page, "🐈")).toBeGreaterThan(100)
        expect(await coloredPixels(page, "🎉")).toBe(0)
        await page.getByRole("button", { name: "Switch between light and dark" }).click()
        expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark")
        await auditLocal(page)
      }))

    it("shows APIs, and leads on from addresses of before", () =>
      visitLocal(browser, host.url, "old/start", async (page) => {
        await page.getByRole("heading", { level: 1, name: "Install & run" }).waitFor()
        await page.goto(`${host.url}guides/api/`)
        await page.getByText("/cats").first().waitFor()
        await auditLocal(page)
      }))

    it("says what is missing, with a way back", () =>
      visitLocal(
        browser,
        host.url,
        "no/such/page",
        async (page) => {
          await page.getByRole("heading", { level: 1, name: /not found/i }).waitFor()
          await page.getByRole("main").getByRole("link").last().click()
          await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
        },
        { ignored: /404/ }
      ))
  })
})
