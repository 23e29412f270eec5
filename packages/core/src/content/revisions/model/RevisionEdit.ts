/**
 * Editing a revision: a pure decision over the base and a list of edits. Edits apply in order, each to what the ones
 * before it left; the rules are checked on the result, so that pages may trade slugs or be given before their parent.
 * An edit costs what it changes, not what the revision holds.
 */
import type { TagDefinition } from "@octavo/document"
import { Result } from "effect"
import { defined } from "../../../kernel/shared/defined.ts"
import { type Draft, makeDraft } from "./Draft.ts"
import type { Lookup } from "./Nodes.ts"
import { get, scan } from "./PersistentMap.ts"
import {
  emptyRoot,
  type FileRecord,
  type PageRecord,
  type ReusableRecord,
  type RevisionRoot,
  type SettingsTexts,
  type StoredRevision
} from "./Records.ts"
import { RecordMissing, type RevisionError } from "./RevisionError.ts"
import { checkRules } from "./RevisionRules.ts"
import { writeDraft } from "./RevisionWrite.ts"
import { siblingsOrder } from "./SiblingOrder.ts"

/** Fields to set; `undefined` removes one that may be absent. */
export type PagePatch = { readonly [K in keyof Omit<PageRecord, "id">]?: PageRecord[K] | undefined }

export type RevisionEdit =
  /** Inserts the page or replaces the whole record; `parent` and `order` place it. */
  | { readonly type: "putPage"; readonly page: PageRecord }
  | { readonly type: "patchPage"; readonly id: string; readonly patch: PagePatch }
  /** Removes the page and all pages below it. */
  | { readonly type: "removePage"; readonly id: string }
  /** Makes the page the `index`th child of `parent`, counted without the page itself; past the end means last. */
  | { readonly type: "movePage"; readonly id: string; readonly parent: string | null; readonly index: number }
  | { readonly type: "putFile"; readonly file: FileRecord }
  | { readonly type: "removeFile"; readonly id: string }
  | { readonly type: "putReusable"; readonly reusableContent: ReusableRecord }
  | { readonly type: "removeReusable"; readonly id: string }
  /** Replaces all variables. */
  | { readonly type: "setVariables"; readonly variables: Readonly<Record<string, string>> }
  /** Replaces all definitions of tags. */
  | { readonly type: "setTags"; readonly tags: ReadonlyArray<TagDefinition> }
  /** Replaces the files that say what the space is; they say the content `of`, without it the edited content. */
  | { readonly type: "setSettings"; readonly texts: SettingsTexts | undefined; readonly of?: string }

/**
 * The edited revision, or why it is refused. Without a base the revision is made from nothing. Edits that change
 * nothing give the base's hash and no objects.
 */
export const editRevision = (
  lookup: Lookup,
  base: string | null,
  edits: ReadonlyArray<RevisionEdit>
): Result.Result<StoredRevision, RevisionError> => {
  const root = lookup.root(base ?? emptyRoot.root)
  if (root !== undefined) prefetch(lookup, root, edits)
  if (root === undefined || !lookup.complete()) return Result.succeed(emptyRoot)
  const draft = makeDraft(lookup, root)
  for (const edit of edits) {
    const refused = apply(draft, edit)
    if (refused !== undefined) return Result.fail(refused)
  }
  const refused = checkRules(lookup, root, draft)
  return refused === undefined ? writeDraft(lookup, base, root, draft) : Result.fail(refused)
}

/** Asks at once for all that the edits name, so that a cold edit waits once for each level, not once for each edit. */
const prefetch = (lookup: Lookup, root: RevisionRoot, edits: ReadonlyArray<RevisionEdit>): void => {
  const page = (id: string | null | undefined) => id && get(lookup, root.pages, id)
  for (const edit of edits) {
    switch (edit.type) {
      case "putPage":
        page(edit.page.id)
        page(edit.page.parent)
        break
      case "patchPage":
        page(edit.id)
        page(edit.patch.parent)
        break
      case "movePage":
        page(edit.id)
        page(edit.parent)
        break
      case "removePage":
        page(edit.id)
        break
      case "putFile":
        get(lookup, root.files, edit.file.id)
        break
      case "removeFile":
        get(lookup, root.files, edit.id)
        break
      case "putReusable":
        get(lookup, root.reusableContents, edit.reusableContent.id)
        break
      case "removeReusable":
        get(lookup, root.reusableContents, edit.id)
        break
      case "setVariables":
        scan(lookup, root.variables)
        break
      case "setTags":
        scan(lookup, root.tags ?? null)
        break
      case "setSettings":
    }
  }
}

const apply = (draft: Draft, edit: RevisionEdit): RevisionError | undefined => {
  switch (edit.type) {
    case "putPage":
      draft.setPage(edit.page)
      return
    case "patchPage": {
      const page = draft.page(edit.id)
      if (page === undefined) return new RecordMissing({ kind: "page", id: edit.id })
      draft.setPage(patched(page, edit.patch))
      return
    }
    case "removePage":
      if (draft.page(edit.id) === undefined) return new RecordMissing({ kind: "page", id: edit.id })
      draft.removePage(edit.id)
      return
    case "movePage":
      return movePage(draft, edit.id, edit.parent, edit.index)
    case "putFile":
      draft.files.set(edit.file.id, edit.file)
      return
    case "removeFile":
      if (draft.file(edit.id) === undefined) return new RecordMissing({ kind: "file", id: edit.id })
      draft.files.set(edit.id, undefined)
      return
    case "putReusable":
      draft.reusableContents.set(edit.reusableContent.id, edit.reusableContent)
      return
    case "removeReusable":
      if (draft.reusableContent(edit.id) === undefined) return new RecordMissing({ kind: "reusable", id: edit.id })
      draft.reusableContents.set(edit.id, undefined)
      return
    case "setVariables":
      draft.variables = edit.variables
      return
    case "setTags":
      draft.tags = edit.tags
      return
    case "setSettings":
      draft.settings = edit
  }
}

const patched = (page: PageRecord, patch: PagePatch) => defined({ ...page, ...patch, id: page.id }) as PageRecord

const movePage = (draft: Draft, id: string, parent: string | null, index: number): RevisionError | undefined => {
  const page = draft.page(id)
  if (page === undefined) return new RecordMissing({ kind: "page", id })
  const siblings = draft.children(parent)
  const others = siblings.filter((sibling) => sibling.id !== id)
  const at = Math.min(Math.max(index, 0), others.length)
  if (siblings.length > others.length && siblings[at]?.id === id) return
  const ids = others.map((sibling) => sibling.id)
  ids.splice(at, 0, id)
  // the others keep their keys, except where two are equal and nothing fits between
  siblingsOrder(others, ids).forEach((order, i) => {
    const sibling = draft.page(ids[i]!)
    if (sibling === undefined) return
    if (sibling.id === id) draft.setPage({ ...page, parent, order })
    else if (sibling.order !== order) draft.setPage({ ...sibling, order })
  })
}
