/** What is wrong among the files of a space: links, files, includes, addresses. Pure. */
import { parseSpaceConfig } from "../config.ts"
import { encodeHref, isMarkdown, normalizePath, relativeHref, resolveHref } from "../links.ts"
import { headingAnchor, titleToSlug } from "../slug.ts"
import { type PlannedPage, planSpace, type SpaceFile, type SpacePlan, settingsPaths } from "../space.ts"
import { type LintLink, lintPage, type PageLint } from "./lintPage.ts"
import { lintSettings } from "./lintSettings.ts"
import type { LintProblem, LintRule } from "./rules.ts"
import { isSilenced, type Silence, silencedInYaml, wholeFile } from "./silenced.ts"

export interface LintInput {
  files: ReadonlyArray<SpaceFile>
  /** Of the settings files, by path. */
  settings: ReadonlyMap<string, string>
  /** What each Markdown file says, by path. */
  pages: ReadonlyMap<string, PageLint>
  /** Whether a path that leaves the folder leads to a page, and what of it links may name. */
  outside?: ((path: string) => Pick<PageLint, "anchors" | "isOpen"> | undefined) | undefined
}

export interface LintedSpace {
  problems: LintProblem[]
  plan: SpacePlan
  /** Files of the folder that pages show as descriptions of APIs, for whoever reads these. */
  descriptions: ReadonlySet<string>
  /** Links to other hosts, for whoever asks these. */
  external: ReadonlyArray<{ path: string; link: LintLink; url: string }>
}

export const lintSpace = ({ files, outside, pages, settings }: LintInput): LintedSpace => {
  const facts = new Map(Array.from(pages, ([path, page]) => [path, page.facts]))
  const plan = planSpace({ files, texts: settings, facts })
  const problems: LintProblem[] = []
  const inSettings = new Map<string, ReadonlyArray<Silence>>()
  const silencedAt = (path: string): ReadonlyArray<Silence> => {
    const known = pages.get(path)?.silenced ?? inSettings.get(path)
    if (known !== undefined) return known
    const text = settings.get(path) ?? ""
    // a table of contents is Markdown, whatever it is called
    const silenced = path === plan.summary ? lintPage(text).silenced : silencedInYaml(text)
    inSettings.set(path, silenced)
    return silenced
  }
  const add: Space["add"] = (rule, path, at, message, fix) => {
    const from = at.start === 0 && at.end === 0 ? wholeFile : at.start
    if (isSilenced(silencedAt(path), rule, from)) return
    const { end, repeats = [], start } = at
    problems.push({ rule, path, start, end, message, ...(fix !== undefined && { fix, repeats }) })
  }
  const space = { files, outside, pages, plan, paths: new Set(files.map(({ path }) => path)), add }
  const read = readFiles(plan)
  const external: Array<{ path: string; link: LintLink; url: string }> = []
  const descriptions = new Set<string>()
  // what entries lead to within the space is said by the plan
  for (const path of plan.summary === undefined ? [] : [plan.summary]) {
    for (const link of pages.get(path)?.links ?? []) {
      const target = resolveHref(link.href, path)
      if (target.kind === "external" && !isSilenced(pages.get(path)!.silenced, "external-link", link.start))
        external.push({ path, link, url: target.url })
    }
  }
  for (const path of read) {
    const page = pages.get(path)
    if (page === undefined) continue
    for (const problem of page.problems) problems.push({ ...problem, path })
    for (const link of page.links) {
      const target = resolveHref(link.href, path)
      if (link.kind === "openapi" && target.kind === "file" && space.paths.has(target.path))
        descriptions.add(target.path)
      if (target.kind !== "external") lintLink(space, path, link)
      else if (!isSilenced(page.silenced, "external-link", link.start)) external.push({ path, link, url: target.url })
    }
  }
  lintCycles(space)
  lintSettings(plan, settings, space.paths, add)
  lintPages(space, settings)
  lintFiles(space, read)
  return { problems, plan, descriptions, external }
}

interface Space extends Pick<LintInput, "files" | "outside" | "pages"> {
  plan: SpacePlan
  paths: ReadonlySet<string>
  add: (rule: LintRule, path: string, at: Place & Pick<LintLink, "repeats">, message: string, fix?: string) => void
}

interface Place {
  start: number
  end: number
}

const top: Place = { start: 0, end: 0 }

/** Files whose text is shown: pages, and what they include. */
const readFiles = ({ pages, reusableContents }: SpacePlan): ReadonlySet<string> => {
  const read = new Set(reusableContents.map(({ path }) => path))
  const walk = (list: ReadonlyArray<PlannedPage>): void => {
    for (const { children, file } of list) {
      if (file !== undefined) read.add(file)
      walk(children)
    }
  }
  walk(pages)
  return read
}

const quote = (text: string): string => JSON.stringify(text)

const lintLink = (space: Space, path: string, link: LintLink): void => {
  const { add, outside, pages, paths } = space
  const target = resolveHref(link.href, path)
  const exact = (fix: string | undefined) => (link.isExact ? fix : undefined)
  switch (target.kind) {
    case "anchor": {
      const page = pages.get(path)
      // reusable content is shown on pages that have other headings
      if (page !== undefined && !isInclude(space, path)) lintAnchor(space, path, link, target.anchor, page, "")
      return
    }
    case "file": {
      const there = pages.get(target.path)
      if (there !== undefined) {
        if (target.anchor !== undefined && target.anchor !== "") {
          const before = link.href.slice(0, link.href.indexOf("#"))
          lintAnchor(space, path, link, target.anchor, there, before)
        }
        return
      }
      if (paths.has(target.path)) return
      const fix = nearest(space, path, link, target.path)
      const suffix = link.href.slice(/[?#]|$/.exec(link.href)!.index)
      const hint = fix === undefined ? nameOne : `write ${fix}${suffix}`
      const rule = ruleOf(link, target.path)
      const what = rule === "missing-include" ? "reusable content" : rule === "broken-link" ? "page" : "file"
      add(rule, path, link, `There is no ${what} ${quote(link.href)}: ${hint}`, exact(fix && fix + suffix))
      return
    }
    case "outside": {
      const there = outside?.(target.path)
      const rule = ruleOf(link, target.path)
      if (there === undefined) add(rule, path, link, `${quote(link.href)} leads out of the folder: ${nameOne}`)
      else if (target.anchor) lintAnchor(space, path, link, target.anchor, there, link.href.split("#")[0]!)
      return
    }
    case "absolute": {
      const named = normalizePath(target.path)
      if (link.kind === "include") {
        const fix = paths.has(named) ? relativeHref(path, named) : undefined
        const hint = fix === undefined ? nameOne : `write ${fix}`
        add("missing-include", path, link, `${quote(link.href)} leads out of the folder: ${hint}`, exact(fix))
        return
      }
      if (!paths.has(named)) return
      // the host may have a file of that name: who writes knows which is meant
      const written = relativeHref(path, named) + link.href.slice(/[?#]|$/.exec(link.href)!.index)
      const message = `${quote(link.href)} leads to the root of the host: write ${written} for the file of the folder`
      add("absolute-path", path, link, message)
      return
    }
    case "broken":
      add("broken-link", path, link, `${quote(link.href)} is what is left of a link to a page that is gone: ${nameOne}`)
  }
}

const isInclude = ({ plan }: Space, path: string): boolean =>
  plan.reusableContents.some((content) => content.path === path)

const nameOne = "name one that is there"

/** What is wrong with a link to something that is not there. */
const ruleOf = (link: LintLink, path: string): LintRule =>
  link.kind === "include" ? "missing-include" : isPageLink(link, path) ? "broken-link" : "missing-file"

const loadedKinds: ReadonlySet<LintLink["kind"]> = new Set([
  "image",
  "file",
  "cover",
  "cardCover",
  "tableFile",
  "openapi"
])

/** Whether a page is looked for, and not a file to load or show. */
const isPageLink = ({ kind }: LintLink, path: string): boolean =>
  !loadedKinds.has(kind) && (isMarkdown(path) || !/\.[a-z0-9]{1,5}$/i.test(path))

const lintAnchor = (
  space: Space,
  path: string,
  link: LintLink,
  anchor: string,
  { anchors, isOpen }: Pick<PageLint, "anchors" | "isOpen">,
  before: string
): void => {
  if (isOpen || anchors.has(anchor) || hasIn(space, path, link, anchor)) return
  // written as the heading is, or by the rule of another tool
  const plain = (text: string) =>
    headingAnchor(text)
      .replace(/[-_.]+/g, "-")
      .replace(/^id-(?=\d)/, "")
  const wanted = plain(anchor)
  const near = wanted === "" ? [] : [...anchors].filter((one) => plain(one) === wanted)
  const fix = near.length === 1 ? `${before}#${encodeHref(near[0]!)}` : undefined
  const hint = fix === undefined ? nameOne : `write ${fix}`
  space.add("broken-anchor", path, link, `There is no heading #${anchor}: ${hint}`, link.isExact ? fix : undefined)
}

/** Whether reusable content that the page shows has the heading, or whatever it shows is not known. */
const hasIn = ({ pages }: Space, path: string, link: LintLink, anchor: string): boolean => {
  const target = resolveHref(link.href, path)
  const from = target.kind === "file" ? target.path : path
  const seen = new Set<string>()
  const looked = (file: string): boolean => {
    if (seen.has(file)) return false
    seen.add(file)
    const page = pages.get(file)
    if (page === undefined) return false
    if (file !== from && (page.isOpen || page.anchors.has(anchor))) return true
    return includesOf(page, file).some(looked)
  }
  return looked(from)
}

const includesOf = (page: PageLint, path: string): ReadonlyArray<string> =>
  page.links.flatMap(({ href, kind }) => {
    const target = kind === "include" ? resolveHref(href, path) : undefined
    return target?.kind === "file" ? [target.path] : []
  })

/**
 * The one file that was meant: of the same path in another case, without its extension or with that of the page that
 * others make of it, or the page of a folder, which may be its index.
 */
const nearest = ({ paths }: Space, from: string, { kind }: LintLink, wanted: string): string | undefined => {
  const all = [wanted, `${wanted}.md`, `${wanted}/README.md`, `${wanted}/index.md`]
  if (/(?:^|\/)README\.md$/.test(wanted)) all.push(wanted.replace(/README\.md$/, "index.md"))
  // an index may be of what another tool writes there
  if (!loadedKinds.has(kind) && !/(?:^|\/)index\.html$/i.test(wanted)) all.push(wanted.replace(/\.html$/i, ".md"))
  const names = new Set(all.map((path) => path.toLowerCase()))
  const found = [...paths].filter((path) => names.has(path.toLowerCase()))
  return found.length === 1 ? relativeHref(from, found[0]!) : undefined
}

/** Each cycle once, at the include that closes it. */
const lintCycles = ({ add, pages }: Space): void => {
  const done = new Set<string>()
  const walk = (path: string, above: ReadonlyArray<string>): void => {
    if (done.has(path)) return
    const page = pages.get(path)
    if (page === undefined) return
    for (const link of page.links) {
      const target = link.kind === "include" ? resolveHref(link.href, path) : undefined
      if (target?.kind !== "file") continue
      const way = [...above, path]
      const at = way.indexOf(target.path)
      if (at === -1) walk(target.path, way)
      else {
        const circle = [...way.slice(at), target.path].join(" > ")
        add("include-cycle", path, link, `It includes itself (${circle}): take one of these includes out`)
      }
    }
    done.add(path)
  }
  for (const path of pages.keys()) walk(path, [])
}

/** Addresses that a number tells apart, and pages that the table of contents leaves out. */
const lintPages = (space: Space, settings: ReadonlyMap<string, string>): void => {
  const { add, files, pages, plan } = space
  const named = new Set<string>()
  const walk = (list: ReadonlyArray<PlannedPage>): void => {
    const slugs = new Map(list.map((page) => [page.slug, page]))
    for (const { children, file, slug, title } of list) {
      if (file !== undefined) named.add(file)
      const [, base, number] = /^(.+)-(\d+)$/.exec(slug) ?? []
      const other = base === undefined ? undefined : slugs.get(base)
      const isOwn = [titleToSlug(title), titleToSlug(baseOf(file ?? ""))].includes(slug)
      if (file !== undefined && number !== undefined && other !== undefined && !isOwn) {
        const owner = other.file ?? quote(other.title)
        add(
          "duplicate-slug",
          file,
          top,
          `Its address ends in ${slug}, because ${owner} has ${base}: give one of them another name`
        )
      }
      walk(children)
    }
  }
  walk(plan.pages)
  if (plan.summary === undefined) return
  const { root } = parseSpaceConfig(settings.get(".gitbook.yaml") ?? "")
  const inside = root === "" ? "" : `${root}/`
  const others = new Set(
    plan.reusableContents.map(({ path }) => path).concat(Object.values(settingsPaths(plan.config)))
  )
  for (const { path } of files) {
    const isHidden = path.split("/").some((name) => name.startsWith("."))
    if (isHidden || !pages.has(path) || !path.startsWith(inside) || named.has(path) || others.has(path)) continue
    add(
      "not-in-summary",
      path,
      top,
      `${plan.summary} does not name this page, so that it is none of the docs: add it there`
    )
  }
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "")

/** Files that the space keeps, and that nothing shows. */
const lintFiles = ({ add, pages, plan }: Space, read: ReadonlySet<string>): void => {
  const shown = new Set<string>()
  for (const path of read) {
    for (const { href } of pages.get(path)?.links ?? []) {
      const target = resolveHref(href, path)
      if (target.kind === "file") shown.add(target.path)
    }
  }
  for (const { path } of plan.files) {
    if (!shown.has(path)) add("unused-file", path, top, "Nothing shows this file: take it out, or link to it")
  }
}
