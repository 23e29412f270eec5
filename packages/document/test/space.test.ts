import { describe, expect, it } from "vitest"
import { configPaths, neededPaths, type PlannedPage, planSpace, summaryPath } from "../src/index.ts"

const plan = (texts: Record<string, string>, others: string[] = []) =>
  planSpace({
    files: [...Object.keys(texts), ...others].map((path) => ({ path, oid: "0", size: 1 })),
    texts: new Map(Object.entries(texts))
  })

const paths = (pages: ReadonlyArray<PlannedPage>): string[] =>
  pages.flatMap((page) => [`${page.kind} ${page.path || page.href}`, ...paths(page.children)])

describe("planSpace", () => {
  it("rules 1 to 3: paths come from nesting, groups and the home page, not from folders", () => {
    const summary = `# Table of contents

* [Home](README.md)
  * [Child](elsewhere/Child.md)

## Data Pipeline

* [Inputs](pipeline/inputs/README.md)
  * [Tail](pipeline/other/tail.md)

## About us <a href="#about" id="about"></a>

* [Team](team.md)
`
    const { pages } = plan({
      "SUMMARY.md": summary,
      "README.md": "",
      "elsewhere/Child.md": "",
      "pipeline/inputs/README.md": "",
      "pipeline/other/tail.md": "",
      "team.md": ""
    })
    expect(paths(pages)).toEqual([
      "document readme",
      "document readme/child",
      "group data-pipeline",
      "document data-pipeline/inputs",
      "document data-pipeline/inputs/tail",
      "group about",
      "document about/team"
    ])
  })

  it("rule 4: the title of SUMMARY.md wins; emoji, label and fields come along", () => {
    const { pages } = plan({
      "SUMMARY.md": '* [🚀 Title](a.md "Label")\n',
      "a.md": "---\nicon: gear\nhidden: true\n---\n\n# Other\n"
    })
    expect(pages[0]).toMatchObject({ title: "Title", emoji: "🚀", linkTitle: "Label", file: "a.md" })
    expect(pages[0]!.fields).toMatchObject({ icon: "gear", hidden: true })
  })

  it("rule 5: a bullet with an anchor or to a file already used is a link", () => {
    const { pages } = plan({
      "SUMMARY.md": "* [A](a.md)\n* [Part](a.md#part)\n* [Again](a.md)\n* [Out](https://x.y)\n* [Pdf](x.pdf)\n",
      "a.md": "",
      "x.pdf": ""
    })
    expect(paths(pages)).toEqual(["document a", "link a.md#part", "link a.md", "link https://x.y", "link x.pdf"])
  })

  it("a label keeps its children: a group at the root, a page without a file below", () => {
    const { pages, warnings } = plan({
      "SUMMARY.md": "* Label\n  * Inner\n    * [A](a.md)\n* Nothing\n",
      "a.md": ""
    })
    expect(paths(pages)).toEqual(["group label", "document label/inner", "document label/inner/a"])
    expect(warnings).toEqual([{ path: "SUMMARY.md", line: 4, message: '"Nothing" has no page and is left out' }])
  })

  it("children of a link become its siblings", () => {
    const { pages } = plan({ "SUMMARY.md": "* [X](https://x.y)\n  * [A](a.md)\n", "a.md": "" })
    expect(paths(pages)).toEqual(["link https://x.y", "document a"])
  })

  it("computed pages have a slug from their specification and no file", () => {
    const yaml =
      "type: builtin:openapi\n  dependencies:\n    spec:\n      ref:\n        kind: openapi\n        spec: pet-store\n"
    const { pages } = plan({ "SUMMARY.md": `* \`\`\`yaml\n  ${yaml}  \`\`\`\n` })
    expect(pages[0]).toMatchObject({ kind: "computed", slug: "pet-store", computed: { type: "builtin:openapi" } })
    expect(pages[0]!.file).toBeUndefined()
  })

  it("reads root and structure of .gitbook.yaml", () => {
    const { pages, config, summary, redirects, variables } = plan({
      ".gitbook.yaml": "root: ./docs/\nstructure:\n  readme: home.md\n  summary: toc.md\nredirects:\n  old: a.md#x\n",
      "docs/toc.md": "* [Home](home.md)\n  * [A](./a.md)\n* [Up](../README.md)\n",
      "docs/home.md": "",
      "docs/a.md": "",
      "docs/.gitbook/vars.yaml": "v: 1\n",
      "README.md": ""
    })
    expect(config.root).toBe("docs")
    expect(summary).toBe("docs/toc.md")
    expect(paths(pages)).toEqual(["document readme", "document readme/a"])
    expect(pages[0]!.children[0]!.file).toBe("docs/a.md")
    expect(redirects).toEqual([{ source: "old", destination: "docs/a.md#x" }])
    expect(variables).toEqual({ v: "1" })
  })

  it("refuses paths that leave the root, with a warning", () => {
    const { pages, warnings } = plan({ "SUMMARY.md": "* [Up](../../etc/passwd.md)\n* [A](a.md)\n", "a.md": "" })
    expect(paths(pages)).toEqual(["document a"])
    expect(warnings[0]?.message).toContain("leads out of the space")
  })

  it("assets are files, and so is whatever a page or an include refers to", () => {
    const { files, reusableContents } = plan(
      {
        "SUMMARY.md": "* [A](a.md)\n",
        "a.md": "![x](images/x%20y.png) [code](b.cs) [page](c.md)\n",
        "c.md": "",
        ".gitbook/includes/n.md": '---\ntitle: Note\n---\n\n<img src="../../inc.png" alt="">\n',
        ".gitbook/includes/sub/unnamed.md": "text\n"
      },
      [".gitbook/assets/z.png", "images/x y.png", "images/unused.png", "b.cs", "inc.png"]
    )
    expect(files.map((file) => file.path)).toEqual([
      "c.md",
      ".gitbook/assets/z.png",
      "images/x y.png",
      "b.cs",
      "inc.png"
    ])
    expect(reusableContents).toEqual([
      { path: ".gitbook/includes/n.md", title: "Note" },
      { path: ".gitbook/includes/sub/unnamed.md", title: "unnamed" }
    ])
  })

  it("reads tags and variables", () => {
    const { tags, variables } = plan({ ".gitbook/tags.yaml": "- tag: a\n", ".gitbook/vars.yaml": "x: 5.0\n" })
    expect(tags).toEqual([{ tag: "a", label: "a" }])
    expect(variables).toEqual({ x: "5.0" })
  })
})

describe("what to read", () => {
  const files = [
    ".gitbook.yaml",
    "docs/SUMMARY.md",
    "docs/a.md",
    "docs/b.md",
    "docs/.gitbook/includes/i.md",
    "x.md"
  ].map((path) => ({
    path,
    oid: "0",
    size: 1
  }))
  const config = "root: docs\n"

  it("asks in three steps for no more than it needs", () => {
    expect(configPaths(files)).toEqual([".gitbook.yaml"])
    expect(configPaths([])).toEqual([])
    expect(summaryPath(files, config)).toBe("docs/SUMMARY.md")
    expect(summaryPath(files, undefined)).toBeUndefined()
    expect(neededPaths(files, config, "* [A](a.md)\n")).toEqual([
      ".gitbook.yaml",
      "docs/SUMMARY.md",
      "docs/.gitbook/includes/i.md",
      "docs/a.md"
    ])
  })

  it("asks for every page of the content when nothing lists them", () => {
    expect(neededPaths(files, config, undefined)).toContain("docs/b.md")
    expect(neededPaths(files, config, undefined)).not.toContain("x.md")
  })
})

describe("a plain folder of Markdown", () => {
  it("nests folders, orders naturally, README first, index as the folder's page", () => {
    const { pages } = plan({
      "README.md": "# 🏠 My project\n",
      "CHANGELOG.md": "# Changes\n",
      "10-last.md": "text\n",
      "2-first.md": "text\n",
      "guide/index.md": "# The guide\n",
      "guide/install.md": "",
      "guide/deep/down.md": "# Down\n",
      "api_reference/get.md": "# GET\n",
      ".github/x.md": "",
      ".gitbook/includes/i.md": "",
      "node_modules/m/README.md": ""
    })
    expect(paths(pages)).toEqual([
      "document readme",
      "document 2-first",
      "document 10-last",
      "group api_reference",
      "document api_reference/get",
      "document changelog",
      "document guide",
      "document guide/deep",
      "document guide/deep/down",
      "document guide/install"
    ])
    expect(pages.map((page) => page.title)).toEqual([
      "My project",
      "First",
      "Last",
      "Api reference",
      "Changes",
      "The guide"
    ])
    expect(pages[0]!.emoji).toBe("🏠")
  })

  it("reads the header of Docusaurus", () => {
    const page = (position: number, title: string): string =>
      `---\ntitle: ${title}\nsidebar_position: ${position}\nsidebar_label: L${position}\n---\n\n# H1\n`
    const { pages } = plan({
      "intro.md": page(1, "Intro"),
      "a.md": page(2, "Ay"),
      "z/index.md": page(1.5, "Zed"),
      "b.md": ""
    })
    expect(pages.map((entry) => [entry.title, entry.linkTitle])).toEqual([
      ["Intro", "L1"],
      ["Zed", "L1.5"],
      ["Ay", "L2"],
      ["B", undefined]
    ])
  })

  it("is empty when there is nothing", () => {
    expect(plan({}).pages).toEqual([])
    expect(plan({ "SUMMARY.md": "" }).pages).toEqual([])
  })
})
