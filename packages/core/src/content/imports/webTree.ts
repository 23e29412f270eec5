/** Pages of a website as a tree of Markdown files with a table of contents. */
import { printSummary, relativeHref, type SummaryNode, titleToSlug } from "@octavo/document"
import { Effect, Stream } from "effect"
import { computeAsking } from "../../kernel/compute/Compute.ts"
import { utf8 } from "../../kernel/shared/hash.ts"
import { GitError } from "../git/Git.ts"
import { type HtmlTarget, htmlFile } from "./htmlTasks.ts"
import type { SourceTree } from "./SourceTree.ts"
import { pageKey, parentsOf, type WebPage, type Website } from "./website.ts"

const summary = "SUMMARY.md"

/** Links between the pages lead from file to file; others, and pictures, stay as they are. */
export const webTree = ({ pages, redirects }: Pick<Website, "pages" | "redirects">): SourceTree => {
  const paths = pathsOf(pages)
  const byKey = new Map(pages.map(({ url }, i) => [pageKey(url), paths[i]!]))
  const files = new Map<string, Effect.Effect<string, GitError>>([
    [summary, Effect.sync(() => printSummary("", [], outlineOf(pages, paths)))]
  ])
  for (const [i, page] of pages.entries()) {
    const path = paths[i]!
    const hrefOf = ({ kind, url }: HtmlTarget): string => {
      if (kind === "image" || !/^https?:/u.test(url)) return url
      const key = pageKey(url)
      const to = byKey.get(redirects.get(key) ?? key)
      return to === undefined ? url : relativeHref(path, to, new URL(url).hash.slice(1) || undefined)
    }
    files.set(path, fileOf(page, hrefOf))
  }
  const textOf = ({ path }: { readonly path: string }) => Effect.map(files.get(path)!, (text) => utf8.encode(text))
  return {
    snapshot: {
      tree: "",
      entries: Array.from(files.keys(), (path) => ({ path, oid: path, size: 0 })),
      skipped: [],
      read: textOf,
      stream: (entry) => Stream.fromEffect(textOf(entry))
    },
    sources: new Map(pages.map(({ url }, i) => [paths[i]!, url]))
  }
}

const fileOf = ({ html, url }: WebPage, hrefOf: (target: HtmlTarget) => string) =>
  computeAsking(
    htmlFile,
    { html, address: url },
    (targets: ReadonlyArray<HtmlTarget>) => Effect.sync(() => targets.map(hrefOf)),
    html.length
  ).pipe(
    Effect.catch(() => Effect.succeed(undefined)),
    Effect.flatMap((text) =>
      text === undefined
        ? Effect.fail(new GitError({ reason: "Failed", message: `${JSON.stringify(url)} can't be read as a page.` }))
        : Effect.succeed(text)
    )
  )

/** A file for each page, named after its address; the page of the folder that was asked for after its title. */
const pathsOf = (pages: ReadonlyArray<WebPage>): ReadonlyArray<string> => {
  const taken = new Set([summary.toLowerCase(), "readme.md"])
  const [first] = pages
  const folder = first === undefined ? "" : new URL(first.url).pathname.replace(/(?<![^/])[^/]*$/u, "")
  return pages.map(({ title, url }) => {
    const { pathname } = new URL(pageKey(url))
    const names = pathname.startsWith(folder) ? pathname.slice(folder.length).split("/").map(nameOf) : []
    const base = names.filter((name) => name !== "").join("/") || titleToSlug(title) || "page"
    let path = `${base}.md`
    for (let n = 1; taken.has(path.toLowerCase()); n++) path = `${base}-${n}.md`
    taken.add(path.toLowerCase())
    return path
  })
}

const nameOf = (segment: string): string => {
  let name = segment
  try {
    name = decodeURIComponent(segment)
  } catch {
    // it is shown as it is written
  }
  return name.replace(/[^\p{L}\p{N}\p{M}_-]+/gu, "-").replace(/^-+|(?<!-)-+$/g, "")
}

const outlineOf = (pages: ReadonlyArray<WebPage>, paths: ReadonlyArray<string>): Array<SummaryNode> => {
  const parents = parentsOf(pages)
  const nodes = pages.map(
    ({ title }, i): SummaryNode => ({ id: paths[i]!, kind: "page", title, path: paths[i]!, children: [] })
  )
  const roots: Array<SummaryNode> = []
  for (const [i, node] of nodes.entries()) {
    const parent = parents[i]
    ;(parent === undefined ? roots : nodes[parent]!.children).push(node)
  }
  return roots
}
