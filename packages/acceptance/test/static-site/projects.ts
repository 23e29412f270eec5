/** Folders whose `octavo.yaml` says more of them, and the docs of the project itself. */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { parse } from "parse5"
import { expect, it } from "vitest"
import { writeFiles } from "../../src/localPages.ts"
import { undrawnIn } from "../../src/undrawn.ts"
import { type Docs, filesIn, seen } from "./given.ts"

export const projects = ({ build, built, root }: Docs): void => {
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
    const own = fileURLToPath(new URL("../../../../docs/", import.meta.url))
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
}
