import type { InviteTarget, LinkInviteRecord } from "@octavo/core/content/invites/Invite"
import { type Admission, type Invited, InviteStore } from "@octavo/core/content/invites/InviteStore"
import { nameFromEmail } from "@octavo/core/kernel/shared/email"
import { makeId } from "@octavo/core/kernel/shared/ids"
import type { Role } from "@octavo/core/kernel/shared/roles"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { ascending, store } from "./store.ts"
import { fromJson } from "./support.ts"
import { mapTable, type Row, table, text } from "./table.ts"
import { nameKey, takeNameBack } from "./users.ts"

/** Without either it leads to the organization. */
type Stored = Omit<LinkInviteRecord, "target"> & {
  readonly spaceId: string | null
  readonly collectionId: string | null
}

export const linkInvitesTable = mapTable(
  table<Stored>()("link_invites", {
    id: text,
    organizationId: text,
    spaceId: text.orNull,
    collectionId: text.orNull,
    role: text.orNull,
    createdAt: text
  }),
  ({ collectionId, spaceId, ...invite }): LinkInviteRecord => ({
    ...invite,
    target:
      spaceId !== null
        ? { kind: "space", id: spaceId }
        : collectionId !== null
          ? { kind: "collection", id: collectionId }
          : { kind: "organization", id: invite.organizationId }
  })
)

export const inviteStoreLayer = store(InviteStore, "invites", ({ lockOrganization, rows, sliced, sql }) => {
  const linkInvites = rows(linkInvitesTable)
  const admission = (organizationId: string) =>
    Effect.map(
      sql<{ email_domains: string; default_role: Role | null; invite_links: number }>`
        SELECT email_domains, default_role, invite_links FROM organizations WHERE id = ${organizationId}`,
      ([row]): Admission | undefined =>
        row === undefined
          ? undefined
          : {
              emailDomains: fromJson(row.email_domains),
              defaultRole: row.default_role,
              inviteLinks: row.invite_links === 1
            }
    )

  const insertMember = (organizationId: string, userId: string, role: Role | null, sso: boolean, at: string) =>
    Effect.gen(function* () {
      const added = yield* sql`INSERT INTO members ${sql.insert({
        organization_id: organizationId,
        user_id: userId,
        role,
        disabled: 0,
        sso: sso ? 1 : 0,
        joined_at: at,
        last_seen_at: null
      })} ON CONFLICT (organization_id, user_id) DO NOTHING RETURNING user_id`
      if (added.length > 0) yield* takeNameBack(sql, userId, organizationId)
      return added.length > 0
    })

  const leadsTo = (target: InviteTarget): Statement.Fragment =>
    target.kind === "space"
      ? sql`l.space_id = ${target.id}`
      : target.kind === "collection"
        ? sql`l.collection_id = ${target.id}`
        : sql`l.space_id IS NULL AND l.collection_id IS NULL`

  /** Links whose content is still the organization's: one that was transferred takes no link with it. */
  const links = (organizationId: string): Statement.Fragment =>
    sql`link_invites l LEFT JOIN spaces s ON s.id = l.space_id LEFT JOIN collections c ON c.id = l.collection_id
      WHERE l.organization_id = ${organizationId}
        AND (l.space_id IS NULL OR s.organization_id = l.organization_id)
        AND (l.collection_id IS NULL OR c.organization_id = l.organization_id)`

  return {
    hold: (organizationId) => Effect.andThen(lockOrganization(organizationId), admission(organizationId)),
    admission: (organizationId) => admission(organizationId),
    verifiedEmail: (userId) =>
      sql<{ email: string }>`SELECT email FROM users WHERE id = ${userId} AND verified_at IS NOT NULL`.pipe(
        Effect.map(([row]) => row?.email)
      ),
    admit: (organizationId, invitees, sso, at) =>
      Effect.gen(function* () {
        const found = new Map<string, Invited>()
        // in one order everywhere, so that two organizations that invite the same people never wait for each other
        for (const { email, role } of [...invitees].sort((a, b) => (a.email < b.email ? -1 : 1))) {
          const name = nameFromEmail(email)
          yield* sql`INSERT INTO users ${sql.insert({
            id: makeId(),
            display_name: name,
            name_key: nameKey(name),
            email,
            photo_url: null,
            created_at: at,
            verified_at: null
          })} ON CONFLICT (email) DO NOTHING`
          const [user] = yield* sql<{ id: string; verified_at: string | null }>`
            SELECT id, verified_at FROM users WHERE email = ${email}`
          if (user === undefined) continue
          const added = yield* insertMember(organizationId, user.id, role, sso, at)
          const [member] = yield* sql<{ sso: number }>`SELECT sso FROM members
            WHERE organization_id = ${organizationId} AND user_id = ${user.id}`
          found.set(email, {
            email,
            userId: user.id,
            added,
            verified: user.verified_at !== null,
            sso: member?.sso === 1
          })
        }
        return invitees.flatMap(({ email }) => found.get(email) ?? [])
      }).pipe(sql.withTransaction),
    join: (organizationId, userId, target, { grant, membership }, at) =>
      Effect.gen(function* () {
        if (membership !== undefined && !(yield* insertMember(organizationId, userId, membership.role, false, at))) {
          yield* sql`UPDATE members SET role = ${membership.role}
            WHERE organization_id = ${organizationId} AND user_id = ${userId}`
        }
        if (grant !== undefined) {
          yield* sql`INSERT INTO grants ${sql.insert({
            object_kind: target.kind,
            object_id: target.id,
            subject_kind: "user",
            subject_id: userId,
            organization_id: organizationId,
            role: grant,
            created_at: at
          })} ON CONFLICT (object_kind, object_id, subject_kind, subject_id) DO UPDATE SET role = excluded.role`
        }
      }).pipe(sql.withTransaction),
    get: (organizationId, id) =>
      sql<
        Row<LinkInviteRecord>
      >`SELECT ${linkInvitesTable.columns("l")} FROM ${links(organizationId)} AND l.id = ${id}`.pipe(
        Effect.map(([row]) => row && linkInvitesTable.decode(row))
      ),
    list: (organizationId, target, slice) => {
      const from = sql`${links(organizationId)} AND ${leadsTo(target)}`
      return sliced(ascending("l.created_at", "l.id"), slice, from, (rest) =>
        Effect.map(
          sql<Row<LinkInviteRecord>>`SELECT ${linkInvitesTable.columns("l")} FROM ${from} AND ${rest}`,
          (rows) => rows.map(linkInvitesTable.decode)
        )
      )
    },
    insert: ({ target: { id, kind }, ...link }) =>
      linkInvites.insert({
        ...link,
        spaceId: kind === "space" ? id : null,
        collectionId: kind === "collection" ? id : null
      }),
    setRole: (organizationId, id, role) =>
      linkInvites.change({ role }, sql`organization_id = ${organizationId} AND id = ${id}`),
    remove: (organizationId, id) => linkInvites.remove(sql`organization_id = ${organizationId} AND id = ${id}`)
  }
})
