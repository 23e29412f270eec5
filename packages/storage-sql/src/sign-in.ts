import { type SessionRecord, SessionStore } from "@octavo/core/people/sign-in/SessionStore"
import { IdentityStore } from "@octavo/core/people/users/IdentityStore"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import { anyRow, store } from "./store.ts"
import { json, table, tableOf, text } from "./table.ts"
import { nameKey, takeNameBack } from "./users.ts"

const session = {
  hash: text.fixed,
  userId: text.fixed,
  organizationId: text.orNull.fixed,
  providerId: text.orNull,
  tokenId: text.orNull,
  browser: text.orNull,
  createdAt: text.fixed,
  expiresAt: text
}

export const sessionsTable = table<SessionRecord>()("sessions", session)

/** With what of its token counts. */
const foundTable = tableOf("sessions", {
  ...session,
  scopes: json.orNull.of<ReadonlyArray<string>>().computed,
  tokenExpiresAt: text.orNull.computed
})

export const sessionStoreLayer = store(SessionStore, "sessions", ({ rows, sql }) => {
  const sessions = rows(sessionsTable)
  const found = rows(foundTable, "s", {
    columns: sql`t.scopes, t.expires_at AS token_expires_at`,
    join: sql`LEFT JOIN tokens t ON t.id = s.token_id`
  })
  return {
    insert: (session) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM sessions WHERE user_id = ${session.userId} AND expires_at <= ${session.createdAt}`
        yield* sessions.insert(session)
      }).pipe(sql.withTransaction),
    find: (hash) => found.first(sql`s.hash = ${hash}`),
    listOf: (userId, organizationId, at) =>
      sessions.all(sql`user_id = ${userId} AND expires_at > ${at}
        AND ${organizationId === undefined ? sql`1 = 1` : sql`organization_id = ${organizationId}`}
        ORDER BY created_at DESC, hash`),
    remove: (hash) =>
      sql<{ provider_id: string | null }>`DELETE FROM sessions WHERE hash = ${hash} RETURNING provider_id`.pipe(
        Effect.map(([row]) => row?.provider_id ?? null)
      )
  }
})

export const identityStoreLayer = store(IdentityStore, "identities", ({ lockOrganization, sql }) => {
  const standings = (where: Fragment) =>
    sql<{ disabled: number; sso: number }>`SELECT disabled, sso FROM members WHERE ${where}`.pipe(
      Effect.map((rows) => rows.map(({ disabled, sso }) => ({ disabled: disabled === 1, sso: sso === 1 })))
    )
  return {
    hold: lockOrganization,
    find: (providerId, subject) =>
      sql<{ user_id: string }>`SELECT user_id FROM identities
        WHERE provider_id = ${providerId} AND subject = ${subject}`.pipe(Effect.map(([row]) => row?.user_id)),
    isKnown: (providerId, userId) =>
      sql`SELECT 1 FROM identities WHERE provider_id = ${providerId} AND user_id = ${userId}`.pipe(anyRow),
    wasMember: (organizationId, userId) =>
      sql`SELECT 1 FROM former_members WHERE organization_id = ${organizationId} AND user_id = ${userId}`.pipe(anyRow),
    hasProvider: (organizationId, providerId) =>
      sql`SELECT 1 FROM saml_providers WHERE id = ${providerId} AND organization_id = ${organizationId}`.pipe(anyRow),
    insert: (identity) =>
      sql`INSERT INTO identities ${sql.insert({
        provider_id: identity.providerId,
        subject: identity.subject,
        user_id: identity.userId,
        created_at: identity.createdAt
      })} ON CONFLICT (provider_id, subject) DO NOTHING`.pipe(Effect.asVoid),
    accountOf: (email) =>
      sql<{ id: string; email: string; verified_at: string | null }>`
        SELECT id, email, verified_at FROM users WHERE email = ${email}`.pipe(
        Effect.map(([row]) =>
          row === undefined ? undefined : { id: row.id, email: row.email, verified: row.verified_at !== null }
        )
      ),
    insertAccount: ({ at, email, id, name, namedBy }) =>
      sql`INSERT INTO users ${sql.insert({
        id,
        display_name: name,
        name_key: nameKey(name),
        email,
        photo_url: null,
        created_at: at,
        verified_at: null,
        named_by: namedBy
      })} ON CONFLICT (email) DO NOTHING RETURNING id`.pipe(anyRow),
    name: (userId, name) =>
      sql`UPDATE users SET ${sql.update({ display_name: name, name_key: nameKey(name), named_by: null })}
        WHERE id = ${userId} AND verified_at IS NULL AND (display_name <> ${name} OR named_by IS NOT NULL)`.pipe(
        Effect.asVoid
      ),
    standing: (organizationId, userId) =>
      Effect.map(standings(sql`organization_id = ${organizationId} AND user_id = ${userId}`), ([standing]) => standing),
    standings: (userId) => standings(sql`user_id = ${userId}`),
    addMember: ({ at, organizationId, role, team, userId }) =>
      Effect.gen(function* () {
        yield* takeNameBack(sql, userId, organizationId)
        yield* sql`INSERT INTO members ${sql.insert({
          organization_id: organizationId,
          user_id: userId,
          role,
          disabled: 0,
          sso: 1,
          joined_at: at,
          last_seen_at: at
        })}`
        if (team !== null) {
          // a team that is gone by now takes nobody
          yield* sql`INSERT INTO team_members (team_id, user_id, role)
            SELECT id, ${userId}, 'member' FROM teams WHERE id = ${team} AND organization_id = ${organizationId}`
        }
      }),
    seen: (organizationId, userId, at) =>
      sql`UPDATE members SET sso = 1, last_seen_at = ${at}
        WHERE organization_id = ${organizationId} AND user_id = ${userId}`.pipe(Effect.asVoid),
    useOnce: (purpose, id, at, expiresAt) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM used_once WHERE expires_at <= ${at}`
        const added = yield* sql`INSERT INTO used_once ${sql.insert({ purpose, id, expires_at: expiresAt })}
          ON CONFLICT (purpose, id) DO NOTHING RETURNING id`
        return added.length > 0
      })
  }
})
