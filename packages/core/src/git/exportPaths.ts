/**
 * Which file of the repository each page, file and reusable content of a revision is, once it is exported (sections e
 * and i). A page keeps its file until it is moved or gets another slug; what lies in its folder goes along. Pure.
 */
import { titleToSlug } from "@octavo/document"
import type { PageRecord } from "../content/model/Records.ts"
import type { Known } from "./arrangePages.ts"

export interface ExportPaths {
  /** Git path by page, file or reusable content. A page that only holds others has none. */
  readonly of: ReadonlyMap<string, string>
  /** New path by old one, of what was moved. */
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

/**
 * @param base content that the repository holds
 * @param current content that it is to hold, pages in the order of the tree
 */
export const exportPaths = (base: Known, current: Known, rules: PathRules): ExportPaths => {
  const before = new Map(base.all.map((page) => [page.id, page]))
  const children = new Map<string | null, Array<PageRecord>>()
  for (const page of current.all) children.set(page.parent, [...(children.get(page.parent) ?? []), page])
  const of = new Map<string, string>()
  const moves = new Map<string, string>()
  const free = freePath(rules.taken)
  const inRoot = (path: string) => (rules.root === "" ? path : `${rules.root}/${path}`)

  const oldPath = ({ git, id }: PageRecord): string | undefined => before.get(id)?.git?.path ?? git?.path

  const isMoved = (page: PageRecord): boolean => {
    const was = before.get(page.id)
    return was !== undefined && (was.parent !== page.parent || was.slug !== page.slug)
  }

  /** Where new children go: beside those that are there, else into the folder of their parent. */
  const folderOf = (parent: string | null, otherwise: string, along: (path: string) => string): string => {
    const settled = (children.get(parent) ?? []).find(
      (page) => page.type === "document" && !isMoved(page) && before.has(page.id) && oldPath(page) !== undefined
    )
    return settled === undefined || oldPath(settled) === rules.readme ? otherwise : around(along(oldPath(settled)!))
  }

  const pathOf = (page: PageRecord, folder: string, along: (path: string) => string): string | undefined => {
    const old = oldPath(page)
    const was = before.get(page.id)
    const holdsOnly = was !== undefined && was.git === undefined && page.body === undefined
    if (old === undefined && holdsOnly) return undefined
    if (old === rules.readme) return old
    if (old !== undefined && !isMoved(page)) return along(old)
    const isFolder = old === undefined ? children.has(page.id) : /(?:^|\/)README\.md$/i.test(old)
    const renamed = old === undefined || was?.slug !== page.slug
    const name = renamed ? page.slug : nameOf(old)
    const path = isFolder ? `${folder}${name}/README.md` : `${folder}${name}.md`
    return path === old ? old : free(path)
  }

  const place = (parent: string | null, folder: string, along: (path: string) => string): void => {
    for (const page of children.get(parent) ?? []) {
      if (page.type === "link") continue
      const path = page.type === "document" ? pathOf(page, folder, along) : undefined
      const old = oldPath(page)
      if (path !== undefined) of.set(page.id, path)
      if (path !== undefined && old !== undefined && path !== old) moves.set(old, path)
      const inside = path === undefined ? `${folder}${page.slug}/` : within(path)
      const from = old === undefined || path === undefined || old === path ? undefined : within(old)
      const next =
        from === undefined || from === ""
          ? along
          : (file: string) => (file.startsWith(from) ? inside + file.slice(from.length) : along(file))
      place(page.id, folderOf(page.id, inside, next), next)
    }
  }
  const top = inRoot("")
  place(null, folderOf(null, top, same), same)

  for (const { git, id, name } of current.allFiles) {
    const old = base.allFiles.find((file) => file.id === id)?.git?.path ?? git?.path
    of.set(id, old ?? free(inRoot(`.gitbook/assets/${name}`)))
  }
  for (const { git, id, title } of current.allReusables) {
    const old = base.allReusables.find((one) => one.id === id)?.git?.path ?? git?.path
    of.set(id, old ?? free(inRoot(`.gitbook/includes/${titleToSlug(title) || "content"}.md`)))
  }
  return { of, moves }
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

/** Paths that differ in letter case alone are one file on many machines. */
const freePath = (taken: Iterable<string>): ((path: string) => string) => {
  const used = new Set(Array.from(taken, (path) => path.toLowerCase()))
  return (path) => {
    const [, stem, rest] = /^(.*?)(\/README\.md|\.[^./]*|)$/is.exec(path)!
    let next = path
    for (let count = 1; used.has(next.toLowerCase()); count++) next = `${stem}-${count}${rest}`
    used.add(next.toLowerCase())
    return next
  }
}
