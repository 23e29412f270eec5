/** The body of the operations that write content: a batch of changes (`docs/contributing/wire.md#writing-content`). Unknown fields are ignored. */
import { Schema } from "effect"
import { AnyObject } from "../../../kernel/shared/anyObject.ts"
import { Text } from "../../../kernel/shared/text.ts"

/** Most bytes of a file that comes in the body, and of one that is fetched. */
export const maxInlineFileBytes = 1_000_000
export const maxFetchedFileBytes = 20_000_000

const Index = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const PageId = Text(1, 128)
const Ref = Schema.optionalKey(Text(1, 256))

/** Fields of a page. Empty emoji, icon, description and condition remove. */
const fields = {
  title: Schema.optionalKey(Text(1, 1000)),
  slug: Schema.optionalKey(Text(0, 100)),
  emoji: Schema.optionalKey(Text(0, 50)),
  icon: Schema.optionalKey(Text(0, 50)),
  description: Schema.optionalKey(Text(0, 10_000)),
  hidden: Schema.optionalKey(Schema.Boolean),
  noIndex: Schema.optionalKey(Schema.Boolean),
  noRobotsIndex: Schema.optionalKey(Schema.Boolean),
  condition: Schema.optionalKey(Text(0, 1024))
}
const PageFieldsInput = Schema.Struct(fields)
export type PageFieldsInput = typeof PageFieldsInput.Type

/** Markdown, a rich document, or nothing: an empty page. */
const DocumentInput = Schema.Struct({
  markdown: Schema.optionalKey(Schema.String),
  document: Schema.optionalKey(AnyObject)
}).annotate({ identifier: "DocumentInput" })
export type DocumentInput = typeof DocumentInput.Type

const InsertFile = Schema.Struct({
  ref: Ref,
  name: Text(1, 256),
  contentType: Schema.optionalKey(Text(1, 128)),
  url: Schema.optionalKey(Text(1, 2048)),
  base64: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "InsertFile" })
export type InsertFile = typeof InsertFile.Type

export const ContentChange = Schema.Union([
  Schema.Struct({
    operation: Schema.Literal("insert_page"),
    document: DocumentInput,
    into: Schema.optionalKey(Schema.NullOr(PageId)),
    at: Schema.optionalKey(Index),
    ref: Ref,
    ...fields
  }),
  Schema.Struct({
    operation: Schema.Literal("update_page"),
    page: PageId,
    document: Schema.optionalKey(DocumentInput),
    into: Schema.optionalKey(Schema.NullOr(PageId)),
    at: Schema.optionalKey(Index),
    ...fields
  }),
  Schema.Struct({ operation: Schema.Literal("delete_page"), page: PageId }),
  Schema.Struct({
    operation: Schema.Literal("revert_page"),
    page: PageId,
    revision: Schema.optionalKey(PageId),
    block: Schema.optionalKey(Schema.Array(Text(1, 128)).check(Schema.isMaxLength(1000)))
  }),
  Schema.Struct({
    operation: Schema.Literal("insert_files"),
    files: Schema.Array(InsertFile).check(Schema.isMinLength(1), Schema.isMaxLength(20))
  })
]).annotate({ identifier: "ContentChange" })
export type ContentChange = typeof ContentChange.Type

export const ContentChangesInput = Schema.Struct({
  changes: Schema.Array(ContentChange).check(Schema.isMinLength(1), Schema.isMaxLength(50))
}).annotate({ identifier: "ContentChanges" })
export type ContentChangesInput = typeof ContentChangesInput.Type
