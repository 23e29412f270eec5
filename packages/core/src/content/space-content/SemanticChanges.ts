/** What changed between two revisions, in the words of the API (`docs/contributing/wire.md#semantic-changes`). */
import { Schema } from "effect"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import { ChangeRequest } from "../change-requests/ChangeRequest.ts"
import type { Edited, RevisionDiff } from "../revisions/model/diff.ts"
import {
  ContentReference,
  type FileRecord,
  PageCover,
  PageLayout,
  type PageRecord,
  PageType
} from "../revisions/model/Records.ts"

const ChangedPage = Schema.Struct({
  id: Schema.String,
  type: PageType,
  title: Schema.String,
  path: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "ChangedRevisionPage" })
export type ChangedPage = typeof ChangedPage.Type

const ChangedFile = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  contentType: Schema.String,
  downloadURL: Schema.String
}).annotate({ identifier: "ChangedRevisionFile" })
type ChangedFile = typeof ChangedFile.Type

const ChangedReusable = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  document: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "ChangedRevisionReusableContent" })

const sides = <S extends Schema.Top>(value: S) =>
  Schema.optionalKey(Schema.Struct({ before: Schema.optionalKey(value), after: Schema.optionalKey(value) }))
const text = sides(Schema.String)
const Dimensions = Schema.Struct({ width: Schema.Number, height: Schema.Number })
const Variables = Schema.Record(Schema.String, Schema.String)

/** A `document` is named by the hash of its text. */
const PageAttributes = Schema.Struct({
  title: text,
  description: text,
  slug: text,
  document: text,
  cover: sides(PageCover),
  emoji: text,
  icon: text,
  layout: sides(PageLayout),
  variables: sides(Variables),
  target: sides(ContentReference),
  hidden: sides(Schema.Boolean),
  noIndex: sides(Schema.Boolean),
  noRobotsIndex: sides(Schema.Boolean),
  condition: text
})
const FileAttributes = Schema.Struct({
  name: text,
  downloadURL: text,
  size: sides(Schema.Number),
  contentType: text,
  dimensions: sides(Dimensions)
})

const change = <const Type extends string, F extends Schema.Struct.Fields>(type: Type, fields: F) =>
  Schema.Struct({ type: Schema.Literal(type), ...fields })

export const SemanticChange = Schema.Union([
  change("page_created", { page: ChangedPage }),
  change("page_edited", { page: ChangedPage, attributes: PageAttributes }),
  change("page_deleted", { page: ChangedPage }),
  change("page_moved", {
    page: ChangedPage,
    parent: Schema.Struct({ before: Schema.optionalKey(ChangedPage), after: Schema.optionalKey(ChangedPage) })
  }),
  change("file_created", { file: ChangedFile }),
  change("file_edited", { file: ChangedFile, attributes: FileAttributes }),
  change("file_deleted", { file: ChangedFile }),
  change("variables_edited", {
    variables: Schema.Record(
      Schema.String,
      Schema.Struct({ before: Schema.optionalKey(Schema.String), after: Schema.optionalKey(Schema.String) })
    )
  }),
  change("reusable_content_created", { reusableContent: ChangedReusable }),
  change("reusable_content_edited", {
    reusableContent: ChangedReusable,
    attributes: Schema.Struct({ title: text, document: text })
  }),
  change("reusable_content_deleted", { reusableContent: ChangedReusable })
]).annotate({ identifier: "RevisionSemanticChange" })
export type SemanticChange = typeof SemanticChange.Type

export const SemanticChanges = Schema.Struct({
  changes: Schema.Array(SemanticChange),
  mergedFrom: Schema.optionalKey(ChangeRequest),
  more: Schema.optionalKey(Schema.Number)
}).annotate({ identifier: "RevisionSemanticChanges" })
export type SemanticChanges = typeof SemanticChanges.Type

/** Which of all changes are wanted. */
export interface ChangesPart {
  readonly limit?: number | undefined
  /** How many come before those. */
  readonly skip?: number | undefined
}

export const defaultChangesLimit = 10

/** What the records do not say. */
export interface ChangesView {
  /** A page of the revision before or after: its path, where it has one, and the page above. */
  readonly path: (side: "before" | "after", id: string) => string | undefined
  readonly page: (side: "before" | "after", id: string) => PageRecord | undefined
  readonly downloadUrl: (file: FileRecord) => string
}

/** A change that is not put into words yet, so that only those that are shown are looked at. */
export type ShowChange = (view: ChangesView) => SemanticChange

/** All changes, pages first, in a stable order. */
export const semanticChangesOf = (diff: RevisionDiff): ReadonlyArray<ShowChange> => {
  const { files, pages, reusableContents, variables } = diff
  return [
    ...pages.created.map(
      (page): ShowChange =>
        (view) => ({ type: "page_created", page: shown(view, "after", page) })
    ),
    ...pages.edited.flatMap((edited): Array<ShowChange> => {
      const { after } = edited
      const attributes = attributesOf(edited, pageNames) as typeof PageAttributes.Type
      // a time or a commit is no edit
      if (Object.keys(attributes).length === 0) return []
      return [(view) => ({ type: "page_edited", page: shown(view, "after", after), attributes })]
    }),
    ...pages.moved.map(
      ({ after, before }): ShowChange =>
        (view) => ({ type: "page_moved", page: shown(view, "after", after), parent: parents(view, before, after) })
    ),
    ...pages.deleted.map(
      (page): ShowChange =>
        (view) => ({ type: "page_deleted", page: shown(view, "before", page) })
    ),
    ...files.created.map(
      (file): ShowChange =>
        (view) => ({ type: "file_created", file: shownFile(view, file) })
    ),
    ...files.edited.map(
      ({ after, before }): ShowChange =>
        (view) => ({
          type: "file_edited",
          file: shownFile(view, after),
          attributes: fileAttributes(view, before, after)
        })
    ),
    ...files.deleted.map(
      (file): ShowChange =>
        (view) => ({ type: "file_deleted", file: shownFile(view, file) })
    ),
    ...reusableContents.created.map(
      (one): ShowChange =>
        () => ({ type: "reusable_content_created", reusableContent: shownReusable(one) })
    ),
    ...reusableContents.edited.map(
      (edited): ShowChange =>
        () => ({
          type: "reusable_content_edited",
          reusableContent: shownReusable(edited.after),
          attributes: attributesOf(edited, [
            ["title", "title"],
            ["body", "document"]
          ]) as { title?: { before?: string; after?: string } }
        })
    ),
    ...reusableContents.deleted.map(
      (one): ShowChange =>
        () => ({ type: "reusable_content_deleted", reusableContent: shownReusable(one) })
    ),
    ...(variables.length === 0
      ? []
      : [
          (): SemanticChange => ({
            type: "variables_edited",
            variables: Object.fromEntries(variables.map(({ key, ...rest }) => [key, rest]))
          })
        ])
  ]
}

const shown = (view: ChangesView, side: "before" | "after", { id, title, type }: PageRecord): ChangedPage => {
  const path = view.path(side, id)
  return { id, type, title, ...defined({ path }) }
}

const parents = (view: ChangesView, before: PageRecord, after: PageRecord) => {
  const from = before.parent === null ? undefined : view.page("before", before.parent)
  const to = after.parent === null ? undefined : view.page("after", after.parent)
  return {
    ...ifDefined(from, (page) => ({ before: shown(view, "before", page) })),
    ...ifDefined(to, (page) => ({ after: shown(view, "after", page) }))
  }
}

const shownFile = ({ downloadUrl }: ChangesView, file: FileRecord): ChangedFile => ({
  id: file.id,
  name: file.name,
  contentType: file.contentType,
  downloadURL: downloadUrl(file)
})

const shownReusable = ({
  body,
  id,
  title
}: {
  readonly id: string
  readonly title: string
  readonly body: string
}) => ({
  id,
  title,
  document: body
})

type Named = ReadonlyArray<readonly [field: string, attribute: string]>

const attributesOf = ({ after, before, fields }: Edited<object>, named: Named): Record<string, object> => {
  const attributes: Record<string, object> = {}
  for (const [field, attribute] of named) {
    if (!fields.includes(field)) continue
    const [old, next] = [(before as Record<string, unknown>)[field], (after as Record<string, unknown>)[field]]
    attributes[attribute] = defined({ before: old, after: next })
  }
  return attributes
}

const pageNames: Named = [
  ["title", "title"],
  ["description", "description"],
  ["slug", "slug"],
  ["body", "document"],
  ["cover", "cover"],
  ["emoji", "emoji"],
  ["icon", "icon"],
  ["layout", "layout"],
  ["variables", "variables"],
  ["target", "target"],
  ["hidden", "hidden"],
  ["noIndex", "noIndex"],
  ["noRobotsIndex", "noRobotsIndex"],
  ["condition", "condition"]
]

const fileAttributes = (view: ChangesView, before: FileRecord, after: FileRecord) => ({
  ...(before.name === after.name ? {} : { name: { before: before.name, after: after.name } }),
  ...(before.blob === after.blob && before.name === after.name
    ? {}
    : { downloadURL: { before: view.downloadUrl(before), after: view.downloadUrl(after) } }),
  ...(before.size === after.size ? {} : { size: { before: before.size, after: after.size } }),
  ...(before.contentType === after.contentType
    ? {}
    : { contentType: { before: before.contentType, after: after.contentType } }),
  ...(JSON.stringify(before.dimensions) === JSON.stringify(after.dimensions)
    ? {}
    : {
        dimensions: defined({ before: before.dimensions, after: after.dimensions })
      })
})
