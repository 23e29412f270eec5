/** What fences say of their code in other systems' words, and comments in it of its lines. */
import { type Code, parsePage } from "@octavo/document"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readCode } from "../src/codeView.ts"

const codeOf = (markdown: string): Code => parsePage(markdown).root.children[0] as Code

const letters = { highlighted: "h", inserted: "+", deleted: "-", focused: "f", error: "e", warning: "w" } as const

/** A view on one line: what is not usual, then each line with its marks in front of a bar. */
const shown = (node: Code): string => {
  const { firstNumber, language, marks, text, title, wrap } = readCode(node)
  const lines = text.split("\n").map((line, at) => {
    const own = [...(marks[at] ?? [])].map((mark) => letters[mark]).join("")
    return own === "" ? line : `${own}|${line}`
  })
  return [
    language ?? "none",
    ...(title === undefined ? [] : [`title=${title}`]),
    ...(firstNumber === undefined ? [] : [`from ${firstNumber}`]),
    ...(wrap ? ["wrapped"] : []),
    lines.join(" / ")
  ].join(", ")
}

const fence = (info: string, text = "a\nb\nc\nd"): string => shown(codeOf(`\`\`\`${info}\n${text}\n\`\`\``))

describe("An info string", () => {
  it.each([
    ["js", "js, a / b / c / d"],
    ["", "none, a / b / c / d"],
    // Docusaurus
    ['js title="src/a file.js"', "js, title=src/a file.js, a / b / c / d"],
    ["jsx title='a.js' {1,3-4} showLineNumbers", "jsx, title=a.js, from 1, h|a / b / h|c / h|d"],
    ["js showLineNumbers=5", "js, from 5, a / b / c / d"],
    // Starlight's Expressive Code
    ['js {"First":1-2} ins={3} del={4}', "js, h|a / h|b / +|c / -|d"],
    ['js mark={1} "text" /reg{1}ex/ frame="none" wrap', "js, wrapped, h|a / b / c / d"],
    ["js showLineNumbers startLineNumber=9 wrap=false", "js, from 9, a / b / c / d"],
    ["js startLineNumber=9 showLineNumbers", "js, from 9, a / b / c / d"],
    ["js showLineNumbers=false", "js, a / b / c / d"],
    // VitePress
    ["js{1,3} [a.js]", "js, title=a.js, h|a / b / h|c / d"],
    ["ts:line-numbers=2 {1}", "ts, from 2, h|a / b / c / d"],
    ["ts:line-numbers {2, 4}", "ts, from 1, a / h|b / c / h|d"],
    ["ts:no-line-numbers", "ts, a / b / c / d"],
    // Nextra
    ['js filename="a.js" showLineNumbers{3} {2}', "js, title=a.js, from 3, a / h|b / c / d"],
    // Material for MkDocs
    ['py title="a.py" linenums="7" hl_lines="1 3-4"', "py, title=a.py, from 7, h|a / b / h|c / h|d"],
    ['{ .py .annotate title="a.py" hl_lines="1 3" }', "py, title=a.py, h|a / b / h|c / d"],
    // Hugo, with Hextra's and other themes' titles
    ['go {linenos=table,hl_lines=[2,"3-4"],linenostart=10}', "go, from 10, a / h|b / h|c / h|d"],
    ["go {linenos=inline hl_lines=2}", "go, from 1, a / h|b / c / d"],
    ['go {hl_Lines="1-2" lineNos=true}', "go, from 1, h|a / h|b / c / d"],
    ["go {linenos=false}", "go, a / b / c / d"],
    ['yaml {filename="hugo.yaml"}', "yaml, title=hugo.yaml, a / b / c / d"],
    // Zola
    ["rust,linenos,linenostart=20,hl_lines=2-3 4,name=a.rs", "rust, title=a.rs, from 20, a / h|b / h|c / h|d"],
    // Pandoc, Quarto and R Markdown
    ['{.haskell .numberLines startFrom="100"}', "haskell, from 100, a / b / c / d"],
    ['{.python filename="a.py"}', "python, title=a.py, a / b / c / d"],
    ["{r, echo=FALSE}", "r, a / b / c / d"],
    ["{python}", "python, a / b / c / d"],
    ["{1,3}", "none, h|a / b / h|c / d"],
    // Gatsby
    ["js:title=src/[id].js", "js, title=src/[id].js, a / b / c / d"],
    // what says nothing that can be drawn
    ["js {9} {0} {3-2} {x} {}", "js, a / b / c / d"],
    ["js {1-99999999} title= title filename=''", "js, a / b / c / d"],
    ["js live noInline constructor=1 __proto__={1}", "js, a / b / c / d"],
    ['js title="open {1', "js, a / b / c / d"],
    ["js {1 [a 'b", "js, a / b / c / d"]
  ])("%j", (info, expected) => {
    expect(fence(info)).toBe(expected)
  })

  it("is second to what the tag around the fence says", () => {
    const tagged = (attributes: string, info: string): string =>
      shown(codeOf(`{% code ${attributes} %}\n\`\`\`${info}\na\nb\n\`\`\`\n{% endcode %}`))
    expect(tagged('title="A"', 'js title="B" {2}')).toBe("js, title=A, a / h|b")
    expect(tagged('lineNumbers="false"', "js showLineNumbers")).toBe("js, a / b")
    expect(tagged('lineNumbers="true" overflow="wrap"', "js showLineNumbers=4")).toBe("js, from 4, wrapped, a / b")
    expect(tagged('lineNumbers="true" overflow="scroll"', "js wrap")).toBe("js, from 1, a / b")
    expect(tagged('highlightedLines="2, 7,x"', "js")).toBe("js, a / h|b")
  })
})

describe("A comment", () => {
  it.each([
    // Docusaurus
    ["js", "a\n// highlight-next-line\nb\nc", "js, a / h|b / c"],
    ["js", "// highlight-start\na\nb\n// highlight-end\nc", "js, h|a / h|b / c"],
    ["py", "  # highlight-next-line\n  a", "py, h|  a"],
    ["html", "<!-- highlight-next-line -->\n<a>", "html, h|<a>"],
    ["jsx", "{/* highlight-start */}\na\n{/* highlight-end */}", "jsx, h|a"],
    ["css", "/* highlight-next-line */\na", "css, h|a"],
    ["sql", "-- highlight-next-line\na", "sql, h|a"],
    ["js", "// highlight-start\na", "js, h|a"],
    // VitePress and Shiki
    ["js", "a // [!code highlight]\nb // [!code hl]\nc", "js, h|a / h|b / c"],
    ["js", "a // [!code ++]\nb // [!code --]", "js, +|a / -|b"],
    ["js", "a // [!code focus]\nb", "js, f|a / b"],
    ["js", "a // [!code error]\nb // [!code warning]", "js, e|a / w|b"],
    ["js", "a // [!code highlight:2]\nb\nc", "js, h|a / h|b / c"],
    ["js", "// [!code focus:2]\na\nb\nc", "js, f|a / f|b / c"],
    ["js", "a // [!code focus] [!code ++]", "js, f+|a"],
    ["html", "<a> <!-- [!code ++] -->", "html, +|<a>"],
    ["css", "a {} /* [!code --] */", "css, -|a {}"],
    ["jsx", "<A /> {/* [!code hl] */}", "jsx, h|<A />"],
    ["yaml", "a: 1 # [!code ++]", "yaml, +|a: 1"],
    ["js", "// [!code word:hello]\nhello", "js, hello"],
    ["js", "a // because [!code ++]", "js, a // because [!code ++]"],
    ["js", "a // [!code ++] because", "js, +|a // because"],
    ["js {1}", "// highlight-next-line\na\nb", "js, h|a / b"],
    // what is no marker
    ["js", "a // [!code other]", "js, a // [!code other]"],
    ["js", "a // [!code constructor]", "js, a // [!code constructor]"],
    ["js", '"[!code ++]"', 'js, "[!code ++]"'],
    ["js", "a // highlight-next-line", "js, a // highlight-next-line"],
    ["js", "// highlight-next-lines\na", "js, // highlight-next-lines / a"],
    // shows how they are written
    ["md", "// highlight-next-line\na", "md, // highlight-next-line / a"],
    ["", "a // [!code ++]", "none, a // [!code ++]"]
  ])("%s %j", (info, text, expected) => {
    expect(fence(info, text)).toBe(expected)
  })
})

it("leaves what is stored as it was", () => {
  const markdown = '```js{1} [a.js] title="b" {3}\n// highlight-next-line\na // [!code ++]\n```\n'
  const page = parsePage(markdown)
  const before = structuredClone(page.root)
  readCode(page.root.children[0] as Code)
  expect(page.root).toEqual(before)
})

it("loses no character of any code, and says something of lines that are there alone", () => {
  const piece = fc.constantFrom(
    "a",
    "\n",
    " ",
    "// ",
    "[!code ++]",
    "[!code hl:3]",
    "// highlight-start\n",
    "-->",
    "{",
    "1-3",
    "}"
  )
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece), (words, info) => {
      const value = words.join("")
      const view = readCode({ type: "code", lang: "js", meta: info.join(""), value, position: { start: 0, end: 0 } })
      const count = (text: string): number => text.split("a").length
      expect(count(view.text.replaceAll("highlight-start", ""))).toBe(count(value.replaceAll("highlight-start", "")))
      expect([0, view.text.split("\n").length]).toContain(view.marks.length)
    })
  )
})
