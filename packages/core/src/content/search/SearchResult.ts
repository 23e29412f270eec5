/** What a search finds, as the API shows it (`docs/contributing/wire.md#search`). */
import { Schema } from "effect"
import { Text } from "../../kernel/shared/text.ts"

/** What is looked for. */
export const SearchText = Text(0, 512).annotate({
  description: "Words to look for: pages that have all of them come first. The last one may be the beginning of a word."
})

const Urls = Schema.Struct({ app: Schema.String })

/** A part of a page that has some of the words. */
const SearchSection = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  /** Path of the page, with the anchor of the section. */
  path: Schema.String,
  /** The text around the first word that was found. Plain text. */
  body: Schema.String,
  /** Extension: where the words stand in `body`, in UTF-16 units, end exclusive. */
  highlights: Schema.Array(Schema.Struct({ start: Schema.Number, end: Schema.Number })),
  score: Schema.Number,
  urls: Urls
}).annotate({ identifier: "SearchSectionResult" })

export const SearchHit = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  description: Schema.String,
  path: Schema.String,
  score: Schema.Number,
  /** Position in the whole result, from 1. */
  rank: Schema.Number,
  sections: Schema.optionalKey(Schema.Array(SearchSection)),
  ancestors: Schema.Array(Schema.Struct({ title: Schema.String })),
  urls: Urls
}).annotate({ identifier: "SearchPageResult" })
export type SearchHit = typeof SearchHit.Type

/** The pages of one space that were found. */
export const SearchSpaceResult = Schema.Struct({
  type: Schema.Literal("space"),
  id: Schema.String,
  title: Schema.String,
  /** That of its best page. */
  score: Schema.Number,
  /** The best ones. */
  pages: Schema.Array(SearchHit)
}).annotate({ identifier: "SearchSpaceResult" })
export type SearchSpaceResult = typeof SearchSpaceResult.Type
