/** Collections: create, list, get, change, delete, move, transfer. */
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import {
  Conflict,
  type Forbidden,
  type Invalid,
  NotFound,
  type PreconditionFailed,
  type StorageError
} from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { levelOf, type Role } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { type Collection, type CollectionPatch, type CollectionRecord, toCollection } from "./Collection.ts"
import { CollectionStore } from "./CollectionStore.ts"
import { makeContentTree } from "./contentTree.ts"
import type { CollectionTransfer, CollectionUpdate, MoveInput, NewCollectionInput } from "./input.ts"
import { positionsInPlaceOf } from "./placement.ts"
import { TreeStore } from "./TreeStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class Collections extends Context.Service<
  Collections,
  {
    /** Adds an empty collection at the organization's root or in another one, last among its siblings. */
    readonly create: (
      organizationId: string,
      input: NewCollectionInput
    ) => Effect.Effect<Collection, Failure | Invalid, CurrentActor>
    /** The organization's collections that the caller may see: all, or those at the root; siblings in their order. */
    readonly list: (
      organizationId: string,
      filter: { readonly nested: boolean },
      params: ListParams
    ) => Effect.Effect<Page<Collection>, Failure | Invalid, CurrentActor>
    readonly get: (id: string) => Effect.Effect<Collection, Failure, CurrentActor>
    readonly update: (id: string, input: CollectionUpdate) => Effect.Effect<Collection, Failure, CurrentActor>
    /**
     * Deletes the collection, not what stands in it: that takes its place in the collection around it, in order.
     * Spaces that were deleted from it would come back at the root. `false`: there was none.
     */
    readonly remove: (id: string) => Effect.Effect<boolean, Failure, CurrentActor>
    readonly move: (
      id: string,
      input: MoveInput
    ) => Effect.Effect<Collection, Failure | Invalid | Conflict, CurrentActor>
    /** Gives the collection, and all below it, to another organization; it stands last at its root. */
    readonly transfer: (
      id: string,
      input: CollectionTransfer
    ) => Effect.Effect<Collection, Failure | Invalid | Conflict | PreconditionFailed, CurrentActor>
  }
>()("@octavo/core/content/collections/Collections") {
  static readonly layer = Layer.effect(
    Collections,
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const tree = yield* TreeStore
      const contents = yield* makeContentTree
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      const require = Effect.fnUntraced(function* (id: string, role: Role) {
        const collection = yield* store.get(id)
        return collection === undefined
          ? yield* NotFound.of("collection", id)
          : toCollection(instance, yield* access.withParent(collection), role)
      })

      const create = traced("Collections.create")(function* (organizationId: string, input: NewCollectionInput) {
        const parent = input.parent ?? null
        const role = yield* contents.authorizeNew(organizationId, parent)
        const id = makeId()
        const createdAt = yield* now
        const title = input.title ?? "Untitled"
        yield* contents.append(organizationId, parent, 1, (position) =>
          Effect.andThen(
            store.insert({
              id,
              organizationId,
              parent,
              position,
              title,
              description: null,
              defaultLevel: null,
              createdAt
            }),
            audit.record({
              organizationId,
              action: "collection.create",
              target: { type: "collection", id, label: title }
            })
          )
        )
        return yield* require(id, role)
      })

      const list = traced("Collections.list")(function* (
        organizationId: string,
        filter: { readonly nested: boolean },
        params: ListParams
      ) {
        const scope = yield* access.list(organizationId, "collection.view")
        const page = yield* paginate(
          ["collections", organizationId, scope.all ? null : scope.grantedTo, filter.nested],
          params,
          (collection: CollectionRecord) => [collection.position, collection.id],
          (slice) => store.list(organizationId, scope, filter, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        const roles = yield* access.collectionRoles(page.items.map(({ id }) => id))
        const items = yield* access.withParents(page.items)
        return { ...page, items: items.map((item) => toCollection(instance, item, roles.get(item.id) ?? "read")) }
      })

      const get = traced("Collections.get")(function* (id: string) {
        const { role } = yield* access.collection(id, "collection.view")
        return yield* require(id, role)
      })

      const update = traced("Collections.update")(function* (id: string, input: CollectionUpdate) {
        const { organizationId, role } = yield* access.collection(id, "collection.settings")
        const { defaultLevel, description, ...rest } = input
        const patch: CollectionPatch = {
          ...rest,
          ...defined({ description: description === "" ? null : description }),
          ...ifDefined(defaultLevel, (level) => ({ defaultLevel: levelOf(level) }))
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* tree.lock([organizationId])
            yield* contents.held({ kind: "collection", id }, organizationId)
            const before = (yield* store.get(id)) ?? (yield* NotFound.of("collection", id))
            yield* store.update(id, patch)
            yield* audit.record({
              organizationId,
              action: "collection.update",
              target: { type: "collection", id, label: patch.title ?? before.title },
              payload: changes({ ...before }, { ...patch })
            })
          })
        )
        return yield* require(id, role)
      })

      const remove = traced("Collections.remove")(function* (id: string) {
        const { organizationId } = yield* access.collection(id, "collection.delete")
        const at = yield* now
        const collection = { kind: "collection", id } as const
        return yield* transaction.run(
          Effect.gen(function* () {
            yield* tree.lock([organizationId])
            const { parent, title } = yield* contents.held(collection, organizationId)
            yield* tree.detachDeleted(organizationId, [id])
            const inside = yield* tree.siblings(organizationId, id)
            const around = yield* tree.siblings(organizationId, parent)
            const positions = positionsInPlaceOf(around, collection, inside.length)
            for (const [i, content] of inside.entries()) {
              yield* tree.place(content, { parent, position: positions[i]! }, at)
            }
            yield* store.remove(id)
            yield* audit.record({
              organizationId,
              action: "collection.delete",
              target: { type: "collection", id, label: title }
            })
            return true
          })
        )
      })

      /** The collection after a change that may have altered the caller's role on it. */
      const again = Effect.fnUntraced(function* (id: string, role: Role) {
        const roles = yield* access.collectionRoles([id])
        return yield* require(id, roles.get(id) ?? role)
      })

      const move = traced("Collections.move")(function* (id: string, input: MoveInput) {
        const allowed = yield* access.collection(id, "collection.move")
        yield* contents.move({ kind: "collection", id }, allowed, input)
        return yield* again(id, allowed.role)
      })

      const transfer = traced("Collections.transfer")(function* (id: string, input: CollectionTransfer) {
        const allowed = yield* access.collection(id, "collection.transfer")
        if (input.organization === allowed.organizationId) {
          return yield* new Conflict({ message: "It belongs to this organization already" })
        }
        yield* contents.transfer({ kind: "collection", id }, allowed, {
          organizationId: input.organization,
          parent: null
        })
        return yield* again(id, allowed.role)
      })

      return Collections.of({ create, list, get, update, remove, move, transfer })
    })
  )
}
