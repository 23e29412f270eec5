import type { ExternalLinkPatch, ExternalLinkRecord } from "@octavo/core/delivery/site-records/ExternalLink"
import type { Localized } from "@octavo/core/delivery/site-records/localized"
import type {
  NewSection,
  SectionGroupPatch,
  SectionGroupRecord,
  SectionPatch,
  SectionRecord
} from "@octavo/core/delivery/site-records/Section"
import { type SectionRecords, SectionStore } from "@octavo/core/delivery/site-records/SectionStore"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { store } from "./store.ts"
import { jsonOrNull } from "./support.ts"

interface SectionRow {
  readonly id: string
  readonly site_id: string
  readonly group_id: string | null
  readonly title: string
  readonly localized_title: string | null
  readonly description: string | null
  readonly localized_description: string | null
  readonly icon: string | null
  readonly path: string
  readonly condition_expression: string | null
  readonly draft: number
  readonly in_draft: number
  readonly position: string
  readonly default_site_space: string | null
  readonly is_default: number
}

const toSection = (row: SectionRow): SectionRecord => ({
  id: row.id,
  siteId: row.site_id,
  groupId: row.group_id,
  title: row.title,
  localizedTitle: jsonOrNull(row.localized_title),
  description: row.description,
  localizedDescription: jsonOrNull(row.localized_description),
  icon: row.icon,
  path: row.path,
  condition: row.condition_expression,
  draft: row.draft === 1,
  inDraft: row.in_draft === 1,
  position: row.position,
  defaultSiteSpace: row.default_site_space,
  isDefault: row.is_default === 1
})

interface GroupRow {
  readonly id: string
  readonly site_id: string
  readonly parent_id: string | null
  readonly title: string
  readonly localized_title: string | null
  readonly icon: string | null
  readonly draft: number
  readonly position: string
}

const toGroup = ({ draft, localized_title, parent_id, site_id, ...row }: GroupRow): SectionGroupRecord => ({
  ...row,
  siteId: site_id,
  parentId: parent_id,
  localizedTitle: jsonOrNull(localized_title),
  draft: draft === 1
})

interface LinkRow {
  readonly id: string
  readonly site_id: string
  readonly group_id: string | null
  readonly title: string
  readonly localized_title: string | null
  readonly description: string | null
  readonly localized_description: string | null
  readonly icon: string | null
  readonly url: string
  readonly condition_expression: string | null
  readonly draft: number
  readonly position: string
}

const toLink = (row: LinkRow): ExternalLinkRecord => ({
  id: row.id,
  siteId: row.site_id,
  groupId: row.group_id,
  title: row.title,
  localizedTitle: jsonOrNull(row.localized_title),
  description: row.description,
  localizedDescription: jsonOrNull(row.localized_description),
  icon: row.icon,
  url: row.url,
  condition: row.condition_expression,
  draft: row.draft === 1,
  position: row.position
})

/** All sections, groups and external links of a site. */
export const selectSections = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, siteId: string) {
  const sections = yield* sql<SectionRow>`SELECT c.*,
      CASE WHEN i.default_site_section = c.id THEN 1 ELSE 0 END AS is_default
    FROM site_sections c JOIN sites i ON i.id = c.site_id WHERE c.site_id = ${siteId}`
  const groups = yield* sql<GroupRow>`SELECT id, site_id, parent_id, title, localized_title, icon, draft, position
    FROM site_section_groups WHERE site_id = ${siteId}`
  const links = yield* sql<LinkRow>`SELECT * FROM site_external_links WHERE site_id = ${siteId}`
  return {
    sections: sections.map(toSection),
    groups: groups.map(toGroup),
    links: links.map(toLink)
  } satisfies SectionRecords
})

const jsonColumn = (texts: Localized | null): string | null => (texts === null ? null : JSON.stringify(texts))

/** Columns of what sections, groups and links have alike. */
const toShared = (patch: {
  readonly localizedTitle?: Localized | null
  readonly localizedDescription?: Localized | null
  readonly draft?: boolean
}): Record<string, string | number | null> => ({
  ...(patch.localizedTitle === undefined ? {} : { localized_title: jsonColumn(patch.localizedTitle) }),
  ...(patch.localizedDescription === undefined
    ? {}
    : { localized_description: jsonColumn(patch.localizedDescription) }),
  ...(patch.draft === undefined ? {} : { draft: patch.draft ? 1 : 0 })
})

/** Columns of the fields that are there. */
const toColumns = (patch: SectionPatch): Record<string, string | number | null> => ({
  ...toShared(patch),
  ...(patch.groupId === undefined ? {} : { group_id: patch.groupId }),
  ...(patch.title === undefined ? {} : { title: patch.title }),
  ...(patch.description === undefined ? {} : { description: patch.description }),
  ...(patch.icon === undefined ? {} : { icon: patch.icon }),
  ...(patch.path === undefined ? {} : { path: patch.path }),
  ...(patch.condition === undefined ? {} : { condition_expression: patch.condition }),
  ...(patch.position === undefined ? {} : { position: patch.position }),
  ...(patch.defaultSiteSpace === undefined ? {} : { default_site_space: patch.defaultSiteSpace })
})

const toInsert = (section: NewSection) => ({
  id: section.id,
  site_id: section.siteId,
  description: null,
  condition_expression: null,
  localized_title: null,
  localized_description: null,
  in_draft: 0,
  ...toColumns(section)
})

const toLinkColumns = (patch: ExternalLinkPatch): Record<string, string | number | null> => ({
  ...toShared(patch),
  ...(patch.groupId === undefined ? {} : { group_id: patch.groupId }),
  ...(patch.title === undefined ? {} : { title: patch.title }),
  ...(patch.description === undefined ? {} : { description: patch.description }),
  ...(patch.icon === undefined ? {} : { icon: patch.icon }),
  ...(patch.url === undefined ? {} : { url: patch.url }),
  ...(patch.condition === undefined ? {} : { condition_expression: patch.condition }),
  ...(patch.position === undefined ? {} : { position: patch.position })
})

const toGroupColumns = (patch: SectionGroupPatch): Record<string, string | number | null> => ({
  ...toShared(patch),
  ...(patch.parentId === undefined ? {} : { parent_id: patch.parentId }),
  ...(patch.title === undefined ? {} : { title: patch.title }),
  ...(patch.icon === undefined ? {} : { icon: patch.icon }),
  ...(patch.position === undefined ? {} : { position: patch.position })
})

export const sectionStoreLayer = store(SectionStore, "sections", ({ sql }) => {
  const insert = (table: string, row: Record<string, string | number | null>) =>
    Effect.asVoid(sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`)
  const set = (table: string, id: string, columns: Record<string, string | number | null>) =>
    Object.keys(columns).length === 0
      ? Effect.void
      : Effect.asVoid(sql`UPDATE ${sql(table)} SET ${sql.update(columns)} WHERE id = ${id}`)
  const remove = (table: string, id: string) => Effect.asVoid(sql`DELETE FROM ${sql(table)} WHERE id = ${id}`)

  return {
    all: (siteId) => selectSections(sql, siteId),
    insert: (section) => insert("site_sections", toInsert(section)),
    update: (sectionId, patch) => set("site_sections", sectionId, toColumns(patch)),
    remove: (sectionId) => remove("site_sections", sectionId),
    adopt: (siteId, sectionId) =>
      sql`UPDATE site_spaces SET section_id = ${sectionId} WHERE site_id = ${siteId} AND section_id IS NULL`.pipe(
        Effect.asVoid
      ),
    insertGroup: (group) =>
      insert("site_section_groups", { id: group.id, site_id: group.siteId, ...toGroupColumns(group) }),
    updateGroup: (groupId, patch) => set("site_section_groups", groupId, toGroupColumns(patch)),
    removeGroup: (groupId) => remove("site_section_groups", groupId),
    insertLink: (link) => insert("site_external_links", { id: link.id, site_id: link.siteId, ...toLinkColumns(link) }),
    updateLink: (linkId, patch) => set("site_external_links", linkId, toLinkColumns(patch)),
    removeLink: (linkId) => remove("site_external_links", linkId),
    putInDraft: (siteId, sectionIds) =>
      Effect.gen(function* () {
        yield* sql`UPDATE site_sections SET in_draft = 0 WHERE site_id = ${siteId} AND in_draft = 1`
        if (sectionIds.length > 0) {
          yield* sql`UPDATE site_sections SET in_draft = 1 WHERE ${sql.in("id", sectionIds)}`
        }
      })
  }
})
