/** Collects every reference that a page makes to something outside of itself (`docs/contributing/dialect.md#links`, `docs/contributing/dialect.md#tags`). */
import type { Node, Position, RichTable, Root } from "./ast.ts"
import { type Frontmatter, pageFields } from "./frontmatter.ts"
import { childrenOf } from "./visit.ts"

export type ReferenceKind =
  | "link"
  | "image"
  | "mention"
  | "button"
  | "include"
  | "contentRef"
  | "file"
  | "embed"
  | "openapi"
  | "cover"
  | "cardTarget"
  | "cardCover"
  | "tableRef"
  | "tableFile"
  | "canonical"
  | "alternate"

export interface Reference {
  kind: ReferenceKind
  /** Markdown escapes and entities are undone; percent-encoding is left to `resolveHref`. */
  href: string
  /** The node that makes the reference; the header for those of the frontmatter. */
  position: Position
}

/** References in document order. The link in the body of a content-ref or OpenAPI block repeats it and is left out. */
export const collectReferences = (root: Root, frontmatter: Frontmatter | undefined): Reference[] => {
  const found: Reference[] = []
  const add = (kind: ReferenceKind, href: string | undefined, position: Position): void => {
    if (href !== undefined && href !== "") found.push({ kind, href, position })
  }
  if (frontmatter !== undefined) {
    const { cover, metaLinks } = pageFields(frontmatter.data)
    add("cover", cover?.ref, frontmatter.position)
    add("canonical", metaLinks?.canonical, frontmatter.position)
    for (const href of metaLinks?.alternates ?? []) add("alternate", href, frontmatter.position)
  }
  const walk = (node: Node): void => {
    const { position } = node
    switch (node.type) {
      case "link":
      case "mention":
      case "button":
        add(node.type, node.url, position)
        break
      case "image":
        add("image", node.url, position)
        add("image", node.darkUrl, position)
        break
      case "imagesItem":
        add("image", node.src, position)
        add("image", node.darkSrc, position)
        add("link", node.href, position)
        break
      case "include":
        add("include", node.path, position)
        break
      case "contentRef":
        add("contentRef", node.url, position)
        return
      case "embed":
        add("embed", node.url, position)
        break
      case "file":
        add("file", node.src, position)
        break
      case "openapi":
      case "swagger":
        add("openapi", node.src, position)
        if (node.type === "openapi") return
        break
      case "openapiOperation":
      case "openapiSchemas":
      case "openapiWebhook":
        add("openapi", node.url, position)
        return
      case "richTable":
        walkTable(node, walk, add)
        return
    }
    for (const child of childrenOf(node)) walk(child)
  }
  walk(root)
  return found
}

type Add = (kind: ReferenceKind, href: string, position: Position) => void

const walkTable = (table: RichTable, walk: (node: Node) => void, add: Add): void => {
  for (const column of table.columns) walk(column)
  for (const row of table.rows) {
    row.children.forEach((cell, index) => {
      const column = table.columns[index]
      const refers = column !== undefined && ["content-ref", "image", "files"].includes(column.dataType)
      if (column === undefined || !(refers || column.cardTarget || column.cardCover || column.cardCoverDark)) {
        walk(cell)
        return
      }
      const kind = column.cardTarget
        ? "cardTarget"
        : column.cardCover || column.cardCoverDark
          ? "cardCover"
          : column.dataType === "content-ref"
            ? "tableRef"
            : "tableFile"
      if (cell.values.length === 0) walk(cell)
      for (const href of cell.values) add(kind, href, cell.position)
    })
  }
}
