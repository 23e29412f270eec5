import { serialize } from "node:v8"
import { makeHighlighter } from "@octavo/render/highlight"
import { describe, expect, it } from "vitest"
import { renderBody } from "../src/index.ts"
import { body, node, resolver, root, tag } from "./build.ts"

const fence = (lang: string, value: string) => node("code", { lang, value })

describe("highlighted code", () => {
  it("writes classes of the theme and no colours", async () => {
    const highlighter = makeHighlighter()
    const tree = root(fence("js", 'const a = "<b>" // c\nreturn 1'))
    await highlighter.prepare(tree, resolver)
    const { html } = renderBody(tree, { ...resolver, highlight: highlighter.highlight })
    expect(html).toContain('<span class="k">const </span>')
    expect(html).toContain("&lt;b&gt;")
    expect(html).toContain('<span class="c">// c</span>\n<span class="k">return </span><span class="n">1</span></code>')
    expect(html).not.toContain("style=")
  })

  it("keeps the text of every language it is given", async () => {
    const highlighter = makeHighlighter()
    const samples = [
      ["bash", 'echo "$A" | grep -v b\n\n  # end'],
      ["yaml", "a:\n  - b: 'c' # d"],
      ["html", '<p class="a">&amp;<!-- x --></p>'],
      ["diff", "- a\n+ b"],
      ["python", 'def f(x: int) -> str:\n    return f"{x}"']
    ] as const
    await highlighter.prepare(root(...samples.map(([lang, value]) => fence(lang, value))))
    for (const [lang, value] of samples) {
      const lines = highlighter.highlight(value, lang)!
      expect(lines.map((pieces) => pieces.map(({ text }) => text).join("")).join("\n")).toBe(value)
      expect(lines.flat().some(({ kind }) => kind !== undefined)).toBe(true)
    }
  })

  it("colours code the same, whatever was drawn before", async () => {
    const samples = [
      ["md", "```js\nconst a = 1\n```\n\n```css\na { font-family: Arial, sans-serif }\n```"],
      ["html", "<style>a { font-family: Arial, sans-serif }</style>"],
      ["css", "a { font-family: Arial, sans-serif }"],
      ["js", "const a = css`b { color: red }`"]
    ] as const
    const drawn = async (order: ReadonlyArray<(typeof samples)[number]>) => {
      const highlighter = makeHighlighter()
      const lines = new Map<string, unknown>()
      for (const [lang, value] of order) {
        await highlighter.prepare(root(fence(lang, value)))
        lines.set(lang, highlighter.highlight(value, lang))
      }
      return samples.map(([lang]) => lines.get(lang))
    }
    expect(await drawn(samples.toReversed())).toEqual(await drawn(samples))
  })

  it("colours code the same on a machine that was slow the first time", async () => {
    const code = "const a = `b` + 2 // c\nreturn [1, 'two', /three/]"
    const highlighters = [makeHighlighter(), makeHighlighter()] as const
    for (const one of highlighters) await one.prepare(root(fence("ts", code)))
    const [quick, slow] = highlighters
    const now = Date.now
    let looks = 0
    // the clock that the time of a line is measured with
    Date.now = () => now() + 2_000 * Math.min(looks++, 4)
    try {
      const colored = slow.highlight(code, "ts")
      expect(looks).toBeGreaterThan(4)
      expect(colored).toEqual(quick.highlight(code, "ts"))
    } finally {
      Date.now = now
    }
  })

  it("matches letters beyond Latin-1 as other letters, in strings of one byte a character", async () => {
    const highlighter = makeHighlighter()
    const samples = [
      [
        "ts",
        'const 名前: string = "値 “ж”" // 注釈 …\n\nreturn 名前',
        'const éé: string = "é §é§" // éé §\n\nreturn éé'
      ],
      ["python", "def 関数(ж):\n    return 'ж' # …", "def éé(é):\n    return 'é' # §"],
      ["bash", 'cat <<終\n$A …\n終\necho "👍"', 'cat <<é\n$A §\né\necho "§§"'],
      ["json", '{ "名": ["値", 1] }', '{ "é": ["é", 1] }']
    ] as const
    await highlighter.prepare(root(...samples.map(([lang, value]) => fence(lang, value))))
    const exec = RegExp.prototype.exec
    const wide: Array<string> = []
    RegExp.prototype.exec = function (text) {
      // the patterns of grammars ask for indices
      if (this.hasIndices && serialize(text)[2] !== '"'.charCodeAt(0)) wide.push(text)
      return exec.call(this, text)
    }
    try {
      for (const [lang, value, latin] of samples) {
        const lines = highlighter.highlight(value, lang)!
        expect(lines.map((pieces) => pieces.map(({ text }) => text).join("")).join("\n")).toBe(value)
        const kinds = (pieces: (typeof lines)[number]) => pieces.map(({ kind, text }) => [kind, text.length])
        expect(lines.map(kinds)).toEqual(highlighter.highlight(latin, lang)!.map(kinds))
      }
    } finally {
      RegExp.prototype.exec = exec
    }
    expect(wide).toEqual([])
  })

  it("finds fences in tabs, tables' cells and includes", async () => {
    const highlighter = makeHighlighter()
    const included = root(fence("css", "a{color:red}"))
    const tabs = node("tabs", {
      ...tag("tabs"),
      children: [node("tab", { ...tag("tab"), title: "t", children: [fence("json", "{}")] })]
    })
    const tree = root(tabs, node("include", { ...tag("include"), path: "x" }))
    await highlighter.prepare(tree, { ...resolver, include: () => ({ root: included, resolver }) })
    expect(highlighter.highlight("a{color:red}", "css")).toBeDefined()
    expect(highlighter.highlight("{}", "json")).toBeDefined()
  })

  it("leaves unknown, unprepared and huge code plain", async () => {
    const highlighter = makeHighlighter()
    expect(highlighter.highlight("a", "js")).toBeUndefined()
    await highlighter.prepare(root(fence("js", "a"), fence("no-such-language", "a"), fence("__proto__", "a")))
    expect(highlighter.highlight("a", "no-such-language")).toBeUndefined()
    expect(highlighter.highlight("a;".repeat(40_000), "js")).toBeUndefined()
    let calls = 0
    const counting = (text: string) => {
      calls++
      return [[{ text }]]
    }
    body(
      Array.from({ length: 20 }, () => fence("js", "a".repeat(50_000))),
      { highlight: counting }
    )
    expect(calls).toBe(6)
    expect(body([fence("no-such-language", "a < b")], { highlight: highlighter.highlight })).toContain("a &lt; b")
  })
})
