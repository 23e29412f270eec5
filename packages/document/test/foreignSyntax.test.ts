import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type ForeignKind, foreignSyntax } from "../src/foreignSyntax.ts"
import { planSpace } from "../src/index.ts"

/** Each kind as its generator's manual writes it. */
const samples: ReadonlyArray<readonly [ForeignKind, string]> = [
  ["container", ":::note\n\nBe careful.\n\n:::"],
  ["container", "::: tip Title\nText\n:::"],
  ["admonition", '!!! note "Title"\n\n    Text'],
  ["admonition", "???+ warning\n\n    Text"],
  ["mdx", 'import Tabs from "@theme/Tabs"'],
  ["mdx", "import { One, Two } from './parts.mdx';"],
  ["mdx", "export const answer = 42"],
  ["shortcode", '{{< figure src="a.png" >}}'],
  ["shortcode", "Text {{% notice %}} text"],
  ["liquid", "{% include note.html content=x %}"],
  ["liquid", "{% raw %}x{% endraw %}"],
  ["liquid", "See {% post_url 2020-01-01-a %}"],
  ["directive", "```{note}\nText\n```"],
  ["directive", ":::{warning}\nText\n:::"],
  ["directive", ".. toctree::\n   a"]
]

/** What GitBook and Markdown write, and what only looks alike. */
const own = [
  '{% hint style="info" %}\nText\n{% endhint %}',
  '{% include "../.gitbook/includes/note.md" %}',
  '{% tabs %}\n{% tab title="A" %}\nText\n{% endtab %}\n{% endtabs %}',
  'We import coffee from "Kenya", and export it.',
  "Wow!!! note this",
  "C::D and a ::: b",
  "{{ variable }}",
  "<Tabs> in a sentence"
]

describe("syntax of other generators", () => {
  it.each(samples)("is found: %s in %j", (kind, text) => {
    const found = foreignSyntax(`# Title\n\n${text}\n`)
    expect(Object.keys(found)).toEqual([kind])
    expect(found[kind]).toEqual({ count: 1, line: 3 })
  })

  it.each(own)("is not what Octavo knows: %j", (text) => {
    expect(foreignSyntax(`# Title\n\n${text}\n`)).toEqual({})
  })

  it("is not what stands in code or frontmatter", () => {
    const hidden = fc.constantFrom<(text: string) => string>(
      (text) => `~~~~~\n${text}\n~~~~~`,
      (text) => `\`\`\`\`\`md\n${text}\n\`\`\`\`\``,
      (text) => `- \`\`\`\`\`\n  ${text.replaceAll("\n", "\n  ")}\n  \`\`\`\`\``,
      (text) => `    ${text.replaceAll("\n", "\n    ")}`,
      (text) =>
        text
          .split("\n")
          .map((line) => (line === "" ? line : `Code: \`\`\`\` ${line} \`\`\`\``))
          .join("\n")
    )
    fc.assert(
      fc.property(fc.constantFrom(...samples), hidden, fc.boolean(), ([, text], hide, isFirst) => {
        expect(foreignSyntax(isFirst ? `---\nx: |\n  a\n${text}\n---\n\nText\n` : `Text\n\n${hide(text)}\n`)).toEqual(
          {}
        )
      })
    )
  })
})

/** The warnings of a directory with these texts. */
const warnings = (texts: Readonly<Record<string, string>>) =>
  planSpace({
    files: Object.entries(texts).map(([path, text]) => ({ path, oid: path, size: text.length })),
    texts: new Map(Object.entries(texts))
  }).warnings

describe("a plan says", () => {
  it("how often pages have syntax of other generators, and where it is first", () => {
    const note = ":::note\nx\n:::\n"
    expect(warnings({ "README.md": "# A\n", "a.md": `# B\n\n${note}\n${note}`, "b.md": `# C\n\n${note}` })).toEqual([
      {
        path: "a.md",
        line: 3,
        message: expect.stringMatching(
          /^line 3: containers of Docusaurus.+3 times in 2 pages; write \{% hint %\} blocks$/
        )
      }
    ])
  })

  it("which pages the summary leaves out, and how many", () => {
    const pages = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`left-${i}.md`, "# Left\n"]))
    const texts = {
      "README.md": "# A\n",
      "SUMMARY.md": "# S\n\n* [A](README.md)\n",
      ".gitbook/includes/x.md": "x",
      ...pages
    }
    expect(warnings(texts)).toEqual([
      {
        path: "SUMMARY.md",
        message: expect.stringMatching(/^7 pages are left out.+: left-0\.md, .+left-4\.md and 2 more\. Add them here/)
      }
    ])
    expect(warnings({ ...texts, "SUMMARY.md": "# S\n\n" }).map(({ message }) => message)).toEqual([])
  })

  it("only of what is below the root of the space", () => {
    const texts = {
      ".gitbook.yaml": "root: ./docs\n",
      "CONTRIBUTING.md": "# No page\n",
      "docs/README.md": "# A\n",
      "docs/SUMMARY.md": "# S\n\n* [A](README.md)\n"
    }
    expect(warnings(texts)).toEqual([])
  })

  it("that a directory below has a summary of its own, and how to import that", () => {
    const texts = { "README.md": "# A\n", "docs/README.md": "# B\n", "docs/SUMMARY.md": "# S\n\n* [B](README.md)\n" }
    expect(warnings(texts)).toEqual([
      { path: "docs/SUMMARY.md", message: expect.stringContaining("--directory docs ") }
    ])
    expect(
      warnings({ ...texts, "SUMMARY.md": "# S\n\n* [A](README.md)\n* [B](docs/README.md)\n* [S](docs/SUMMARY.md)\n" })
    ).toEqual([])
  })
})
