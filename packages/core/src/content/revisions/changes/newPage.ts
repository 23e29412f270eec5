/** The record of a page that a batch makes. */
import { defined } from "../../../kernel/shared/defined.ts"
import type { PageRecord } from "../model/Records.ts"
import type { Title } from "../pageText.ts"
import type { PageFieldsInput } from "./input.ts"

/** Of a page that nothing names. */
export const defaultTitle = "Untitled"

/**
 * A page without its fields, last among those of its parent.
 * @param own what its text says of itself
 */
export const newPage = (
  {
    fields,
    id,
    type
  }: { readonly id: string; readonly type: "document" | "group" | "link"; readonly fields: PageFieldsInput },
  parent: string | null,
  own: Title | undefined,
  at: string
): PageRecord => ({
  id,
  type,
  title: own?.title ?? fields.title ?? defaultTitle,
  ...defined({ emoji: own?.emoji }),
  // until its slug is derived, when all siblings are known; links have no address
  slug: type === "link" ? "" : fields.slug || id,
  parent,
  order: "a0",
  createdAt: at,
  updatedAt: at
})
