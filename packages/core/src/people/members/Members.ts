/** Members of an organization. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { Forbidden, type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../audit/Audit.ts"
import { Access } from "../permissions/Access.ts"
import { type Member, type MemberFilter, type MemberRecord, toMember } from "./Member.ts"
import { MemberStore } from "./MemberStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class Members extends Context.Service<
  Members,
  {
    /** Members may see each other; guests may not. Newest first by default. */
    readonly list: (
      organizationId: string,
      filter: Partial<MemberFilter>,
      params: ListParams
    ) => Effect.Effect<Page<Member>, Failure | Invalid, CurrentActor>
    readonly get: (organizationId: string, userId: string) => Effect.Effect<Member, Failure, CurrentActor>
    readonly setRole: (
      organizationId: string,
      userId: string,
      role: Role | null
    ) => Effect.Effect<Member, Failure, CurrentActor>
    /** Makes the member one who signs in through the organization's provider. */
    readonly setSso: (organizationId: string, userId: string) => Effect.Effect<Member, Failure, CurrentActor>
    /** Removes a member with all that was granted to them; members may leave by themselves. `false`: was none. */
    readonly remove: (organizationId: string, userId: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Adds a user with a role, or sets the role of a member: for the operator. */
    readonly put: (
      organizationId: string,
      userId: string,
      role: Role | null
    ) => Effect.Effect<Member, Failure, CurrentActor>
  }
>()("@octavo/core/people/members/Members") {
  static readonly layer = Layer.effect(
    Members,
    Effect.gen(function* () {
      const store = yield* MemberStore
      const access = yield* Access
      const instance = yield* Instance
      const key = yield* SigningKey
      const audit = yield* Audit
      const transaction = yield* Transaction

      const list = traced("Members.list")(function* (
        organizationId: string,
        asked: Partial<MemberFilter>,
        params: ListParams
      ) {
        yield* access.organization(organizationId, "members.view")
        const filter: MemberFilter = { sort: "joinedAt", order: "desc", ...asked }
        const page = yield* paginate(
          ["members", organizationId, filter.role, filter.search, filter.sort, filter.order],
          params,
          (member: MemberRecord) => [sortValue(member, filter.sort), member.user.id],
          (slice) => store.list(organizationId, filter, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, (member) => toMember(instance, member))
      })

      const require = Effect.fnUntraced(function* (organizationId: string, userId: string) {
        const member = yield* store.get(organizationId, userId)
        return member === undefined ? yield* NotFound.of("member", userId) : toMember(instance, member)
      })

      const get = traced("Members.get")(function* (organizationId: string, userId: string) {
        yield* access.organization(organizationId, "members.view")
        return yield* require(organizationId, userId)
      })

      const setRole = traced("Members.setRole")(function* (organizationId: string, userId: string, role: Role | null) {
        yield* access.organization(organizationId, "members.edit")
        yield* transaction.run(
          Effect.gen(function* () {
            const result = yield* store.setRole(organizationId, userId, role)
            if (result === "last-admin") return yield* lastAdmin
            if (result === "absent") return yield* NotFound.of("member", userId)
            if (result.before === role) return
            yield* audit.record({
              organizationId,
              action: "member.update",
              target: { type: "user", id: userId },
              payload: { role: { before: result.before, after: role } }
            })
          })
        )
        return yield* require(organizationId, userId)
      })

      const remove = traced("Members.remove")(function* (organizationId: string, userId: string) {
        const actor = yield* CurrentActor
        const leaves = actor.kind === "user" && actor.userId === userId
        // anyone may leave, a guest too
        yield* access.organization(organizationId, leaves ? "organization.view" : "members.edit")
        return yield* transaction.run(
          Effect.gen(function* () {
            const result = yield* store.remove(organizationId, userId)
            if (result === "last-admin") return yield* lastAdmin
            if (result === "absent") return false
            yield* audit.record({
              organizationId,
              action: "member.remove",
              target: { type: "user", id: userId },
              payload: { role: result.before }
            })
            return true
          })
        )
      })

      const setSso = traced("Members.setSso")(function* (organizationId: string, userId: string) {
        yield* access.organization(organizationId, "members.edit")
        yield* transaction.run(
          Effect.gen(function* () {
            const member = yield* store.get(organizationId, userId)
            if (member === undefined) return yield* NotFound.of("member", userId)
            if (member.sso) return
            yield* store.setSso(organizationId, userId)
            yield* audit.record({ organizationId, action: "member.sso", target: { type: "user", id: userId } })
          })
        )
        return yield* require(organizationId, userId)
      })

      const put = traced("Members.put")(function* (organizationId: string, userId: string, role: Role | null) {
        const actor = yield* CurrentActor
        yield* access.organization(organizationId, "members.edit")
        if (actor.kind !== "operator") return yield* new Forbidden({ message: "People are added by an invite" })
        const joinedAt = yield* now
        const added = yield* transaction.run(
          Effect.tap(store.insert({ organizationId, userId, role, sso: false, joinedAt }), (done) =>
            done
              ? audit.record({
                  organizationId,
                  action: "member.add",
                  target: { type: "user", id: userId },
                  payload: { role }
                })
              : Effect.void
          )
        )
        return added ? yield* require(organizationId, userId) : yield* setRole(organizationId, userId, role)
      })

      return Members.of({ list, get, setRole, setSso, remove, put })
    })
  )
}

const lastAdmin = new Forbidden({
  message: "An organization needs an admin: make someone else admin first"
})

/** The value that the list is ordered by, as a store orders it. */
const sortValue = (member: MemberRecord, sort: MemberFilter["sort"]): string =>
  sort === "name"
    ? member.user.displayName.toLowerCase()
    : sort === "lastSeenAt"
      ? (member.lastSeenAt ?? "")
      : member.joinedAt
