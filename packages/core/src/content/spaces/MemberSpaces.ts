/** Which spaces a member of an organization can see. */
import { Context, Effect, Layer, Schema } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { type Forbidden, type Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { Role } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { MemberStore } from "../../people/members/MemberStore.ts"
import { Access } from "../../people/permissions/Access.ts"
import { listScope } from "../../people/permissions/effectiveRole.ts"
import { Space, type SpaceRecord, toSpace } from "./Space.ts"
import { SpaceStore } from "./SpaceStore.ts"

/** A space that a member can see, with what the member may do there. */
export const MemberContentPermission = Schema.Struct({ permission: Role, space: Space }).annotate({
  identifier: "MemberContentPermission"
})
export type MemberContentPermission = typeof MemberContentPermission.Type

export class MemberSpaces extends Context.Service<
  MemberSpaces,
  {
    /** The spaces that a member can see, newest first by default: for members, and for the person alone. */
    readonly list: (
      organizationId: string,
      userId: string,
      order: "asc" | "desc" | undefined,
      params: ListParams
    ) => Effect.Effect<Page<MemberContentPermission>, Forbidden | NotFound | StorageError | Invalid, CurrentActor>
  }
>()("@octavo/core/content/spaces/MemberSpaces") {
  static readonly layer = Layer.effect(
    MemberSpaces,
    Effect.gen(function* () {
      const store = yield* SpaceStore
      const members = yield* MemberStore
      const access = yield* Access
      const instance = yield* Instance
      const key = yield* SigningKey

      const list = traced("MemberSpaces.list")(function* (
        organizationId: string,
        userId: string,
        asked: "asc" | "desc" | undefined,
        params: ListParams
      ) {
        const actor = yield* CurrentActor
        const own = actor.kind === "user" && actor.userId === userId
        yield* access.organization(organizationId, own ? "organization.view" : "members.view")
        const member = yield* members.get(organizationId, userId)
        if (member === undefined) return yield* NotFound.of("member", userId)
        if (member.disabled) return { count: 0, items: [] }
        const order = asked ?? "desc"
        const seen = yield* access.list(organizationId, "members.view")
        const page = yield* paginate(
          ["member-spaces", organizationId, userId, order, seen.all ? null : seen.grantedTo],
          params,
          (space: SpaceRecord) => [space.id],
          (slice) => store.listForBoth(organizationId, listScope(userId, member), seen, order, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        const ids = page.items.map((space) => space.id)
        const mine = yield* access.roles(ids)
        const theirs = yield* access
          .roles(ids)
          .pipe(Effect.provideService(CurrentActor, { kind: "user", userId, tokenId: null, scopes: null }))
        const items = yield* access.withParents(page.items)
        return mapPage({ ...page, items }, (space) => ({
          permission: theirs.get(space.id) ?? "read",
          space: toSpace(instance, space, mine.get(space.id) ?? "read")
        }))
      })

      return MemberSpaces.of({ list })
    })
  )
}
