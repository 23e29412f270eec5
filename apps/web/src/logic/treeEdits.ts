/**
 * What is done to the tree of pages: the tree after it, the changes that the API is sent, and what takes it back. An edit
 * is made for the tree that is seen, and holds for the one that the server has by then as far as its pages are there.
 */
import type { ContentChange, ContentUpdate } from "./api.ts"
import {
  findPage,
  freeSlug,
  mayStand,
  type Place,
  pagesIn,
  type TreePage,
  type TreePages,
  withBelow,
  withFields,
  withoutPage,
  withPage
} from "./pageTree.ts"

/** Fields of a page that the tree changes. */
export interface TreeFields {
  readonly title?: string
  /** Empty: made of the title. */
  readonly slug?: string
  readonly hidden?: boolean
}

export type TreeEdit =
  | { readonly kind: "move"; readonly id: string; readonly place: Place; readonly slug?: string | undefined }
  | { readonly kind: "change"; readonly id: string; readonly fields: TreeFields }
  | { readonly kind: "delete"; readonly id: string }
  /** A page that was deleted comes back, with all below it. */
  | { readonly kind: "restore"; readonly page: TreePage; readonly place: Place }

/** Most changes of one batch. */
export const mostChanges = 50

/** A move to a place, under another slug where a sibling has its own; `undefined` where it may not be or is already. */
export const moveTo = (pages: TreePages, id: string, place: Place): Extract<TreeEdit, { kind: "move" }> | undefined => {
  const found = findPage(pages, id)
  if (found === undefined || !mayStand(pages, id, place.into)) return undefined
  const others = (pagesIn(pages, place.into) ?? []).filter((page) => page.id !== id)
  const at = Math.min(place.at, others.length)
  if (place.into === found.place.into && at === found.place.at) return undefined
  const { slug } = found.page
  const free = slug === undefined ? undefined : freeSlug(others, slug)
  return { kind: "move", id, place: { into: place.into, at }, ...(free === slug ? {} : { slug: free }) }
}

/** A page is called otherwise. One that nobody has named yet takes its address from its first title. */
export const rename = (pages: TreePages, id: string, title: string): TreeEdit | undefined => {
  const page = findPage(pages, id)?.page
  if (page === undefined || title === "" || title === page.title) return undefined
  const isNamed = page.slug === undefined || !/^untitled(?:-\d+)*$/.test(page.slug)
  return { kind: "change", id, fields: { title, ...(isNamed ? {} : { slug: "" }) } }
}

/** The tree after an edit; as it is where the page, or the one that it would be below, is not there. */
export const applyEdit = (pages: TreePages, edit: TreeEdit): TreePages => {
  switch (edit.kind) {
    case "move": {
      const found = findPage(pages, edit.id)
      if (found === undefined || !mayStand(pages, edit.id, edit.place.into)) return pages
      const page = edit.slug === undefined ? found.page : { ...found.page, slug: edit.slug }
      return withPage(withoutPage(pages, edit.id), page, edit.place)
    }
    case "change": {
      // what is made of a title the server says
      const { slug, ...fields } = edit.fields
      return withFields(pages, edit.id, slug ? { ...fields, slug } : fields)
    }
    case "delete":
      return withoutPage(pages, edit.id)
    case "restore":
      if (findPage(pages, edit.page.id) !== undefined || pagesIn(pages, edit.place.into) === undefined) return pages
      return withPage(pages, edit.page, edit.place)
  }
}

/**
 * The changes that make an edit, in batches.
 * @param pages the tree before the edit
 * @param revision of what comes back: the revision that has it
 */
export const changesOf = (
  pages: TreePages,
  edit: TreeEdit,
  revision?: string
): ReadonlyArray<ReadonlyArray<ContentChange>> => {
  switch (edit.kind) {
    case "move":
      return [[{ operation: "update_page", page: edit.id, ...edit.place, ...slugOf(edit.slug) }]]
    case "change":
      return [[{ operation: "update_page", page: edit.id, ...edit.fields }]]
    case "delete":
      return [[{ operation: "delete_page", page: edit.id }]]
    case "restore":
      return revision === undefined ? [] : restoring(pages, edit.page, edit.place, revision)
  }
}

/** A page comes back where it was: the rest of its siblings may have got other keys meanwhile, or its slug. */
const restoring = (pages: TreePages, page: TreePage, place: Place, revision: string) => {
  const siblings = pagesIn(pages, place.into)
  const slug = siblings === undefined || page.slug === undefined ? page.slug : freeSlug(siblings, page.slug)
  const placed: ContentChange = {
    operation: "update_page",
    page: page.id,
    // what it was below is gone as well
    ...(siblings === undefined ? { into: null } : place),
    ...slugOf(slug === page.slug ? undefined : slug)
  }
  const [first, ...rest] = withBelow(page).map(
    ({ id }): ContentChange => ({ operation: "revert_page", page: id, revision })
  )
  return inBatches([first!, placed, ...rest])
}

const slugOf = (slug: string | undefined) => (slug === undefined ? {} : { slug })

/** A list as parts that are no longer than a batch may be. */
export const inBatches = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / mostChanges) }, (_, part) =>
    all.slice(part * mostChanges, (part + 1) * mostChanges)
  )

/** What takes an edit back; `undefined` when the edit does nothing. @param pages the tree before the edit */
export const inverseOf = (pages: TreePages, edit: TreeEdit): TreeEdit | undefined => {
  if (edit.kind === "restore") return { kind: "delete", id: edit.page.id }
  const found = findPage(pages, edit.id)
  if (found === undefined) return undefined
  const { page, place } = found
  switch (edit.kind) {
    case "move":
      return { kind: "move", id: edit.id, place, slug: edit.slug === undefined ? undefined : page.slug }
    case "delete":
      return { kind: "restore", page, place }
    case "change": {
      const { hidden, slug, title } = edit.fields
      return {
        kind: "change",
        id: edit.id,
        fields: {
          ...(title === undefined ? {} : { title: page.title }),
          ...(slug === undefined || page.slug === undefined ? {} : { slug: page.slug }),
          ...(hidden === undefined ? {} : { hidden: page.hidden === true })
        }
      }
    }
  }
}

/** Id of what a batch made under a name. */
export const createdId = ({ changes }: Pick<ContentUpdate, "changes">, ref: string): string | undefined => {
  for (const change of changes) if (change.object === "created_page" && change.ref === ref) return change.page.id
  return undefined
}
