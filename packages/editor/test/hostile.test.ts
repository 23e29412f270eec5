/** What strangers wrote is kept as data: nothing of it runs where the editor shows it. */
import type { RichDocument } from "@octavo/document"
import type { Node } from "prosemirror-model"
import { describe, expect, it } from "vitest"
import { fromEditor, toEditor } from "../src/index.ts"
import { said } from "./documents.ts"

interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string | undefined>>
}

/** The elements that nodes and marks say they are shown as. */
const elementsOf = (doc: Node): Element[] => {
  const elements: Element[] = []
  const add = (spec: unknown): void => {
    if (!Array.isArray(spec)) return
    const [tag, ...rest] = spec as [string, ...unknown[]]
    const [first] = rest
    const hasAttributes = typeof first === "object" && first !== null && !Array.isArray(first)
    const attributes = hasAttributes ? (first as Element["attributes"]) : {}
    elements.push({ tag, attributes })
    for (const child of rest) add(child)
  }
  doc.descendants((node) => {
    add(node.type.spec.toDOM?.(node))
    for (const mark of node.marks) add(mark.type.spec.toDOM?.(mark, true))
  })
  return elements
}

const block = (type: string, data: object, ...nodes: unknown[]) => ({ object: "block", type, data, nodes })
const inline = (type: string, data: object, ...nodes: unknown[]) => ({ object: "inline", type, data, nodes })
const text = (value: string, ...marks: unknown[]) => ({
  object: "text",
  leaves: [{ object: "leaf", text: value, marks }]
})
const documentOf = (...nodes: unknown[]) => ({ object: "document", data: {}, nodes }) as unknown as RichDocument

const addresses = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "java\u200bscript:alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "blob:https://a.b/c",
  "filesystem:https://a.b/c",
  "file:///etc/passwd",
  "view-source:https://a.b"
]

/** Everything that has an address, with this one. */
const everywhere = (url: string) => {
  const ref = { kind: "url", url }
  const fragments = [
    { object: "fragment", fragment: "caption", type: "caption", nodes: [block("paragraph", {}, text(url))] }
  ]
  return documentOf(
    block(
      "paragraph",
      {},
      inline("link", { ref, title: url }, text(url)),
      inline("inline-image", { ref, refDark: ref, alt: url })
    ),
    block("paragraph", {}, inline("mention", { ref, label: url }), inline("button", { label: url, ref })),
    block("images", {}, { ...block("image", { ref, refDark: ref, link: ref, alt: url }), fragments }),
    { ...block("embed", { url }), fragments },
    { ...block("file", { ref }), fragments },
    block("drawing", { ref }),
    block("content-ref", { ref }),
    block("swagger", { ref, path: url, method: url }),
    block("openapi-operation", { ref: { kind: "openapi", spec: url }, url, path: url, method: url }),
    block("integration", { integration: url, block: url, props: { url } }),
    block(url, { url }, text(url))
  )
}

const active = new Set(["script", "iframe", "object", "embed", "style", "link", "base", "form", "svg", "math"])

/** Whether what is shown can run something. */
const runs = ({ attributes, tag }: Element): boolean =>
  active.has(tag) ||
  Object.entries(attributes).some(([name, value]) => {
    if (value === undefined) return false
    if (name === "href" || name === "src") return !/^(?:https?:|mailto:|tel:|$)/.test(value) && /^[^/?#]*:/.test(value)
    return !/^(?:data-[a-z]+|rel|alt|colspan|rowspan)$/.test(name)
  })

describe("what strangers wrote", () => {
  it.each(addresses)("has no address %j that could be followed", (address) => {
    const document = everywhere(address)
    const doc = toEditor(document)
    doc.check()
    expect(said(fromEditor(doc))).toEqual(said(document))
    expect(elementsOf(doc).filter(runs)).toEqual([])
    expect(elementsOf(doc).filter(({ attributes: { href, src } }) => (href ?? src) !== undefined)).toEqual([])
  })

  it("has those addresses that it may have", () => {
    const hrefs = elementsOf(toEditor(everywhere("https://a.b/c"))).flatMap(
      ({ attributes: { href, src } }) => href ?? src ?? []
    )
    expect(hrefs).toEqual(Array.from({ length: 4 }, () => "https://a.b/c"))
  })

  it.each([
    ["lists in place of texts", ["script", {}, "alert(1)"]],
    ["objects in place of texts", { nodeType: 1, tag: "script" }],
    ["numbers", 1],
    ["true", true],
    ["null", null]
  ])("never becomes an element: %s", (_, value) => {
    const names =
      "align title style expression icon date description syntax alt url label formula code path name".split(" ")
    const data = Object.fromEntries(names.map((name) => [name, value]))
    const voids = "divider math embed file drawing content-ref swagger openapi-schemas integration".split(" ")
    const blocks = [
      ...voids.map((type) => block(type, data)),
      ...["paragraph", "heading-1"].map((type) => block(type, data, text("a"))),
      ...["hint", "if", "blockquote"].map((type) => block(type, data, block("paragraph", data, text("a")))),
      block("images", data, block("image", data)),
      block("code", data, block("code-line", data, text("a")))
    ]
    const inlines = "emoji icon expression inline-math mention button inline-image"
      .split(" ")
      .map((type) => inline(type, data))
    const color = { object: "mark", type: "color", data: { text: value, background: value } }
    const document = documentOf(...blocks, block("paragraph", {}, ...inlines, text("a", color)))
    const doc = toEditor(document)
    doc.check()
    expect(said(fromEditor(doc))).toEqual(said(document))
    expect(elementsOf(doc).filter(runs)).toEqual([])
  })

  it("nests as deep as a document may", () => {
    let deep: object = block("paragraph", {}, text("a"))
    for (let depth = 1; depth < 60; depth++) deep = block("blockquote", {}, deep)
    const document = documentOf(deep)
    const doc = toEditor(document)
    doc.check()
    expect(said(fromEditor(doc))).toEqual(said(document))
  })
})
