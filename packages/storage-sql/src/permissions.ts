import type { Role } from "@octavo/core/kernel/shared/roles"
import { AccessStore, type ContentFacts } from "@octavo/core/people/permissions/AccessStore"
import type { ListScope } from "@octavo/core/people/permissions/effectiveRole"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { anyRow, store } from "./store.ts"

/** Grants that reach a user: the user's own, and those of the user's teams. `g` is the grant's row. */
export const reaches = (sql: SqlClient.SqlClient, user: Statement.Fragment): Statement.Fragment =>
  sql`((g.subject_kind = 'user' AND g.subject_id = ${user})
    OR (g.subject_kind = 'team' AND g.subject_id IN (SELECT team_id FROM team_members WHERE user_id = ${user})))`

/** Ids of the organization's collections that are granted to whom `reach` says, with all below them. */
const grantedCollections = (
  sql: SqlClient.SqlClient,
  organizationId: string,
  reach: Statement.Fragment
): Statement.Fragment =>
  sql`WITH RECURSIVE granted(id) AS (
      SELECT g.object_id FROM grants g
        WHERE g.object_kind = 'collection' AND g.organization_id = ${organizationId} AND ${reach}
      UNION
      SELECT c.id FROM collections c JOIN granted ON c.parent_id = granted.id
    ) SELECT id FROM granted`

/** Condition on spaces `s` of an organization: a grant `g` that `reach` picks is on it, or on a collection around it. */
export const reachedSpaces = (
  sql: SqlClient.SqlClient,
  organizationId: string,
  reach: Statement.Fragment
): Statement.Fragment =>
  sql`s.organization_id = ${organizationId} AND s.deleted_at IS NULL AND (
    s.id IN (SELECT g.object_id FROM grants g WHERE g.object_kind = 'space' AND ${reach})
    OR s.parent_id IN (${grantedCollections(sql, organizationId, reach)}))`

/** Condition on spaces `s` of an organization: granted to the user, directly or on a collection around it. */
export const visibleSpaces = (
  sql: SqlClient.SqlClient,
  organizationId: string,
  user: Statement.Fragment
): Statement.Fragment => reachedSpaces(sql, organizationId, reaches(sql, user))

/** Condition on sites `s` of an organization: granted to the user. */
export const visibleSites = (
  sql: SqlClient.SqlClient,
  organizationId: string,
  user: Statement.Fragment
): Statement.Fragment =>
  sql`s.organization_id = ${organizationId}
    AND s.id IN (SELECT g.object_id FROM grants g WHERE g.object_kind = 'site' AND ${reaches(sql, user)})`

/** The scope of a list as a condition on spaces `s`. */
export const spacesInScope = (
  sql: SqlClient.SqlClient,
  organizationId: string,
  scope: ListScope
): Statement.Fragment =>
  scope.all
    ? sql`s.organization_id = ${organizationId} AND s.deleted_at IS NULL`
    : visibleSpaces(sql, organizationId, sql`${scope.grantedTo}`)

/** The scope of a list as a condition on collections `c`. */
export const collectionsInScope = (
  sql: SqlClient.SqlClient,
  organizationId: string,
  scope: ListScope
): Statement.Fragment =>
  scope.all
    ? sql`c.organization_id = ${organizationId}`
    : sql`c.organization_id = ${organizationId}
        AND c.id IN (${grantedCollections(sql, organizationId, reaches(sql, sql`${scope.grantedTo}`))})`

/** One step of a content's chain for one user; a step with several grants comes in several rows. */
interface ChainRow {
  readonly object_id: string
  readonly organization_id: string
  readonly depth: number
  readonly default_level: Role | null
  readonly granted: Role | null
  readonly member: string | null
  readonly member_role: Role | null
  readonly member_disabled: number | null
}

/** @param rows ordered by object and depth */
const toFacts = (rows: ReadonlyArray<ChainRow>): Map<string, ContentFacts> => {
  const facts = new Map<string, ContentFacts & { levels: Array<{ grants: Array<Role>; defaultLevel: Role | null }> }>()
  for (const row of rows) {
    let found = facts.get(row.object_id)
    if (found === undefined) {
      found = {
        organizationId: row.organization_id,
        membership: row.member === null ? undefined : { role: row.member_role, disabled: row.member_disabled === 1 },
        levels: []
      }
      facts.set(row.object_id, found)
    }
    const depth = Number(row.depth)
    found.levels[depth] ??= { grants: [], defaultLevel: row.default_level }
    if (row.granted !== null) found.levels[depth].grants.push(row.granted)
  }
  return facts
}

export const accessStoreLayer = store(AccessStore, "access", ({ sql }) => {
  /** Facts of the content that `start` selects as object, organization, kind, parent and default level. */
  const contentFacts = (userId: string, start: Statement.Fragment) =>
    Effect.map(
      sql<ChainRow>`
        WITH RECURSIVE chain(object_id, organization_id, depth, kind, id, parent_id, default_level) AS (
          ${start}
          UNION ALL
          SELECT chain.object_id, chain.organization_id, chain.depth + 1, 'collection', c.id, c.parent_id, c.default_level
            FROM chain JOIN collections c ON c.id = chain.parent_id
        )
        SELECT chain.object_id, chain.organization_id, chain.depth, chain.default_level, g.role AS granted,
          m.user_id AS member, m.role AS member_role, m.disabled AS member_disabled
        FROM chain
        LEFT JOIN members m ON m.organization_id = chain.organization_id AND m.user_id = ${userId}
        LEFT JOIN grants g ON g.object_kind = chain.kind AND g.object_id = chain.id
          AND ${reaches(sql, sql`${userId}`)}
        ORDER BY chain.object_id, chain.depth`,
      toFacts
    )

  const spaceFacts = (userId: string, selected: Statement.Fragment) =>
    contentFacts(
      userId,
      sql`SELECT s.id, s.organization_id, 0, 'space', s.id, s.parent_id, s.default_level FROM spaces s WHERE ${selected}`
    )

  const collectionFacts = (userId: string, collectionIds: ReadonlyArray<string>) =>
    contentFacts(
      userId,
      sql`SELECT o.id, o.organization_id, 0, 'collection', o.id, o.parent_id, o.default_level FROM collections o
        WHERE ${sql.in("o.id", collectionIds)}`
    )

  const siteFacts = (userId: string, organizationId: string, siteIds: ReadonlyArray<string>) =>
    Effect.map(
      sql<ChainRow>`SELECT s.id AS object_id, s.organization_id, 0 AS depth, s.default_level, g.role AS granted,
          m.user_id AS member, m.role AS member_role, m.disabled AS member_disabled
        FROM sites s
        LEFT JOIN members m ON m.organization_id = s.organization_id AND m.user_id = ${userId}
        LEFT JOIN grants g ON g.object_kind = 'site' AND g.object_id = s.id AND ${reaches(sql, sql`${userId}`)}
        WHERE ${sql.in("s.id", siteIds)} AND s.organization_id = ${organizationId}
        ORDER BY s.id`,
      toFacts
    )

  return {
    noteSeen: (userId, organizationId, at) =>
      sql`UPDATE members SET last_seen_at = ${at} WHERE organization_id = ${organizationId} AND user_id = ${userId}`.pipe(
        Effect.asVoid
      ),
    membership: (userId, organizationId) =>
      sql<{ role: Role | null; disabled: number }>`SELECT role, disabled FROM members
        WHERE organization_id = ${organizationId} AND user_id = ${userId}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : { role: row.role, disabled: row.disabled === 1 }))
      ),
    space: (userId, spaceId, options) =>
      spaceFacts(
        userId,
        options?.deleted === true ? sql`s.id = ${spaceId}` : sql`s.id = ${spaceId} AND s.deleted_at IS NULL`
      ).pipe(Effect.map((facts) => facts.get(spaceId))),
    spaces: (userId, spaceIds) =>
      spaceIds.length === 0
        ? Effect.succeed(new Map())
        : spaceFacts(userId, sql`${sql.in("s.id", spaceIds)} AND s.deleted_at IS NULL`),
    collection: (userId, collectionId) =>
      collectionFacts(userId, [collectionId]).pipe(Effect.map((facts) => facts.get(collectionId))),
    collections: (userId, collectionIds) =>
      collectionIds.length === 0 ? Effect.succeed(new Map()) : collectionFacts(userId, collectionIds),
    site: (userId, organizationId, siteId) =>
      siteFacts(userId, organizationId, [siteId]).pipe(Effect.map((facts) => facts.get(siteId))),
    sites: (userId, organizationId, siteIds) =>
      siteIds.length === 0 ? Effect.succeed(new Map()) : siteFacts(userId, organizationId, siteIds),
    organizationExists: (organizationId) => sql`SELECT 1 FROM organizations WHERE id = ${organizationId}`.pipe(anyRow),
    spaceOrganization: (spaceId, options) =>
      sql<{ organization_id: string }>`SELECT organization_id FROM spaces
        WHERE id = ${spaceId} AND ${options?.deleted === true ? sql`1 = 1` : sql`deleted_at IS NULL`}`.pipe(
        Effect.map(([row]) => row?.organization_id)
      ),
    collectionOrganization: (collectionId) =>
      sql<{ organization_id: string }>`SELECT organization_id FROM collections WHERE id = ${collectionId}`.pipe(
        Effect.map(([row]) => row?.organization_id)
      )
  }
})
