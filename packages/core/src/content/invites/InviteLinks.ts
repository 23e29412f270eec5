/** Invite links: made, read, changed and revoked by who administrates what they lead to. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { makeKey } from "../../kernel/shared/ids.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { mayGrant } from "../../people/grants/Grant.ts"
import { Access } from "../../people/permissions/Access.ts"
import type { ActionName } from "../../people/permissions/actions.ts"
import { Collections } from "../collections/Collections.ts"
import { Spaces } from "../spaces/Spaces.ts"
import {
  type InviteLink,
  type InviteLinkUpdate,
  type InviteTarget,
  isRedundant,
  joinPlan,
  type LinkInviteRecord,
  type NewInviteLink
} from "./Invite.ts"
import { InviteStore } from "./InviteStore.ts"

type Failure = Forbidden | NotFound | StorageError

export interface InviteLinkFilter {
  readonly space?: string | undefined
  readonly collection?: string | undefined
}

export class InviteLinks extends Context.Service<
  InviteLinks,
  {
    /** The organization's links, or those to one space or collection; oldest first. */
    readonly list: (
      organizationId: string,
      filter: InviteLinkFilter,
      params: ListParams
    ) => Effect.Effect<Page<InviteLink>, Failure | Invalid, CurrentActor>
    readonly create: (
      organizationId: string,
      input: NewInviteLink
    ) => Effect.Effect<InviteLink, Failure | Invalid, CurrentActor>
    /** A link, for every member who knows its id and may see what it leads to. */
    readonly get: (organizationId: string, inviteId: string) => Effect.Effect<InviteLink, Failure, CurrentActor>
    readonly update: (
      organizationId: string,
      inviteId: string,
      input: InviteLinkUpdate
    ) => Effect.Effect<InviteLink, Failure | Invalid, CurrentActor>
    /** Ends the link at once, not the access of those who came with it; `false`: there was none. */
    readonly remove: (organizationId: string, inviteId: string) => Effect.Effect<boolean, Failure, CurrentActor>
  }
>()("@octavo/core/content/invites/InviteLinks") {
  static readonly layer = Layer.effect(
    InviteLinks,
    Effect.gen(function* () {
      const store = yield* InviteStore
      const access = yield* Access
      const spaces = yield* Spaces
      const collections = yield* Collections
      const audit = yield* Audit
      const transaction = yield* Transaction
      const key = yield* SigningKey

      /** The rights of the person without the token's scopes, which were looked at first. */
      const unscoped = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.flatMap(CurrentActor, (actor) =>
          Effect.provideService(effect, CurrentActor, actor.kind === "user" ? { ...actor, scopes: null } : actor)
        )

      /** The caller's role on what a link leads to; fails unless the caller administrates it. */
      const administrate = Effect.fnUntraced(function* (
        organizationId: string,
        target: InviteTarget,
        action: "invites.view" | "invites.edit"
      ) {
        if (target.kind === "organization") return (yield* access.organization(organizationId, action)).role
        yield* access.scope(action)
        const absent = NotFound.of(target.kind, target.id)
        const allowed = yield* unscoped(
          target.kind === "space" ? access.space(target.id, "grants.edit") : access.collection(target.id, "grants.edit")
        )
        return allowed.organizationId === organizationId ? allowed.role : yield* absent
      })

      /** For people of the organization, guests too; nothing here is for the token of a published site. */
      const member = Effect.fnUntraced(function* (organizationId: string, action: ActionName) {
        yield* access.scope(action)
        const actor = yield* CurrentActor
        yield* actor.kind === "site"
          ? access.organization(organizationId, action)
          : unscoped(access.organization(organizationId, "organization.view"))
      })

      const show = Effect.fnUntraced(function* (link: LinkInviteRecord) {
        const actor = yield* CurrentActor
        const facts = actor.kind === "user" ? yield* access.facts(actor.userId, link.target) : undefined
        const common = {
          object: "invite" as const,
          id: link.id,
          redundant: actor.kind !== "user" || (facts !== undefined && isRedundant(joinPlan(link, facts)))
        }
        if (link.target.kind === "space") {
          return { ...common, level: link.role, space: yield* unscoped(spaces.get(link.target.id)) }
        }
        if (link.target.kind === "collection") {
          return { ...common, level: link.role, collection: yield* unscoped(collections.get(link.target.id)) }
        }
        return { ...common, role: link.role }
      })

      const list = traced("InviteLinks.list")(function* (
        organizationId: string,
        filter: InviteLinkFilter,
        params: ListParams
      ) {
        yield* member(organizationId, "invites.view")
        if (filter.space !== undefined && filter.collection !== undefined) {
          return yield* new Invalid({ message: "Ask for the links of a space or of a collection, not of both" })
        }
        const target = targetOf(organizationId, filter)
        yield* administrate(organizationId, target, "invites.view")
        const page = yield* paginate(
          ["link-invites", organizationId, target.kind, target.id],
          params,
          (link: LinkInviteRecord) => [link.createdAt, link.id],
          (slice) => store.list(organizationId, target, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return { ...page, items: yield* Effect.forEach(page.items, show) }
      })

      const create = traced("InviteLinks.create")(function* (organizationId: string, input: NewInviteLink) {
        yield* member(organizationId, "invites.edit")
        const target = targetOf(organizationId, "space" in input || "collection" in input ? input : {})
        const role = "role" in input ? input.role : input.level
        const own = yield* administrate(organizationId, target, "invites.edit").pipe(
          Effect.catchTag("NotFound", (error) =>
            Effect.fail(
              target.kind === "organization"
                ? error
                : new Invalid({ message: `${target.kind} names no ${target.kind} of this organization` })
            )
          )
        )
        if (!mayGrant(own, role)) return yield* aboveOwn
        // 131 random bits: whoever has the id may join
        const link: LinkInviteRecord = { id: makeKey(22), organizationId, target, role, createdAt: yield* now }
        yield* transaction.run(
          Effect.gen(function* () {
            if ((yield* store.hold(organizationId))?.inviteLinks !== true) return yield* turnedOff
            yield* store.insert(link)
            yield* record(link, "invite-link.create", { role })
          })
        )
        return yield* show(link)
      })

      /** In the trail a link goes by what it leads to: its id lets people in. */
      const record = (
        { organizationId, target }: LinkInviteRecord,
        action: "invite-link.create" | "invite-link.update" | "invite-link.delete",
        payload: Readonly<Record<string, unknown>>
      ) => audit.record({ organizationId, action, target: { type: target.kind, id: target.id }, payload })

      const require = Effect.fnUntraced(function* (organizationId: string, inviteId: string) {
        const link = yield* store.get(organizationId, inviteId)
        return link ?? (yield* NotFound.of("invite", inviteId))
      })

      const get = traced("InviteLinks.get")(function* (organizationId: string, inviteId: string) {
        yield* member(organizationId, "invites.view")
        const link = yield* require(organizationId, inviteId)
        return yield* Effect.catchTag(show(link), "NotFound", () => NotFound.of("invite", inviteId))
      })

      /** Loads a link for who administrates what it leads to. */
      const open = Effect.fnUntraced(function* (organizationId: string, inviteId: string) {
        yield* member(organizationId, "invites.edit")
        const link = yield* store.get(organizationId, inviteId)
        if (link === undefined) {
          // one answer to those who may not change links, whether there is such a link or not
          yield* access.organization(organizationId, "invites.edit")
          return yield* NotFound.of("invite", inviteId)
        }
        const own = yield* Effect.catchTag(administrate(organizationId, link.target, "invites.edit"), "NotFound", () =>
          access.organization(organizationId, "invites.edit").pipe(Effect.andThen(NotFound.of("invite", inviteId)))
        )
        return { link, own }
      })

      const update = traced("InviteLinks.update")(function* (
        organizationId: string,
        inviteId: string,
        input: InviteLinkUpdate
      ) {
        const { link, own } = yield* open(organizationId, inviteId)
        const [field, other] =
          link.target.kind === "organization" ? (["role", "level"] as const) : (["level", "role"] as const)
        if (input[other] !== undefined) {
          return yield* new Invalid({ message: `This link has a ${field}, not a ${other}` })
        }
        const role: Role | null | undefined = input[field]
        if (role !== undefined && role !== link.role) {
          if (!mayGrant(own, role)) return yield* aboveOwn
          yield* transaction.run(
            Effect.gen(function* () {
              if (!(yield* store.setRole(organizationId, inviteId, role))) return yield* NotFound.of("invite", inviteId)
              yield* record(link, "invite-link.update", { role: { before: link.role, after: role } })
            })
          )
        }
        return yield* show(yield* require(organizationId, inviteId))
      })

      const remove = traced("InviteLinks.remove")(function* (organizationId: string, inviteId: string) {
        const { link } = yield* open(organizationId, inviteId)
        return yield* transaction.run(
          Effect.tap(store.remove(organizationId, inviteId), (done) =>
            done ? record(link, "invite-link.delete", { role: link.role }) : Effect.void
          )
        )
      })

      return InviteLinks.of({ list, create, get, update, remove })
    })
  )
}

const targetOf = (
  organizationId: string,
  named: { readonly space?: string | undefined; readonly collection?: string | undefined }
): InviteTarget =>
  named.space !== undefined
    ? { kind: "space", id: named.space }
    : named.collection !== undefined
      ? { kind: "collection", id: named.collection }
      : { kind: "organization", id: organizationId }

const aboveOwn = new Forbidden({ message: "Nobody can give a role above their own" })

const turnedOff = new Forbidden({
  message: "This organization does not use invite links; an admin can turn them on with inviteLinks"
})
