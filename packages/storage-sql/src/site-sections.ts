import type { ExternalLinkRecord } from "@octavo/core/delivery/site-records/ExternalLink"
import type { SectionGroupRecord, SectionRecord } from "@octavo/core/delivery/site-records/Section"
import { type SectionRecords, SectionStore } from "@octavo/core/delivery/site-records/SectionStore"
import { Effect } from "effect"
import { store, type Tools } from "./store.ts"
import { boolean, json, table, text } from "./table.ts"

export const siteSectionsTable = table<SectionRecord>()("site_sections", {
  id: text.fixed,
  siteId: text.fixed,
  groupId: text.orNull,
  title: text,
  localizedTitle: json.orNull,
  description: text.orNull,
  localizedDescription: json.orNull,
  icon: text.orNull,
  path: text,
  condition: text.orNull.at("condition_expression"),
  draft: boolean,
  inDraft: boolean.fixed,
  position: text,
  defaultSiteSpace: text.orNull,
  isDefault: boolean.computed
})

export const siteSectionGroupsTable = table<SectionGroupRecord>()("site_section_groups", {
  id: text.fixed,
  siteId: text.fixed,
  parentId: text.orNull,
  title: text,
  localizedTitle: json.orNull,
  icon: text.orNull,
  draft: boolean,
  position: text
})

export const siteExternalLinksTable = table<ExternalLinkRecord>()("site_external_links", {
  id: text.fixed,
  siteId: text.fixed,
  groupId: text.orNull,
  title: text,
  localizedTitle: json.orNull,
  description: text.orNull,
  localizedDescription: json.orNull,
  icon: text.orNull,
  url: text,
  condition: text.orNull.at("condition_expression"),
  draft: boolean,
  position: text
})

/** All sections, groups and external links of a site. */
export const selectSections = ({ rows, sql }: Pick<Tools, "rows" | "sql">, siteId: string) => {
  const sections = rows(siteSectionsTable, "c", {
    columns: sql`CASE WHEN i.default_site_section = c.id THEN 1 ELSE 0 END AS is_default`,
    join: sql`JOIN sites i ON i.id = c.site_id`
  })
  return Effect.all({
    sections: sections.all(sql`c.site_id = ${siteId}`),
    groups: rows(siteSectionGroupsTable).all(sql`site_id = ${siteId}`),
    links: rows(siteExternalLinksTable).all(sql`site_id = ${siteId}`)
  }) satisfies Effect.Effect<SectionRecords, unknown>
}

export const sectionStoreLayer = store(SectionStore, "sections", ({ rows, sql }) => {
  const sections = rows(siteSectionsTable)
  const groups = rows(siteSectionGroupsTable)
  const links = rows(siteExternalLinksTable)
  const remove = (table: string, id: string) => Effect.asVoid(sql`DELETE FROM ${sql(table)} WHERE id = ${id}`)

  return {
    all: (siteId) => selectSections({ rows, sql }, siteId),
    insert: (section) =>
      sections.insert({
        ...section,
        description: null,
        condition: null,
        localizedTitle: null,
        localizedDescription: null,
        inDraft: false
      }),
    update: (sectionId, patch) => sections.update(patch, sql`id = ${sectionId}`),
    remove: (sectionId) => remove("site_sections", sectionId),
    adopt: (siteId, sectionId) =>
      sql`UPDATE site_spaces SET section_id = ${sectionId} WHERE site_id = ${siteId} AND section_id IS NULL`.pipe(
        Effect.asVoid
      ),
    insertGroup: (group) => groups.insert(group),
    updateGroup: (groupId, patch) => groups.update(patch, sql`id = ${groupId}`),
    removeGroup: (groupId) => remove("site_section_groups", groupId),
    insertLink: (link) => links.insert(link),
    updateLink: (linkId, patch) => links.update(patch, sql`id = ${linkId}`),
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
