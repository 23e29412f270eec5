/** From a planned page of a repository to the record that a revision keeps. Pure. */
import type { PageFields, PlannedPage } from "@octavo/document"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import type { Computed, ContentReference, GitEntry, PageRecord } from "./model/Records.ts"

export interface Placed {
  readonly id: string
  readonly parent: string | null
  readonly order: string
  /** The record that the page had, when it is not new. */
  readonly old: PageRecord | undefined
  readonly body: { readonly hash: string; readonly size: number } | undefined
  readonly git: GitEntry | undefined
  /** Who wrote it, where readers are told. */
  readonly authors: ReadonlyArray<string>
  readonly at: string
}

/** A destination as it was written, until it is known what it names. */
const url = (destination: string): ContentReference => ({ kind: "url", url: destination })

/** Fields come from the frontmatter; what is absent there is absent here. */
export const toPageRecord = (page: PlannedPage, placed: Placed): PageRecord => {
  const { fields } = page
  return {
    id: placed.id,
    type: page.kind,
    title: page.title,
    ...defined({ linkTitle: page.linkTitle }),
    slug: page.slug,
    parent: placed.parent,
    order: placed.order,
    ...defined({ emoji: page.emoji }),
    ...ifDefined(fields, fromFields),
    ...defined({ body: placed.body?.hash, bodySize: placed.body?.size }),
    ...ifDefined(page.href, (href) => ({ target: url(href), href })),
    ...defined({ computed: page.computed as Computed | undefined, git: placed.git }),
    ...(placed.authors.length === 0 ? {} : { authors: placed.authors }),
    createdAt: placed.old?.createdAt ?? placed.at,
    updatedAt: placed.at
  }
}

/** Fields of a record that come from the frontmatter. */
export const fromFrontmatter = [
  "icon",
  "description",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "condition",
  "layout",
  "cover",
  "variables",
  "metaLinks",
  "tags"
] as const

/** The same page with the fields of another frontmatter: what only the table of contents knows stays. */
export const withFields = (page: PageRecord, fields: PageFields): PageRecord => {
  const rest: Record<string, unknown> = { ...page }
  for (const field of fromFrontmatter) delete rest[field]
  return { ...(rest as unknown as PageRecord), ...fromFields(fields) }
}

const fromFields = (fields: PageFields): Partial<PageRecord> => ({
  ...defined({ icon: fields.icon, description: fields.description }),
  ...(fields.hidden ? { hidden: true } : {}),
  ...(fields.noIndex ? { noIndex: true } : {}),
  ...(fields.noRobotsIndex ? { noRobotsIndex: true } : {}),
  ...defined({ condition: fields.if }),
  ...(Object.keys(fields.layout).length === 0 ? {} : { layout: fields.layout }),
  ...ifDefined(fields.cover, ({ height, ref, yPos }) => ({
    cover: { ...ifDefined(ref, (to) => ({ ref: url(to) })), yPos, ...defined({ height }) }
  })),
  ...(Object.keys(fields.variables).length === 0 ? {} : { variables: { ...fields.variables } }),
  ...ifDefined(fields.metaLinks, ({ alternates, canonical }) => ({
    metaLinks: {
      ...ifDefined(canonical, (to) => ({ canonical: url(to) })),
      ...(alternates.length === 0 ? {} : { alternates: alternates.map(url) })
    }
  })),
  ...(fields.tags.length === 0 ? {} : { tags: fields.tags })
})
