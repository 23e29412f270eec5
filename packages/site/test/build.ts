/** Short makers of nodes, so that cases read as a table. */
import type { Attributes, Block, Inline, Node, Root } from "@octavo/document"
import type { Resolver } from "@octavo/render/references"
import { renderBody } from "../src/body/render.ts"

const position = { start: 0, end: 0 }

/** A node with its position filled in. */
export const node = <T extends Node["type"]>(
  type: T,
  fields: Omit<Extract<Node, { type: T }>, "type" | "position">
): Extract<Node, { type: T }> => ({ type, position, ...fields }) as unknown as Extract<Node, { type: T }>

export const attributes = (values: Record<string, string> = {}): Attributes =>
  Object.assign(Object.create(null), values)

export const text = (value: string) => node("text", { value })
export const paragraph = (...children: Array<Inline | string>) =>
  node("paragraph", { children: children.map((child) => (typeof child === "string" ? text(child) : child)) })
export const heading = (depth: 1 | 2 | 3 | 4 | 5 | 6, title: string, anchor?: string) =>
  node("heading", { depth, children: [text(title)], ...(anchor === undefined ? {} : { anchor }) })
export const link = (url: string, title = "") => node("link", { url, children: title === "" ? [] : [text(title)] })
export const tag = (name: string, values: Record<string, string> = {}) => ({
  tag: name,
  attributes: attributes(values)
})
export const html = (name: string, values: Record<string, string>, ...children: Array<Block | Inline>) =>
  node("htmlElement", { tag: name, attributes: attributes(values), children })
export const root = (...children: Block[]): Root => node("root", { children })

/** Pages `*.md` resolve under `/docs`, files in `assets/` exist, `missing` things are broken. */
export const resolver: Resolver = {
  link: (href) => {
    if (href.includes("missing")) return { href: "", status: "broken" }
    if (/^[a-z]+:/i.test(href)) return { href, status: "external" }
    if (!href.includes(".md")) return { href, status: "ok" }
    const page = { title: "A guide", emoji: "📘", description: "How to begin." }
    return { href: `/docs/${href.replace(".md", "")}`, status: "ok", page }
  },
  file: (href) => {
    const name = href.startsWith("assets/") ? href.slice(7) : undefined
    if (name === undefined) return undefined
    const image = /\.(?:png|svg)$/.test(name)
    return {
      url: `/docs/~/files/${name}`,
      name,
      size: 12_345,
      contentType: image ? "image/png" : "application/pdf",
      width: image ? 800 : undefined,
      height: image ? 400 : undefined
    }
  },
  include: () => undefined,
  expression: (source) => (source === "space.vars.NAME" ? "Octavo <3" : undefined),
  condition: (expression) => expression === "true"
}

/** HTML of some blocks. */
export const body = (blocks: Block[], changes: Partial<Resolver> = {}): string =>
  renderBody(root(...blocks), { ...resolver, ...changes }).html

/** HTML of some inlines, without their paragraph. */
export const inline = (...nodes: Inline[]): string =>
  body([node("paragraph", { children: nodes })]).replace(/^<p>|<\/p>$/g, "")
