/** Generated blocks of every kind, nested as repositories nest them, in the form in which the parser would give them. */
import fc from "fast-check"
import type { Block, Content, RichTableCell, RichTableColumn } from "../../src/index.ts"
import { escapeTagWords } from "../../src/print/escape.ts"
import { inlines, paragraphInlines, position, words } from "./inline-trees.ts"

const defined = <T extends object>(node: T): T =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as T

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined })

const align = fc.constantFrom(undefined, undefined, "left" as const, "center" as const)

/** A value of a tag: one line, and no `%}`. */
const tagText = words({ maxLength: 5 }).map(
  (text) =>
    text
      .replaceAll("%}", "")
      .trim()
      .replace(/[\\\s]+$/, "") || "v"
)

const lines = fc
  .array(fc.oneof(words({ maxLength: 5 }), fc.constantFrom("", "  ", "\tx", "  indented", "```", "````", "~~~")), {
    maxLength: 5
  })
  .map((list) => list.join("\n"))

// ---------------------------------------------------------------- leaves

const paragraph = paragraphInlines("markdown").map((children): Block => ({ type: "paragraph", children, position }))

const aligned = fc
  .tuple(fc.constantFrom("left" as const, "center" as const), paragraphInlines("html"))
  .map(([align, children]): Block => ({ type: "paragraph", align, children, position }))

const heading = fc
  .tuple(
    fc.constantFrom(1 as const, 2 as const, 3 as const, 6 as const),
    maybe(fc.constantFrom("id", "a b")),
    inlines("line")
  )
  .map(([depth, id, children]) => defined({ type: "heading", depth, id, children, position }) as Block)

const info = fc.constantFrom(undefined, "js", "c++", "a`b", "a&amp;b", "\\*")

const fence = fc.tuple(info, maybe(fc.constantFrom("meta", "a b", "{% x %}")), lines).map(
  ([lang, meta, value]) =>
    defined({ type: "code", lang, meta: lang === undefined ? undefined : meta, value, position }) as Block & {
      type: "code"
    }
)

const codeBlock = fc
  .tuple(fence, maybe(tagText), maybe(fc.boolean()), fc.constantFrom(undefined, "wrap" as const))
  .map(([code, title, lineNumbers, overflow]): Block => {
    const fields = defined({ title, overflow, lineNumbers })
    const attributes = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
    return { ...code, ...fields, attributes } as Block
  })

const richCode = fc
  .tuple(
    fc.constantFrom(undefined, "js"),
    maybe(fc.constant(true)),
    fc.constantFrom("a\n\n  b < c\n", "{% x %}\n", "x")
  )
  .map(([lang, lineNumbers, before]) => {
    const children = [
      { type: "text" as const, value: before, position },
      { type: "link" as const, url: "a.md", children: [{ type: "text" as const, value: "l", position }], position }
    ]
    return defined({ type: "code", lang, value: `${before}l`, lineNumbers, children, position }) as Block
  })

const table = fc
  .tuple(
    fc.array(fc.constantFrom(null, "left" as const, "right" as const, "center" as const), {
      minLength: 1,
      maxLength: 3
    }),
    fc.array(fc.array(inlines("line", 1), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  )
  .map(
    ([align, rows]): Block => ({
      type: "table",
      align,
      children: rows.map((cells) => ({
        type: "tableRow",
        children: cells.slice(0, align.length).map((children) => ({ type: "tableCell", children, position })),
        position
      })),
      position
    })
  )

const definition = fc
  .tuple(
    fc.constantFrom("ref", "Other label"),
    fc.constantFrom("", "a.md", "a b.md", "x(1)"),
    maybe(words({ maxLength: 3 }))
  )
  .map(
    ([label, url, title]) =>
      defined({ type: "definition", identifier: label.toUpperCase(), label, url, title, position }) as Block
  )

const leaf: fc.Arbitrary<Block> = fc.oneof(
  { weight: 6, arbitrary: paragraph },
  { weight: 1, arbitrary: aligned },
  { weight: 2, arbitrary: heading },
  { weight: 1, arbitrary: fc.constant<Block>({ type: "thematicBreak", position }) },
  { weight: 2, arbitrary: fence },
  { weight: 1, arbitrary: codeBlock },
  { weight: 1, arbitrary: richCode },
  { weight: 2, arbitrary: table },
  { weight: 1, arbitrary: definition },
  {
    weight: 1,
    arbitrary: lines
      .filter((text) => !/^\s*\$\$\s*$/m.test(text))
      .map((value): Block => ({ type: "blockMath", value, position }))
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(" c ", " a\n\n- b ", "{% hint %}")
      .map((value): Block => ({ type: "comment", value, position }))
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("<?x y?>", "</div>").map((value): Block => ({ type: "html", value, position }))
  },
  { weight: 1, arbitrary: fc.constant<Block>({ type: "strayTag", name: "zzz", value: "{% endzzz %}", position }) },
  {
    weight: 1,
    arbitrary: tagText.map((path): Block => ({ type: "include", tag: "include", attributes: {}, path, position }))
  },
  {
    weight: 1,
    arbitrary: fc.tuple(tagText, tagText).map(
      ([id, content]): Block => ({
        type: "integration",
        tag: "@vendor/block",
        attributes: { id, content },
        vendor: "vendor",
        block: "block",
        children: [],
        position
      })
    )
  },
  {
    weight: 1,
    arbitrary: fc.tuple(tagText, fc.constantFrom("embed" as const, "file" as const)).map(([url, tag]): Block => {
      const base = { tag, children: [], position }
      return tag === "embed"
        ? { type: tag, ...base, attributes: { url }, url }
        : { type: tag, ...base, attributes: { src: url }, src: url }
    })
  }
)

// ---------------------------------------------------------------- containers

/** Blocks of a Markdown context. */
export const blocks = (depth: number, minLength = 0): fc.Arbitrary<Block[]> =>
  fc.array(depth <= 0 ? leaf : fc.oneof({ weight: 2, arbitrary: leaf }, { weight: 3, arbitrary: container(depth) }), {
    minLength,
    maxLength: depth > 1 ? 5 : 3
  })

const container = (depth: number): fc.Arbitrary<Block> => {
  const body = blocks(depth - 1)
  const filled = blocks(depth - 1, 1)
  const caption = paragraph.map((block) => [block])
  const tag = <T extends object>(name: string, attributes: Record<string, string>, node: T): Block =>
    ({ tag: name, attributes, closed: true, ...node, position }) as unknown as Block
  const parts = <T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(part, { maxLength: 3 })
  return fc.oneof(
    list(depth),
    list(depth),
    body.map((children): Block => ({ type: "blockquote", children, position })),
    fc
      .tuple(fc.constantFrom("info" as const, "warning" as const), maybe(tagText), body)
      .map(([style, icon, children]) =>
        tag(
          "hint",
          defined({ style, icon }) as Record<string, string>,
          defined({ type: "hint", style, icon, children })
        )
      ),
    parts(
      fc
        .tuple(tagText, body)
        .map(([title, children]) => tag("tab", { title: escapeTagWords(title) }, { type: "tab", title, children }))
    ).map((children) => tag("tabs", {}, { type: "tabs", children })),
    parts(
      body.map((children) => {
        const title = children[0]?.type === "heading" ? { title: children[0] } : {}
        return tag("step", {}, { type: "step", ...title, children })
      })
    ).map((children) => tag("stepper", {}, { type: "stepper", children })),
    parts(
      fc
        .tuple(fc.constantFrom("50%", "66.66666666666666%"), body)
        .map(([width, children]) => tag("column", { width }, { type: "column", width, children }))
    ).map((children) => tag("columns", {}, { type: "columns", children })),
    parts(
      body.map((children) =>
        tag(
          "update",
          { date: "2025-01-02", tags: "a,b" },
          { type: "update", date: "2025-01-02", tags: ["a", "b"], children }
        )
      )
    ).map((children) => tag("updates", { format: "full" }, { type: "updates", format: "full", children })),
    body.map((children) => tag("if", {}, { type: "if", expression: 'visitor.x === "y"', children })),
    fence.map((code) =>
      tag(
        "prompt",
        { description: "d", openInAIProviders: "true" },
        { type: "prompt", description: "d", openInAIProviders: true, defaultExpanded: "hidden", children: [code] }
      )
    ),
    fc.tuple(tagText, caption).map(([url, children]) => tag("embed", { url }, { type: "embed", url, children })),
    fc.tuple(tagText, caption).map(([src, children]) => tag("file", { src }, { type: "file", src, children })),
    fc.constantFrom("a.md", "b c/").map((url) => {
      const text = { type: "text", value: "a", position }
      const link = { type: "link", url, children: [text], position }
      return tag(
        "content-ref",
        { url },
        { type: "contentRef", url, children: [{ type: "paragraph", children: [link], position }] }
      )
    }),
    fc.constantFrom("https://x.y/s.json").map((url) => {
      const text = { type: "text", value: "OpenAPI s", position }
      const link = { type: "link", url, children: [text], position }
      const children = [{ type: "paragraph", children: [link], position }]
      const attributes = { spec: "s", path: "/a", method: "get" }
      return tag("openapi-operation", attributes, { type: "openapiOperation", ...attributes, url, children })
    }),
    filled.map((children) =>
      tag("expand", { a: "1" }, { type: "unknownBlock", name: "expand", argument: "a=1", children })
    ),
    fc
      .tuple(fc.boolean(), inlines("html"), body)
      .map(([open, summary, children]): Block => ({ type: "expandable", open, summary, children, position })),
    filled.map(
      (children): Block => ({ type: "htmlElement", tag: "section", attributes: { class: "a" }, children, position })
    ),
    inlines("html").map(
      (children): Block => ({ type: "htmlElement", tag: "center", attributes: {}, children, position })
    ),
    images(depth),
    richTable(depth)
  )
}

const list = (depth: number): fc.Arbitrary<Block> =>
  fc
    .tuple(
      fc.boolean(),
      fc.constantFrom(1, 1, 7, 999_999_998),
      fc.boolean(),
      fc.array(fc.tuple(fc.constantFrom(undefined, undefined, true, false), fc.boolean(), blocks(depth - 1)), {
        minLength: 1,
        maxLength: 3
      })
    )
    .map(
      ([ordered, start, spread, items]): Block => ({
        type: "list",
        ordered,
        ...(ordered && { start }),
        spread,
        children: items.map(([checked, spread, children]) => {
          const first = children[0]
          const task = checked !== undefined && first?.type === "paragraph" && first.align === undefined
          return { type: "listItem", ...(task && { checked }), spread, children, position }
        }),
        position
      })
    )

// ---------------------------------------------------------------- HTML

const htmlParagraph = paragraphInlines("html").map((children): Block => ({ type: "paragraph", children, position }))

/** Blocks of an HTML context, some of which only Markdown can write. */
const htmlBlocks = (depth: number): fc.Arbitrary<Block[]> => {
  const items = depth <= 0 ? htmlParagraph.map((block) => [block]) : htmlBlocks(depth - 1)
  const kinds: fc.Arbitrary<Block>[] = [
    htmlParagraph,
    htmlParagraph,
    fc
      .tuple(align, inlines("html"))
      .map(([align, children]) => defined({ type: "heading", depth: 3, id: "i", align, children, position }) as Block),
    fc.tuple(fc.boolean(), fc.array(items, { maxLength: 2 })).map(
      ([ordered, lists]): Block => ({
        type: "list",
        ordered,
        spread: false,
        children: lists.map((children) => ({ type: "listItem", spread: false, children, position })),
        position
      })
    ),
    items.map((children): Block => ({ type: "blockquote", children, position })),
    fc.constant<Block>({ type: "thematicBreak", position }),
    fc.constantFrom("a\n\n b", "x", "{% y %}\n").map((value): Block => ({ type: "code", lang: "js", value, position })),
    items.map(
      (children): Block => ({
        type: "hint",
        tag: "hint",
        style: "warning",
        attributes: {
          "data-gb-custom-block": "",
          "data-tag": "hint",
          "data-style": "warning",
          class: "hint hint-warning"
        },
        children,
        position
      })
    )
  ]
  if (depth > 0) {
    kinds.push(
      blocks(0).map(
        (children): Block => ({
          type: "hint",
          tag: "hint",
          style: "info",
          attributes: { style: "info" },
          closed: true,
          children,
          position
        })
      ),
      table,
      images(depth - 1)
    )
  }
  return fc.array(fc.oneof(...kinds), { minLength: 1, maxLength: 2 })
}

const images = (depth: number): fc.Arbitrary<Block> => {
  const caption = depth <= 0 ? fc.constant<Block[]>([]) : fc.oneof(fc.constant<Block[]>([]), htmlBlocks(depth - 1))
  const item = fc
    .record({
      src: tagText,
      alt: maybe(tagText),
      title: maybe(tagText),
      width: fc.constantFrom(undefined, "375"),
      href: maybe(tagText),
      darkSrc: fc.constantFrom(undefined, "dark image.png"),
      children: caption
    })
    .map((fields) => defined({ type: "imagesItem" as const, ...fields, position }))
  return fc
    .tuple(
      align,
      fc.constantFrom(undefined, true),
      fc.constantFrom(undefined, true),
      fc.array(item, { minLength: 1, maxLength: 2 })
    )
    .map(
      ([align, fullWidth, withFrame, children]) =>
        defined({ type: "images", align, fullWidth, withFrame, children, position }) as Block
    )
}

const column = (fields: Partial<RichTableColumn>, attributes: Record<string, string>): RichTableColumn => ({
  type: "richTableColumn",
  children: [{ type: "text", value: "Head", position }],
  dataType: "text",
  hidden: false,
  cardTarget: false,
  cardCover: false,
  cardCoverDark: false,
  multiple: false,
  options: [],
  attributes,
  position,
  ...fields
})

const cell = (children: Content[], values: string[] = []): RichTableCell => ({
  type: "richTableCell",
  children,
  values,
  position
})

const textCell = (value: string, values: string[]): RichTableCell => cell([{ type: "text", value, position }], values)

const linkCell = (url: string): RichTableCell =>
  cell([{ type: "link", url, children: [{ type: "text", value: "t", position }], position }], [url])

/** Columns of every sort, each with cells that fit. */
const columns = (depth: number): Array<[RichTableColumn, fc.Arbitrary<RichTableCell>]> => [
  [
    column({ width: "120", align: "center" }, { width: "120", align: "center" }),
    inlines("html").map((nodes) => cell(nodes))
  ],
  [column({}, {}), depth <= 0 ? fc.constant(cell([])) : htmlBlocks(depth - 1).map((nodes) => cell(nodes))],
  [
    column({ dataType: "checkbox" }, { "data-type": "checkbox" }),
    fc.constantFrom("true", "false").map((value) => textCell(value, [value]))
  ],
  [column({ dataType: "number" }, { "data-type": "number" }), fc.constant(textCell("5", ["5"]))],
  [
    column({ dataType: "select", multiple: true, options: [{ value: "i", label: 'L "x"', color: "blue" }] }, {}),
    fc.constant(
      cell(
        [
          {
            type: "htmlElement",
            tag: "span",
            attributes: { "data-option": "i" },
            children: [{ type: "text", value: "L", position }],
            position
          }
        ],
        ["i"]
      )
    )
  ],
  [
    column(
      { dataType: "content-ref", hidden: true, cardTarget: true },
      { "data-hidden": "", "data-card-target": "", "data-type": "content-ref" }
    ),
    tagText.map(linkCell)
  ]
]

const richTable = (depth: number): fc.Arbitrary<Block> =>
  fc.tuple(fc.subarray(columns(depth)), fc.nat(2), fc.boolean()).chain(([chosen, count, cards]) =>
    fc.array(fc.tuple(...chosen.map(([, cells]) => cells)), { minLength: count, maxLength: count }).map(
      (rows): Block => ({
        type: "richTable",
        view: cards ? "cards" : "grid",
        cardSize: cards ? "large" : "medium",
        fullWidth: false,
        headerHidden: chosen.length === 0,
        headerSticky: false,
        search: !cards,
        columns: chosen.map(([column]) => column),
        rows: rows.map((children) => ({ type: "richTableRow", children, position })),
        attributes: cards ? { "data-view": "cards", "data-card-size": "large", "data-search": "false" } : {},
        position
      })
    )
  )
