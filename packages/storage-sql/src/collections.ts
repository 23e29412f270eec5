import type { CollectionRecord } from "@octavo/core/content/collections/Collection"
import { CollectionStore } from "@octavo/core/content/collections/CollectionStore"
import { type Content, type PlacedContent, type Sibling, TreeStore } from "@octavo/core/content/collections/TreeStore"
import { positionsBetween } from "@octavo/core/kernel/shared/position"
import { Array as Arr, Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { collectionsInScope } from "./permissions.ts"
import { ascending, store } from "./store.ts"
import { boolean, type FieldsOf, type Row, table, tableOf, text } from "./table.ts"

export const collectionsTable = table<CollectionRecord>()("collections", {
  id: text.fixed,
  organizationId: text.fixed,
  parent: text.orNull.at("parent_id").fixed,
  position: text.fixed,
  title: text,
  description: text.orNull,
  defaultLevel: text.orNull,
  createdAt: text.fixed
})

export const collectionStoreLayer = store(CollectionStore, "collections", ({ rows, sql }) => {
  const collections = rows(collectionsTable, "c")
  return {
    get: (id) => collections.first(sql`id = ${id}`),
    insert: (collection) => collections.insert(collection),
    update: (id, patch) => collections.update(patch, sql`id = ${id}`),
    remove: (id) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM grants WHERE object_kind = 'collection' AND object_id = ${id}`
        yield* sql`DELETE FROM collections WHERE id = ${id}`
      }).pipe(sql.withTransaction),
    list: (organizationId, scope, { nested }, slice) => {
      const where = sql`${collectionsInScope(sql, organizationId, scope)}
        AND ${nested ? sql`1 = 1` : sql`c.parent_id IS NULL`}`
      return collections.list(where, ascending("c.position", "c.id"), slice)
    }
  }
})

/** Where a space or a collection stands. */
const placeColumns = {
  id: text.fixed,
  organizationId: text.fixed,
  parent: text.orNull.at("parent_id"),
  position: text,
  title: text,
  deleted: boolean.computed
}

const placesTable = tableOf("collections", placeColumns)

/** How many ids one statement of this file takes. */
const batch = 1000

export const treeStoreLayer = store(TreeStore, "tree", ({ countOf, dialect, sql }) => {
  const inParent = (organizationId: string, parent: string | null): Statement.Fragment =>
    parent === null
      ? sql`organization_id = ${organizationId} AND parent_id IS NULL`
      : sql`organization_id = ${organizationId} AND parent_id = ${parent}`

  const inBatches = <E, R>(
    ids: ReadonlyArray<string>,
    run: (ids: ReadonlyArray<string>) => Effect.Effect<unknown, E, R>
  ) => Effect.forEach(Arr.chunksOf(ids, batch), run, { discard: true })

  const last = (organizationId: string, parent: string | null) => {
    const where = inParent(organizationId, parent)
    return Effect.map(
      sql<{ spaces: string | null; collections: string | null }>`SELECT
        (SELECT max(position) FROM spaces WHERE ${where}) AS spaces,
        (SELECT max(position) FROM collections WHERE ${where}) AS collections`,
      ([row]) => greater(row?.spaces ?? null, row?.collections ?? null)
    )
  }

  const setPosition = (content: Content, position: string) =>
    content.kind === "space"
      ? sql`UPDATE spaces SET position = ${position} WHERE id = ${content.id}`
      : sql`UPDATE collections SET position = ${position} WHERE id = ${content.id}`

  return {
    // one after the other, in one order everywhere, so that two who need both do not wait for each other
    lock: (organizationIds) =>
      Effect.forEach(
        [...new Set(organizationIds)].sort(),
        (id) => dialect.hold(sql`SELECT id FROM organizations WHERE id = ${id} ${dialect.rowLock}`),
        { discard: true }
      ),
    get: ({ kind, id }) =>
      sql<Row<FieldsOf<typeof placeColumns>>>`${
        kind === "space"
          ? sql`SELECT ${placesTable.columns()},
              CASE WHEN deleted_at IS NULL THEN 0 ELSE 1 END AS deleted FROM spaces`
          : sql`SELECT ${placesTable.columns()}, 0 AS deleted FROM collections`
      } WHERE id = ${id}`.pipe(
        Effect.map(([row]): PlacedContent | undefined =>
          row === undefined ? undefined : { kind, ...placesTable.decode(row) }
        )
      ),
    siblings: (organizationId, parent) => {
      const where = inParent(organizationId, parent)
      return sql<Omit<Sibling, "deleted"> & { readonly deleted: number }>`
        SELECT 'space' AS kind, id, position, CASE WHEN deleted_at IS NULL THEN 0 ELSE 1 END AS deleted
          FROM spaces WHERE ${where}
        UNION ALL SELECT 'collection' AS kind, id, position, 0 AS deleted FROM collections WHERE ${where}
        ORDER BY position, id`.pipe(Effect.map((rows) => rows.map((row) => ({ ...row, deleted: row.deleted === 1 }))))
    },
    last: (organizationId, parent) => last(organizationId, parent),
    path: (collectionId) =>
      sql<{ id: string; organization_id: string }>`
        WITH RECURSIVE path(depth, id, organization_id, parent_id) AS (
          SELECT 0, c.id, c.organization_id, c.parent_id FROM collections c WHERE c.id = ${collectionId}
          UNION ALL
          SELECT path.depth + 1, c.id, c.organization_id, c.parent_id
            FROM path JOIN collections c ON c.id = path.parent_id
        ) SELECT id, organization_id FROM path ORDER BY depth`.pipe(
        Effect.map((rows) => rows.map((row) => ({ id: row.id, organizationId: row.organization_id })))
      ),
    height: (collectionId) =>
      sql<{ height: number | bigint | null }>`
        WITH RECURSIVE below(depth, id) AS (
          SELECT 1, c.id FROM collections c WHERE c.id = ${collectionId}
          UNION ALL
          SELECT below.depth + 1, c.id FROM below JOIN collections c ON c.parent_id = below.id
        ) SELECT max(depth) AS height FROM below`.pipe(Effect.map(([row]) => Number(row?.height ?? 0))),
    below: (collectionId) =>
      Effect.gen(function* () {
        const below = sql`WITH RECURSIVE below(depth, id) AS (
            SELECT 0, c.id FROM collections c WHERE c.id = ${collectionId}
            UNION ALL
            SELECT below.depth + 1, c.id FROM below JOIN collections c ON c.parent_id = below.id
          )`
        const collections = yield* sql<{ id: string }>`${below} SELECT id FROM below ORDER BY depth, id`
        const spaces = yield* sql<{ id: string }>`${below} SELECT s.id FROM spaces s
          WHERE s.deleted_at IS NULL AND s.parent_id IN (SELECT id FROM below)`
        return { collections: collections.map(({ id }) => id), spaces: spaces.map(({ id }) => id) }
      }),
    place: ({ kind, id }, { parent, position }, at) => {
      // open visibilities stay; the closed one says where the space stands
      const [from, to] = parent === null ? ["in-collection", "private"] : ["private", "in-collection"]
      return (
        kind === "space"
          ? sql`UPDATE spaces SET parent_id = ${parent}, position = ${position}, updated_at = ${at},
              visibility = CASE WHEN visibility = ${from} THEN ${to} ELSE visibility END WHERE id = ${id}`
          : sql`UPDATE collections SET parent_id = ${parent}, position = ${position} WHERE id = ${id}`
      ).pipe(Effect.asVoid)
    },
    renumber: (siblings, positions) =>
      Effect.forEach(siblings, (content, i) => setPosition(content, positions[i]!), { discard: true }).pipe(
        sql.withTransaction
      ),
    detachDeleted: (organizationId, collectionIds) =>
      inBatches(collectionIds, (ids) =>
        Effect.gen(function* () {
          const deleted = yield* sql<{ id: string }>`SELECT id FROM spaces
            WHERE ${sql.in("parent_id", ids)} AND deleted_at IS NOT NULL ORDER BY parent_id, position, id`
          if (deleted.length === 0) return
          const positions = positionsBetween(yield* last(organizationId, null), null, deleted.length)
          yield* Effect.forEach(
            deleted,
            ({ id }, i) => sql`UPDATE spaces SET parent_id = NULL, position = ${positions[i]!},
              visibility = CASE WHEN visibility = 'in-collection' THEN 'private' ELSE visibility END WHERE id = ${id}`,
            { discard: true }
          )
        })
      ).pipe(sql.withTransaction),
    ties: (spaceIds) =>
      Effect.gen(function* () {
        const sites = new Set<string>()
        let gitOperations = 0
        yield* inBatches(spaceIds, (ids) =>
          Effect.gen(function* () {
            const rows = yield* sql<{ site_id: string }>`SELECT DISTINCT site_id FROM site_spaces
              WHERE ${sql.in("space_id", ids)}`
            for (const row of rows) sites.add(row.site_id)
            gitOperations += yield* countOf(
              sql`git_operations WHERE ${sql.in("space_id", ids)} AND state IN ('pending', 'running')`
            )
          })
        )
        return { sites: sites.size, gitOperations }
      }),
    handOver: ({ collections, spaces }, organizationId, at) =>
      Effect.gen(function* () {
        yield* inBatches(spaces, (ids) =>
          Effect.gen(function* () {
            yield* sql`DELETE FROM grants WHERE object_kind = 'space' AND ${sql.in("object_id", ids)}`
            yield* sql`DELETE FROM link_invites WHERE ${sql.in("space_id", ids)}`
            // first, as who settles one holds it before its webhook
            yield* sql`DELETE FROM webhook_deliveries
              WHERE webhook_id IN (SELECT id FROM webhooks WHERE ${sql.in("space_id", ids)})`
            yield* sql`DELETE FROM webhooks WHERE ${sql.in("space_id", ids)}`
            yield* sql`UPDATE spaces SET organization_id = ${organizationId}, default_level = NULL,
              merge_rules = ${inherit}, updated_at = ${at} WHERE ${sql.in("id", ids)}`
          })
        )
        yield* inBatches(collections, (ids) =>
          Effect.gen(function* () {
            yield* sql`DELETE FROM grants WHERE object_kind = 'collection' AND ${sql.in("object_id", ids)}`
            yield* sql`DELETE FROM link_invites WHERE ${sql.in("collection_id", ids)}`
            yield* sql`UPDATE collections SET organization_id = ${organizationId}, default_level = NULL
              WHERE ${sql.in("id", ids)}`
          })
        )
      }).pipe(sql.withTransaction)
  }
})

const inherit = JSON.stringify({ type: "inherit" })

/** Positions are compared by code unit, as the stores order them. */
const greater = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a)
