/** The body of the operations that write content: a batch of changes (`docs/contributing/wire.md#writing-content`). Unknown fields are ignored. */
import { Schema } from "effect"
import { AnyObject } from "../../../kernel/shared/anyObject.ts"
import { Text } from "../../../kernel/shared/text.ts"
import { ContentReference, PageCover, PageLayout } from "../model/Records.ts"

/** Most bytes of a file that comes in the body, and of one that is fetched. */
export const maxInlineFileBytes = 1_000_000
export const maxFetchedFileBytes = 20_000_000

const Index = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const PageId = Text(1, 128)
const Ref = Schema.optionalKey(Text(1, 256))

/** What every kind of page has. Empty emoji and icon remove. */
const named = {
  title: Schema.optionalKey(Text(1, 1000)),
  emoji: Schema.optionalKey(Text(0, 50)),
  icon: Schema.optionalKey(Text(0, 50)),
  hidden: Schema.optionalKey(Schema.Boolean)
}

/** What pages with an address have. An empty slug is derived from the title. */
const addressed = {
  slug: Schema.optionalKey(Text(0, 100)),
  noIndex: Schema.optionalKey(Schema.Boolean),
  noRobotsIndex: Schema.optionalKey(Schema.Boolean)
}

const Variables = Schema.Record(Schema.String, Text(0, 10_000)).check(Schema.isMaxProperties(100))

const PageTagInput = Schema.Struct({
  tag: Schema.Union([Text(1, 100), Schema.Struct({ kind: Schema.Literal("tag"), tag: Text(1, 100) })]),
  primary: Schema.optionalKey(Schema.Boolean)
})

/**
 * What document pages have, as pages show it. Empty description and condition remove; so do `null`, no tags and no
 * variables. Parts of the layout that are not said stay.
 */
const ofDocuments = {
  description: Schema.optionalKey(Text(0, 10_000)),
  condition: Schema.optionalKey(Text(0, 1024)),
  cover: Schema.optionalKey(Schema.NullOr(PageCover)),
  layout: Schema.optionalKey(Schema.NullOr(PageLayout)),
  tags: Schema.optionalKey(Schema.Array(PageTagInput).check(Schema.isMaxLength(100))),
  variables: Schema.optionalKey(Variables),
  metaLinks: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({
        canonical: Schema.optionalKey(ContentReference),
        alternates: Schema.optionalKey(Schema.Array(ContentReference).check(Schema.isMaxLength(100)))
      })
    )
  )
}

/** What a link of the page tree leads to: an address, or content. */
const leading = {
  url: Schema.optionalKey(Text(1, 2048)),
  target: Schema.optionalKey(ContentReference)
}

const fields = { ...named, ...addressed, ...ofDocuments }
const PageFieldsInput = Schema.Struct({ ...fields, ...leading })
export type PageFieldsInput = typeof PageFieldsInput.Type

/** Markdown, a rich document, or nothing: an empty page. */
const DocumentInput = Schema.Struct({
  markdown: Schema.optionalKey(Schema.String),
  document: Schema.optionalKey(AnyObject),
  nearest: Schema.optionalKey(
    Schema.Boolean.annotate({
      description:
        "Whether what of a `document` Markdown cannot hold gets the nearest form in which no letter is lost; without it such a document is refused"
    })
  )
}).annotate({ identifier: "DocumentInput" })
export type DocumentInput = typeof DocumentInput.Type

const MadeFrom = Schema.optionalKey(
  PageId.annotate({
    description:
      "The revision that the document was made from: what others wrote since stays, and 409 tells what collides"
  })
)

/** What is to stand where an edit collides with what others wrote, as the 409 has it. */
const SettledConflict = Schema.Struct({
  base: Schema.String,
  mine: Schema.String,
  theirs: Schema.String,
  text: Schema.String
}).annotate({ identifier: "SettledConflict" })
export type SettledConflict = typeof SettledConflict.Type
const Settled = Schema.optionalKey(Schema.Array(SettledConflict).check(Schema.isMaxLength(1000)))

/** A text that is written, and what it was made from. */
export interface TextEdit {
  readonly document: DocumentInput
  readonly revision?: string | undefined
  readonly settled?: ReadonlyArray<SettledConflict> | undefined
}

const InsertFile = Schema.Struct({
  ref: Ref,
  name: Text(1, 256),
  contentType: Schema.optionalKey(Text(1, 128)),
  url: Schema.optionalKey(Text(1, 2048)),
  base64: Schema.optionalKey(Schema.String),
  storageKey: Schema.optionalKey(
    Text(1, 512).annotate({
      description:
        "The key of an uploaded content_file of the caller. The same key again is the same file: send it again when an answer was lost."
    })
  )
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
    operation: Schema.Literal("insert_group"),
    into: Schema.optionalKey(Schema.NullOr(PageId)),
    at: Schema.optionalKey(Index),
    ref: Ref,
    ...named,
    ...addressed,
    title: Text(1, 1000)
  }),
  Schema.Struct({
    operation: Schema.Literal("insert_link"),
    into: Schema.optionalKey(Schema.NullOr(PageId)),
    at: Schema.optionalKey(Index),
    ref: Ref,
    ...named,
    ...leading,
    title: Text(1, 1000)
  }),
  Schema.Struct({
    operation: Schema.Literal("update_page"),
    page: PageId,
    document: Schema.optionalKey(DocumentInput),
    revision: MadeFrom,
    settled: Settled,
    into: Schema.optionalKey(Schema.NullOr(PageId)),
    at: Schema.optionalKey(Index),
    ...fields,
    ...leading
  }),
  Schema.Struct({ operation: Schema.Literal("delete_page"), page: PageId }),
  Schema.Struct({
    operation: Schema.Literal("revert_page"),
    page: PageId,
    revision: Schema.optionalKey(PageId),
    block: Schema.optionalKey(Schema.Array(Text(1, 128)).check(Schema.isMaxLength(1000)))
  }),
  Schema.Struct({
    operation: Schema.Literal("update_reusable_content"),
    reusableContent: PageId,
    document: DocumentInput,
    revision: MadeFrom,
    settled: Settled
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
