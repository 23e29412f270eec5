/**
 * Repositories that are not as they should be, one for each line of what importers of real repositories have met: every
 * one is imported, shown, and exported again without a change. Each is a directory of one repository, but for those that
 * need one of their own: most of what one more would cost are processes of Git, of which no case is about.
 */
import { join } from "node:path"
import { type CommitFile, commitFiles, type GitServer, git, runGit, startGitServer } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { exportOk, importOk, main, type Operation } from "../src/imports.ts"
import { pixel } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

interface Page {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly path: string
  readonly pages?: ReadonlyArray<Page>
}

/** What a space shows after an import. */
interface Shown {
  readonly operation: Operation
  /** Indented by their depth: `Home`, ` Below it`. */
  readonly titles: ReadonlyArray<string>
  /** Paths of pages, in order. */
  readonly paths: ReadonlyArray<string>
  readonly files: ReadonlyArray<string>
  /** Text of a page by its path, as the API shows it. */
  readonly markdown: (path: string) => Promise<string>
  /** The published page. */
  readonly html: (path: string) => Promise<string>
  readonly warnings: ReadonlyArray<string>
}

type Files = Readonly<Record<string, CommitFile>>

interface Case {
  readonly what: string
  /** Files of the repository; `SUMMARY.md` lists what ends in `.md`, where there is none. */
  readonly files: Files
  readonly shows: (shown: Shown) => Promise<void> | void
  /** More to be done before the import, to a repository of its own. */
  readonly also?: (path: string) => Promise<unknown>
}

const nameOf = ({ what }: Case): string => what.replace(/\W+/g, "-")

const home = "# Home\n"

/** A table of contents of the pages among the files. */
const listed = (files: Files): Files => {
  const pages = Object.keys(files).filter((path) => path.endsWith(".md") && !path.startsWith("."))
  return { "SUMMARY.md": pages.map((path) => `* [${path}](<${path}>)`).join("\n"), ...files }
}

const titles =
  (...expected: ReadonlyArray<string>): Case["shows"] =>
  (shown) =>
    expect(shown.titles).toEqual(expected)

/** A page `a.md` whose text is shown as it is. */
const page = (what: string, text: string | Uint8Array, has?: string | RegExp, more: Files = {}): Case => ({
  what,
  files: listed({ "README.md": home, "a.md": text, ...more }),
  shows: async ({ html, titles }) => {
    expect(titles.slice(0, 2)).toEqual(["README.md", "a.md"])
    const body = await html("a")
    if (has !== undefined) expect(body).toMatch(has)
  }
})

const settings = (what: string, yaml: string, files: Files, expected: ReadonlyArray<string>): Case => ({
  what,
  files: { ".gitbook.yaml": yaml, ...files },
  shows: titles(...expected)
})

const summary = (what: string, text: string, files: Files, expected: ReadonlyArray<string>): Case => ({
  what,
  files: { "SUMMARY.md": text, ...files },
  shows: titles(...expected)
})

const cases: ReadonlyArray<Case> = [
  // .gitbook.yaml
  settings(
    "zero-width spaces in .gitbook.yaml",
    "root: ./docs\u200b/\n\u200bstructure:\n  readme: \u200bintro.md\n",
    { "docs/intro.md": home, "docs/SUMMARY.md": "* [Intro](intro.md)\n" },
    ["Intro"]
  ),
  settings("an empty .gitbook.yaml", "", { "README.md": home, "SUMMARY.md": "* [Home](README.md)\n" }, ["Home"]),
  settings("a misspelt key in .gitbook.yaml", "redirect:\n  a: b.md\n", listed({ "README.md": home }), ["README.md"]),
  settings(
    "a .gitbook.yaml with a header",
    "---\nroot: ./d/\n",
    { "d/README.md": home, "d/SUMMARY.md": "* [D](README.md)\n" },
    ["D"]
  ),
  settings("a .gitbook.yaml that is no YAML", "root: [\n\t: }", listed({ "README.md": home }), ["README.md"]),
  settings(
    "redirects that lead nowhere or are shadowed",
    "redirects:\n  old: gone.md\n  readme: README.md\n",
    listed({ "README.md": home }),
    ["README.md"]
  ),
  // SUMMARY.md
  summary(
    "a file that SUMMARY lists twice",
    "* [A](a.md)\n* [Again](a.md)\n  * [B](b.md)\n",
    { "a.md": "", "b.md": "" },
    ["A", "Again", " B"]
  ),
  {
    what: "a listed file that is absent",
    files: { "SUMMARY.md": "* [Home](README.md)\n* [Gone](gone.md)\n", "README.md": home },
    shows: ({ titles, warnings }) => {
      expect(titles).toEqual(["Home"])
      expect(warnings.join()).toContain("gone.md")
    }
  },
  summary(
    "labels alone and a stray end tag in SUMMARY",
    "* Label\n  * [A](a.md)\n{% endif %}\n* [B](b.md)\n",
    { "a.md": "", "b.md": "" },
    ["Label", " A", "B"]
  ),
  summary(
    "absolute paths, ### groups and an indent of one",
    "* [A](/x/a.md)\n * [B](/x/b.md)\n\n### Group\n\n* [D](d.md)\n",
    { "x/a.md": "", "x/b.md": "", "d.md": "" },
    ["A", " B", "Group", " D"]
  ),
  summary("brackets and parentheses in titles", "* [\\[2025 11 04 (2)\\]](a.md)\n", { "a.md": "" }, [
    "[2025 11 04 (2)]"
  ]),
  summary("a page called summary.md that is none", "* [S](learn/summary.md)\n", { "learn/summary.md": "# S\n" }, ["S"]),
  summary(
    "README (1).md beside README.md",
    "* [A](<README (1).md>)\n* [B](README.md)\n",
    { "README (1).md": "", "README.md": "" },
    ["A", "B"]
  ),
  {
    what: "folders that differ in case alone",
    files: {
      "SUMMARY.md": "* [A](m/Alibaba-Cloud/README.md)\n* [B](m/alibaba-cloud/README.md)\n",
      "m/Alibaba-Cloud/README.md": "# Upper\n",
      "m/alibaba-cloud/README.md": "# Lower\n"
    },
    shows: async ({ html, paths }) => {
      expect(new Set(paths).size).toBe(2)
      for (const path of paths) await html(path)
    }
  },
  {
    what: "nine levels of nesting",
    files: {
      "SUMMARY.md": Array.from({ length: 9 }, (_, level) => `${"  ".repeat(level)}* [L${level}](p${level}.md)`).join(
        "\n"
      ),
      ...Object.fromEntries(Array.from({ length: 9 }, (_, level) => [`p${level}.md`, ""]))
    },
    shows: ({ titles }) => expect(titles.at(-1)).toBe(`${" ".repeat(8)}L8`)
  },
  summary(
    "accented and spaced folder names",
    "* [A](<CI CD/a.md>)\n* [B](march%C3%A9s/b.md)\n",
    { "CI CD/a.md": "", "marchés/b.md": "" },
    ["A", "B"]
  ),
  {
    what: "no SUMMARY",
    files: { "README.md": home, "b.md": "# Bee\n", "a/x.md": "" },
    shows: ({ titles }) => expect(titles).toContain("Bee")
  },
  // pages
  page("CRLF pages", "# A\r\n\r\nOne\r\nTwo\r\n", /One\s+Two/),
  page("no final newline", "# A\n\nEnd", "End"),
  page("no H1", "Only words\n", "Only words"),
  page("several H1", "# A\n\n# B\n\n# C\n", "C"),
  {
    what: "unknown and misspelt frontmatter",
    files: listed({
      "README.md": home,
      "a.md": "---\nayout: x\nsidebar_position: 3\n__proto__: 1\ndescription: D\n---\n\n# A\n"
    }),
    shows: async ({ html }) => expect(await html("a")).toContain("D")
  },
  page("unclosed tabs", '# A\n\n{% tabs %}\n{% tab title="One" %}\nInside\n', "Inside"),
  page("stray end tags", "# A\n\n{% endcode-tabs %}\n\nAfter\n", "After"),
  page("an opener glued to other text", '# A\n\n<table></table>{% hint style="info" %}\nHint\n{% endhint %}\n', "Hint"),
  page("block tags as text in fences", "# A\n\n```\n{% hint %}\n```\n\nand `{% if x %}`\n", /\{% hint %\}/),
  page("templates in prose that are none", "# A\n\nSay {{ name }} and {{ other | upper }}.\n", /\{\{ name \}\}/),
  page("curly quotes around attributes", '# A\n\n{% prompt defaultExpanded="full” %}\nText\n{% endprompt %}\n', "Text"),
  page("quotes inside an attribute", '# A\n\n{% x content="<tag a="b">" %}\n\nAfter\n', "After"),
  page(
    "a percent sign inside an attribute",
    '# A\n\n{% columns %}\n{% column width="66.66%" %}\nWide\n{% endcolumn %}\n{% endcolumns %}\n',
    "Wide"
  ),
  page(
    "includes that are missing, absolute or outside",
    '# A\n\n{% include "../../x.md" %}\n\n{% include "/y.md" %}\n\nAfter\n',
    "After"
  ),
  page("unknown blocks", '# A\n\n{% @marketo/form id="1" %}\n\n{% expand %}\nInside\n{% endexpand %}\n', "Inside"),
  page(
    "nested and unclosed marks",
    '# A\n\n<mark style="color:red;">One <mark style="color:blue;">Two</mark>\n\nAfter\n',
    "After"
  ),
  {
    what: "symbolic links and submodules",
    files: {
      ...listed({ "README.md": home }),
      "link.md": { mode: "120000", content: "README.md" },
      images: { mode: "120000", content: ".gitbook/assets" },
      module: { mode: "160000", oid: "a".repeat(40) }
    },
    shows: ({ titles, warnings }) => {
      expect(titles).toEqual(["README.md"])
      expect(warnings.join()).toMatch(/link\.md.*symlink/)
      expect(warnings.join()).toMatch(/module.*submodule/)
    }
  },
  page("a line of 370,000 characters", `# A\n\n![x](data:image/png;base64,${"A".repeat(370_000)})\n\nAfter\n`, "After"),
  page("a page of 368 KB", `# A\n\n${"Words of a long page. ".repeat(17_000)}\n\nAfter\n`, "After"),
  {
    what: "hundreds of files of the same name",
    files: {
      ...listed({ "README.md": `${home}\n![](<.gitbook/assets/image (7).png>)\n` }),
      ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`.gitbook/assets/image (${i}).png`, pixel]))
    },
    shows: ({ files }) => expect(files.length).toBe(300)
  },
  page("zero-width and no-break spaces", "# A\u200b\u00a0B\n\nOne\u200bTwo\u00a0Three\n", "One\u200bTwo"),
  page("raw tags that are no HTML", "# A\n\n<TabItem>One</TabItem> and TRequest<T> <keymap>\n", "One"),
  // what no repository of the survey had
  page("a byte order mark", "\ufeff# A\n\nAfter the mark\n", "After the mark"),
  page(
    "bytes that are no UTF-8",
    Buffer.from([0x23, 0x20, 0x41, 0x0a, 0x0a, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0x20, 0x6f, 0x6b, 0x0a]),
    "ok"
  ),
  page("NUL", "# A\n\nBefore\u0000After\n", /Before.After/),
  page("an empty page", ""),
  page("a page of white space", "\n \n\n"),
  page("frontmatter that is no YAML", '---\ntitle: "unclosed\n  - x: [\n---\n\n# A\n\nBody\n', "Body"),
  page("dark covers", "---\ncover: c.png\ncoverDark: d.png\ncoverY: 3\n---\n\n# A\n\nBody\n", "Body", {
    "c.png": pixel,
    "d.png": pixel
  }),
  page(
    "alternates in metaLinks",
    "---\nmetaLinks:\n  alternates:\n    - https://x.example/\n---\n\n# A\n\nBody\n",
    "Body"
  ),
  page(
    "variables of a page",
    '---\nvars:\n  name: World\n---\n\n# A\n\nHello <code class="expression">page.vars.name</code>\n',
    "World"
  ),
  page("includes in a circle", '# A\n\n{% include ".gitbook/includes/a.md" %}\n\nAfter\n', "After", {
    ".gitbook/includes/a.md": '---\ntitle: One\n---\n\n{% include "b.md" %}\n',
    ".gitbook/includes/b.md": '---\ntitle: Two\n---\n\n{% include "a.md" %}\n'
  }),
  page("an {% else %}", "# A\n\n{% if visitor.claims.x %}\nYes\n{% else %}\nNo\n{% endif %}\n\nAfter\n", "After"),
  page(
    "variables that are not there, and a vars.yaml that is no map",
    '# A\n\n<code class="expression">space.vars.NO</code>\n\nAfter\n',
    "After",
    {
      ".gitbook/vars.yaml": "- a\n- b\n"
    }
  ),
  {
    what: "files that have no name on other systems",
    files: listed({ "README.md": home, "con.md": "# C\n", "a:b.md": "# D\n", "x?.md": "# X\n" }),
    shows: async ({ html, paths }) => {
      for (const path of paths) await html(path)
    }
  },
  {
    what: "a SUMMARY that is no UTF-8",
    files: { "SUMMARY.md": Buffer.from("* [H\xf6me](README.md)\n", "latin1"), "README.md": home },
    shows: ({ titles }) => expect(titles).toEqual(["H\ufffdme"])
  },
  {
    what: "paths that are no UTF-8",
    files: listed({ "README.md": home }),
    also: async (path) => {
      const blob = await runGit(["-C", path, "hash-object", "-w", "--stdin"], ["# X\n"])
      const entries = await runGit(["-C", path, "ls-tree", "-z", "main"])
      const entry = Buffer.concat([Buffer.from(`100644 blob ${blob}\tcaf`), Buffer.from([0xe9]), Buffer.from(".md\0")])
      const tree = await runGit(["-C", path, "mktree", "-z"], [entries, entry])
      const who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
      const commit = await git(path, ...who, "commit-tree", "-m", "Latin", "-p", "main", tree)
      await git(path, "update-ref", main, commit)
    },
    shows: ({ titles, warnings }) => {
      expect(titles).toEqual(["README.md"])
      expect(warnings.join()).toContain("bad-path")
    }
  }
]

onBothStores("A repository with", (store) => {
  let world: World
  let server: GitServer
  let root: string
  beforeAll(async () => {
    world = await startWorld(store)
    root = join(world.database.directory, "repositories")
    server = await startGitServer(root, { push: true })
    const together = cases.filter(({ also }) => also === undefined)
    const files = together.flatMap((one) =>
      Object.entries(one.files).map(([path, file]) => [`${nameOf(one)}/${path}`, file] as const)
    )
    expect(new Set(together.map(nameOf)).size).toBe(together.length)
    await commitFiles(join(root, "together.git"), Object.fromEntries(files), "As they are")
  })
  afterAll(async () => {
    await server.close()
    await world.stop()
  })

  const show = async (space: string, operation: Operation): Promise<Shown> => {
    const { body } = await world.api.get(`/v1/spaces/${space}/content`)
    const pages: Array<{ page: Page; depth: number }> = []
    const walk = (list: ReadonlyArray<Page>, depth: number): void => {
      for (const page of list) {
        pages.push({ page, depth })
        walk(page.pages ?? [], depth + 1)
      }
    }
    walk(body.pages, 0)
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body: site } = await world.api.post(sites, { title: "Site", spaces: [space] })
    const { body: published } = await world.api.post(`${sites}/${site.id}/publish`)
    const documents = pages.filter(({ page }) => page.type === "document").map(({ page }) => page)
    return {
      operation,
      titles: pages.map(({ depth, page }) => " ".repeat(depth) + page.title),
      paths: documents.map(({ path }) => path),
      files: body.files.map(({ name }: { name: string }) => name),
      warnings: operation.counts!["warnings"].map((warning: Record<string, string>) => JSON.stringify(warning)),
      markdown: async (path) => {
        const answer = await world.api.get(
          `/v1/spaces/${space}/content/path/${encodeURIComponent(path)}?format=markdown`
        )
        expect(answer.status, answer.text).toBe(200)
        return answer.body.markdown
      },
      html: async (path) => {
        const answer = await fetch(new URL(path, published.urls.published))
        expect(answer.status, path).toBe(200)
        return answer.text()
      }
    }
  }

  it.each(cases.map((each) => [each.what, each] as const))(
    "%s",
    async (_, one) => {
      const repository = one.also === undefined ? "together.git" : `${nameOf(one)}.git`
      const path = join(root, repository)
      if (one.also !== undefined) {
        await commitFiles(path, one.files, "As it is")
        await one.also(path)
      }
      const source = {
        url: `${server.url}/${repository}`,
        ref: main,
        repoProjectDirectory: one.also === undefined ? nameOf(one) : ""
      }
      const space = await world.space("Odd")
      const operation = await importOk(world.api, space, source)
      const shown = await show(space, operation)
      await one.shows(shown)
      for (const each of shown.paths) expect((await shown.markdown(each)).isWellFormed()).toBe(true)
      // and it goes back as it came
      const before = await git(path, "rev-parse", "main")
      await exportOk(world.api, space, source)
      expect(await git(path, "rev-parse", "main")).toBe(before)
    },
    120_000
  )
})
