/** From `SUMMARY.md` to the tree of a space: which bullet is which page (`docs/contributing/dialect.md#table-of-contents`). */
import { isMarkdown, normalizePath } from "./links.ts"
import { fileToSlug, titleToSlug } from "./slug.ts"
import type { ComputedSource, Summary, SummaryEntry } from "./summary.ts"

/** A page before its path is known. */
export interface OutlineNode {
  kind: "document" | "group" | "link" | "computed"
  title: string
  emoji?: string
  linkTitle?: string
  /** Wanted slug; siblings are told apart later. Empty: by the title. */
  slug: string
  file?: string
  href?: string
  computed?: ComputedSource
  children: OutlineNode[]
}

export interface OutlineContext {
  root: string
  readme: string
  paths: ReadonlySet<string>
}

interface State extends OutlineContext {
  /** For every file the one bullet that is its page. */
  owners: Map<string, SummaryEntry>
  warnings: Summary["warnings"]
}

/** The tree that a table of contents describes, with a warning for every bullet that cannot be taken as it is. */
export const readOutline = (
  summary: Summary,
  context: OutlineContext
): { nodes: OutlineNode[]; warnings: Summary["warnings"] } => {
  const state: State = { ...context, owners: new Map(), warnings: [] }
  findOwners(summary.entries, state)
  return { nodes: readEntries(summary.entries, true, state), warnings: state.warnings }
}

/** The first bullet with children, else the first; bullets with an anchor are links. */
const findOwners = (entries: ReadonlyArray<SummaryEntry>, state: State): void => {
  for (const entry of entries) {
    const file = entry.kind === "page" && !entry.anchor ? findFile(entry.path ?? "", state) : undefined
    if (file !== undefined) {
      const owner = state.owners.get(file)
      if (owner === undefined || (owner.children.length === 0 && entry.children.length > 0))
        state.owners.set(file, entry)
    }
    findOwners(entry.children, state)
  }
}

/** The git path of a file that a bullet names; a folder means its README. Undefined when it is not there. */
const findFile = (path: string, { root, paths }: OutlineContext): string | undefined => {
  const relative = normalizePath(path.startsWith("/") ? path.slice(1) : path)
  if (relative === ".." || relative.startsWith("../")) return undefined
  const full = normalizePath(`${root}/${relative}`)
  if (full !== "" && paths.has(full)) return full
  const readme = full === "" ? "README.md" : `${full}/README.md`
  return paths.has(readme) ? readme : undefined
}

const readEntries = (entries: ReadonlyArray<SummaryEntry>, atRoot: boolean, state: State): OutlineNode[] =>
  entries.flatMap((entry) => readEntry(entry, atRoot, state))

const names = (entry: SummaryEntry): Pick<OutlineNode, "title" | "emoji" | "linkTitle"> => ({
  title: entry.title,
  ...(entry.emoji !== undefined && { emoji: entry.emoji }),
  ...(entry.linkLabel !== undefined && { linkTitle: entry.linkLabel })
})

/** Usually one node. None when there is nothing to show; more when children lose a parent that cannot have any. */
const readEntry = (entry: SummaryEntry, atRoot: boolean, state: State): OutlineNode[] => {
  const children = readEntries(entry.children, false, state)
  switch (entry.kind) {
    case "group":
      return [{ kind: "group", ...names(entry), slug: entry.slug ?? titleToSlug(entry.title), children }]
    case "computed":
      return [{ kind: "computed", title: "", slug: computedSlug(entry), computed: entry.computed!, children }]
    case "link":
      return [{ kind: "link", ...names(entry), slug: "", href: entry.href!, children: [] }, ...children]
    case "label":
      return readLabel(entry, children, atRoot, state, "has no page")
    case "page":
      return readPage(entry, children, atRoot, state)
  }
}

const readPage = (entry: SummaryEntry, children: OutlineNode[], atRoot: boolean, state: State): OutlineNode[] => {
  const path = entry.path ?? ""
  const file = findFile(path, state)
  if (file === undefined) {
    const outside = normalizePath(path).startsWith("../")
    const reason = outside ? `leads out of the space: ${path}` : `names a file that does not exist: ${path}`
    return readLabel(entry, children, atRoot, state, reason)
  }
  const title = entry.title || baseName(file)
  if (state.owners.get(file) !== entry || !isMarkdown(file)) {
    const href = entry.anchor ? `${file}#${entry.anchor}` : file
    return [{ kind: "link", ...names(entry), title, slug: "", href, children: [] }, ...children]
  }
  const home = file === normalizePath(`${state.root}/${state.readme}`)
  return [{ kind: "document", ...names(entry), title, slug: home ? "readme" : fileToSlug(file), file, children }]
}

/** What has no page of its own stays for its children: at the root as a group, elsewhere as a page without a file. */
const readLabel = (
  entry: SummaryEntry,
  children: OutlineNode[],
  atRoot: boolean,
  state: State,
  reason: string
): OutlineNode[] => {
  const kept = children.length > 0
  if (!kept || entry.kind === "page") {
    const message = `${JSON.stringify(entry.title)} ${reason}${kept ? "" : " and is left out"}`
    state.warnings.push({ line: entry.line, message })
  }
  if (!kept) return []
  return [{ kind: atRoot ? "group" : "document", ...names(entry), slug: titleToSlug(entry.title), children }]
}

const baseName = (file: string): string => file.slice(file.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "")

/** A computed page has no file and no title; its slug is that of the specification it shows. */
const computedSlug = (entry: SummaryEntry): string => {
  for (const dependency of Object.values(entry.computed?.dependencies ?? {})) {
    const ref = (dependency as { ref?: { spec?: unknown } } | null)?.ref
    if (typeof ref?.spec === "string") return titleToSlug(ref.spec)
  }
  return titleToSlug(entry.computed?.type ?? "")
}
