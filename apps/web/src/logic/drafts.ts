/** Which change request edits go to, and what a batch of edits does to what is known. Pure. */
import type { ChangeRequest, ContentChange, SemanticChange, Space as SpaceDetails } from "./api.ts"
import { counted } from "./words.ts"

/**
 * The draft that edits of live content go to: the newest one without a subject. A subject is given to it when it is
 * made a change request.
 * @param made change requests that the person has made
 */
export const ownDraftOf = (made: ReadonlyArray<ChangeRequest>): ChangeRequest | null =>
  made
    .filter(({ status, subject }) => status === "draft" && subject === "")
    .toSorted((one, other) => other.number - one.number)[0] ?? null

/** Whether edits of content may change what a tree of pages shows. */
export const changesTree = (changes: ReadonlyArray<ContentChange>): boolean =>
  changes.some(
    (change) =>
      change.operation !== "insert_files" &&
      change.operation !== "update_reusable_content" &&
      !(
        change.operation === "update_page" &&
        Object.keys(change).every((field) =>
          ["operation", "page", "document", "revision", "description"].includes(field)
        )
      )
  )

/** What changes are about, as words: each page, file and reusable content counts once, whatever was changed of it. */
export const changedWords = (changes: ReadonlyArray<SemanticChange>): string => {
  const pages = changes.flatMap((change) => ("page" in change ? [change.page.id] : []))
  const files = changes.flatMap((change) => ("file" in change ? [change.file.id] : []))
  const reusable = changes.flatMap((change) => ("reusableContent" in change ? [change.reusableContent.id] : []))
  const count = (ids: ReadonlyArray<string>, one: string, many?: string) =>
    ids.length === 0 ? [] : [counted(new Set(ids).size, one, many)]
  const parts = [
    ...count(pages, "page"),
    ...count(reusable, "reusable content", "reusable contents"),
    ...count(files, "file"),
    ...(changes.some(({ type }) => type === "variables_edited") ? ["variables"] : [])
  ]
  return parts.length === 0 ? "nothing changed yet" : `${parts.join(", ")} changed`
}

/**
 * Whether a person may write drafts in a space. Of a locked one it is known of those who may review, too; its content
 * goes through change requests.
 */
export const mayWrite = ({ editMode, permissions }: Pick<SpaceDetails, "editMode" | "permissions">): boolean =>
  permissions.edit || (editMode === "locked" && permissions.review)
