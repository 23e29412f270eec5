/** What a copy of a page with all that is below it is made of, in batches. Pure. */
import type { ContentChange, DocumentPage, Page } from "./api.ts"
import { copyTitle, findPage, type TreePages, withBelow } from "./pageTree.ts"
import { mostChanges } from "./treeEdits.ts"

/** A page as it is read for a copy: documents have their texts as Markdown. */
export type CopiedPage = Exclude<Page, { readonly type: "computed" }>

export interface CopyPlan {
  /** Ids of the pages that are copied with each batch, each after the one that it is below. */
  readonly parts: ReadonlyArray<ReadonlyArray<string>>
  /**
   * The changes of a batch.
   * @param read its pages
   * @param copies ids of the copies that are there, by those of their pages
   */
  readonly changes: (
    read: ReadonlyArray<CopiedPage>,
    copies: ReadonlyMap<string, string>
  ) => ReadonlyArray<ContentChange>
}

/** Name within a batch of the copy of a page. */
export const copyRef = (id: string): string => `copy of ${id}`

/** A copy stands after its page. `undefined` for what is not there, and for what is computed. */
export const copyPlan = (pages: TreePages, id: string): CopyPlan | undefined => {
  const found = findPage(pages, id)
  if (found === undefined || found.page.type === "computed") return undefined
  const all = withBelow(found.page).filter(({ type }) => type !== "computed")
  const parents = new Map(all.flatMap((page) => (page.pages ?? []).map((child) => [child.id, page.id])))
  // a page with a text takes two changes: a heading in it says the title that it once had
  const size = mostChanges / 2
  return {
    parts: Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
      all.slice(part * size, (part + 1) * size).map((page) => page.id)
    ),
    changes: (read, copies) =>
      read.flatMap((page): ReadonlyArray<ContentChange> => {
        const { place, siblings } = found
        const parent = parents.get(page.id) ?? id
        const inserted =
          page.id === id
            ? insertCopy(pages, page, place.into, place.at + 1)
            : insertCopy(pages, page, copies.get(parent) ?? copyRef(parent), undefined)
        const title = page.id === id ? copyTitle(siblings, page.title || "Untitled") : page.title
        return page.type === "document" && title !== ""
          ? [inserted, { operation: "update_page", page: copyRef(page.id), title }]
          : [{ ...inserted, title: title || "Untitled" }]
      })
  }
}

/** Where a copy of a link leads: to the same, or to the address of what is not there any more, broken as it was. */
const leadsTo = (pages: TreePages, target: Extract<Page, { readonly type: "link" }>["target"]) => {
  const page =
    (target.kind === "page" || target.kind === "anchor") && target.space === undefined ? target.page : undefined
  return page === undefined || findPage(pages, page) !== undefined ? { target } : { url: `/pages/${page}` }
}

/** How a page is laid out of which nothing is said. */
const plainLayout: Readonly<Record<string, unknown>> = { width: "default", coverSize: "hero", coverMask: "none" }

/** Parts of a layout that are not as they are by themselves: shown. */
const layoutOf = (layout: DocumentPage["layout"]) => {
  const parts = Object.entries(layout).filter(([part, value]) => value !== (plainLayout[part] ?? true))
  return parts.length === 0 ? undefined : Object.fromEntries(parts)
}

type Insertion = Extract<ContentChange, { readonly operation: "insert_page" | "insert_group" | "insert_link" }>

/** What the text says of a page in its header goes before the fields beside it. */
const insertCopy = (pages: TreePages, page: CopiedPage, into: string | null, at: number | undefined): Insertion => {
  const { emoji, hidden, icon, type } = page
  const title = page.title || "Untitled"
  const common = { ref: copyRef(page.id), into, title, ...present({ at, emoji, hidden, icon }) }
  switch (type) {
    case "group": {
      const { noIndex, noRobotsIndex } = page
      return { operation: "insert_group", ...common, ...present({ noIndex, noRobotsIndex }) }
    }
    case "link":
      return { operation: "insert_link", ...common, ...leadsTo(pages, page.target) }
    case "document": {
      const { condition, cover, description, markdown = "", metaLinks, noIndex, noRobotsIndex, tags, variables } = page
      return {
        operation: "insert_page",
        ...common,
        document: { markdown },
        ...present({ condition, cover, description, metaLinks, noIndex, noRobotsIndex, variables }),
        ...present({ layout: layoutOf(page.layout), tags: tags.length === 0 ? undefined : tags })
      }
    }
  }
}

/** The fields that have a value. */
const present = <Fields extends object>(fields: Fields): { [K in keyof Fields]?: Exclude<Fields[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof Fields]?: Exclude<Fields[K], undefined>
  }
