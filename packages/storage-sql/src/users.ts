import { nameFromEmail } from "@octavo/core/kernel/shared/email"
import type { TokenRecord, UserRecord } from "@octavo/core/people/users/User"
import { UserStore } from "@octavo/core/people/users/UserStore"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { anyRow, store } from "./store.ts"
import { jsonOrNull } from "./support.ts"

export interface UserRow {
  readonly id: string
  readonly display_name: string
  readonly email: string
  readonly photo_url: string | null
  readonly created_at: string
  readonly verified_at: string | null
}

export const toUserRecord = (row: UserRow): UserRecord => ({
  id: row.id,
  displayName: row.display_name,
  email: row.email,
  photoURL: row.photo_url,
  createdAt: row.created_at,
  verifiedAt: row.verified_at
})

interface TokenRow {
  readonly id: string
  readonly user_id: string
  readonly hash: string
  readonly label: string
  readonly organization_id: string | null
  readonly parent_id: string | null
  readonly provider_id: string | null
  readonly scopes: string | null
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

const toTokenRecord = (row: TokenRow): TokenRecord => ({
  id: row.id,
  userId: row.user_id,
  hash: row.hash,
  label: row.label,
  organizationId: row.organization_id,
  parentId: row.parent_id,
  providerId: row.provider_id,
  scopes: jsonOrNull<ReadonlyArray<string>>(row.scopes),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at
})

/** What a name is sorted and searched by, the same in both stores. */
export const nameKey = (name: string): string => name.toLowerCase()

/**
 * Takes back a name that an organization gave an account which nobody has shown to be theirs, for the address alone.
 * @param except the organization that may go on calling its people what it does
 */
export const takeNameBack = (sql: SqlClient.SqlClient, userId: string, except: string | null) =>
  Effect.gen(function* () {
    const [row] = yield* sql<{ email: string }>`SELECT email FROM users WHERE id = ${userId} AND verified_at IS NULL
      AND named_by IS NOT NULL AND ${except === null ? sql`1 = 1` : sql`named_by <> ${except}`}`
    if (row === undefined) return
    const name = nameFromEmail(row.email)
    yield* sql`UPDATE users SET ${sql.update({ display_name: name, name_key: nameKey(name), named_by: null })}
      WHERE id = ${userId}`
  })

export const userStoreLayer = store(UserStore, "users", ({ dialect, sliced, sql }) => {
  const { keyLock } = dialect
  /** All tokens, or those that count in one organization alone. */
  const within = (organizationId: string | undefined) =>
    organizationId === undefined ? sql`1 = 1` : sql`organization_id = ${organizationId}`
  return {
    get: (id) =>
      sql<UserRow>`SELECT * FROM users WHERE id = ${id}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toUserRecord(row)))
      ),
    findByEmail: (email) =>
      sql<UserRow>`SELECT * FROM users WHERE email = ${email}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toUserRecord(row)))
      ),
    insert: (user) =>
      sql<{ id: string }>`INSERT INTO users ${sql.insert({
        id: user.id,
        display_name: user.displayName,
        name_key: nameKey(user.displayName),
        email: user.email,
        photo_url: user.photoURL,
        created_at: user.createdAt,
        verified_at: user.verifiedAt
      })} ON CONFLICT (email) DO NOTHING RETURNING id`.pipe(anyRow),
    update: (id, patch) => {
      const set = {
        ...(patch.displayName === undefined
          ? {}
          : { display_name: patch.displayName, name_key: nameKey(patch.displayName), named_by: null }),
        ...(patch.photoURL === undefined ? {} : { photo_url: patch.photoURL })
      }
      return Object.keys(set).length === 0
        ? Effect.void
        : sql`UPDATE users SET ${sql.update(set)} WHERE id = ${id}`.pipe(Effect.asVoid)
    },
    verify: (id, at) =>
      Effect.andThen(
        takeNameBack(sql, id, null),
        sql`UPDATE users SET verified_at = ${at} WHERE id = ${id} AND verified_at IS NULL`
      ).pipe(sql.withTransaction, Effect.asVoid),
    insertVerification: (verification) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM email_verifications
          WHERE user_id = ${verification.userId} AND expires_at <= ${verification.createdAt}`
        yield* sql`INSERT INTO email_verifications ${sql.insert({
          hash: verification.hash,
          user_id: verification.userId,
          created_at: verification.createdAt,
          expires_at: verification.expiresAt
        })}`
      }).pipe(sql.withTransaction),
    takeVerification: (hash, at) =>
      Effect.gen(function* () {
        const [found] = yield* sql<{ user_id: string }>`DELETE FROM email_verifications
          WHERE hash = ${hash} AND expires_at > ${at} RETURNING user_id`
        if (found === undefined) return undefined
        yield* sql`DELETE FROM email_verifications WHERE user_id = ${found.user_id}`
        return found.user_id
      }).pipe(sql.withTransaction),
    shareOrganization: (a, b, organizationId) =>
      sql`SELECT 1 FROM members x JOIN members y ON y.organization_id = x.organization_id
          WHERE x.user_id = ${a} AND x.disabled = 0 AND x.role IS NOT NULL AND y.user_id = ${b}
            AND ${organizationId === undefined ? sql`1 = 1` : sql`x.organization_id = ${organizationId}`} LIMIT 1`.pipe(
        anyRow
      ),
    insertToken: (token) =>
      sql`INSERT INTO tokens ${sql.insert({
        id: token.id,
        user_id: token.userId,
        hash: token.hash,
        label: token.label,
        organization_id: token.organizationId,
        parent_id: token.parentId,
        provider_id: token.providerId,
        scopes: token.scopes === null ? null : JSON.stringify(token.scopes),
        created_at: token.createdAt,
        expires_at: token.expiresAt,
        last_used_at: token.lastUsedAt
      })}`.pipe(Effect.asVoid),
    holdToken: (userId, id) =>
      sql`SELECT 1 FROM tokens WHERE id = ${id} AND user_id = ${userId} ${keyLock}`.pipe(anyRow),
    findToken: (hash) =>
      sql<TokenRow>`SELECT * FROM tokens WHERE hash = ${hash}`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : toTokenRecord(row)))
      ),
    listTokens: (userId, organizationId, slice) => {
      const order = [{ column: sql`id` }]
      const from = sql`tokens WHERE user_id = ${userId} AND ${within(organizationId)}`
      return sliced(order, slice, from, (rest) =>
        Effect.map(sql<TokenRow>`SELECT * FROM ${from} AND ${rest}`, (rows) => rows.map(toTokenRecord))
      )
    },
    deleteToken: (userId, organizationId, tokenId) =>
      sql`DELETE FROM tokens WHERE id = ${tokenId} AND user_id = ${userId} AND ${within(organizationId)} RETURNING id`.pipe(
        anyRow
      ),
    touchToken: (id, at) => sql`UPDATE tokens SET last_used_at = ${at} WHERE id = ${id}`.pipe(Effect.asVoid)
  }
})
