import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  editFrontmatter,
  editTitle,
  parsePage,
  parseSummary,
  printSummary,
  relativeHref,
  resolveHref,
  rewriteReferences,
  type SummaryEntry,
  type SummaryNode
} from "../src/index.ts"
import { corpora, filesOf, hasCorpora, pages } from "./corpora.ts"

/** The entries as nodes that know them by their lines. */
const nodesOf = (entries: ReadonlyArray<SummaryEntry>): SummaryNode[] =>
  entries.map(({ line, children, ...entry }) => ({ ...entry, id: String(line), children: nodesOf(children) }))

const read = (text: string): SummaryNode[] => nodesOf(parseSummary(text).entries)

/** The tree without ids, to compare what two texts say. */
const said = (nodes: ReadonlyArray<SummaryNode>): unknown[] =>
  nodes.map(({ children, id, ...node }) => [node, said(children)])

const edit = (text: string, change: (nodes: SummaryNode[]) => void): string => {
  const after = read(text)
  change(after)
  const printed = printSummary(text, read(text), after)
  expect(said(read(printed))).toEqual(said(after))
  return printed
}

const page = (title: string, path: string, children: SummaryNode[] = []): SummaryNode => ({
  id: `new ${path}`,
  kind: "page",
  title,
  path,
  children
})

const example = `# Table of contents

* [Home](README.md)
* [Start](start/README.md)
  * [Install](start/install.md "Installing")
  * [Run](start/run.md)

## Guides <a href="#manual" id="manual"></a>

* [One](guides/one.md)
* [Two](guides/two.md)

***

* [Elsewhere](https://example.com)
`

describe("SUMMARY.md changes by the fewest lines", () => {
  it("is the same text when the tree is the same", () => {
    expect(edit(example, () => {})).toBe(example)
  })

  it("gets one line for a new page", () => {
    const printed = edit(example, ([, start]) => start!.children.push(page("Stop", "start/stop.md")))
    expect(printed).toBe(example.replace("(start/run.md)\n", "(start/run.md)\n  * [Stop](start/stop.md)\n"))
  })

  it("gets deeper by the indentation that it has", () => {
    const printed = edit(example, ([, start]) => start!.children[0]!.children.push(page("Deep", "start/deep.md")))
    expect(printed).toBe(example.replace('"Installing")\n', '"Installing")\n    * [Deep](start/deep.md)\n'))
  })

  it("changes a title and leaves the destination as it is written", () => {
    const printed = edit(example, ([, start]) => {
      start!.children[0]!.title = "Set [up]"
    })
    expect(printed).toBe(example.replace("[Install]", "[Set \\[up\\]]"))
  })

  it("changes a destination and leaves the title as it is written", () => {
    const printed = edit(example, ([, start]) => {
      start!.children[1]!.path = "start/with spaces.md"
    })
    expect(printed).toBe(example.replace("(start/run.md)", "(<start/with spaces.md>)"))
  })

  it("loses the line of a page that went", () => {
    const printed = edit(example, ([, start]) => void start!.children.pop())
    expect(printed).toBe(example.replace("  * [Run](start/run.md)\n", ""))
  })

  it("moves a line, with what is below it", () => {
    const printed = edit(example, (nodes) => nodes[2]!.children.push(...nodes.splice(1, 1)))
    expect(printed).toContain("* [Two](guides/two.md)\n* [Start](start/README.md)\n  * [Install]")
  })

  it("ends a group with a rule when a page comes to stand behind it", () => {
    const text = "# Summary\n\n## Group\n\n* [One](one.md)\n"
    const printed = edit(text, (nodes) => void nodes.push(page("Two", "two.md")))
    expect(printed).toBe(`${text}\n***\n\n* [Two](two.md)\n`.replace("one.md)\n\n***", "one.md)\n\n***"))
  })

  it("gets a new group behind a blank line", () => {
    const group: SummaryNode = { id: "g", kind: "group", title: "New", slug: "own", children: [page("N", "new/n.md")] }
    const printed = edit("* [Home](README.md)\n", (nodes) => void nodes.push(group))
    expect(printed).toBe('* [Home](README.md)\n\n## New <a href="#own" id="own"></a>\n\n* [N](new/n.md)\n')
  })

  it("keeps line ends, bullets, tabs, comments and lines that are no entries", () => {
    const text = "# S\r\n\r\n- [A](a.md)\r\n<!-- about b -->\r\n\t- [B](b.md)\r\nstray text\r\n- [C](c.md)"
    const printed = edit(text, ([a]) => {
      a!.children[0]!.title = "BB"
    })
    expect(printed).toBe(text.replace("[B]", "[BB]"))
  })

  it("keeps entries that no page came of", () => {
    const text = "* [A](a.md)\n* [Gone](gone.md)\n* [C](c.md)\n"
    const before = read(text).filter(({ title }) => title !== "Gone")
    const after = [...before, page("D", "d.md")]
    expect(printSummary(text, before, after)).toBe(`${text}* [D](d.md)\n`)
  })
  it("writes what of an entry is in no title: the slug of a group, and what a page is computed from", () => {
    const first = { ...page("X", "x.md"), id: "x" }
    const group = (slug: string): SummaryNode[] => [{ id: "g", kind: "group", title: "A", slug, children: [first] }]
    const own = '## A <a href="#b" id="b"></a>\n\n* [X](x.md)\n'
    const plain = "## A\n\n* [X](x.md)\n"
    expect(printSummary(plain, group("a"), group("b"))).toBe(own)
    expect(printSummary(own, group("b"), group("a"))).toBe(plain)
    // told apart from another group of its title
    expect(printSummary(plain, group("a-1"), [...group("a-1"), page("Y", "y.md")])).toBe(
      `${plain}\n***\n\n* [Y](y.md)\n`
    )
    const computed = (models: boolean): SummaryNode[] => [
      {
        id: "c",
        kind: "computed",
        title: "",
        computed: { props: { models }, dependencies: {}, type: "t" },
        children: []
      },
      first
    ]
    const lines = (models: boolean) =>
      `* \`\`\`yaml\n  type: t\n  props:\n    models: ${models}\n  \`\`\`\n* [X](x.md)\n`
    expect(
      parseSummary(printSummary(lines(true), computed(true), computed(false))).entries[0]?.computed?.props
    ).toEqual({
      models: false
    })
    expect(printSummary(lines(true), computed(true), [...computed(true), page("Y", "y.md")])).toBe(
      `${lines(true)}* [Y](y.md)\n`
    )
  })

  it("is written anew when there was none", () => {
    const printed = printSummary("", [], read(example))
    expect(said(read(printed))).toEqual(said(read(example)))
    expect(printed).toBe(example)
  })

  it("says what the tree says, whatever is edited (property)", () => {
    const title = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."abc []()_*`\\<&:#1.-".split("")) })
    const clean = title.map((text) => `x${text}x`.replace(/\s+/g, " "))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(clean, fc.constantFrom("rename", "remove", "add", "below", "swap"), fc.nat(100)), {
          maxLength: 8
        }),
        (steps) => {
          const after = read(example)
          let next = 0
          for (const [text, step, at] of steps) {
            const lists = [after, ...after.map(({ children }) => children)].filter((list) => list.length > 0)
            const list = lists[at % lists.length]
            const node = list?.[at % list.length]
            if (list === undefined || node === undefined) continue
            if (step === "rename") node.title = text
            else if (step === "remove") list.splice(list.indexOf(node), 1)
            else if (step === "add" && node.kind !== "group") {
              list.splice(list.indexOf(node), 0, page(text, `n${next++}.md`))
            } else if (step === "below" && node.kind !== "link") node.children.push(page(text, `n${next++}.md`))
            else if (step === "swap") list.reverse()
          }
          const printed = printSummary(example, read(example), after)
          expect(said(read(printed))).toEqual(said(after))
        }
      ),
      { numRuns: 300 }
    )
  })
})

describe("titles", () => {
  it.each([
    ["# Old\n\ntext\n", "New *one*", "# New \\*one\\*\n\ntext\n"],
    ["---\na: 1\n---\n\n#  Old #\r\ntext", "New", "---\na: 1\n---\n\n#  New\r\ntext"],
    ["Old\n===\n\ntext\n", "New", "New\n===\n\ntext\n"],
    ["no title\n", "New", "no title\n"]
  ])("%j becomes %j", (text, title, expected) => expect(editTitle(text, title)).toBe(expected))
})

describe("headers change by the lines of their keys", () => {
  const text = "---\n# about\nicon: star # keep\nunknown: [ 1,2 ]\ndescription: >-\n  long\n  text\n---\n\n# T\n"
  it.each([
    [{ icon: "moon" }, text.replace("icon: star", "icon: moon")],
    [{ hidden: true }, text.replace("---\n\n# T", "hidden: true\n---\n\n# T")],
    [{ description: undefined }, text.replace("description: >-\n  long\n  text\n", "")],
    [{ description: "short" }, text.replace(">-\n  long\n  text", "short")]
  ])("%j", (changes, expected) => expect(editFrontmatter(text, changes)).toBe(expected))
  it("gives one to a page without", () =>
    expect(editFrontmatter("# T\n", { icon: "star" })).toBe("---\nicon: star\n---\n\n# T\n"))
  it("removes one that says nothing any more", () =>
    expect(editFrontmatter("---\nicon: star\n---\n\n# T\n", { icon: undefined })).toBe("# T\n"))
  it("leaves one that cannot be read", () => {
    const broken = "---\na: [\n---\n# T\n"
    expect(editFrontmatter(broken, { icon: "star" })).toBe(broken)
  })
})

describe("destinations", () => {
  const rename = (href: string) => (href === "a.md" ? "b/c d.md" : href === "i.png" ? "j.png" : undefined)
  it.each([
    ["[a.md](a.md)", "[a.md](b/c%20d.md)"],
    ['[x](a.md "a")', '[x](b/c%20d.md "a")'],
    ["[![](i.png)](a.md)", "[![](j.png)](b/c%20d.md)"],
    ["`[x](a.md)` and [x](aa.md)", "`[x](a.md)` and [x](aa.md)"],
    [
      '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}',
      '{% content-ref url="b/c d.md" %}\n[b/c%20d.md](b/c%20d.md)\n{% endcontent-ref %}'
    ],
    ['<figure><img src="i.png" alt="i.png"></figure>', '<figure><img src="j.png" alt="i.png"></figure>'],
    ["---\ncover: i.png\n---\n", "---\ncover: j.png\n---\n"]
  ])("%s", (text, expected) => expect(rewriteReferences(text, rename)).toBe(expected))

  it("between any two files lead there (property)", () => {
    const name = fc.constantFrom("a", "b", "with space", "c%20", "README.md", "x.md", "ü")
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"))
    fc.assert(
      fc.property(path, path, (from, to) => {
        expect(resolveHref(relativeHref(from, `${to}.md`), from)).toMatchObject({ kind: "file", path: `${to}.md` })
      })
    )
  })
})

const summaries = !hasCorpora
  ? []
  : corpora.flatMap((corpus) =>
      [...filesOf(corpus)]
        .filter(([path]) => path.endsWith("SUMMARY.md"))
        .map(([path, content]) => ({ name: `${corpus}/${path}`, text: content.toString("utf8") }))
    )

describe.skipIf(!hasCorpora)("corpora", () => {
  it.each(summaries)("$name prints to the same bytes, and changes one line for one title", ({ text }) => {
    const after = read(text)
    expect(printSummary(text, read(text), after)).toBe(text)
    const all: SummaryNode[] = []
    const walk = (nodes: ReadonlyArray<SummaryNode>): void => {
      for (const node of nodes) {
        all.push(node)
        walk(node.children)
      }
    }
    walk(after)
    const lines = text.split("\n")
    for (const node of all.filter((_, index) => index % 17 === 0)) {
      const { title } = node
      node.title = "Another title"
      const printed = printSummary(text, read(text), after).split("\n")
      expect(printed.length).toBe(lines.length)
      expect(printed.filter((line, index) => line !== lines[index]).length).toBe(1)
      node.title = title
    }
  })

  it("pages: every relative destination can be exchanged for another, and nothing else changes", () => {
    let all = 0
    let left = 0
    for (const { text } of pages()) {
      const isFile = (href: string) => resolveHref(href, "x/y.md").kind === "file"
      const links = parsePage(text).links.filter(({ href }) => isFile(href))
      if (links.length === 0) continue
      const moved = rewriteReferences(text, (href) => (isFile(href) ? "moved/away.md" : undefined))
      all += links.length
      left += parsePage(moved).links.filter(({ href }) => isFile(href) && href !== "moved/away.md").length
    }
    expect(all).toBeGreaterThan(1000)
    expect(left).toBe(0)
  })
})
