/** Tables of contents as people write them. */
import fc from "fast-check"

interface Entry {
  title: string
  target: string
  deeper: number
  gap: number
}

const titles = fc.constantFrom(
  "Plain title",
  "🎉 Party",
  "a\\_b \\[c\\]",
  "**Bold** &amp; `code`",
  "snake_case",
  "Ünïcode 中文",
  "a < b",
  "Same"
)

/** Around the number that makes them differ. */
const targets = fc.constantFrom(
  "(p#.md)",
  "(./p#.md)",
  "(<a b/p# (1).md>)",
  "(a%20b/p#.md)",
  "(folder#/README.md)",
  "(folder#/)",
  '(p#.md "Label #")',
  "(p0.md#anchor-#)",
  "(https://example.com/#)",
  "(azure\\_#.md)",
  ""
)

const gaps: ReadonlyArray<ReadonlyArray<string>> = [
  [],
  [],
  [],
  [],
  [""],
  ["<!-- a comment -->"],
  ["", "<!-- a", "* [hidden](h.md) -->", ""],
  ["stray text"],
  ["{% endif %}"],
  ["   "]
]

const entry: fc.Arbitrary<Entry> = fc.record({
  title: titles,
  target: targets,
  deeper: fc.integer({ min: -3, max: 1 }),
  gap: fc.nat(gaps.length - 1)
})

const groups = fc.constantFrom(
  ["## Group #"],
  ["", "## Group #"],
  ["", '## Group # <a href="#g#" id="g#"></a>', ""],
  ["### 🚀 Go #", ""],
  ["", "***", ""],
  ["---"]
)

export const summaries: fc.Arbitrary<string> = fc
  .record({
    mark: fc.constantFrom("", "\uFEFF"),
    newline: fc.constantFrom("\n", "\r\n"),
    head: fc.constantFrom(
      [],
      ["# Table of contents", ""],
      ["# Summary"],
      ["", "# Table of contents", "", "An introduction.", ""]
    ),
    parts: fc.array(fc.tuple(groups, fc.array(entry, { maxLength: 6 })), { minLength: 1, maxLength: 4 }),
    bullet: fc.constantFrom("* ", "- ", "+ ", "-   ", "1. ", "* [x] "),
    unit: fc.constantFrom("  ", "    ", "\t", " "),
    behind: fc.constantFrom("", "#", "#", "##", "# stray#")
  })
  .map(({ behind, bullet, head, mark, newline, parts, unit }) => {
    const lines: string[] = [...head]
    let count = 0
    for (const [index, [group, entries]] of parts.entries()) {
      if (index > 0)
        lines.push(...group.map((line) => line.replaceAll("Group #", `Group ${index}`).replaceAll("g#", `g${index}`)))
      let depth = 0
      for (const [at, { deeper, gap, target, title }] of entries.entries()) {
        depth = at === 0 ? 0 : Math.max(0, depth + deeper)
        count++
        const destination = target.replaceAll("#", (_, offset: number) =>
          target.startsWith("#anchor", offset) ? "#" : String(count)
        )
        lines.push(...(at === 0 ? [] : gaps[gap]!))
        lines.push(unit.repeat(depth) + bullet + (target === "" ? `Label ${count}` : `[${title}]${destination}`))
      }
    }
    return mark + lines.join(newline) + behind.replaceAll("#", newline)
  })
