/** Access to spaces, collections and sites: grant it, change it, take it back, and see who has it. */

import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { present } from "../../kernel/shared/defined.ts"
import { Forbidden, type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../audit/Audit.ts"
import { Access } from "../permissions/Access.ts"
import type { Allowed } from "../permissions/decisions.ts"
import { Teams } from "../teams/Teams.ts"
import { toUser } from "../users/User.ts"
import {
  type AggregateFilter,
  type AggregateRecord,
  type ContentOrigin,
  type GrantObject,
  mayGrant,
  mayListGrants,
  type NewGrants,
  type Subject,
  type TeamContentPermission,
  type TeamGrantRecord,
  type UserContentAccess,
  type UserContentPermission,
  type UserGrantRecord,
  type UserSitePermission
} from "./Grant.ts"
import { GrantStore } from "./GrantStore.ts"

type Failure = Forbidden | NotFound | StorageError
type ContentObject = Extract<GrantObject, { readonly kind: "space" | "collection" }>

export class Grants extends Context.Service<
  Grants,
  {
    /** Grants a role to users and teams of the organization, to all or, when one is unknown, to none. */
    readonly grant: (object: GrantObject, input: NewGrants) => Effect.Effect<void, Failure, CurrentActor>
    /** Changes a grant; `null` takes it back, `undefined` leaves it. */
    readonly update: (
      object: GrantObject,
      subject: Subject,
      role: Role | null | undefined
    ) => Effect.Effect<void, Failure, CurrentActor>
    /** Takes a grant back; `false`: there was none. */
    readonly revoke: (object: GrantObject, subject: Subject) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Users to whom something was granted by name. */
    readonly users: (
      object: GrantObject,
      params: ListParams
    ) => Effect.Effect<Page<UserContentPermission>, Failure | Invalid, CurrentActor>
    readonly teams: (
      object: GrantObject,
      params: ListParams
    ) => Effect.Effect<Page<TeamContentPermission>, Failure | Invalid, CurrentActor>
    /** Everybody who can access the content, each once, with the role that holds there and with what gives it. */
    readonly aggregate: (
      object: ContentObject,
      filter: AggregateFilter,
      params: ListParams
    ) => Effect.Effect<Page<UserContentAccess>, Failure | Invalid, CurrentActor>
    /** The same of a site, with what gives each the role. */
    readonly siteUsers: (
      organizationId: string,
      siteId: string,
      filter: AggregateFilter,
      params: ListParams
    ) => Effect.Effect<Page<UserSitePermission>, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/people/grants/Grants") {
  static readonly layer = Layer.effect(
    Grants,
    Effect.gen(function* () {
      const store = yield* GrantStore
      const access = yield* Access
      const teamsService = yield* Teams
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      const authorize = (object: GrantObject, action: "view" | "edit") =>
        object.kind === "site"
          ? Effect.map(access.site(object.organizationId, object.id, siteActions[action]), (allowed) => ({
              ...allowed,
              organizationId: object.organizationId
            }))
          : object.kind === "space"
            ? access.space(object.id, actions[action])
            : access.collection(object.id, actions[action])

      const authorizeEdit = Effect.fnUntraced(function* (object: GrantObject, role: Role | null) {
        const allowed = yield* authorize(object, "edit")
        if (!mayGrant(allowed.role, role)) return yield* aboveOwn
        return allowed
      })

      const authorizeView = Effect.fnUntraced(function* (object: GrantObject) {
        const allowed: Allowed & { readonly organizationId: string } = yield* authorize(object, "view")
        if (!mayListGrants(allowed.membership?.role, allowed.role)) return yield* notForGuests
        return allowed
      })

      const record = (
        organizationId: string,
        object: GrantObject,
        { before, subject }: { readonly before: Role | null; readonly subject: Subject },
        after: Role | null
      ) =>
        before === after
          ? Effect.void
          : audit.record({
              organizationId,
              action: before === null ? "permission.grant" : after === null ? "permission.revoke" : "permission.update",
              target: { type: object.kind, id: object.id },
              payload: { [subject.kind]: subject.id, role: { before, after } }
            })

      const grant = traced("Grants.grant")(function* (object: GrantObject, input: NewGrants) {
        const { organizationId } = yield* authorizeEdit(object, input.role)
        const subjects = subjectsOf(input)
        const at = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            const changed = yield* store.put(organizationId, object, subjects, input.role, at)
            if (changed === undefined) return yield* unknownSubject
            for (const change of changed) yield* record(organizationId, object, change, input.role)
          })
        )
      })

      /** `false`: there is no such grant. */
      const change = Effect.fnUntraced(function* (object: GrantObject, subject: Subject, role: Role | null) {
        const { organizationId } = yield* authorizeEdit(object, role)
        return yield* transaction.run(
          Effect.gen(function* () {
            const changed = yield* store.change(organizationId, object, subject, role)
            if (changed === undefined) return false
            yield* record(organizationId, object, changed, role)
            return true
          })
        )
      })

      const update = traced("Grants.update")(function* (
        object: GrantObject,
        subject: Subject,
        role: Role | null | undefined
      ) {
        // a body without a role changes nothing
        if (role === undefined) return yield* Effect.asVoid(authorize(object, "edit"))
        if (!(yield* change(object, subject, role)))
          return yield* NotFound.of(`grant to the ${subject.kind}`, subject.id)
      })

      const revoke = traced("Grants.revoke")(function* (object: GrantObject, subject: Subject) {
        return yield* change(object, subject, null)
      })

      const users = traced("Grants.users")(function* (object: GrantObject, params: ListParams) {
        yield* authorizeView(object)
        const page = yield* paginate(
          ["grants-users", object.kind, object.id],
          params,
          ({ createdAt, user }: UserGrantRecord) => [createdAt, user.id],
          (slice) => store.listUsers(object, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, ({ role, user }) => ({ permission: role, user: toUser(instance, user) }))
      })

      const teams = traced("Grants.teams")(function* (object: GrantObject, params: ListParams) {
        const { organizationId } = yield* authorizeView(object)
        const page = yield* paginate(
          ["grants-teams", object.kind, object.id],
          params,
          ({ createdAt, team }: TeamGrantRecord) => [createdAt, team.id],
          (slice) => store.listTeams(organizationId, object, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        const shown = yield* teamsService.show(
          organizationId,
          page.items.map(({ team }) => team)
        )
        return { ...page, items: page.items.map(({ role }, i) => ({ permission: role, team: shown[i]! })) }
      })

      const everybody = Effect.fnUntraced(function* (object: GrantObject, filter: AggregateFilter, params: ListParams) {
        const { organizationId } = yield* authorizeView(object)
        const { order, role, search, sort, team } = filter
        const page = yield* paginate(
          ["aggregate", object.kind, object.id, role, search, team, sort, order],
          params,
          ({ sortKey, user }: AggregateRecord) => [sortKey, user.id],
          (slice) => store.aggregate(organizationId, object, filter, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return { organizationId, page }
      })

      const aggregate = traced("Grants.aggregate")(function* (
        object: ContentObject,
        filter: AggregateFilter,
        params: ListParams
      ) {
        const { organizationId, page } = yield* everybody(object, filter, params)
        const items = yield* access.withParents(
          page.items.map((item) => ({ ...item, organizationId, parent: item.collection }))
        )
        return {
          ...page,
          items: items.map((item) => ({
            permission: item.role,
            user: toUser(instance, item.user),
            origin: contentOrigin(object, item)
          }))
        }
      })

      const siteUsers = traced("Grants.siteUsers")(function* (
        organizationId: string,
        siteId: string,
        filter: AggregateFilter,
        params: ListParams
      ) {
        const { page } = yield* everybody({ kind: "site", organizationId, id: siteId }, filter, params)
        return mapPage(page, ({ lastSeenAt, reason, role, team, user }) => ({
          permission: role,
          user: toUser(instance, user),
          origin:
            reason === "organization"
              ? { type: "organization" as const, organization: organizationId }
              : { type: "site" as const, site: siteId, reason, ...present({ team }) },
          // who is disabled has no access
          disabled: false,
          ...present({ lastSeenAt })
        }))
      })

      return Grants.of({ grant, update, revoke, users, teams, aggregate, siteUsers })
    })
  )
}

const actions = { view: "grants.view", edit: "grants.edit" } as const
const siteActions = { view: "site.grants.view", edit: "site.grants.edit" } as const

/** What gives a role on content, as far as the caller is told of the collections around it. */
const contentOrigin = (
  object: ContentObject,
  found: AggregateRecord & { readonly organizationId: string; readonly shownParent: string | null }
): ContentOrigin => {
  const { collection, organizationId, reason, shownParent, team } = found
  if (reason === "organization") return { type: "organization", organization: organizationId }
  if (collection !== null && shownParent === null) return { type: "collection", reason }
  const given = { reason, ...present({ team }) }
  return collection === null && object.kind === "space"
    ? { type: "space", space: object.id, ...given }
    : { type: "collection", collection: collection ?? object.id, ...given }
}

/** Each subject once. */
const subjectsOf = (input: NewGrants): ReadonlyArray<Subject> => [
  ...[...new Set(input.teams ?? [])].map((id) => ({ kind: "team" as const, id })),
  ...[...new Set(input.users ?? [])].map((id) => ({ kind: "user" as const, id }))
]

const aboveOwn = new Forbidden({ message: "Nobody can grant a role above their own" })

const notForGuests = new Forbidden({ message: "Guests do not see who else has access" })

const unknownSubject = new NotFound({ message: "No team or user of this organization has one of these ids" })
