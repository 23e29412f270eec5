/**
 * The tree of a directory without a table of contents: folders are parents, their README (or index) is their page.
 * Reads what other generators leave in the header: `title`, `sidebar_label`, `sidebar_position`.
 */
import { isMarkdown, normalizePath } from "./links.ts"
import { fileToSlug, splitEmoji, titleToSlug } from "./slug.ts"
import type { PageFacts } from "./space.ts"
import type { OutlineNode } from "./space-outline.ts"

export interface InferContext {
  root: string
  readme: string
  summary: string
  paths: ReadonlySet<string>
  /** Page of a path, or undefined while its text is not known: names and order then come from the file alone. */
  read: (path: string) => PageFacts | undefined
}

interface Folder {
  path: string
  files: string[]
  folders: Map<string, Folder>
}

const MAX_NESTING = 50

/** README first, then by position in the header, then by name in natural order. */
export const inferOutline = (context: InferContext): OutlineNode[] => {
  const tree = collect(context)
  return childrenOf(tree, context, true)
}

const collect = (context: InferContext): Folder => {
  const prefix = context.root === "" ? "" : `${context.root}/`
  const tree: Folder = { path: context.root, files: [], folders: new Map() }
  const summary = normalizePath(prefix + context.summary)
  for (const path of context.paths) {
    if (!path.startsWith(prefix) || path === summary || !isMarkdown(path)) continue
    const parts = path.slice(prefix.length).split("/")
    if (parts.length > MAX_NESTING || parts.some((part) => part.startsWith(".") || part === "node_modules")) continue
    let folder = tree
    for (const part of parts.slice(0, -1)) {
      let next = folder.folders.get(part)
      if (next === undefined) {
        next = { path: folder.path === "" ? part : `${folder.path}/${part}`, files: [], folders: new Map() }
        folder.folders.set(part, next)
      }
      folder = next
    }
    folder.files.push(path)
  }
  return tree
}

interface Candidate {
  node: OutlineNode
  name: string
  position: number
  first: boolean
}

let names: Intl.Collator | undefined
const byName = (a: string, b: string): number => {
  names ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" })
  return names.compare(a, b)
}

const compare = (a: Candidate, b: Candidate): number =>
  Number(b.first) - Number(a.first) ||
  a.position - b.position ||
  byName(a.name, b.name) ||
  (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** Pages of a folder without its own page; at the root the home page is one of them. */
const childrenOf = (folder: Folder, context: InferContext, atRoot: boolean): OutlineNode[] => {
  const index = indexOf(folder)
  const home = atRoot ? (folder.files.find((file) => file === homeOf(context)) ?? index) : undefined
  const candidates: Candidate[] = []
  for (const file of folder.files) {
    if (file === index && !atRoot) continue
    const node = pageNode(file, [], context)
    if (file === home) node.slug = "readme"
    candidates.push({ node, name: baseName(file), position: positionOf(file, context), first: file === home })
  }
  for (const [name, child] of folder.folders) {
    const node = folderNode(name, child, context, atRoot)
    const file = indexOf(child)
    const position = file === undefined ? Number.POSITIVE_INFINITY : positionOf(file, context)
    candidates.push({ node, name, position, first: false })
  }
  return candidates.sort(compare).map((candidate) => candidate.node)
}

const homeOf = (context: InferContext): string => normalizePath(`${context.root}/${context.readme}`)

const folderNode = (name: string, folder: Folder, context: InferContext, atRoot: boolean): OutlineNode => {
  const children = childrenOf(folder, context, false)
  const index = indexOf(folder)
  if (index !== undefined) return { ...pageNode(index, children, context), slug: fileToSlug(folder.path) }
  return { kind: atRoot ? "group" : "document", ...titled(prettify(name)), slug: titleToSlug(name), children }
}

const indexNames = ["README.md", "readme.md", "Readme.md", "index.md", "README.markdown", "index.markdown"]

/** The file that is the page of a folder. */
const indexOf = (folder: Folder): string | undefined => {
  const own = folder.path === "" ? "" : `${folder.path}/`
  return indexNames.map((name) => own + name).find((path) => folder.files.includes(path))
}

const titled = (title: string): { title: string; emoji?: string } => splitEmoji(title)

const pageNode = (file: string, children: OutlineNode[], context: InferContext): OutlineNode => {
  const page = context.read(file)
  const data = page?.frontmatter?.data
  const written = textOf(data?.["title"])
  const own = written === undefined ? page?.title : undefined
  const names = own === undefined ? titled(written ?? prettify(nameOf(file))) : { title: own.text, emoji: own.emoji }
  const label = textOf(data?.["sidebar_label"])
  return {
    kind: "document",
    title: names.title || prettify(nameOf(file)),
    ...(names.emoji !== undefined && { emoji: names.emoji }),
    ...(label !== undefined && { linkTitle: label }),
    slug: fileToSlug(file),
    file,
    children
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined

const positionOf = (file: string, context: InferContext): number => {
  const position = context.read(file)?.frontmatter?.data["sidebar_position"]
  return typeof position === "number" && Number.isFinite(position) ? position : Number.POSITIVE_INFINITY
}

const baseName = (file: string): string => file.slice(file.lastIndexOf("/") + 1)

/** What a file is called: its base name, or that of its folder when it is the folder's page. */
const nameOf = (file: string): string => {
  const name = baseName(file).replace(/\.[^.]*$/, "")
  if (!/^(?:readme|index)$/i.test(name)) return name
  const folder = file.slice(0, -baseName(file).length - 1)
  return folder === "" ? "Home" : baseName(folder)
}

/** `02-getting_started` becomes `Getting started`. */
const prettify = (name: string): string => {
  const words = name
    .replace(/^\d{1,4}[-_. ]+(?=\D)/, "")
    .replace(/[-_]+/g, " ")
    .trim()
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
