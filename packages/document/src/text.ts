/** Plain text of a tree, and the sections that a search index keeps. */
import type { Heading, Include, Node, Openapi, OpenapiOperation, OpenapiSchemas, OpenapiWebhook, Root } from "./ast.ts"

/**
 * What a reader sees of a node, as plain text: blocks apart by line feeds, images by their alternative text. Tags,
 * comments, addresses and definitions have none.
 */
export const plainText = (node: Node): string => {
  const parts: string[] = []
  write(node, parts)
  return parts
    .join("")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/(?<!\n)\n+$/, "")
}

/** Text of inlines as it stands, line feeds and spaces at the ends included. */
export const inlineText = (nodes: ReadonlyArray<Node>): string => {
  const parts: string[] = []
  writeAll(nodes, parts)
  return parts.join("")
}

const write = (node: Node, parts: string[]): void => {
  switch (node.type) {
    case "text":
      parts.push(node.value)
      return
    case "inlineCode":
    case "inlineMath":
    case "emoji":
      parts.push(node.value)
      return
    case "code":
    case "blockMath":
      parts.push(node.value, "\n\n")
      return
    case "break":
      parts.push("\n")
      return
    case "image":
      parts.push(node.alt)
      return
    case "expression":
      parts.push(node.source)
      return
    case "imagesItem":
      if (node.alt !== undefined) parts.push(node.alt, "\n")
      writeAll(node.children, parts)
      return
    case "expandable":
      writeAll(node.summary, parts)
      parts.push("\n")
      writeAll(node.children, parts)
      return
    case "tab":
      if (node.title !== "") parts.push(node.title, "\n")
      writeAll(node.children, parts)
      return
    case "richTable":
      writeRow(
        node.columns.filter((column) => !column.hidden),
        parts
      )
      for (const row of node.rows)
        writeRow(
          row.children.filter((_, index) => node.columns[index]?.hidden !== true),
          parts
        )
      parts.push("\n")
      return
    case "tableRow":
      writeRow(node.children, parts)
      return
    case "paragraph":
    case "heading":
      writeAll(node.children, parts)
      parts.push("\n\n")
      return
    default:
      if ("children" in node && node.children !== undefined) writeAll(node.children, parts)
  }
}

const writeAll = (nodes: ReadonlyArray<Node>, parts: string[]): void => {
  for (const node of nodes) write(node, parts)
}

const writeRow = (cells: ReadonlyArray<Node>, parts: string[]): void => {
  cells.forEach((cell, index) => {
    if (index > 0) parts.push(" ")
    parts.push(plainText(cell).replaceAll("\n", " "))
  })
  parts.push("\n")
}

export interface Section {
  /** Anchor of the heading; empty for what stands before the first one. */
  anchor: string
  /** Text of the heading; empty for what stands before the first one. */
  title: string
  level: number
  text: string
}

/** Includes that a page shows at most, those within others too. */
const maxIncludes = 100

/**
 * The page cut at its headings, in order, whatever they are nested in. The title opens the first section and is not
 * part of any text. Sections without title and text are left out.
 * @param included what an include shows; nothing for the ones that lead nowhere, and within itself
 */
export const sections = (page: { root: Root }, included?: (include: Include) => Root | undefined): Section[] => {
  const found: Section[] = []
  const trail: Root[] = []
  let includes = 0
  let title: Heading | undefined
  let parts: string[] = []
  const flush = (): void => {
    const text = parts
      .join("")
      .replace(/\n{2,}/g, "\n")
      .trim()
    const heading = title === undefined ? "" : plainText(title)
    if (heading !== "" || text !== "") {
      found.push({ anchor: title?.anchor ?? "", title: heading, level: title?.depth ?? 1, text })
    }
    parts = []
  }
  const visit = (nodes: ReadonlyArray<Node>): void => {
    for (const node of nodes) {
      if (node.type === "heading") {
        // the title
        if (node.depth === 1 && node.anchor === undefined) continue
        flush()
        title = node
      } else if (node.type === "include") {
        const root = includes < maxIncludes ? included?.(node) : undefined
        if (root === undefined || trail.includes(root)) continue
        includes++
        trail.push(root)
        visit(root.children)
        trail.pop()
      } else if (isDescribed(node)) {
        parts.push(describedBy(node), "\n")
      } else if ("children" in node && node.children !== undefined && isWrapper(node)) {
        if (node.type === "swagger") parts.push(`${requestOf(node)} ${node.summary ?? ""}`)
        if (node.type === "expandable") for (const child of node.summary) write(child, parts)
        if (node.type === "tab" && node.title !== "") parts.push(node.title)
        parts.push("\n")
        visit(node.children)
      } else {
        write(node, parts)
        parts.push("\n")
      }
    }
  }
  visit(page.root.children)
  flush()
  return found
}

/** Blocks that show a part of a description of an API. What stands in them leads to the description, and is not shown. */
type Described = Openapi | OpenapiOperation | OpenapiWebhook | OpenapiSchemas

const isDescribed = (node: Node): node is Described =>
  node.type === "openapi" ||
  node.type === "openapiOperation" ||
  node.type === "openapiWebhook" ||
  node.type === "openapiSchemas"

/** What such a block is about, as readers see it. */
const describedBy = (node: Described): string =>
  node.type === "openapiSchemas" ? node.schemas.join(" ") : node.type === "openapiWebhook" ? node.name : requestOf(node)

const requestOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method.toUpperCase()} ${path}`

const leaves = new Set(["paragraph", "code", "table", "richTable", "images"])

/** May hold headings: everything with blocks below. */
const isWrapper = (node: Node): boolean => !leaves.has(node.type) && node.type !== "htmlElement"
