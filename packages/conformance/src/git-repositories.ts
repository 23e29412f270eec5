/** Repositories as people write them, of nothing but what a space takes over: every file comes back from a space. */
import fc from "fast-check"

/** Texts by path. */
export type Repository = Readonly<Record<string, string>>

interface Place {
  readonly title: string
  readonly depth: number
  readonly file: "name.md" | "name/README.md" | "elsewhere" | "link" | "anchor" | "gone" | "label" | "computed"
  readonly heading: "same" | "other" | "none"
}

const titles = ["Plain title", "🎉 Party", "a\\_b \\[c\\]", "**Bold** &amp; `code`", "snake_case", "Ünïcode", "a < b"]

const place: fc.Arbitrary<Place> = fc.record({
  title: fc.constantFrom(...titles),
  depth: fc.nat(3),
  file: fc.constantFrom(
    "name.md",
    "name.md",
    "name.md",
    "name/README.md",
    "name/README.md",
    "elsewhere",
    "link",
    "anchor",
    "gone",
    "label",
    "computed"
  ),
  heading: fc.constantFrom("same", "same", "other", "none")
})

const group = fc.constantFrom(
  "## Group #",
  '## Group # <a href="#group-#" id="group-#"></a>',
  '## Group # <a href="#own#" id="own#"></a>',
  "### 🚀 Go #",
  "***"
)

const redirects = "redirects:\n  # moved long ago\n  old/page: README.md\n  gone: nothing/there.md\n"
const vars = ["", "one: first\n", "# what is said often\none: 'first'   # the first\n\ntwo: 5.0\n"]
const tags = ["", "- tag: new\n  label: New\n  color: green\n", "# tags\n- { tag: b, label: 'B' }\n- tag: a\n"]
const configs = [
  "",
  redirects,
  `# where things are\n\nroot: ./docs/   \n\nstructure:\n  summary: toc.md\n\n${redirects}`,
  "structure:\n    readme: README.md\n    summary: SUMMARY.md"
]

/**
 * @param below what entries of the table of contents may stand below: in a space links and places without a file of
 *   their own hold none, so that an edit of the table of contents moves what stands there
 */
export const repositories = (below: "anything" | "pages"): fc.Arbitrary<Repository> =>
  fc
    .record({
      parts: fc.array(fc.tuple(group, fc.array(place, { minLength: 1, maxLength: 5 })), { minLength: 1, maxLength: 3 }),
      mark: fc.constantFrom("", "\uFEFF"),
      newline: fc.constantFrom("\n", "\n", "\r\n"),
      head: fc.constantFrom("", "# Table of contents\n\n", "# Summary\n", "\n# Table of contents\n\n<!-- ours -->\n"),
      bullet: fc.constantFrom("* ", "- ", "-   "),
      unit: fc.constantFrom("  ", "    ", "\t"),
      between: fc.constantFrom("", "\n", "<!-- a comment -->\n", "stray text\n"),
      behind: fc.constantFrom("", "\n", "\n\n"),
      config: fc.constantFrom(...configs),
      vars: fc.constantFrom(...vars),
      tags: fc.constantFrom(...tags)
    })
    .map(({ behind, between, bullet, config, head, mark, newline, parts, tags, unit, vars }) => {
      const isBelow = config.includes("./docs/")
      const inRoot = (path: string) => (isBelow ? `docs/${path}` : path)
      const files: Record<string, string> = {
        [inRoot("README.md")]: "# Home\n\nWords, and ![a picture](.gitbook/assets/a.txt).",
        [inRoot(".gitbook/assets/a.txt")]: "asset",
        [inRoot(".gitbook/includes/shared.md")]: "---\ntitle: Shared\n---\n\nShared words.\n"
      }
      const lines = [`${bullet}[Home](README.md)\n`]
      let count = 0
      for (const [index, [heading, places]] of parts.entries()) {
        if (index > 0) lines.push(`\n${heading.replaceAll("#", (_, at) => (at < 3 ? "#" : String(index)))}\n\n`)
        let depth = 0
        let folders: Array<string> = []
        for (const [at, one] of places.entries()) {
          const n = ++count
          depth = at === 0 ? 0 : Math.min(one.depth, depth + 1, folders.length)
          folders = folders.slice(0, depth)
          const folder = folders.map((name) => `${name}/`).join("")
          const line = unit.repeat(depth) + bullet
          if (at > 0 && n % 3 === 0) lines.push(between)
          const { title } = one
          if (one.file === "computed") {
            const yaml = `type: builtin:openapi\n${unit.repeat(depth)}  props:\n${unit.repeat(depth)}    models: ${n % 2 === 0}\n${unit.repeat(depth)}  dependencies: { spec: { ref: { kind: openapi, spec: s${n} } } }`
            if (unit !== "\t" && bullet.length === 2 && depth === 0) {
              lines.push(`${line}\`\`\`yaml\n${unit.repeat(depth)}  ${yaml}\n${unit.repeat(depth)}  \`\`\`\n`)
            }
            folders = folders.slice(0, depth)
            continue
          }
          if (one.file === "link") lines.push(`${line}[${title}](https://example.com/${n})\n`)
          if (one.file === "anchor") lines.push(`${line}[${title}](./README.md#at-${n} "Label")\n`)
          if (one.file === "gone") lines.push(`${line}[${title}](gone-${n}.md)\n`)
          if (one.file === "label") lines.push(`${line}Label ${n}\n`)
          const path =
            one.file === "name.md"
              ? `${folder}p${n}.md`
              : one.file === "name/README.md"
                ? `${folder}p${n}/README.md`
                : one.file === "elsewhere"
                  ? `some where/p ${n}.md`
                  : undefined
          if (path !== undefined || below === "anything") folders.push(`p${n}`)
          if (path === undefined) continue
          lines.push(`${line}[${title}](${n % 2 === 0 ? path.replaceAll(" ", "%20") : `<${path}>`})\n`)
          const up = "../".repeat(path.split("/").length - 1)
          const first = one.heading === "none" ? "" : `# ${one.heading === "same" ? title : `Otherwise ${n}`}\n\n`
          files[inRoot(path)] = `${first}Words of ${n}, [home](${up}README.md).${n % 4 === 0 ? "" : "\n"}`
        }
      }
      const ends = (text: string) => text.replaceAll("\n", newline)
      files[inRoot(isBelow ? "toc.md" : "SUMMARY.md")] =
        mark + ends((head + lines.join("")).replace(/\n+$/, "")) + ends(behind)
      if (config !== "") files[".gitbook.yaml"] = config
      if (vars !== "") files[inRoot(".gitbook/vars.yaml")] = ends(vars)
      if (tags !== "") files[inRoot(".gitbook/tags.yaml")] = ends(tags)
      return files
    })
