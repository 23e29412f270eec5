import type { Language, SpacePatch, SpaceRecord, Visibility } from "@octavo/core/content/spaces/Space"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import type { Slice } from "@octavo/core/kernel/shared/pagination"
import type { Role } from "@octavo/core/kernel/shared/roles"
import type { SpaceMergeRules } from "@octavo/core/people/organizations/Organization"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { spacesInScope } from "./permissions.ts"
import { joinSections, nextAtRoot, shown, urlPath } from "./site-structure.ts"
import { first, store } from "./store.ts"
import { after, json, type OrderColumn, ordered } from "./support.ts"

interface Row {
  readonly id: string
  readonly organization_id: string
  readonly parent_id: string | null
  readonly position: string
  readonly title: string
  readonly emoji: string
  readonly icon: string | null
  readonly visibility: Visibility
  readonly edit_mode: "live" | "locked"
  readonly merge_rules: string
  readonly language: Language | null
  readonly default_level: Role | null
  readonly created_at: string
  readonly updated_at: string
  readonly deleted_at: string | null
  readonly comments: number
  readonly change_requests: number
  readonly change_requests_open: number
  readonly change_requests_draft: number
  readonly revision_id: string
  readonly root: string
  readonly sequence: number
  readonly git_repo_name: string | null
  readonly git_provider: "github" | "gitlab"
  readonly git_integration: string | null
  readonly git_info_url: string
  readonly git_updated_at: string
  readonly git_tree_url: string | null
  readonly git_directory: string
  readonly published_site: string | null
  readonly published_basename: string | null
  readonly published_hostname: string | null
  readonly published_path: string
  readonly published_page: string | null
}

const toRecord = (row: Row): SpaceRecord => ({
  id: row.id,
  organizationId: row.organization_id,
  parent: row.parent_id,
  position: row.position,
  title: row.title,
  emoji: row.emoji,
  icon: row.icon,
  visibility: row.visibility,
  editMode: row.edit_mode,
  mergeRules: json<SpaceMergeRules>(row.merge_rules),
  language: row.language,
  defaultLevel: row.default_level,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
  head: { revisionId: row.revision_id, root: row.root, sequence: row.sequence },
  comments: row.comments,
  changeRequests: row.change_requests,
  changeRequestsOpen: row.change_requests_open,
  changeRequestsDraft: row.change_requests_draft,
  gitSync:
    row.git_repo_name === null
      ? null
      : {
          repoName: row.git_repo_name,
          installationProvider: row.git_provider,
          integration: row.git_integration,
          url: row.git_info_url,
          updatedAt: row.git_updated_at,
          treeURL: row.git_tree_url,
          directory: row.git_directory
        },
  published:
    row.published_site === null
      ? null
      : {
          siteId: row.published_site,
          basename: row.published_basename,
          hostname: row.published_hostname,
          path: row.published_path,
          pageId: row.published_page
        }
})

const toColumns = (patch: SpacePatch): Record<string, string | null> => ({
  ...(patch.title === undefined ? {} : { title: patch.title }),
  ...(patch.emoji === undefined ? {} : { emoji: patch.emoji }),
  ...(patch.icon === undefined ? {} : { icon: patch.icon }),
  ...(patch.editMode === undefined ? {} : { edit_mode: patch.editMode }),
  ...(patch.mergeRules === undefined ? {} : { merge_rules: JSON.stringify(patch.mergeRules) }),
  ...(patch.language === undefined ? {} : { language: patch.language }),
  ...(patch.defaultLevel === undefined ? {} : { default_level: patch.defaultLevel })
})

/** Spaces `s` with their head, Git synchronization and the first published site that shows them. */
export const selectSpaces = (sql: SqlClient.SqlClient, where: Statement.Fragment) => select(sql, where, sql``)

/** One page of them; what belongs to a space is looked up for those of the page alone. */
export const pageOfSpaces = (
  sql: SqlClient.SqlClient,
  where: Statement.Fragment,
  order: ReadonlyArray<OrderColumn>,
  slice: Slice
) => {
  const page = ordered(sql, order, slice)
  return select(sql, sql`${where} AND ${after(sql, order, slice.after)} ${page}`, page)
}

const select = (sql: SqlClient.SqlClient, chosen: Statement.Fragment, order: Statement.Fragment) =>
  Effect.map(
    sql<Row>`
      SELECT s.*, h.revision_id, h.root, h.sequence,
        g.repo_name AS git_repo_name, g.provider AS git_provider, g.integration AS git_integration,
        g.info_url AS git_info_url, g.updated_at AS git_updated_at,
        g.repo_tree_url AS git_tree_url, g.directory AS git_directory,
        i.id AS published_site, i.basename AS published_basename, i.hostname AS published_hostname,
        ${urlPath(sql)} AS published_path, x.page_id AS published_page
      FROM (SELECT s.* FROM spaces s WHERE ${chosen}) s
      JOIN heads h ON h.space_id = s.id AND h.name = 'primary'
      LEFT JOIN git_syncs g ON g.space_id = s.id
      LEFT JOIN site_spaces x ON x.id = (
        SELECT x.id FROM site_spaces x JOIN sites y ON y.id = x.site_id ${joinSections(sql)}
        WHERE x.space_id = s.id AND y.published = 1 AND ${shown(sql)} ORDER BY x.id LIMIT 1)
      ${joinSections(sql)}
      LEFT JOIN sites i ON i.id = x.site_id
      ${order}`,
    (rows) => rows.map(toRecord)
  )

export const spaceStoreLayer = store(SpaceStore, "spaces", ({ countOf, sql }) => {
  return {
    get: (id) => selectSpaces(sql, sql`s.id = ${id}`).pipe(first),
    insert: (space) =>
      Effect.gen(function* () {
        yield* sql`INSERT INTO spaces ${sql.insert({
          id: space.id,
          organization_id: space.organizationId,
          parent_id: space.parent,
          position: space.position,
          visibility: space.parent === null ? "private" : "in-collection",
          created_at: space.createdAt,
          updated_at: space.createdAt,
          deleted_at: null,
          comments: 0,
          change_requests: 0,
          change_requests_open: 0,
          change_requests_draft: 0,
          title: space.title,
          emoji: space.emoji,
          icon: space.icon,
          edit_mode: space.editMode,
          language: space.language,
          merge_rules: JSON.stringify(space.mergeRules),
          default_level: null
        })}`
        yield* sql`INSERT INTO revisions ${sql.insert({
          id: space.revisionId,
          space_id: space.id,
          root: space.root,
          parents: "[]",
          type: "edits",
          author_id: space.author,
          message: null,
          git: null,
          created_at: space.createdAt,
          head: "primary",
          sequence: 0
        })}`
        yield* sql`INSERT INTO heads ${sql.insert({
          space_id: space.id,
          name: "primary",
          revision_id: space.revisionId,
          root: space.root,
          sequence: 0,
          updated_at: space.createdAt
        })}`
      }).pipe(sql.withTransaction),
    update: (id, patch, at) =>
      sql`UPDATE spaces SET ${sql.update({ ...toColumns(patch), updated_at: at })} WHERE id = ${id}`.pipe(
        Effect.asVoid
      ),
    titled: (organizationId, title, limit) => {
      const where = sql`s.organization_id = ${organizationId} AND s.deleted_at IS NULL AND s.title = ${title}`
      return pageOfSpaces(sql, where, [{ column: sql`s.id` }], { limit, after: undefined })
    },
    listForBoth: (organizationId, scope, seen, direction, slice) => {
      const order = [{ column: sql`s.id`, descending: direction === "desc" }]
      const where = sql`${spacesInScope(sql, organizationId, scope)} AND ${spacesInScope(sql, organizationId, seen)}`
      return Effect.all({
        items: pageOfSpaces(sql, where, order, slice),
        count: countOf(sql`spaces s WHERE ${where}`)
      })
    },
    list: (organizationId, scope, slice) => {
      const order = [{ column: sql`s.id` }]
      const where = spacesInScope(sql, organizationId, scope)
      return Effect.all({
        items: pageOfSpaces(sql, where, order, slice),
        count: countOf(sql`spaces s WHERE ${where}`)
      })
    },
    listIn: (collectionId, slice) => {
      const order = [{ column: sql`s.position` }, { column: sql`s.id` }]
      const where = sql`s.parent_id = ${collectionId} AND s.deleted_at IS NULL`
      return Effect.all({
        items: pageOfSpaces(sql, where, order, slice),
        count: countOf(sql`spaces s WHERE ${where}`)
      })
    },
    setDeleted: (id, deletedAt, at) =>
      sql`UPDATE spaces SET deleted_at = ${deletedAt}, updated_at = ${at} WHERE id = ${id}`.pipe(Effect.asVoid),
    deletedBefore: (at, last, limit) => {
      const order = [{ column: sql`deleted_at` }, { column: sql`id` }]
      const slice = { after: last === undefined ? undefined : [last.deletedAt, last.id], limit }
      return sql<{ id: string; deleted_at: string }>`SELECT id, deleted_at FROM spaces
        WHERE deleted_at IS NOT NULL AND deleted_at <= ${at}
          AND ${after(sql, order, slice.after)} ${ordered(sql, order, slice)}`.pipe(
        Effect.map((rows) => rows.map((row) => ({ id: row.id, deletedAt: row.deleted_at })))
      )
    },
    purge: (id) =>
      Effect.gen(function* () {
        // heads before the space, as an import takes them; the rest goes with the space's row
        yield* sql`DELETE FROM heads WHERE space_id = ${id}`
        const spaces = sql`(SELECT id FROM site_spaces WHERE space_id = ${id})`
        yield* sql`UPDATE sites SET default_site_space =
            ${nextAtRoot(sql, sql`x.site_id = sites.id AND x.section_id IS NULL AND x.space_id <> ${id}`)}
          WHERE default_site_space IN ${spaces}`
        yield* sql`UPDATE site_sections SET default_site_space =
            ${nextAtRoot(sql, sql`x.section_id = site_sections.id AND x.space_id <> ${id}`)}
          WHERE default_site_space IN ${spaces}`
        yield* sql`DELETE FROM grants WHERE object_kind = 'space' AND object_id = ${id}`
        yield* sql`DELETE FROM spaces WHERE id = ${id}`
      }).pipe(sql.withTransaction)
  }
})
