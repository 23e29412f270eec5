/** Spaces: create, list, get, patch. */
import { Context, Effect, Layer, Schema } from "effect"
import { emptyRoot } from "../content/model/Records.ts"
import { Access } from "../permissions/Access.ts"
import { CurrentActor } from "../shared/Actor.ts"
import { now } from "../shared/clock.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../shared/errors.ts"
import { makeId } from "../shared/ids.ts"
import { Instance } from "../shared/Instance.ts"
import { type ListParams, type Page, paginate } from "../shared/pagination.ts"
import { SigningKey } from "../shared/signature.ts"
import { Role } from "../shared/roles.ts"
import { Text } from "../shared/text.ts"
import { SpaceMergeRules } from "../organizations/Organization.ts"
import { Language, type Space, type SpaceRecord, toSpace } from "./Space.ts"
import { SpaceStore } from "./SpaceStore.ts"

const EditMode = Schema.Literals(["live", "locked"])
const Icon = Schema.String.check(Schema.isMaxLength(2048), Schema.isPattern(/^https?:\/\//u))

/** Body of `POST /v1/orgs/{organizationId}/spaces`; all may be left out. */
export const NewSpaceInput = Schema.Struct({
  title: Schema.optionalKey(Text(0, 50)),
  emoji: Schema.optionalKey(Text(0, 50)),
  parent: Schema.optionalKey(Schema.NullOr(Schema.String)),
  language: Schema.optionalKey(Language),
  editMode: Schema.optionalKey(EditMode),
  empty: Schema.optionalKey(Schema.Boolean)
})
export type NewSpaceInput = typeof NewSpaceInput.Type

/** Body of `PATCH /v1/spaces/{spaceId}`. `emoji` or `icon`; both null clears them. */
export const SpaceUpdate = Schema.Struct({
  editMode: Schema.optionalKey(EditMode),
  title: Schema.optionalKey(Text(0, 50)),
  defaultLevel: Schema.optionalKey(Schema.NullOr(Role)),
  language: Schema.optionalKey(Schema.NullOr(Language)),
  mergeRules: Schema.optionalKey(SpaceMergeRules),
  emoji: Schema.optionalKey(Schema.NullOr(Text(0, 50))),
  icon: Schema.optionalKey(Schema.NullOr(Icon))
})
export type SpaceUpdate = typeof SpaceUpdate.Type

type Failure = Forbidden | NotFound | StorageError

export class Spaces extends Context.Service<
  Spaces,
  {
    /** Adds an empty space at the organization's root or in a collection, last among its siblings. */
    readonly create: (
      organizationId: string,
      input: NewSpaceInput
    ) => Effect.Effect<Space, Failure | Invalid, CurrentActor>
    /** The organization's spaces that the caller may see, oldest first. */
    readonly list: (
      organizationId: string,
      params: ListParams
    ) => Effect.Effect<Page<Space>, Failure | Invalid, CurrentActor>
    readonly get: (id: string) => Effect.Effect<Space, Failure, CurrentActor>
    readonly update: (id: string, input: SpaceUpdate) => Effect.Effect<Space, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/spaces/Spaces") {
  static readonly layer = Layer.effect(
    Spaces,
    Effect.gen(function* () {
      const store = yield* SpaceStore
      const access = yield* Access
      const instance = yield* Instance
      const key = yield* SigningKey

      const require = Effect.fnUntraced(function* (id: string, role: Role) {
        const space = yield* store.get(id)
        return space === undefined ? yield* NotFound.of("space", id) : toSpace(instance, space, role)
      })

      const create = Effect.fn("Spaces.create")(function* (organizationId: string, input: NewSpaceInput) {
        const { role } = yield* access.organization(organizationId, "space.create")
        const actor = yield* CurrentActor
        const parent = input.parent ?? null
        if (parent !== null && !(yield* store.collectionExists(organizationId, parent))) {
          return yield* new Invalid({ message: "parent names no collection of this organization" })
        }
        const id = makeId()
        yield* store.insert({
          id,
          organizationId,
          parent,
          title: input.title ?? "Untitled",
          emoji: input.emoji ?? "",
          icon: null,
          editMode: input.editMode ?? "live",
          language: input.language ?? null,
          createdAt: yield* now,
          revisionId: makeId(),
          root: emptyRoot.root,
          author: actor.kind === "user" ? actor.userId : null
        })
        const roles = yield* access.roles([id])
        return yield* require(id, roles.get(id) ?? role)
      })

      const list = Effect.fn("Spaces.list")(function* (organizationId: string, params: ListParams) {
        const scope = yield* access.list(organizationId, "space.view")
        const page = yield* paginate(
          ["spaces", organizationId, scope.all ? null : scope.grantedTo],
          params,
          (space: SpaceRecord) => [space.id],
          (slice) => store.list(organizationId, scope, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        const roles = yield* access.roles(page.items.map((space) => space.id))
        return { ...page, items: page.items.map((space) => toSpace(instance, space, roles.get(space.id) ?? "read")) }
      })

      const get = Effect.fn("Spaces.get")(function* (id: string) {
        const { role } = yield* access.space(id, "space.view")
        return yield* require(id, role)
      })

      const update = Effect.fn("Spaces.update")(function* (id: string, input: SpaceUpdate) {
        const { role } = yield* access.space(id, "space.settings")
        const { emoji, icon, ...rest } = input
        if (emoji != null && emoji !== "" && icon != null) {
          return yield* new Invalid({ message: "A space has an emoji or an icon; send one of them, the other as null" })
        }
        yield* store.update(
          id,
          {
            ...rest,
            ...(emoji === undefined ? (icon == null ? {} : { emoji: "" }) : { emoji: emoji ?? "" }),
            ...(icon === undefined ? (emoji == null || emoji === "" ? {} : { icon: null }) : { icon })
          },
          yield* now
        )
        return yield* require(id, role)
      })

      return Spaces.of({ create, list, get, update })
    })
  )
}
