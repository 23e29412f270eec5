/** Makes a page, a group or a link in the tree; of a page one comes to its title, with the caret in it. */
import type { ContentChange } from "../../logic/api.ts"
import { findPage, freeTitle, type Place, pagesIn, type TreePage, type TreePages } from "../../logic/pageTree.ts"
import { problemOf } from "../../logic/problems.ts"
import { createdId } from "../../logic/treeEdits.ts"
import type { Draft } from "../drafts/Draft.tsx"
import { go } from "../parts/navigation.ts"
import { tell } from "../parts/status.tsx"
import { pagesAfter } from "./draftPages.ts"
import { editLogFor, remember } from "./editLog.ts"
import { focusTitle } from "./focusTitle.ts"

/** What is inserted, without its name within the batch. */
type Insertion = Extract<ContentChange, { readonly operation: "insert_page" | "insert_group" | "insert_link" }>

/** Inserts one thing, which can be taken back; what goes wrong is told. */
export const insert = async (draft: Draft, change: Insertion): Promise<TreePage | undefined> => {
  try {
    const update = await draft.write([{ ...change, ref: "new" }])
    const id = createdId(update, "new")
    const page = id === undefined ? undefined : findPage(await pagesAfter(draft.space, update), id)?.page
    if (page === undefined) return undefined
    remember(editLogFor(draft), {
      inverse: { kind: "delete", id: page.id },
      undone: `${page.title} is gone`,
      answer: Promise.resolve(update)
    })
    return page
  } catch (error) {
    tell(`Nothing was made. ${problemOf(error, navigator.onLine).text}`)
    return undefined
  }
}

export const makePage = async (
  draft: Draft,
  pages: TreePages,
  place: Place,
  pathAddress: (path: string) => string
): Promise<void> => {
  const title = freeTitle(pagesIn(pages, place.into) ?? [], "Untitled")
  const page = await insert(draft, { operation: "insert_page", title, document: {}, ...place })
  if (page?.path === undefined) return
  const address = pathAddress(page.path)
  go(address)
  focusTitle(address)
}
