/**
 * Which file of the repository each page, file and reusable content of a revision is, once it is exported
 * (`docs/contributing/dialect.md#files`). A page keeps its file until it is moved or gets another slug; what lies in its folder goes along. Pure.
 */
import { fileToSlug, titleToSlug } from "@octavo/document"
import type { PageRecord } from "../revisions/model/Records.ts"
import type { Known } from "./arrangePages.ts"

export interface ExportPaths {
  /** Git path by page, file or reusable content. A page that only holds others has none. */
  readonly of: ReadonlyMap<string, string>
  /** New path by the one that the content calls it by, of what was moved. */
  readonly moves: ReadonlyMap<string, string>
}

export interface PathRules {
  /** Directory of the content; empty for that of the space. */
  readonly root: string
  /** Path of the home page. */
  readonly readme: string
  /** Paths that are in use. */
  readonly taken: Iterable<string>
}

/** A page as it was when its file was read or written. */
export interface Origin {
  readonly page: PageRecord
  /** Whether it had pages below it. */
  readonly hadPages: boolean
}

/**
 * Pages as they were when the file that they are now was read or written, by id: what they differ in was edited since.
 * A page that has no file of its own yet may have one at the target.
 * @param base what the target holds
 * @param others what other places held when the space was last exported to them or imported from them
 */
export const originsOf = (base: Known, current: Known, others: ReadonlyArray<Known>): ReadonlyMap<string, Origin> => {
  const origins = new Map<string, Origin>()
  const pages = new Map(current.all.map((page) => [page.id, page]))
  for (const known of [base, ...others]) {
    const parents = parentsOf(known)
    for (const record of known.all) {
      const git = pages.get(record.id)?.git
      const isSame = record.git?.path === git?.path && record.git?.oid === git?.oid
      const isFirst = git === undefined && known === base
      if (!pages.has(record.id) || origins.has(record.id) || !(isSame || isFirst)) continue
      origins.set(record.id, { page: record, hadPages: parents.has(record.id) })
    }
  }
  return origins
}

/**
 * @param base content that the repository holds
 * @param current content that it is to hold, pages in the order of the tree
 * @param origins as `originsOf` gives them
 */
export const exportPaths = (
  base: Known,
  current: Known,
  origins: ReadonlyMap<string, Origin>,
  rules: PathRules
): ExportPaths => {
  const there = new Map([...base.all, ...base.allFiles, ...base.allReusables].map(({ git, id }) => [id, git?.path]))
  const children = new Map<string | null, Array<PageRecord>>()
  for (const page of current.all) children.set(page.parent, [...(children.get(page.parent) ?? []), page])
  const of = new Map<string, string>()
  const moves = new Map<string, string>()
  const parents = parentsOf(current)
  const { free, takes } = freePaths([
    ...rules.taken,
    ...[...current.all, ...current.allFiles, ...current.allReusables].flatMap(({ git }) => git?.path ?? [])
  ])
  const inRoot = (path: string) => (rules.root === "" ? path : `${rules.root}/${path}`)
  const top = inRoot("")

  const oldPath = ({ git, id }: Pick<PageRecord, "git" | "id">): string | undefined => git?.path ?? there.get(id)

  const isMoved = (page: PageRecord): boolean => {
    const was = origins.get(page.id)?.page
    if (was !== undefined) return was.parent !== page.parent || was.slug !== page.slug
    const path = oldPath(page)
    return path !== undefined && path !== rules.readme && !isSlugOf(page.slug, path)
  }

  /** Where new children go: beside those that are there, else into the folder of their parent. */
  const folderOf = (parent: string | null, otherwise: string, along: (path: string) => string): string => {
    const settled = (children.get(parent) ?? []).find(
      (page) => page.type === "document" && origins.has(page.id) && !isMoved(page) && oldPath(page) !== undefined
    )
    return settled === undefined || oldPath(settled) === rules.readme ? otherwise : around(along(oldPath(settled)!))
  }

  const pathOf = (page: PageRecord, folder: string, along: (path: string) => string): string | undefined => {
    const old = oldPath(page)
    const origin = origins.get(page.id)
    const was = origin?.page
    const holdsOnly = was !== undefined && was.git === undefined && page.body === undefined
    if (old === undefined && holdsOnly) return undefined
    if (old === rules.readme) return old
    const holds = parents.has(page.id)
    // what is its folder's README has become that, or is it by the habit of the repository
    const isFolder = old === undefined || (origin !== undefined && origin.hadPages !== holds) ? holds : isReadme(old)
    if (old !== undefined && !isMoved(page)) {
      const path = along(old)
      // the README of the content itself is in no folder of its own
      if (isReadme(path) === isFolder || path === `${top}README.md`) return path
      const other = turned(path)
      return other === there.get(page.id) || takes(other) ? other : path
    }
    const renamed = old === undefined || was === undefined || was.slug !== page.slug
    const name = renamed ? page.slug : nameOf(old)
    const path = isFolder ? `${folder}${name}/README.md` : `${folder}${name}.md`
    return path === old || path === there.get(page.id) ? path : free(path)
  }

  const place = (parent: string | null, folder: string, along: (path: string) => string): void => {
    for (const page of children.get(parent) ?? []) {
      if (page.type === "link") continue
      const path = page.type === "document" ? pathOf(page, folder, along) : undefined
      const old = oldPath(page)
      if (path !== undefined) of.set(page.id, path)
      if (path !== undefined && page.git !== undefined && path !== page.git.path) moves.set(page.git.path, path)
      const inside = path === undefined ? `${folder}${page.slug}/` : within(path)
      const from = old === undefined || path === undefined || old === path ? undefined : within(old)
      const next =
        from === undefined || from === ""
          ? along
          : (file: string) => (file.startsWith(from) ? inside + file.slice(from.length) : along(file))
      place(page.id, folderOf(page.id, inside, next), next)
    }
  }
  place(null, folderOf(null, top, same), same)

  for (const file of current.allFiles) {
    of.set(file.id, oldPath(file) ?? free(inRoot(`.gitbook/assets/${file.name}`)))
  }
  for (const reusable of current.allReusables) {
    const name = titleToSlug(reusable.title) || "content"
    of.set(reusable.id, oldPath(reusable) ?? free(inRoot(`.gitbook/includes/${name}.md`)))
  }
  return { of, moves }
}

/** Whether an import would give a page of this file the slug, or would have to tell it apart from others by a number. */
const isSlugOf = (slug: string, path: string): boolean => {
  const own = fileToSlug(path)
  return slug === own || (slug.startsWith(`${own}-`) && /^\d+$/.test(slug.slice(own.length + 1)))
}

const same = (path: string): string => path

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1)

const isReadme = (path: string): boolean => /(?:^|\/)README\.md$/i.test(path)

/** The folder that holds the page: of `X/README.md` it is that around `X`. */
const around = (path: string): string => (isReadme(path) ? parentOf(parentOf(path).slice(0, -1)) : parentOf(path))

/** The folder that holds the pages below the page. */
const within = (path: string): string => (isReadme(path) ? parentOf(path) : `${path.replace(/\.[^./]*$/, "")}/`)

/** Name of a page without its ending; of `X/README.md` it is `X`. */
const nameOf = (path: string): string => {
  const file = isReadme(path) ? parentOf(path).slice(0, -1) : path.replace(/\.[^./]*$/, "")
  return file.slice(file.lastIndexOf("/") + 1)
}

/** The file of a page that becomes its folder's README, and of a README whose folder holds no other page. */
const turned = (path: string): string =>
  isReadme(path) ? `${parentOf(path).slice(0, -1)}.md` : `${within(path)}README.md`

/** Pages that documents stand below: others have no file. */
const parentsOf = ({ all }: Known): ReadonlySet<string | null> =>
  new Set(all.flatMap(({ parent, type }) => (type === "document" ? [parent] : [])))

/** Paths that differ in letter case alone are one file on many machines. */
const freePaths = (taken: Iterable<string>) => {
  const used = new Set(Array.from(taken, (path) => path.toLowerCase()))
  /** Takes the path; `false` when something has it. */
  const takes = (path: string): boolean => {
    const isFree = !used.has(path.toLowerCase())
    used.add(path.toLowerCase())
    return isFree
  }
  /** Takes the path, or the next one like it that is free. */
  const free = (path: string): string => {
    const [, stem, rest] = /^(.*?)(\/README\.md|\.[^./]*|)$/is.exec(path)!
    let next = path
    for (let count = 1; !takes(next); count++) next = `${stem}-${count}${rest}`
    return next
  }
  return { free, takes }
}
