import { readdirSync, readFileSync } from "node:fs"
import fc from "fast-check"
import { parseFragment } from "parse5"
import { describe, expect, it } from "vitest"
import { attributes, element, escaped, type Html, html, join, none, raw } from "../src/html/html.ts"

const source = new URL("../src/", import.meta.url)

/** How often each file says that a string is HTML already, and why it may. */
const places: Readonly<Record<string, readonly [count: number, why: string]>> = {
  "body/inlines.ts": [1, "HTML without its last tag, which is written again behind the links of a note"],
  "body/math.ts": [1, "MathML that temml has written of a formula"],
  "body/render.ts": [1, "a body that was drawn, kept, and sent between threads as plain data"],
  "page/head.ts": [1, "the script of our own that sets the theme"],
  "page/structuredData.ts": [1, "JSON in which no tag can begin"],
  "preview/drafts.ts": [1, "lines that another thread has compared and drawn"],
  "published/errorPages.ts": [1, "the style sheet of our own of a page that stands alone"]
}

/** Of each file of the sources that matches, how often it does. */
const found = (pattern: RegExp): Record<string, number> =>
  Object.fromEntries(
    readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && file !== "html/html.ts")
      .map((file) => [file, readFileSync(new URL(file, source), "utf8").match(pattern)?.length ?? 0] as const)
      .filter(([, count]) => count > 0)
  )

describe("HTML of its own type", () => {
  it("is said to be so in as many places as are listed", () => {
    // also where it is handed on: `.map(raw)`
    const calls = found(/(?<![\w.`]|String\.)raw(?=[()])/g)
    expect(calls).toEqual(Object.fromEntries(Object.entries(places).map(([file, [count]]) => [file, count])))
  })

  it("is made nowhere else", () => {
    expect(found(/new Html\(|as Html\b|as unknown as Html/g)).toEqual({})
  })

  it("is not a string, and no string is it", () => {
    const text = "<b>"
    // @ts-expect-error text where HTML is wanted does not compile
    const wrong: Html = text
    expect(wrong).toBe(text)
    // @ts-expect-error nor as the content of an element
    expect(() => element("p", {}, text)).not.toThrow()
    // @ts-expect-error nor does HTML that is added to HTML, or run
    expect(() => join([none, escaped("a")]) + none).toThrow("plain string")
    expect(() => `${escaped(text)}`).toThrow("plain string")
    expect(() => [escaped(text), escaped(text)].join("")).toThrow("plain string")
  })
})

describe("a template of HTML", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "<", ">", "&", '"', "'", "`", "=", " ", "/", "é") })

  it("shows every string as text, in content and in attributes", () => {
    fc.assert(
      fc.property(text, text, (content, value) => {
        const { text } = html`<p title="${value}">${content}</p>`
        const [p, ...rest] = parseFragment(text).childNodes as any[]
        expect(rest).toEqual([])
        expect(p.attrs).toEqual([{ name: "title", value }])
        expect(p.childNodes.map((node: any) => [node.nodeName, node.value])).toEqual(
          content === "" ? [] : [["#text", content]]
        )
        expect(html`<p${attributes({ title: value })}>${escaped(content)}</p>`.text).toBe(text)
        expect(element("p", { title: value }, escaped(content)).text).toBe(text)
      })
    )
  })

  it("takes HTML as it is, many pieces one after the other, and numbers", () => {
    const pieces = [html`<b>1</b>`, none, html`<i>2</i>`]
    expect(html`<p>${pieces}${3}</p>`.text).toBe("<p><b>1</b><i>2</i>3</p>")
    expect(join(pieces, " & ").text).toBe("<b>1</b> &amp;  &amp; <i>2</i>")
    expect(join(pieces, html`<br>`).text).toBe("<b>1</b><br><br><i>2</i>")
    expect(element("p", {}, pieces, html`<u>3</u>`).text).toBe("<p><b>1</b><i>2</i><u>3</u></p>")
    expect(join([]).text).toBe("")
  })

  it("keeps what is HTML already as it is", () => {
    expect(html`<p>${raw("<math>&lt;</math>")}</p>`.text).toBe("<p><math>&lt;</math></p>")
  })
})
