/** Generated inlines, in the form in which the parser would give them. */
import fc from "fast-check"
import type { Inline } from "../../src/index.ts"

export const position = { start: 0, end: 0 }

/** Characters and words that mean something in Markdown, HTML or tags. */
const pieces = [
  ..."ab1 *_[]()<>&$#!|\\`~{}%@:/.-+=\"'éß😀",
  " ",
  "  ",
  "\u00A0",
  "word",
  "https://a.b/c_d",
  "www.a.com",
  "me@x.org",
  "&amp;",
  "{% hint %}",
  "{% endhint %}",
  "[^1]",
  "[x](y)",
  "<b>",
  "</details>",
  "<!-- c -->",
  "$$x$$",
  "**b**",
  "# h",
  "1. i",
  "- i",
  "> q",
  "---",
  "===",
  "| a |",
  "```",
  "![",
  "[ ] t",
  ":::"
]

export const words = (options: { maxLength: number; newlines?: boolean }): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...pieces, ...(options.newlines ? ["\n", "\n"] : [])), {
      minLength: 1,
      maxLength: options.maxLength
    })
    .map((parts) => parts.join(""))

/** `html`: white space is one space, as in every HTML that is no `<pre>`. */
export type Mode = "markdown" | "line" | "html"

interface Inside {
  mode: Mode
  link: boolean
  mark: boolean
}

const url = fc.oneof(
  fc.constantFrom(
    "a.md",
    "../b/",
    "a b (1).md",
    "https://x.y/z?a=1&amp=2",
    "#f",
    "mailto:a@b.c",
    "x\\_y",
    "<a>",
    "%20"
  ),
  words({ maxLength: 5 })
)
const title = fc.option(
  words({ maxLength: 4 }).filter((text) => text !== "mention"),
  { nil: undefined }
)
const color = fc.option(fc.constantFrom("red", "$primary", "#f00"), { nil: undefined })
const size = fc.constantFrom(undefined, "100", "50%")

const defined = <T extends object>(node: T): T =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as T

const image = (sized: boolean): fc.Arbitrary<Inline> =>
  fc
    .record({
      url,
      alt: words({ maxLength: 3 }),
      title,
      width: size,
      height: size,
      dark: fc.option(url, { nil: undefined })
    })
    .map(({ dark, ...fields }) =>
      defined({
        type: "image" as const,
        ...fields,
        darkUrl: dark === undefined || dark.trim() === "" || /\s\d+[wx]$/.test(dark) ? undefined : dark.trim(),
        size: sized ? ("line" as const) : undefined,
        position
      })
    ) as fc.Arbitrary<Inline>

const code = (mode: Mode): fc.Arbitrary<Inline> =>
  words({ maxLength: 4, newlines: mode !== "html" }).map((value) => ({
    type: "inlineCode",
    value: mode === "html" ? collapse(value) : value,
    position
  }))

const leaf = ({ mode }: Inside): fc.Arbitrary<Inline> => {
  const text = words({ maxLength: 6, newlines: mode !== "html" }).map(
    (value): Inline => ({ type: "text", value, position })
  )
  const leaves: Array<fc.WeightedArbitrary<Inline>> = [
    { weight: 8, arbitrary: text },
    { weight: 2, arbitrary: code(mode) },
    { weight: 1, arbitrary: fc.constant<Inline>({ type: "break", position }) },
    { weight: 1, arbitrary: image(false) },
    { weight: 1, arbitrary: image(true) },
    {
      weight: 1,
      arbitrary: color.map((value) => defined({ type: "icon", name: "gear", color: value, position }) as Inline)
    },
    { weight: 1, arbitrary: fc.constant<Inline>({ type: "emoji", code: "2705", value: "✅", position }) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("space.vars.A_B", "a < b && c", 'a + ":" + b', "x*y*z", "[1]")
        .map((source): Inline => ({ type: "expression", source, position }))
    },
    { weight: 1, arbitrary: fc.constant<Inline>({ type: "comment", value: " c ", position }) }
  ]
  if (mode !== "html") {
    const value = fc.constantFrom("x^2", "a_b*c", "\\frac{1}{2}", "a & b", "|x|")
    leaves.push({ weight: 1, arbitrary: value.map((value): Inline => ({ type: "inlineMath", value, position })) })
    leaves.push({
      weight: 1,
      arbitrary: fc.constant<Inline>({ type: "footnoteReference", identifier: "1", label: "1", children: [], position })
    })
  }
  return fc.oneof(...leaves)
}

const wrapper = (inside: Inside, depth: number): fc.Arbitrary<Inline> => {
  const same = list(inside, depth - 1)
  const linked = list({ ...inside, link: true }, depth - 1)
  const simple = fc
    .tuple(fc.constantFrom("strong", "emphasis", "delete", "sub", "sup", "kbd"), same)
    .map(([type, children]) => ({ type, children, position }) as Inline)
  const element = fc
    .tuple(fc.constantFrom("u", "span", "small"), fc.option(words({ maxLength: 3 }), { nil: undefined }), same)
    .map(
      ([tag, style, children]): Inline => ({
        type: "htmlElement",
        tag,
        attributes: defined({ style }) as Record<string, string>,
        children,
        position
      })
    )
  const kinds: fc.Arbitrary<Inline>[] = [simple, simple, simple, element]
  if (!inside.mark) {
    const marked = list({ ...inside, mark: true }, depth - 1)
    kinds.push(
      fc
        .tuple(color, color, marked)
        .map(
          ([color, background, children]) => defined({ type: "mark", color, background, children, position }) as Inline
        )
    )
  }
  if (!inside.link) {
    kinds.push(
      fc
        .tuple(url, title, linked)
        .map(([url, title, children]) => defined({ type: "link", url, title, children, position }) as Inline),
      fc.tuple(url, linked).map(([url, children]): Inline => ({ type: "mention", url, children, position })),
      linked
        .filter((children) => children.length > 0)
        .map((children): Inline => ({ type: "footnoteReference", identifier: "N", label: "n", children, position })),
      fc.tuple(fc.constantFrom("primary" as const, "secondary" as const), url, linked).map(
        ([kind, url, children]): Inline => ({
          type: "button",
          kind,
          url,
          icon: "gear",
          attributes: { href: url, class: `button ${kind}`, "data-icon": "gear" },
          children,
          position
        })
      )
    )
  }
  return fc.oneof(...kinds)
}

/** Inlines as they are nested in others: white space at the ends counts. */
const list = (inside: Inside, depth: number): fc.Arbitrary<Inline[]> => {
  const one =
    depth <= 0
      ? leaf(inside)
      : fc.oneof({ weight: 3, arbitrary: leaf(inside) }, { weight: 2, arbitrary: wrapper(inside, depth) })
  return fc.array(one, { maxLength: 4 }).map((nodes) => merge(nodes, inside.mode))
}

const collapse = (text: string): string => text.replace(/[ \t\n\f\r]+/g, " ")

/** Neighbouring texts are one. */
const merge = (nodes: ReadonlyArray<Inline>, mode: Mode): Inline[] => {
  const merged: Inline[] = []
  for (const node of nodes) {
    const last = merged[merged.length - 1]
    if (node.type !== "text") merged.push(node)
    else if (last?.type === "text") merged[merged.length - 1] = { ...last, value: last.value + node.value }
    else merged.push(node)
  }
  return merged.map((node) =>
    node.type === "text" && mode === "html" ? { ...node, value: collapse(node.value) } : node
  )
}

/** The inlines of a block: without white space at its ends, and never empty. */
export const inlines = (mode: Mode, depth = 2): fc.Arbitrary<Inline[]> =>
  list({ mode, link: false, mark: false }, depth).map((nodes) => {
    const ends = [...nodes]
    const first = ends[0]
    if (first?.type === "text") ends[0] = { ...first, value: first.value.replace(/^[ \t\n\f\r]+/, "") }
    const last = ends[ends.length - 1]
    if (last?.type === "text") ends[ends.length - 1] = { ...last, value: last.value.replace(/[ \t\n\f\r]+$/, "") }
    const kept = ends.filter((node) => node.type !== "text" || node.value !== "")
    return kept.length === 0 ? [{ type: "text", value: "x", position }] : kept
  })

/** Those of a paragraph: a lone image is a block of its own, and what begins with a comment is HTML. */
export const paragraphInlines = (mode: Mode): fc.Arbitrary<Inline[]> =>
  inlines(mode).map((nodes) => {
    const [only] = nodes
    const alone = nodes.length === 1 && (only!.type === "image" || only!.type === "link")
    if (!alone && only!.type !== "comment") return nodes
    const text: Inline = { type: "text", value: alone ? "x " : "x", position }
    return [text, ...nodes]
  })
