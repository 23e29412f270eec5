/** Redirects of `octavo.yaml` that lead back to where they begin, as those who follow them on the site find it. Pure. */

import { basename } from "node:path"
import { keysOf, mostHops, segmentsOf, sourceKey, sourceOf } from "@octavo/core/delivery/redirects/source"
import { slug } from "@octavo/core/delivery/sites/names"
import { type Project, pathOf, redirectTo, sectionsOf, variantsOf } from "../project.ts"
import type { LintedFolder } from "./lintFolders.ts"

/** Where redirects lead, by the keys of their sources. */
type Targets = Map<string, { readonly to: ReadonlyArray<string>; readonly hasRest: boolean }>

const sourceIn = (from: string): string => from.replace(/\/\*$/, "")

const nearestTo = (targets: Targets, segments: ReadonlyArray<string>): string | undefined => {
  const [own, ...above] = keysOf(segments)
  return own !== undefined && targets.has(own) ? own : above.find((key) => targets.get(key)?.hasRest === true)
}

/** The way from a path back to it, or on without an end; `undefined` where it ends. A page goes before a redirect. */
const wayBack = (
  targets: Targets,
  asked: ReadonlyArray<string>,
  pages: ReadonlySet<string>
): ReadonlyArray<string> | undefined => {
  const way: Array<string> = []
  for (let segments = asked; way.length <= mostHops; ) {
    const path = sourceOf(segments)
    if (way.includes(path)) return [...way, path]
    way.push(path)
    const nearest = pages.has(path) ? undefined : nearestTo(targets, segments)
    if (nearest === undefined) return undefined
    segments = [...targets.get(nearest)!.to, ...segments.slice(nearest.split("/").length - 1)]
  }
  return way
}

/** Each circle once: at the redirect that closes it, without which the others end. */
export const lintRedirects = (
  project: Project,
  folders: ReadonlyArray<LintedFolder>
): ReadonlyArray<{ readonly from: string; readonly message: string }> => {
  const redirects = Object.entries(project.redirects ?? {})
  const pages = redirects.length === 0 ? new Set<string>() : pathsOfSite(project, folders)
  const targets: Targets = new Map()
  return redirects.flatMap(([from, target]) => {
    const { to } = redirectTo(target)
    const asked = segmentsOf(sourceIn(from))
    // one that leads to another host ends there
    const segments = to.startsWith("/") ? segmentsOf(to) : undefined
    if (asked === undefined || segments === undefined) return []
    const key = sourceKey(sourceIn(from))
    targets.set(key, { to: segments, hasRest: from.endsWith("/*") })
    const way = wayBack(targets, asked, pages)
    if (way === undefined) return []
    targets.delete(key)
    return [{ from, message: `It leads nowhere, but on and on (${way.join(" > ")}): lead one of these to a page` }]
  })
}

/** Paths of the pages that a project's site has, each with a slash at its beginning. */
const pathsOfSite = (project: Project, folders: ReadonlyArray<LintedFolder>): ReadonlySet<string> => {
  const paths = new Set<string>()
  const nameOf = (title: string | undefined, folder: string) => slug(title ?? basename(folder), "section")
  for (const [n, section] of sectionsOf(project).entries()) {
    const variants = variantsOf(section, [])
    const own = n === 0 ? "" : `/${section.path ?? nameOf(section.title, pathOf(variants[0]!.variant))}`
    for (const [m, { variant }] of variants.entries()) {
      const root = m === 0 ? own : `${own}/${variant.path ?? nameOf(variant.title, pathOf(variant))}`
      const pages = folders.find(({ folder }) => folder === pathOf(variant))?.plan.pages ?? []
      paths.add(root)
      const add = (planned: typeof pages): void => {
        for (const { children, kind, path } of planned) {
          if (kind === "document" || kind === "computed") paths.add(sourceOf(segmentsOf(`${root}/${path}`) ?? []))
          add(children)
        }
      }
      add(pages)
    }
  }
  return paths
}
