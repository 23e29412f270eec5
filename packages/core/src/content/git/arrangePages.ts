/** Pages of a repository as records: which page each is, below what, in what order. Pure. */
import type { PlannedPage } from "@octavo/document"
import { makeId } from "../../kernel/shared/ids.ts"
import type { FileRecord, PageRecord, PathEntry, ReusableRecord } from "../revisions/model/Records.ts"
import { siblingsOrder } from "../revisions/model/SiblingOrder.ts"
import { toPageRecord } from "../revisions/pageRecord.ts"
import { withReferences } from "../revisions/references.ts"
import type { Origin, TreeEntry } from "./Git.ts"

/** What a revision knows by Git path. */
export interface Known {
  readonly pages: ReadonlyMap<string, PageRecord>
  readonly files: ReadonlyMap<string, FileRecord>
  readonly reusables: ReadonlyMap<string, ReusableRecord>
  /** All pages in the order of the tree, those without a path too; likewise all files and reusable contents. */
  readonly all: ReadonlyArray<PageRecord>
  readonly allFiles: ReadonlyArray<FileRecord>
  readonly allReusables: ReadonlyArray<ReusableRecord>
}

/** Git paths of all planned pages. */
export const filesOf = (planned: ReadonlyArray<PlannedPage>): ReadonlySet<string> => {
  const paths = new Set<string>()
  const collect = (pages: ReadonlyArray<PlannedPage>): void => {
    for (const page of pages) {
      if (page.file !== undefined) paths.add(page.file)
      collect(page.children)
    }
  }
  collect(planned)
  return paths
}

export interface Arranging {
  readonly entries: ReadonlyMap<string, TreeEntry>
  readonly known: Known
  /** What the content that this will be merged into knows: a file that is new to `known` may be a page there. */
  readonly elsewhere: Known
  readonly paths: ReadonlySet<string>
  /** Ids of pages whose files have other paths now, by these. */
  readonly renamed: ReadonlyMap<string, string>
  readonly bodyOf: (path: string) => { readonly hash: string; readonly size: number }
  readonly files: ReadonlyArray<FileRecord>
  readonly at: string
  readonly origin?: Origin | undefined
}

/** The records of all planned pages, with ids, parents and order keys. */
export const arrangePages = (planned: ReadonlyArray<PlannedPage>, world: Arranging): ReadonlyArray<PageRecord> => {
  const { known, renamed } = world
  const byId = new Map(known.all.map((page) => [page.id, page]))
  const children = new Map<string | null, Array<PageRecord>>()
  for (const page of known.all) {
    const siblings = children.get(page.parent)
    if (siblings === undefined) children.set(page.parent, [page])
    else siblings.push(page)
  }
  const used = new Set<string>()

  /** The page that this entry was: by file, by rename, or among its siblings by what it is. */
  const identify = (page: PlannedPage, parent: string | null): PageRecord | undefined => {
    const found =
      page.file !== undefined
        ? (known.pages.get(page.file) ?? byId.get(renamed.get(page.file) ?? ""))
        : (children.get(parent) ?? []).find(
            (old) =>
              !used.has(old.id) &&
              old.git === undefined &&
              old.type === page.kind &&
              (page.kind === "group" ? old.slug === page.slug : old.title === page.title || old.href === page.href)
          )
    return found === undefined || used.has(found.id) ? undefined : found
  }

  const newId = ({ file, slug, title }: PlannedPage, parent: string | null): string => {
    const id = world.origin?.idOf(file ?? `${parent} ${slug} ${title}`)
    return id === undefined || used.has(id) ? makeId() : id
  }

  const records: Array<PageRecord> = []
  const ids = new Map<string, string>()
  const place = (pages: ReadonlyArray<PlannedPage>, parent: string | null): void => {
    const siblings = pages.map((page) => {
      const old = identify(page, parent)
      const known = page.file === undefined ? undefined : world.elsewhere.pages.get(page.file)?.id
      const id = old?.id ?? (known === undefined || used.has(known) ? newId(page, parent) : known)
      used.add(id)
      if (page.file !== undefined) ids.set(page.file, id)
      return { page, old, id }
    })
    const orders = siblingsOrder(
      (children.get(parent) ?? []).map(({ id, order }) => ({ id, order })),
      siblings.map(({ id }) => id)
    )
    for (const [index, { page, old, id }] of siblings.entries()) {
      const entry = page.file === undefined ? undefined : world.entries.get(page.file)
      records.push(
        toPageRecord(page, {
          id,
          parent,
          order: orders[index]!,
          old,
          body: entry === undefined ? undefined : world.bodyOf(entry.path),
          git: entry === undefined ? undefined : { oid: entry.oid, path: entry.path },
          authors: entry === undefined ? [] : (world.origin?.authorsOf?.(entry.path) ?? []),
          at: world.origin?.changedAt(entry?.path) ?? world.at
        })
      )
      place(page.children, id)
    }
  }
  place(planned, null)
  const paths = new Map<string, PathEntry>()
  for (const { git, id } of world.files) if (git !== undefined) paths.set(git.path, { kind: "file", id })
  for (const [path, id] of ids) paths.set(path, { kind: "page", id })
  return records.map((record) => withReferences(record, (path) => paths.get(path)))
}
