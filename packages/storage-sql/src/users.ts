import { ifDefined } from "@octavo/core/kernel/shared/defined"
import { nameFromEmail } from "@octavo/core/kernel/shared/email"
import type { TokenRecord, UserRecord } from "@octavo/core/people/users/User"
import { UserStore } from "@octavo/core/people/users/UserStore"
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { anyRow, ascending, store } from "./store.ts"
import { json, table, text } from "./table.ts"

/** What a name is sorted and searched by, the same in both stores. */
export const nameKey = (name: string): string => name.toLowerCase()

export const usersTable = table<UserRecord>()("users", {
  id: text.fixed,
  displayName: text.also("name_key", nameKey),
  email: text.fixed,
  photoURL: text.orNull,
  createdAt: text.fixed,
  verifiedAt: text.orNull
})

/** Columns of a person in a row of something else: what `usersTable.columns` gives with a group. */
export const person = {
  id: text.computed,
  displayName: text.computed,
  email: text.computed,
  photoURL: text.orNull.computed,
  createdAt: text.computed,
  verifiedAt: text.orNull.computed
}

export const tokensTable = table<TokenRecord>()("tokens", {
  id: text.fixed,
  userId: text.fixed,
  hash: text.fixed,
  label: text,
  organizationId: text.orNull.fixed,
  parentId: text.orNull,
  providerId: text.orNull,
  scopes: json.orNull,
  createdAt: text.fixed,
  expiresAt: text.orNull,
  lastUsedAt: text.orNull
})

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

export const userStoreLayer = store(UserStore, "users", ({ dialect, rows, sql }) => {
  const tokens = rows(tokensTable)
  const users = rows(usersTable)
  const { keyLock } = dialect
  /** All tokens, or those that count in one organization alone. */
  const within = (organizationId: string | undefined) =>
    organizationId === undefined ? sql`1 = 1` : sql`organization_id = ${organizationId}`
  return {
    get: (id) => users.first(sql`id = ${id}`),
    findByEmail: (email) => users.first(sql`email = ${email}`),
    insert: (user) =>
      sql<{
        id: string
      }>`INSERT INTO users ${sql.insert(usersTable.insert(user))} ON CONFLICT (email) DO NOTHING RETURNING id`.pipe(
        anyRow
      ),
    update: (id, patch) => {
      const set = { ...usersTable.patch(patch), ...ifDefined(patch.displayName, () => ({ named_by: null })) }
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
    insertToken: (token) => tokens.insert(token),
    holdToken: (userId, id) =>
      sql`SELECT 1 FROM tokens WHERE id = ${id} AND user_id = ${userId} ${keyLock}`.pipe(anyRow),
    findToken: (hash) => tokens.first(sql`hash = ${hash}`),
    listTokens: (userId, organizationId, slice) => {
      const where = sql`user_id = ${userId} AND ${within(organizationId)}`
      return tokens.list(where, ascending("id"), slice)
    },
    deleteToken: (userId, organizationId, tokenId) =>
      tokens.remove(sql`id = ${tokenId} AND user_id = ${userId} AND ${within(organizationId)}`),
    touchToken: (id, at) => sql`UPDATE tokens SET last_used_at = ${at} WHERE id = ${id}`.pipe(Effect.asVoid)
  }
})
