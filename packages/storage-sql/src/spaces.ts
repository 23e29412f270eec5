import type { SpaceRecord } from "@octavo/core/content/spaces/Space"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import type { Slice } from "@octavo/core/kernel/shared/pagination"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { revisionsTable } from "./content.ts"
import { spacesInScope } from "./permissions.ts"
import { joinSections, nextAtRoot, urlPath, visibleToAll } from "./site-structure.ts"
import { ascending, first, store } from "./store.ts"
import { after, type OrderColumn, ordered } from "./support.ts"
import { integer, json, orNull, type Row, table, text } from "./table.ts"
import { unread } from "./writeBehind.ts"

/** With a share link published addresses are the visitor's own. */
type Stored = Omit<SpaceRecord, "published"> & {
  readonly published: Required<Omit<NonNullable<SpaceRecord["published"]>, "shareKey">> | null
}

export const spacesTable = table<Stored>()("spaces", {
  id: text.fixed,
  organizationId: text.fixed,
  parent: text.orNull.at("parent_id").fixed,
  position: text.fixed,
  title: text,
  emoji: text,
  icon: text.orNull,
  visibility: text.fixed,
  editMode: text,
  mergeRules: json,
  language: text.orNull,
  defaultLevel: text.orNull,
  createdAt: text.fixed,
  updatedAt: text,
  deletedAt: text.orNull.fixed,
  head: { revisionId: text.computed, root: text.computed, sequence: integer.computed },
  comments: integer.fixed,
  changeRequests: integer.fixed,
  changeRequestsOpen: integer.fixed,
  changeRequestsDraft: integer.fixed,
  gitSync: orNull("repoName", {
    repoName: text.computed,
    installationProvider: text.computed,
    integration: text.orNull.computed,
    url: text.computed,
    updatedAt: text.computed,
    treeURL: text.orNull.computed,
    directory: text.computed
  }),
  published: orNull("siteId", {
    siteId: text.computed,
    basename: text.orNull.computed,
    hostname: text.orNull.computed,
    path: text.computed,
    pageId: text.orNull.computed
  })
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
    sql<Row<Stored> & { readonly head_updated_at: string }>`
      SELECT ${spacesTable.columns("s")}, h.revision_id AS head_revision_id, h.root AS head_root,
        h.sequence AS head_sequence, h.updated_at AS head_updated_at,
        g.repo_name AS git_sync_repo_name, g.provider AS git_sync_installation_provider,
        g.integration AS git_sync_integration,
        g.info_url AS git_sync_url, g.updated_at AS git_sync_updated_at,
        g.repo_tree_url AS git_sync_tree_url, g.directory AS git_sync_directory,
        i.id AS published_site_id, i.basename AS published_basename, i.hostname AS published_hostname,
        ${urlPath(sql)} AS published_path, x.page_id AS published_page_id
      FROM (SELECT s.* FROM spaces s WHERE ${chosen}) s
      JOIN heads h ON h.space_id = s.id AND h.name = 'primary'
      LEFT JOIN git_syncs g ON g.space_id = s.id
      LEFT JOIN site_spaces x ON x.id = (
        SELECT x.id FROM site_spaces x JOIN sites y ON y.id = x.site_id ${joinSections(sql)}
        WHERE x.space_id = s.id AND y.published = 1 AND ${visibleToAll(sql)} ORDER BY x.id LIMIT 1)
      ${joinSections(sql)}
      LEFT JOIN sites i ON i.id = x.site_id
      ${order}`,
    (rows) =>
      rows.map((row) => {
        const space = spacesTable.decode(row)
        // who edits the content writes no row of the space
        return row.head_updated_at > space.updatedAt ? { ...space, updatedAt: row.head_updated_at } : space
      })
  )

export const spaceStoreLayer = store(SpaceStore, "spaces", ({ dialect, rows, sql }) => {
  const spaces = rows(spacesTable, "s")
  const listed = (where: Statement.Fragment, order: ReadonlyArray<OrderColumn>, slice: Slice) =>
    Effect.all({ items: pageOfSpaces(sql, where, order, slice), count: spaces.count(where) })
  return {
    get: (id) => selectSpaces(sql, sql`s.id = ${id}`).pipe(first),
    lock: (id) => selectSpaces(sql, sql`s.id = ${id} ${dialect.rowLock}`).pipe(first),
    insert: (space) =>
      Effect.gen(function* () {
        yield* spaces.insert({
          ...space,
          visibility: space.parent === null ? "private" : "in-collection",
          defaultLevel: null,
          updatedAt: space.createdAt,
          deletedAt: null,
          comments: 0,
          changeRequests: 0,
          changeRequestsOpen: 0,
          changeRequestsDraft: 0
        })
        yield* rows(revisionsTable).insert({
          id: space.revisionId,
          spaceId: space.id,
          root: space.root,
          parents: [],
          type: "edits",
          author: space.author,
          message: null,
          git: null,
          createdAt: space.createdAt,
          head: "primary",
          sequence: 0,
          mergedFrom: null
        })
        yield* sql`INSERT INTO heads ${sql.insert({
          space_id: space.id,
          name: "primary",
          revision_id: space.revisionId,
          root: space.root,
          sequence: 0,
          updated_at: space.createdAt
        })}`
      }).pipe(sql.withTransaction),
    update: (id, patch, at) => unread(spaces.update({ ...patch, updatedAt: at }, sql`id = ${id}`)),
    titled: (organizationId, title, limit) => {
      const where = sql`s.organization_id = ${organizationId} AND s.deleted_at IS NULL AND s.title = ${title}`
      return pageOfSpaces(sql, where, ascending("s.id"), { limit, after: undefined })
    },
    listForBoth: (organizationId, scope, seen, direction, slice) => {
      const order = [{ column: sql`s.id`, descending: direction === "desc" }]
      const where = sql`${spacesInScope(sql, organizationId, scope)} AND ${spacesInScope(sql, organizationId, seen)}`
      return listed(where, order, slice)
    },
    list: (organizationId, scope, slice) => {
      const order = ascending("s.id")
      const where = spacesInScope(sql, organizationId, scope)
      return listed(where, order, slice)
    },
    listIn: (collectionId, slice) => {
      const order = ascending("s.position", "s.id")
      const where = sql`s.parent_id = ${collectionId} AND s.deleted_at IS NULL`
      return listed(where, order, slice)
    },
    setDeleted: (id, deletedAt, at) =>
      sql`UPDATE spaces SET deleted_at = ${deletedAt}, updated_at = ${at} WHERE id = ${id}`.pipe(Effect.asVoid),
    deletedBefore: (at, last, limit) => {
      const order = ascending("deleted_at", "id")
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
