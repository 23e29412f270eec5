/** Lines of a table of contents (`docs/contributing/dialect.md#table-of-contents`). */
import { stringify } from "yaml"
import { normalizePath } from "../links.ts"
import { titleToSlug } from "../slug.ts"
import type { ComputedSource, SummaryEntry } from "../summary.ts"
import { escapeTitle } from "./title.ts"

export interface SummaryNode {
  /** Tells which node of another tree is the same one. */
  id: string
  kind: SummaryEntry["kind"]
  title: string
  emoji?: string
  linkLabel?: string
  /** Of pages: relative to the root of the content. */
  path?: string
  anchor?: string
  href?: string
  slug?: string
  computed?: ComputedSource
  children: SummaryNode[]
}

/** With an anchor where the slug is not that of the title. */
export const groupLine = (node: SummaryNode): string => {
  const { slug = "", title } = node
  const anchor = slug === "" || slug === titleToSlug(title) ? "" : ` <a href="#${slug}" id="${slug}"></a>`
  return `## ${titleText(node)}${anchor}`
}

export const bulletLines = (node: SummaryNode, indent: string, mark: string): string[] => {
  if (node.kind !== "computed") return [`${indent}${mark} ${entryText(node)}`]
  const yaml = stringify(plain(node.computed), { lineWidth: 0 }).trimEnd().split("\n")
  const inner = `${indent}  `
  return [`${indent}${mark} \`\`\`yaml`, ...yaml.map((line) => inner + line), `${inner}\`\`\``]
}

/** Records without prototype, as YAML that a reader can take. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

const titleText = ({ emoji, title }: SummaryNode): string =>
  emoji === undefined ? escapeTitle(title) : `${emoji} ${escapeTitle(title)}`.trimEnd()

const entryText = (node: SummaryNode): string =>
  node.kind === "label" ? titleText(node) : `[${titleText(node)}](${destinationText(node)})`

const destinationText = (node: SummaryNode): string => {
  const target = node.kind === "link" ? (node.href ?? "") : pathText(node.path ?? "", node.anchor)
  const label = node.linkLabel === undefined ? "" : ` "${node.linkLabel.replace(/[\\"]/g, "\\$&")}"`
  return `${/[\s()<>]/.test(target) ? `<${target.replace(/[<>]/g, encodeURIComponent)}>` : target}${label}`
}

/** A path as a destination: what would read as something else is encoded. */
const pathText = (path: string, anchor: string | undefined): string => {
  const written = path.replace(/[%#?\\]/g, encodeURIComponent)
  return anchor === undefined ? written : `${written}#${anchor}`
}

export const pathKey = (path: string): string =>
  normalizePath(path.replace(/^\//, "")).replace(/(?:^|\/)README\.md$/i, "")

export const keyOf = (node: SummaryNode | SummaryEntry): string => {
  switch (node.kind) {
    case "page":
      return `page ${pathKey(node.path ?? "")}#${node.anchor ?? ""}`
    case "link":
      return `link ${node.href ?? ""}`
    case "computed":
      // in whatever order its keys stand
      return `computed ${stringify(plain(node.computed), { sortMapEntries: true })}`
    default:
      return `label ${node.title}`
  }
}

/** The link with its title or destination replaced; what did not change stays as it is written. */
export const entryFrom = (node: SummaryNode, was: SummaryNode, content: string): string => {
  const link = content.replace(/(?<![ \t])[ \t]+$/, "")
  const between = link.lastIndexOf("](")
  if (between === -1 || !link.startsWith("[") || !link.endsWith(")") || node.kind === "label") return entryText(node)
  const titled = node.title === was.title && node.emoji === was.emoji ? link.slice(1, between) : titleText(node)
  const sameTarget =
    node.path === was.path && node.anchor === was.anchor && node.href === was.href && node.linkLabel === was.linkLabel
  return `[${titled}](${sameTarget ? link.slice(between + 2, -1) : destinationText(node)})`
}
