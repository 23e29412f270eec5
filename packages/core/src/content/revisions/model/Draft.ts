/** A revision with edits on top, not yet written: what edits are decided on. Lives for one call. */
import type { TagDefinition } from "@octavo/document"
import type { Lookup } from "./Nodes.ts"
import { childrenIndex } from "./PageTree.ts"
import { get } from "./PersistentMap.ts"
import type { FileRecord, PageRecord, ReusableRecord, RevisionRoot, SettingsTexts } from "./Records.ts"
import { compareOrder, type Ordered } from "./SiblingOrder.ts"

/** Records set or, where `undefined`, removed since the base. */
type Overlay<A> = Map<string, A | undefined>

export interface Draft {
  readonly pages: ReadonlyMap<string, PageRecord | undefined>
  readonly files: Overlay<FileRecord>
  readonly reusableContents: Overlay<ReusableRecord>
  variables: Readonly<Record<string, string>> | undefined
  tags: ReadonlyArray<TagDefinition> | undefined
  settings: { readonly texts: SettingsTexts | undefined; readonly of?: string } | undefined
  readonly page: (id: string) => PageRecord | undefined
  readonly file: (id: string) => FileRecord | undefined
  readonly reusableContent: (id: string) => ReusableRecord | undefined
  /** Children in order. */
  readonly children: (parent: string | null) => ReadonlyArray<Ordered>
  readonly setPage: (page: PageRecord) => void
  /** Removes a page and all below it. */
  readonly removePage: (id: string) => void
}

export const makeDraft = (lookup: Lookup, base: RevisionRoot): Draft => {
  const pages: Overlay<PageRecord> = new Map()
  const files: Overlay<FileRecord> = new Map()
  const reusableContents: Overlay<ReusableRecord> = new Map()
  // ids of `pages` by parent, so that the children of one page do not cost a walk over all edits
  const placed = new Map<string | null, Set<string>>()

  const page = (id: string) => (pages.has(id) ? pages.get(id) : get(lookup, base.pages, id))

  const set = (id: string, next: PageRecord | undefined) => {
    const previous = pages.get(id)
    if (previous !== undefined) placed.get(previous.parent)?.delete(id)
    pages.set(id, next)
    if (next === undefined) return
    const siblings = placed.get(next.parent)
    if (siblings === undefined) placed.set(next.parent, new Set([id]))
    else siblings.add(id)
  }

  const children = (parent: string | null): ReadonlyArray<Ordered> => {
    const kept: Array<Ordered> = childrenIndex(lookup, base, parent).filter(({ id }) => !pages.has(id))
    for (const id of placed.get(parent) ?? []) kept.push(pages.get(id)!)
    return kept.sort(compareOrder)
  }

  return {
    pages,
    files,
    reusableContents,
    variables: undefined,
    tags: undefined,
    settings: undefined,
    page,
    file: (id) => (files.has(id) ? files.get(id) : get(lookup, base.files, id)),
    reusableContent: (id) =>
      reusableContents.has(id) ? reusableContents.get(id) : get(lookup, base.reusableContents, id),
    children,
    setPage: (next) => set(next.id, next),
    removePage: (id) => {
      const going = [id]
      for (const each of going) {
        for (const child of children(each)) going.push(child.id)
        set(each, undefined)
      }
    }
  }
}
