/**
 * Reads a repository directory as a space: which files are pages, in which tree, under which paths
 * (`docs/contributing/dialect.md`). Pure: the caller reads the texts that `configPaths`, `summaryPath` and `neededPaths` ask for.
 */
import {
  parseSpaceConfig,
  parseTags,
  parseVariables,
  type Redirect,
  type SpaceConfig,
  type TagDefinition
} from "./config.ts"
import { type ForeignSyntax, foreignSyntax, foreignWarnings } from "./foreignSyntax.ts"
import { type PageFields, pageFields } from "./frontmatter.ts"
import { isMarkdown, normalizePath, resolveHref } from "./links.ts"
import { type ParsedPage, parsePage } from "./parse.ts"
import { makeSlugSet, type SlugSet, titleToSlug, uniqueSlug } from "./slug.ts"
import { inferOutline } from "./space-infer.ts"
import { type OutlineNode, readOutline } from "./space-outline.ts"
import { type ComputedSource, parseSummary, type Summary } from "./summary.ts"

/** One entry of the directory; paths are relative to it, with `/`. */
export interface SpaceFile {
  path: string
  oid: string
  size: number
  /** Git mode; links (`120000`) and submodules (`160000`) hold no content of the space. */
  mode?: string
}

export interface SpaceInput {
  files: ReadonlyArray<SpaceFile>
  /** Texts by path. One that is missing is read as an empty page. */
  texts: ReadonlyMap<string, string>
  /** What pages say, by path, as `pageFactsOf` has it: texts of those are not read. */
  facts?: ReadonlyMap<string, PageFacts>
}

export interface PlannedPage {
  /** `document` without a `file` is a place that holds children only. Groups stand at the root only. */
  kind: "document" | "group" | "link" | "computed"
  title: string
  emoji?: string
  /** How the sidebar and relative links call it, when not by its title. */
  linkTitle?: string
  /** Empty for links. */
  slug: string
  /** URL path: slugs of the ancestors and its own. Empty for links. */
  path: string
  /** Git path, relative to the directory. */
  file?: string
  /** From the frontmatter of the file. */
  fields?: PageFields
  /** Of links: an address, or the git path of a file with its anchor. */
  href?: string
  computed?: ComputedSource
  children: PlannedPage[]
}

export interface SpacePlan {
  config: SpaceConfig
  /** Path of the file that the structure was read from; absent when it was inferred from folders. */
  summary?: string
  pages: PlannedPage[]
  /** Assets, and other files that a page refers to. */
  files: SpaceFile[]
  reusableContents: Array<{ path: string; title: string }>
  /** A record without prototype. */
  variables: Record<string, string>
  /** Destinations are git paths, like `PlannedPage.file`. */
  redirects: Redirect[]
  tags: TagDefinition[]
  warnings: Array<{ path: string; line?: number; message: string }>
}

/** The files that say what a space is: where things are, its tree, its variables and the tags that it knows. */
export const settingsFiles = ["config", "summary", "variables", "tags"] as const
export type SettingsFile = (typeof settingsFiles)[number]

/** Where they are, as paths of the directory. */
export const settingsPaths = (config: SpaceConfig): Readonly<Record<SettingsFile, string>> => ({
  config: CONFIG,
  summary: inRoot(config, config.summary),
  variables: inRoot(config, ".gitbook/vars.yaml"),
  tags: inRoot(config, ".gitbook/tags.yaml")
})

const CONFIG = ".gitbook.yaml"

/** First step: what to read before anything else. */
export const configPaths = (files: ReadonlyArray<SpaceFile>): string[] =>
  files.some((file) => file.path === CONFIG) ? [CONFIG] : []

/** Second step: the table of contents, when there is one. */
export const summaryPath = (files: ReadonlyArray<SpaceFile>, configText: string | undefined): string | undefined => {
  const config = parseSpaceConfig(configText ?? "")
  const { summary: path } = settingsPaths(config)
  return files.some((file) => file.path === path && isContent(file)) ? path : undefined
}

/** Third step: every text that `planSpace` reads, those of the first two steps included. */
export const neededPaths = (
  files: ReadonlyArray<SpaceFile>,
  configText: string | undefined,
  summaryText: string | undefined
): string[] => {
  const config = parseSpaceConfig(configText ?? "")
  const paths = new Set(files.filter(isContent).map((file) => file.path))
  const { nodes } = outlineOf(config, paths, summaryText, () => undefined)
  const needed = Object.values(settingsPaths(config)).filter((path) => paths.has(path))
  const include = inRoot(config, ".gitbook/includes/")
  for (const path of paths) if (path.startsWith(include) && isMarkdown(path)) needed.push(path)
  const walk = (list: ReadonlyArray<OutlineNode>): void => {
    for (const node of list) {
      if (node.file !== undefined) needed.push(node.file)
      walk(node.children)
    }
  }
  walk(nodes)
  return [...new Set(needed)]
}

/** Reads the whole directory. Never throws; what is wrong with it is listed in `warnings`. */
export const planSpace = (input: SpaceInput): SpacePlan => {
  const files = input.files.filter(isContent)
  const paths = new Set(files.map((file) => file.path))
  const config = parseSpaceConfig(input.texts.get(CONFIG) ?? "")
  const warnings: SpacePlan["warnings"] = config.warnings.map((message) => ({ path: CONFIG, message }))
  const reader = makePageReader(input.texts, input.facts)
  const settings = settingsPaths(config)
  const { summary } = settings
  const outline = outlineOf(config, paths, paths.has(summary) ? input.texts.get(summary) : undefined, reader.read)
  for (const warning of outline.warnings) warnings.push({ path: summary, ...warning })
  const pages = planPages(outline.nodes, "", makeSlugSet(), reader, warnings)
  const variables = parseVariables(input.texts.get(settings.variables) ?? "")
  for (const message of variables.warnings) warnings.push({ path: settings.variables, message })
  const tagList = parseTags(input.texts.get(settings.tags) ?? "")
  for (const message of tagList.warnings) warnings.push({ path: settings.tags, message })
  const includes = files.filter(
    (file) => file.path.startsWith(inRoot(config, ".gitbook/includes/")) && isMarkdown(file.path)
  )
  const reusableContents = includes.map(({ path }) => ({ path, title: includeTitle(path, reader.read(path)) }))
  warnings.push(
    ...(outline.inferred
      ? summariesBelow(config, paths)
      : leftOut(
          config,
          paths,
          outline.nodes,
          new Set([...Object.values(settings), ...includes.map(({ path }) => path)])
        )),
    ...foreignWarnings(Array.from(reader.pages, ([path, { foreign }]) => [path, foreign]))
  )
  return {
    config,
    ...(outline.inferred ? {} : { summary }),
    pages,
    files: findAssets(config, files, reader, includes, Object.values(settings)),
    reusableContents,
    variables: variables.variables,
    redirects: planRedirects(config, paths, warnings),
    tags: tagList.tags,
    warnings
  }
}

// ---------------------------------------------------------------- helpers

const isContent = (file: SpaceFile): boolean => file.mode !== "120000" && file.mode !== "160000"

/** A path of the content as a path of the directory. */
const inRoot = (config: SpaceConfig, path: string): string => (config.root === "" ? path : `${config.root}/${path}`)

/** What a plan needs of a page. Trees are not kept: those of a large space would fill the memory. */
export interface PageFacts extends Pick<ParsedPage, "frontmatter" | "title"> {
  /** Where its references lead, each destination once. */
  hrefs: ReadonlyArray<string>
  /** Syntax of other generators in it, where there is some. */
  foreign?: ForeignSyntax
}

/** What a plan needs of a text. */
export const pageFactsOf = (text: string, page: ParsedPage = parsePage(text)): PageFacts => {
  const { frontmatter, links, title } = page
  const foreign = foreignSyntax(text)
  return {
    ...(Object.keys(foreign).length > 0 && { foreign }),
    ...(frontmatter && { frontmatter }),
    ...(title && { title }),
    hrefs: Array.from(new Set(links.map(({ href }) => href)))
  }
}

/** Left-out files that a warning names. */
const mostNamed = 5

/** Pages that the table of contents does not name are none of the space; somebody may have expected them. */
const leftOut = (
  config: SpaceConfig,
  paths: ReadonlySet<string>,
  nodes: ReadonlyArray<OutlineNode>,
  others: ReadonlySet<string>
): SpacePlan["warnings"] => {
  const named = new Set<string>()
  const walk = (list: ReadonlyArray<OutlineNode>): void => {
    for (const { file, children } of list) {
      if (file !== undefined) named.add(file)
      walk(children)
    }
  }
  walk(nodes)
  const { summary } = settingsPaths(config)
  const isHidden = (path: string) => path.split("/").some((name) => name.startsWith("."))
  const left = Array.from(paths)
    .filter((path) => !isHidden(path.slice(inRoot(config, "").length)))
    .filter((path) => isMarkdown(path) && path.startsWith(inRoot(config, "")) && !named.has(path) && !others.has(path))
    .sort()
  if (left.length === 0) return []
  const names = left.slice(0, mostNamed).join(", ")
  const more = left.length > mostNamed ? ` and ${left.length - mostNamed} more` : ""
  const are = left.length === 1 ? "1 page is" : `${left.length} pages are`
  const message = `${are} left out, because this file does not name them: ${names}${more}. Add them here to have them in the space`
  return [{ path: summary, message }]
}

/** A directory below may be the space that was meant, when it has a table of contents and the one that is read has none. */
const summariesBelow = (config: SpaceConfig, paths: ReadonlySet<string>): SpacePlan["warnings"] => {
  const root = inRoot(config, "")
  const name = config.summary.split("/").at(-1)
  return Array.from(paths)
    .filter(
      (path) => path.startsWith(root) && path.slice(root.length).split("/").length === 2 && path.endsWith(`/${name}`)
    )
    .sort()
    .slice(0, mostNamed)
    .map((path) => {
      const directory = path.slice(0, path.lastIndexOf("/"))
      const message = `is the table of contents of ${directory}, and was not read: folders made the tree. To import that directory as the space, name it: --directory ${directory} on the command line, repoProjectDirectory in the API`
      return { path, message }
    })
}

type ReadPage = (path: string) => PageFacts | undefined

const outlineOf = (
  config: SpaceConfig,
  paths: ReadonlySet<string>,
  summaryText: string | undefined,
  read: ReadPage
): { nodes: OutlineNode[]; warnings: Summary["warnings"]; inferred: boolean } => {
  const summary = summaryText === undefined ? undefined : parseSummary(summaryText)
  if (summary !== undefined && summary.entries.length > 0) {
    const { nodes, warnings } = readOutline(summary, { root: config.root, readme: config.readme, paths })
    return { nodes, warnings: [...summary.warnings, ...warnings], inferred: false }
  }
  const nodes = inferOutline({ root: config.root, readme: config.readme, summary: config.summary, paths, read })
  return { nodes, warnings: [], inferred: true }
}

interface PageReader {
  read: ReadPage
  /** Everything that was read so far. */
  pages: Map<string, PageFacts>
}

const makePageReader = (texts: ReadonlyMap<string, string>, facts: SpaceInput["facts"]): PageReader => {
  const pages = new Map<string, PageFacts>()
  const read = (path: string): PageFacts | undefined => {
    const known = pages.get(path)
    if (known !== undefined) return known
    const text = texts.get(path)
    const page = facts?.get(path) ?? (text === undefined ? undefined : pageFactsOf(text))
    if (page === undefined) return undefined
    pages.set(path, page)
    return page
  }
  return { read, pages }
}

const planPages = (
  nodes: ReadonlyArray<OutlineNode>,
  parent: string,
  taken: SlugSet,
  reader: PageReader,
  warnings: SpacePlan["warnings"]
): PlannedPage[] =>
  nodes.map((node): PlannedPage => {
    const { kind, title, emoji, linkTitle, file, href, computed } = node
    const linked = kind === "link"
    const slug = linked ? "" : uniqueSlug(node.slug || titleToSlug(title) || "page", taken)
    const path = linked ? "" : parent === "" ? slug : `${parent}/${slug}`
    const fields = file === undefined ? undefined : readFields(file, reader, warnings)
    return {
      kind,
      title,
      ...(emoji !== undefined && { emoji }),
      ...(linkTitle !== undefined && { linkTitle }),
      slug,
      path,
      ...(file !== undefined && { file }),
      ...(fields !== undefined && { fields }),
      ...(href !== undefined && { href }),
      ...(computed !== undefined && { computed }),
      children: planPages(node.children, path, makeSlugSet(), reader, warnings)
    }
  })

const readFields = (file: string, reader: PageReader, warnings: SpacePlan["warnings"]): PageFields => {
  const frontmatter = reader.read(file)?.frontmatter
  if (frontmatter?.error !== undefined) warnings.push({ path: file, message: `frontmatter: ${frontmatter.error}` })
  const fields = pageFields(frontmatter?.data ?? Object.create(null))
  for (const message of fields.warnings) warnings.push({ path: file, message })
  return fields
}

/** What reusable content is called: by its header, its heading, or its file. */
export const includeTitle = (path: string, page: Pick<PageFacts, "frontmatter" | "title"> | undefined): string => {
  const title = page?.frontmatter?.data["title"]
  if (typeof title === "string" && title.trim() !== "") return title.trim()
  return page?.title?.text ?? path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "")
}

/**
 * Assets of the space, and any file of the directory that a page or an include refers to (`docs/contributing/dialect.md#files`): also Markdown
 * that no page shows. So a link that leads to something in the repository leads to something in the space.
 * @param settings files that say what the space is
 */
const findAssets = (
  config: SpaceConfig,
  files: ReadonlyArray<SpaceFile>,
  reader: PageReader,
  includes: ReadonlyArray<SpaceFile>,
  settings: ReadonlyArray<string>
): SpaceFile[] => {
  const referred = new Set<string>()
  for (const { path } of includes) reader.read(path)
  for (const [file, page] of reader.pages) {
    for (const href of page.hrefs) {
      const target = resolveHref(href, file)
      if (target.kind === "file") referred.add(target.path)
    }
  }
  for (const path of [...reader.pages.keys(), ...settings]) referred.delete(path)
  const assets = inRoot(config, ".gitbook/assets/")
  return files.filter(({ path }) => path.startsWith(assets) || referred.has(path))
}

/** A redirect whose file is gone stays in the list: the repository says so, and it must not fail an import. */
const planRedirects = (config: SpaceConfig, paths: ReadonlySet<string>, warnings: SpacePlan["warnings"]): Redirect[] =>
  config.redirects.map(({ source, destination }) => {
    const [named = "", ...anchor] = destination.split(/(?=#)/)
    const file = normalizePath(inRoot(config, named))
    const found = paths.has(file) || paths.has(`${file}/README.md`) || paths.has(`${file}.md`)
    if (!found) warnings.push({ path: CONFIG, message: `redirect ${JSON.stringify(source)} leads to no file` })
    return { source, destination: file + anchor.join("") }
  })
