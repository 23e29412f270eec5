/** What the text of a page says about the page: its title and the fields of its frontmatter, as an import reads them. */
import { type PageFields, type ParsedPage, pageFields, splitEmoji } from "@octavo/document"
import { defined } from "../../kernel/shared/defined.ts"
import { type Texts, textsHere } from "../../kernel/texts/Texts.ts"
import { sameJson } from "./model/MapNode.ts"
import type { PageRecord } from "./model/Records.ts"
import { fromFrontmatter, withFields } from "./pageRecord.ts"

/** A text as a revision keeps it. */
export interface StoredText {
  readonly text: string
  readonly hash: string
  /** In bytes. */
  readonly size: number
}

/**
 * The record of a page with another text. The title follows the text where the text's own title changed: a table of
 * contents may call the page otherwise. The fields follow the frontmatter where that changed.
 */
export const withText = (
  page: PageRecord,
  before: string,
  after: StoredText,
  at: string,
  said: Texts = textsHere
): PageRecord => {
  const was = said.facts(before)
  const is = said.facts(after.text)
  const title = titleOf(is)
  const retitled = title !== undefined && !sameTitle(titleOf(was), title)
  const { emoji, ...untitled } = page
  const record: PageRecord = {
    ...(retitled ? { ...untitled, ...title } : page),
    body: after.hash,
    bodySize: after.size,
    updatedAt: at
  }
  return withHeader(record, was, is)
}

/** What a text says of itself. */
type Headed = Pick<ParsedPage, "frontmatter" | "title">

/**
 * The record with what differs between the headers of two texts, taken from the second. What neither says stays: it was
 * set beside the text.
 */
export const withHeader = (page: PageRecord, was: Headed | undefined, is: Headed): PageRecord => {
  if (was !== undefined && was.frontmatter?.raw === is.frontmatter?.raw) return page
  const before = was === undefined ? bare : withFields(bare, fieldsOf(was))
  const after = withFields(bare, fieldsOf(is))
  const record: Record<string, unknown> = { ...page }
  for (const field of fromFrontmatter) {
    if (sameJson(before[field], after[field])) continue
    if (after[field] === undefined) delete record[field]
    else record[field] = after[field]
  }
  return record as unknown as PageRecord
}

/** A record without any field of a header. */
const bare = {} as PageRecord

const fieldsOf = (page: Headed): PageFields => pageFields(page.frontmatter?.data ?? Object.create(null))

export interface Title {
  readonly title: string
  readonly emoji?: string
}

/** The title that the text gives itself, in its frontmatter or as its first heading. */
export const titleOf = ({ frontmatter, title }: Headed): Title | undefined => {
  const written = frontmatter?.data["title"]
  if (typeof written === "string" && written.trim() !== "") return splitEmoji(written.trim())
  if (title === undefined || title.text === "") return undefined
  return { title: title.text, ...defined({ emoji: title.emoji }) }
}

const sameTitle = (a: Title | undefined, b: Title): boolean => a?.title === b.title && a.emoji === b.emoji
