/** From the record of a page to the keys of its header: the way back of `pageRecord`. Pure. */
import { defined } from "../../kernel/shared/defined.ts"
import type { ContentReference, PageRecord } from "../revisions/model/Records.ts"

type Header = Readonly<Record<string, unknown>>

/**
 * Keys in the order of `docs/contributing/dialect.md#frontmatter`; absent ones are `undefined`.
 * @param hrefOf a destination as it stands in the page's file
 */
export const frontmatterOf = (
  page: PageRecord,
  hrefOf: (reference: ContentReference) => string | undefined
): Header => ({
  description: page.description,
  if: page.condition,
  hidden: flag(page.hidden),
  noIndex: flag(page.noIndex),
  noRobotsIndex: flag(page.noRobotsIndex),
  icon: page.icon,
  vars: page.variables,
  cover: page.cover?.ref === undefined ? undefined : hrefOf(page.cover.ref),
  coverY: page.cover?.yPos,
  coverHeight: page.cover?.height,
  layout: layoutOf(page),
  metaLinks: metaLinksOf(page, hrefOf),
  tags: page.tags?.map(({ primary, tag }) => (primary === true ? { tag, primary } : tag))
})

/** Keys whose values the edit of a page changed. */
export const headerChanges = (before: Header, after: Header): Header =>
  Object.fromEntries(
    Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
  )

const flag = (value: boolean | undefined): true | undefined => (value === true ? true : undefined)

const parts = [
  "cover",
  "title",
  "description",
  "tableOfContents",
  "outline",
  "pagination",
  "metadata",
  "tags",
  "actions"
] as const

/** The header says every part once it says one. */
const layoutOf = ({ layout }: PageRecord): Header | undefined => {
  if (layout === undefined || Object.keys(layout).length === 0) return undefined
  const result: Record<string, unknown> = { width: layout.width ?? "default" }
  for (const part of parts) {
    const more = part === "cover" ? defined({ size: layout.coverSize, mask: layout.coverMask }) : {}
    if (layout[part] !== undefined || Object.keys(more).length > 0) {
      result[part] = { visible: layout[part] ?? true, ...more }
    }
  }
  return result
}

const metaLinksOf = (
  { metaLinks }: PageRecord,
  hrefOf: (reference: ContentReference) => string | undefined
): Header | undefined => {
  if (metaLinks === undefined) return undefined
  const canonical = metaLinks.canonical === undefined ? undefined : hrefOf(metaLinks.canonical)
  const alternates = metaLinks.alternates?.flatMap((one) => hrefOf(one) ?? [])
  if (canonical === undefined && alternates === undefined) return undefined
  return defined({ canonical, alternates })
}
