import type {
  NewSection,
  SectionGroupPatch,
  SectionGroupRecord,
  SectionPatch,
  SectionRecord
} from "@octavo/core/sites/Section"
import { type SectionRecords, SectionStore } from "@octavo/core/sites/SectionStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { storage } from "./support.ts"

interface SectionRow {
  readonly id: string
  readonly site_id: string
  readonly group_id: string | null
  readonly title: string
  readonly description: string | null
  readonly icon: string | null
  readonly path: string
  readonly condition_expression: string | null
  readonly draft: number
  readonly position: string
  readonly default_site_space: string | null
  readonly is_default: number
}

const toSection = (row: SectionRow): SectionRecord => ({
  id: row.id,
  siteId: row.site_id,
  groupId: row.group_id,
  title: row.title,
  description: row.description,
  icon: row.icon,
  path: row.path,
  condition: row.condition_expression,
  draft: row.draft === 1,
  position: row.position,
  defaultSiteSpace: row.default_site_space,
  isDefault: row.is_default === 1
})

interface GroupRow {
  readonly id: string
  readonly site_id: string
  readonly parent_id: string | null
  readonly title: string
  readonly icon: string | null
  readonly position: string
}

const toGroup = ({ parent_id, site_id, ...row }: GroupRow): SectionGroupRecord => ({
  ...row,
  siteId: site_id,
  parentId: parent_id
})

/** All sections and groups of a site. */
export const selectSections = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, siteId: string) {
  const sections = yield* sql<SectionRow>`SELECT c.*,
      CASE WHEN i.default_site_section = c.id THEN 1 ELSE 0 END AS is_default
    FROM site_sections c JOIN sites i ON i.id = c.site_id WHERE c.site_id = ${siteId}`
  const groups = yield* sql<GroupRow>`SELECT id, site_id, parent_id, title, icon, position
    FROM site_section_groups WHERE site_id = ${siteId}`
  return { sections: sections.map(toSection), groups: groups.map(toGroup) } satisfies SectionRecords
})

/** Columns of the fields that are there. */
const toColumns = (patch: SectionPatch): Record<string, string | number | null> => ({
  ...(patch.groupId === undefined ? {} : { group_id: patch.groupId }),
  ...(patch.title === undefined ? {} : { title: patch.title }),
  ...(patch.description === undefined ? {} : { description: patch.description }),
  ...(patch.icon === undefined ? {} : { icon: patch.icon }),
  ...(patch.path === undefined ? {} : { path: patch.path }),
  ...(patch.condition === undefined ? {} : { condition_expression: patch.condition }),
  ...(patch.draft === undefined ? {} : { draft: patch.draft ? 1 : 0 }),
  ...(patch.position === undefined ? {} : { position: patch.position }),
  ...(patch.defaultSiteSpace === undefined ? {} : { default_site_space: patch.defaultSiteSpace })
})

const toInsert = (section: NewSection) => ({
  id: section.id,
  site_id: section.siteId,
  description: null,
  condition_expression: null,
  ...toColumns(section)
})

const toGroupColumns = (patch: SectionGroupPatch): Record<string, string | null> => ({
  ...(patch.parentId === undefined ? {} : { parent_id: patch.parentId }),
  ...(patch.title === undefined ? {} : { title: patch.title }),
  ...(patch.icon === undefined ? {} : { icon: patch.icon }),
  ...(patch.position === undefined ? {} : { position: patch.position })
})

export const sectionStoreLayer = Layer.effect(
  SectionStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const set = (table: string, id: string, columns: Record<string, string | number | null>) =>
      Object.keys(columns).length === 0
        ? Effect.void
        : Effect.asVoid(sql`UPDATE ${sql(table)} SET ${sql.update(columns)} WHERE id = ${id}`)

    return SectionStore.of({
      all: (siteId) => selectSections(sql, siteId).pipe(storage("sections.all")),
      insert: (section) =>
        sql`INSERT INTO site_sections ${sql.insert(toInsert(section))}`.pipe(Effect.asVoid, storage("sections.insert")),
      update: (sectionId, patch) => set("site_sections", sectionId, toColumns(patch)).pipe(storage("sections.update")),
      remove: (sectionId) =>
        sql`DELETE FROM site_sections WHERE id = ${sectionId}`.pipe(Effect.asVoid, storage("sections.remove")),
      adopt: (siteId, sectionId) =>
        sql`UPDATE site_spaces SET section_id = ${sectionId} WHERE site_id = ${siteId} AND section_id IS NULL`.pipe(
          Effect.asVoid,
          storage("sections.adopt")
        ),
      insertGroup: (group) =>
        sql`INSERT INTO site_section_groups ${sql.insert({
          id: group.id,
          site_id: group.siteId,
          ...toGroupColumns(group)
        })}`.pipe(Effect.asVoid, storage("sections.insertGroup")),
      updateGroup: (groupId, patch) =>
        set("site_section_groups", groupId, toGroupColumns(patch)).pipe(storage("sections.updateGroup")),
      removeGroup: (groupId) =>
        sql`DELETE FROM site_section_groups WHERE id = ${groupId}`.pipe(Effect.asVoid, storage("sections.removeGroup"))
    })
  })
)
