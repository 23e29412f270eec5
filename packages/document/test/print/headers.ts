/** YAML headers as people write them, with the lines of each key known. */
import fc from "fast-check"

export interface Field {
  key: string
  /** With line ends, as they stand in the header; without comments and blank lines before them. */
  text: string
  before: string
  /** Its anchor, when a key behind it repeats it. */
  anchor?: string
}

export interface Header {
  fields: Field[]
  /** Comments and blank lines behind the last key. */
  behind: string
  newline: string
  mark: string
  body: string
}

export const textOf = ({ behind, body, fields, mark, newline }: Header): string =>
  `${mark}---${newline}${headerText(fields)}${behind}---${newline}${body}`

export const headerText = (fields: ReadonlyArray<Field>): string =>
  fields.map(({ before, text }) => before + text).join("")

const keys = [
  "description",
  "icon",
  "hidden",
  "layout",
  "tags",
  "vars",
  "coverY",
  "last_reviewed",
  "x-owner",
  "two words",
  '"quoted"',
  "'single'",
  "2",
  "ключ"
]

const words = fc.constantFrom(
  "plain words",
  "a_b",
  "x",
  "10.5",
  "Ωλ 中文",
  "https://x.y/z?a=b",
  "not: # here".slice(0, 3)
)

const scalar = fc.oneof(
  words,
  words.map((word) => `'${word} it''s # no comment'`),
  words.map((word) => `"${word} \\"q\\" \\u00e9: x"`),
  fc.constantFrom("true", "false", "0", "-1.5", "", "~", "null", "0x1F", "1e3", "'true'", "!!str 12", "*star".slice(1))
)

const flow = fc.constantFrom(
  "[]",
  "{}",
  "[a, 'b, c', \"d\"]",
  "{ a: 1, b: [x, { c: d }] }",
  "[{ tag: x, primary: true }]"
)

/** What stands behind `key:`, line by line; lines behind the first one are indented by the caller. */
const value: fc.Arbitrary<ReadonlyArray<string>> = fc.oneof(
  { weight: 4, arbitrary: scalar.map((one) => [one === "" ? "" : ` ${one}`]) },
  fc.tuple(scalar, fc.constantFrom(" # a note", "   #x", "\t# y")).map(([one, note]) => [` ${one}${note}`]),
  flow.map((one) => [` ${one}`]),
  fc
    .tuple(fc.constantFrom(">-", ">", "|", "|-", "|+", ">+", "|2"), fc.constantFrom([], [""]))
    .map(([mark, gap]) => [` ${mark}`, "  folded # text: with", ...gap, "  two lines"]),
  fc.constant([" plain over", "  two lines"]),
  fc.constant([" 'quoted over", "", "  lines'"]),
  fc.constant([' "double over \\', '  lines"']),
  fc.constant([" [a,", "  b, # c", "  c]"]),
  fc.constant(["", "  - a", "  # inside", "  - tag: b", "    primary: true"]),
  fc.constant([" # on the key", "- a", "- b"]),
  fc.constant([
    "",
    "    width: wide # odd",
    "    # about titles",
    "    title:",
    "        visible: false",
    "",
    "    other: [1, 2]"
  ])
)

const gap = fc.oneof(
  { weight: 3, arbitrary: fc.constant<ReadonlyArray<string>>([]) },
  fc.constantFrom(["# a comment"], [""], ["", "# two", "#lines: x", ""])
)

const header = (repeats: boolean): fc.Arbitrary<Header> =>
  fc
    .record({
      names: fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 7 }),
      values: fc.array(value, { minLength: 7, maxLength: 7 }),
      gaps: fc.array(gap, { minLength: 8, maxLength: 8 }),
      spaces: fc.constantFrom("", "", "", " ", "    "),
      newline: fc.constantFrom("\n", "\r\n"),
      mark: fc.constantFrom("", "\uFEFF"),
      body: fc.constantFrom("", "\n# T\n", "\r\n# T\r\n\r\ntext", "# T\n\n---\na: b\n---\n", "\n\n\ntext"),
      from: fc.nat(6),
      to: fc.nat(6)
    })
    .map(({ body, from, gaps, mark, names, newline, spaces, to, values }) => {
      const lines = (list: ReadonlyArray<string>) =>
        list.map((line) => (line === "" ? "" : spaces + line) + newline).join("")
      const fields = names.map((name, index): Field => {
        const key = name.replace(/^["'](.*)["']$/, "$1")
        const [first = "", ...rest] = values[index]!
        return { key, before: lines(gaps[index]!), text: lines([`${name}:${first}`, ...rest]) }
      })
      const [source, target] = [fields[from % fields.length]!, fields[to % fields.length]!]
      if (repeats && fields.indexOf(source) < fields.indexOf(target)) {
        source.anchor = "same"
        source.text = lines([`${names[fields.indexOf(source)]}: &same [repeated, "text"]`])
        target.text = lines([`${names[fields.indexOf(target)]}: *same`])
      }
      return { fields, behind: lines(gaps[7]!), newline, mark, body }
    })

export const headers = header(false)
/** With a key that repeats another one. */
export const headersWithAlias = header(true)

/** Values for keys. */
export const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    " ",
    "true",
    "5.0",
    "null",
    "- a",
    "a: b",
    "# x",
    "a # b",
    "it's",
    '"',
    "---",
    "a\n---\nb"
  ),
  fc.constantFrom<unknown>(
    "two\nlines",
    "two\nlines\n",
    "kept\n\n",
    "\n a",
    "a\r\nb",
    "\u2028---\u2028",
    "\tx",
    "*a",
    "&b"
  ),
  fc.constantFrom<unknown>(true, false, 0, -3.5, 167.15, null, [], {}, ["a"], ["a", { tag: "b", primary: true }]),
  fc.constantFrom<unknown>({ width: "wide", title: { visible: true } }, { a: { b: { c: "d" } } }, { "x y": "1" }),
  fc.lorem({ maxCount: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 })
)
