/** Arbitrary trees, with strings that attack. */
import type { Block, Inline, Root } from "@octavo/document"
import fc from "fast-check"
import { attributes, node, text } from "./build.ts"

const hostile = fc.constantFrom(
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "javascript:alert(1)",
  "JaVa\tScRiPt:alert(1)",
  "\u0001javascript:alert(1)",
  "java\u200bscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "data:image/png;base64,iVBORw0KGgo=",
  "vbscript:x",
  "//evil.test/x",
  "\\\\evil.test",
  "' onmouseover='alert(1)",
  "red;background:url(javascript:alert(1))",
  "expression(alert(1))",
  "</style><script>alert(1)</script>",
  "<!--",
  "]]>",
  "&lt;script&gt;",
  "&#106;avascript:alert(1)",
  "constructor",
  "__proto__",
  "\u0000",
  "\\text{<script>}",
  "\\href{javascript:alert(1)}{x}"
)
const word = fc.oneof(
  hostile,
  fc.string({ maxLength: 12 }),
  fc.constantFrom("guide.md", "assets/a.png", "missing.md", "a")
)
const tags = fc.constantFrom(
  ..."script style iframe object embed svg math a img p div span table td video audio source form input button h1 h2 template base meta link details summary li font center".split(
    " "
  )
)
const names = fc.constantFrom(
  ..."href src style onclick onerror onload id name class title width align srcdoc action formaction xlink:href url data-max open".split(
    " "
  )
)
const bag = fc.array(fc.tuple(names, word), { maxLength: 5 }).map((pairs) => attributes(Object.fromEntries(pairs)))

const { block } = fc.letrec<{ inline: Inline; block: Block }>((tie) => {
  const inlines = fc.array(tie("inline"), { maxLength: 3 })
  const blocks = fc.array(tie("block"), { maxLength: 3 })
  const base = fc.tuple(bag, word).map(([values, name]) => ({ tag: name, attributes: values }))
  const inlineArb = fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    word.map(text),
    word.map((value) => node("inlineCode", { value })),
    word.map((value) => node("inlineMath", { value })),
    word.map((source) => node("expression", { source })),
    word.map((name) => node("icon", { name, color: name })),
    fc.tuple(word, word).map(([url, alt]) => node("image", { url, alt, darkUrl: alt, title: alt, width: alt })),
    fc.tuple(word, inlines).map(([url, children]) => node("link", { url, title: url, children })),
    fc.tuple(word, inlines).map(([url, children]) => node("mention", { url, children })),
    fc.tuple(word, inlines).map(([color, children]) => node("mark", { color, background: color, children })),
    fc
      .tuple(word, bag, inlines)
      .map(([url, values, children]) =>
        node("button", { kind: "primary", url, icon: url, attributes: values, children })
      ),
    fc.tuple(word, inlines).map(([label, children]) => node("footnoteReference", { identifier: "n", label, children })),
    fc
      .tuple(tags, bag, inlines)
      .map(([tag, values, children]) => node("htmlElement", { tag, attributes: values, children }))
  )
  const blockArb = fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    inlines.map((children) => node("paragraph", { children })),
    fc.tuple(word, inlines).map(([anchor, children]) => node("heading", { depth: 2, anchor, children })),
    fc.tuple(word, word).map(([value, title]) => node("code", { value, title, lang: title, lineNumbers: true })),
    word.map((value) => node("blockMath", { value })),
    blocks.map((children) => node("blockquote", { children })),
    fc
      .tuple(base, word, blocks)
      .map(([tag, icon, children]) => node("hint", { ...tag, style: "info", icon, children })),
    fc
      .tuple(base, word, blocks)
      .map(([tag, title, children]) =>
        node("tabs", { ...tag, children: [node("tab", { ...tag, title, icon: title, children })] })
      ),
    fc
      .tuple(base, word, blocks)
      .map(([tag, width, children]) =>
        node("columns", { ...tag, children: [node("column", { ...tag, width, children })] })
      ),
    fc.tuple(inlines, blocks).map(([summary, children]) => node("expandable", { open: false, summary, children })),
    fc.tuple(base, word, blocks).map(([tag, url, children]) => node("contentRef", { ...tag, url, children })),
    fc.tuple(base, word, blocks).map(([tag, url, children]) => node("embed", { ...tag, url, children })),
    fc.tuple(base, word, blocks).map(([tag, src, children]) => node("file", { ...tag, src, children })),
    fc.tuple(base, word).map(([tag, vendor]) => node("integration", { ...tag, vendor, block: vendor, children: [] })),
    fc.tuple(base, word).map(([tag, name]) => node("unknownBlock", { ...tag, name, argument: name, children: [] })),
    fc
      .tuple(base, word)
      .map(([tag, url]) => node("openapiOperation", { ...tag, spec: url, url, path: url, method: url, children: [] })),
    fc.tuple(base, word, blocks).map(([tag, date, children]) =>
      node("updates", {
        ...tag,
        format: "full",
        children: [node("update", { ...tag, date, tags: [date], children })]
      })
    ),
    fc
      .tuple(word, word, blocks)
      .map(([src, alt, children]) =>
        node("images", { children: [node("imagesItem", { src, darkSrc: alt, alt, href: alt, width: alt, children })] })
      ),
    fc.tuple(word, blocks).map(([label, children]) => node("footnoteDefinition", { identifier: "n", label, children })),
    fc
      .tuple(tags, bag, blocks)
      .map(([tag, values, children]) => node("htmlElement", { tag, attributes: values, children })),
    fc
      .tuple(
        word,
        fc.constantFrom("text", "select", "files", "image", "content-ref", "rating", "checkbox"),
        bag,
        inlines,
        fc.boolean()
      )
      .map(([value, dataType, values, children, cards]) =>
        node("richTable", {
          view: cards ? "cards" : "grid",
          cardSize: "medium",
          fullWidth: false,
          headerHidden: false,
          headerSticky: false,
          search: false,
          attributes: values,
          columns: [
            node("richTableColumn", {
              children,
              dataType: dataType as "text",
              hidden: false,
              width: value,
              cardTarget: cards,
              cardCover: cards,
              cardCoverDark: cards,
              multiple: false,
              options: [{ value, label: value, color: value }],
              attributes: values
            })
          ],
          rows: [node("richTableRow", { children: [node("richTableCell", { children, values: [value] })] })]
        })
      )
  )
  return { inline: inlineArb, block: blockArb } as never
})

/** Any tree of blocks. */
export const trees: fc.Arbitrary<Root> = fc.array(block, { maxLength: 6 }).map((children) => node("root", { children }))
