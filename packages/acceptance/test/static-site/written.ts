import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { Effect, Exit } from "effect"
import { HtmlValidate, StaticConfigLoader } from "html-validate"
import { expect, it } from "vitest"
import { writeFiles } from "../../src/localPages.ts"
import { startPictureHost } from "../../src/pictureHost.ts"
import { pixel } from "../../src/sample.ts"
import { type Docs, files, filesIn, seen } from "./given.ts"

export const written = ({ build, built, docs, out, root }: Docs): void => {
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
}
