import type { ParsedPage } from "@octavo/document"
import type { PageContent } from "../view.ts"

/** Headings of a page that its outline has. */
export const outlineOf = ({ outline }: ParsedPage): PageContent["outline"] =>
  outline.flatMap(({ id, level, text }) =>
    id === undefined || level > 3 ? [] : [{ anchor: id, title: text, depth: level }]
  )
