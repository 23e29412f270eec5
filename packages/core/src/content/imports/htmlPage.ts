/** A page of a website as Markdown: its main part, without what surrounds it on every page. Pure. */
import { noteTextLength } from "@octavo/document"
import type { Element, ElementContent, Root, RootContent } from "hast"

export interface HtmlPage {
  readonly title: string
  readonly description: string | undefined
  /** Where it leads, as absolute addresses without fragments, in order. */
  readonly links: ReadonlyArray<string>
  /** Whether it asks not to be indexed. */
  readonly isHidden: boolean
  /** Its title as a heading in Markdown. */
  readonly heading: string
  /** Its Markdown, without the title. @param target what stands for an absolute address */
  readonly markdown: (target: Target) => string
}

export type Target = (url: string, kind: "link" | "image") => string

/** The page as a file of a repository: header, title, text. */
export const pageFile = (page: HtmlPage, target: Target): string => {
  const header = [
    ...(page.description === undefined ? [] : [`description: ${JSON.stringify(page.description)}`]),
    ...(page.isHidden ? ["noIndex: true"] : [])
  ]
  const text = `${page.heading}\n${page.markdown(target)}`
  return header.length === 0 ? text : `---\n${header.join("\n")}\n---\n\n${text}`
}

/** What never belongs to the text. */
const chrome = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "nav",
  "header",
  "footer",
  "aside",
  "form",
  "button",
  "input",
  "select",
  "textarea",
  "iframe",
  "object",
  "embed",
  "svg",
  "dialog",
  "head"
])
/** Deepest nesting that is read. */
const maxDepth = 400

type Node = Root | RootContent

const isElement = (node: Node | undefined): node is Element => node?.type === "element"

/** The libraries are large, and few servers import: they are loaded when one does. */
export const loadHtmlReader = async () => {
  const [{ fromHtml }, { toMdast }, { toMarkdown }, { gfmToMarkdown }] = await Promise.all([
    import("hast-util-from-html"),
    import("hast-util-to-mdast"),
    import("mdast-util-to-markdown"),
    import("mdast-util-gfm")
  ])

  /** @param name title of a page that says none */
  return (html: string, address: string, name = address): HtmlPage => {
    noteTextLength(html.length)
    const tree = fromHtml(html)
    const base = baseOf(tree, address)
    const main =
      first(tree, ({ tagName }) => tagName === "main") ??
      first(tree, ({ properties, tagName }) => tagName === "article" || properties["role"] === "main") ??
      first(tree, ({ tagName }) => tagName === "body")
    const content: Root = { type: "root", children: cleaned(main?.children ?? [], 0) }
    const heading = first(content, ({ tagName }) => tagName === "h1")
    const title = textOf(heading) || textOf(first(tree, ({ tagName }) => tagName === "title")) || name
    if (heading !== undefined) remove(content, heading)
    const links: Array<string> = []
    walk(tree, (element) => {
      const url = element.tagName === "a" ? absolute(element.properties["href"], base) : undefined
      if (url !== undefined) links.push(withoutFragment(url))
    })
    const shown = title.slice(0, 500)
    return {
      title: shown,
      heading: toMarkdown({ type: "heading", depth: 1, children: [{ type: "text", value: shown }] }),
      description: meta(tree, "description"),
      links: [...new Set(links)],
      isHidden: /noindex/i.test(meta(tree, "robots") ?? ""),
      markdown: (target) => {
        const copy = structuredClone(content)
        walk(copy, (element) => {
          const name = element.tagName === "a" ? "href" : element.tagName === "img" ? "src" : undefined
          if (name === undefined) return
          const url = absolute(element.properties[name], base)
          if (url === undefined) delete element.properties[name]
          else element.properties[name] = target(url.href, name === "href" ? "link" : "image")
        })
        const mdast = toMdast(copy)
        return toMarkdown(mdast, { extensions: [gfmToMarkdown()], bullet: "*", emphasis: "_", fences: true })
      }
    }
  }
}

const cleaned = (nodes: ReadonlyArray<RootContent>, depth: number): Array<ElementContent> =>
  depth > maxDepth
    ? []
    : nodes.flatMap((node): Array<ElementContent> => {
        if (node.type === "text") return [node]
        if (node.type !== "element" || chrome.has(node.tagName)) return []
        if (node.properties["hidden"] === true || node.properties["ariaHidden"] === "true") return []
        return [{ ...node, children: cleaned(node.children, depth + 1) }]
      })

/** Every element, parents first. Without recursion: a page may be nested as deep as it likes. */
const walk = (root: Node, visit: (element: Element) => void): void => {
  const open: Array<Node> = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isElement(node)) visit(node)
    if ("children" in node) for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!)
  }
}

const first = (root: Node, test: (element: Element) => boolean): Element | undefined => {
  let found: Element | undefined
  walk(root, (element) => {
    if (found === undefined && test(element)) found = element
  })
  return found
}

const textOf = (node: Node | undefined): string => {
  if (node === undefined) return ""
  let text = ""
  const open: Array<Node> = [node]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.type === "text") text += one.value
    if ("children" in one) for (let i = one.children.length - 1; i >= 0; i--) open.push(one.children[i]!)
  }
  return text.replace(/\s+/gu, " ").trim()
}

const remove = (root: Root, gone: Element): void => {
  const open: Array<Root | Element> = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const at = node.children.indexOf(gone)
    if (at >= 0) {
      node.children.splice(at, 1)
      return
    }
    for (const child of node.children) if (isElement(child)) open.push(child)
  }
}

const meta = (tree: Root, name: string): string | undefined => {
  const found = first(tree, ({ properties, tagName }) => tagName === "meta" && properties["name"] === name)
  const content = found?.properties["content"]
  return typeof content === "string" && content.trim() !== "" ? content.trim() : undefined
}

const baseOf = (tree: Root, address: string): string => {
  const href = first(tree, ({ tagName }) => tagName === "base")?.properties["href"]
  return typeof href === "string" && URL.canParse(href, address) ? new URL(href, address).href : address
}

const absolute = (href: unknown, base: string): URL | undefined => {
  if (typeof href !== "string" || !URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  return /^(?:https?|mailto|tel):$/.test(url.protocol) ? url : undefined
}

const withoutFragment = (url: URL): string => {
  const copy = new URL(url)
  copy.hash = ""
  return copy.href
}
