/** The outline of a page. */
import type { ParsedPage } from "@octavo/document"
import { withEmoji } from "./emojiNames.ts"

/** A heading in the outline. */
export interface OutlineEntry {
  anchor: string
  title: string
  /** 2 for a section, 3 for a part of one. */
  depth: number
}

/** Headings of a page that its outline has. */
export const outlineOf = ({ outline }: ParsedPage): ReadonlyArray<OutlineEntry> =>
  outline.flatMap(({ id, level, text }) =>
    id === undefined || level > 3 ? [] : [{ anchor: id, title: withEmoji(text), depth: level }]
  )
