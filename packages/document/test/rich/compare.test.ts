/** Two states of a page as one: either comes out of the comparison as it was, and what changed is where it changed. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compareDocuments, sideOfDocument } from "../../src/rich/compare/index.ts"
import { pages } from "../corpora.ts"
import { forms } from "./forms.ts"
import { read } from "./json.ts"

/** What a document says, whatever its rows and columns are called and however its text is cut into leaves. */
const said = (value: any): any => {
  if (Array.isArray(value)) return joined(value.map(said))
  if (typeof value !== "object" || value === null) return value
  const node = value.type === "table" && value.object === "block" ? plainTable(value) : value
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name, one]) => !["key", "meta", "isVoid"].includes(name) && !isEmpty(one))
      .map(([name, one]) => [name, said(one)] as const)
      .filter(([, one]) => !isEmpty(one))
      .sort(([one], [other]) => (one < other ? -1 : 1))
  )
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0)

const joined = (list: any[]): any[] => {
  const out: any[] = []
  for (const one of list) {
    const last = out.at(-1)
    const isText = one?.object === "text" && last?.object === "text"
    const isLeaf = one?.object === "leaf" && last?.object === "leaf" && !one.source && !last.source
    if (isText) out[out.length - 1] = { ...last, leaves: joined([...(last.leaves ?? []), ...(one.leaves ?? [])]) }
    else if (isLeaf && JSON.stringify(one.marks) === JSON.stringify(last.marks))
      out[out.length - 1] = { ...last, text: last.text + one.text }
    else if (!(one?.object === "leaf" && one.text === "" && !one.source)) out.push(one)
  }
  return out.filter((one) => !(one?.object === "text" && isEmpty(one.leaves)))
}

const plainTable = (table: any): any => {
  const { definition = {}, records = {}, view = {}, ...data } = table.data
  const shown = new Set(view.columns ?? [])
  const columns = Object.keys(definition)
  const nameOf = (id: any) => (columns.includes(id) ? `column ${columns.indexOf(id)}` : id)
  const fragments = new Map((table.fragments ?? []).map((one: any) => [one.fragment, one.nodes]))
  const rows = Object.values<any>(records).sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
  return {
    ...table,
    fragments: [],
    data: {
      ...data,
      view: Object.fromEntries(
        Object.entries(view).map(([name, one]) => [
          name,
          Array.isArray(one) ? [...shown].map(nameOf).sort() : nameOf(one)
        ])
      ),
      columns: columns.map((id) => ({ ...definition[id], id: "" })),
      rows: rows.map(({ orderIndex: _, values, ...row }) => ({
        ...row,
        cells: columns.map((id) => {
          const nodes = fragments.get(values[id])
          return nodes === undefined ? { value: values[id] } : { nodes }
        })
      }))
    }
  }
}

const holds = (before: any, after: any): void => {
  const compared = compareDocuments(before, after)
  expect(said(sideOfDocument(compared, "before").nodes)).toEqual(said(before.nodes))
  expect(said(sideOfDocument(compared, "after").nodes)).toEqual(said(after.nodes))
}

/** A comparison in signs: `[-gone-]`, `{+come+}`, `-` and `+` before blocks, `<` and `>` with a number for a move. */
const shown = (before: string, after: string): string => {
  const inline = (node: any): string => {
    if (node.object === "inline") {
      const text = node.nodes === undefined ? `(${node.type})` : node.nodes.map(inline).join("")
      return node.change === undefined ? text : node.change === "inserted" ? `{+${text}+}` : `[-${text}-]`
    }
    return node.leaves
      .map(({ marks, text }: any) => {
        const types = marks.map(({ type }: any) => type)
        return types.includes("inserted") ? `{+${text}+}` : types.includes("deleted") ? `[-${text}-]` : text
      })
      .join("")
  }
  const block = (node: any, depth: number): string[] => {
    const { change, data, fragments = [], nodes = [], type } = node
    const sign = change?.move !== undefined ? `${change.kind === "removed" ? "<" : ">"}${change.move} ` : ""
    const kind = change === undefined ? "" : { added: "+ ", removed: "- ", edited: "~ " }[change.kind as "added"]
    const text = nodes[0]?.object === "block" ? "" : ` ${nodes.map(inline).join("")}`.trimEnd()
    const rows = Object.values<any>(data?.records ?? {}).flatMap((row) => {
      const cells = Object.keys(data.definition).map((id) => {
        const cell = fragments.find((one: any) => one.fragment === row.values[id])
        return (cell?.nodes ?? []).flatMap((one: any) => one.nodes.map(inline)).join(" ")
      })
      return `${"  ".repeat(depth + 1)}${row.change === "added" ? "+ " : row.change === "removed" ? "- " : ""}| ${cells.join(" | ")}`
    })
    return [
      `${"  ".repeat(depth)}${sign || kind}${type}${text}`,
      ...(nodes[0]?.object === "block" ? nodes.flatMap((one: any) => block(one, depth + 1)) : []),
      ...(type === "table"
        ? rows
        : fragments.flatMap(({ nodes }: any) => nodes.flatMap((one: any) => block(one, depth + 1))))
    ]
  }
  return compareDocuments(read(before, false), read(after, false))
    .nodes.flatMap((node) => block(node, 0))
    .join("\n")
}

describe("what changed", () => {
  it.each<readonly [name: string, before: string, after: string, shown: string]>([
    ["nothing", "a b\n", "a b\n", "paragraph a b"],
    ["a word", "one two three\n", "one 2 three\n", "paragraph one [-two-]{+2+} three"],
    ["a word more", "one three\n", "one two three\n", "paragraph one {+two +}three"],
    ["a sentence written anew", "a b c\n", "x y z\n", "- paragraph a b c\n+ paragraph x y z"],
    ["bold", "one two three\n", "one **two** three\n", "paragraph one [-two-]{+two+} three"],
    [
      "a word in a link",
      "see [the old page](a.md) now\n",
      "see [the new page](a.md) now\n",
      "paragraph see the [-old-]{+new+} page now"
    ],
    ["a block more", "a\n\nc\n", "a\n\nb\n\nc\n", "paragraph a\n+ paragraph b\nparagraph c"],
    ["a paragraph as a heading", "one two\n", "## one two\n", "~ heading-1 one two"],
    [
      "an item",
      "- one two\n- three\n",
      "- one 2\n- three\n- four\n",
      "list-unordered\n  list-item\n    paragraph one [-two-]{+2+}\n  list-item\n    paragraph three\n  + list-item\n    paragraph four"
    ],
    [
      "a line of code",
      "```js\nlet a = 1\nlet b\n```\n",
      "```js\nlet a = 2\nlet b\n```\n",
      "code\n  code-line let a = [-1-]{+2+}\n  code-line let b"
    ],
    [
      "a cell, a row and a column",
      "| A | B |\n| - | - |\n| one two | x |\n| three | y |\n",
      "| A | B | C |\n| - | - | - |\n| one 2 | x | new |\n| three | y | |\n| four | z | |\n",
      "table\n  | one [-two-]{+2+} | x | new\n  | three | y | \n  + | four | z | "
    ],
    [
      "a block that went elsewhere",
      "This stands first of all of them.\n\nb\n\nc\n",
      "b\n\nc\n\nThis stands first of all of them.\n",
      "<1 paragraph This stands first of all of them.\nparagraph b\nparagraph c\n>1 paragraph This stands first of all of them."
    ],
    [
      "into a hint",
      'This stands first of all of them.\n\nb\n\n{% hint style="info" %}\nc\n{% endhint %}\n',
      'b\n\n{% hint style="info" %}\nc\n\nThis stands first of all of them.\n{% endhint %}\n',
      "<1 paragraph This stands first of all of them.\nparagraph b\nhint\n  paragraph c\n  >1 paragraph This stands first of all of them."
    ],
    [
      "the title of a tab",
      '{% tabs %}\n{% tab title="A" %}\none two\n{% endtab %}\n{% endtabs %}\n',
      '{% tabs %}\n{% tab title="B" %}\none 2\n{% endtab %}\n{% endtabs %}\n',
      "tabs\n  ~ tabs-item\n    paragraph one [-two-]{+2+}"
    ]
  ])("%s is shown where it is", (_, before, after, expected) => {
    expect(shown(before, after)).toBe(expected)
    holds(read(before, false), read(after, false))
  })
})

/** Edits of a text by lines and words, as people and programs make them. */
const edit = fc.record({
  what: fc.constantFrom("word", "delete", "double", "move", "swap", "insert", "bold", "attribute"),
  at: fc.nat(),
  to: fc.nat()
})

const edited = (text: string, edits: ReadonlyArray<{ what: string; at: number; to: number }>): string => {
  const lines = text.split("\n")
  for (const { at, to, what } of edits) {
    const [from, there] = [at % lines.length, to % lines.length]
    const line = lines[from]!
    if (what === "delete") lines.splice(from, 1)
    else if (what === "double") lines.splice(there, 0, line)
    else if (what === "move") lines.splice(there, 0, ...lines.splice(from, 1 + (to % 4)))
    else if (what === "swap") [lines[from], lines[there]] = [lines[there]!, line]
    else if (what === "insert") lines.splice(from, 0, "", `Words that number ${to} is in.`, "")
    else if (what === "bold") lines[from] = line.replace(/(\p{L}+)/u, "**$1**")
    else if (what === "attribute") lines[from] = line.replace(/="[^"]*"/, `="${to}"`)
    else lines[from] = line.replace(/\p{L}+(?=[^\p{L}]*$)/u, `w${to}`)
    if (lines.length === 0) lines.push("")
  }
  return lines.join("\n")
}

describe("both states", () => {
  it("come out of the comparison of every form with every other", () => {
    const texts = forms.map(([, text]) => text)
    for (const [index, text] of texts.entries()) {
      holds(read(text, false), read(texts[(index + 7) % texts.length]!, false))
      holds(read(texts.slice(0, index + 1).join("\n"), false), read(texts.slice(index).join("\n"), false))
      holds(read(text, false), read(text.replaceAll("word", "another word"), false))
    }
  })

  it("come out of the comparison of 1,000 edits of pages", () => {
    const texts = pages().map(({ text }) => text)
    const sources = texts.length > 0 ? texts : [forms.map(([, text]) => text).join("\n")]
    const page = fc.nat(sources.length - 1).map((index) => sources[index]!)
    fc.assert(
      fc.property(page, fc.array(edit, { minLength: 1, maxLength: 6 }), (text, edits) => {
        holds(read(text), read(edited(text, edits)))
      }),
      { numRuns: 1000 }
    )
  })
})
