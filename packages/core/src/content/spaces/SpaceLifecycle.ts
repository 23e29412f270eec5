/** Spaces come and go: delete, restore, duplicate, move, transfer. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
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
import type { Role } from "../../kernel/shared/roles.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import { makeContentTree } from "../collections/contentTree.ts"
import type { MoveInput } from "../collections/input.ts"
import { TreeStore } from "../collections/TreeStore.ts"
import type { SpaceTransfer } from "./input.ts"
import { copyTitle, isRestorable, versionTitle } from "./lifecycle.ts"
import { type Space, toSpace } from "./Space.ts"
import { SpaceCopied } from "./SpaceCopied.ts"
import { SpaceStore } from "./SpaceStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class SpaceLifecycle extends Context.Service<
  SpaceLifecycle,
  {
    /** Hides the space at once; it is removed for good after seven days. `false`: there was none. */
    readonly remove: (id: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Brings a deleted space back to its place; at the root when its collection is gone. */
    readonly restore: (id: string) => Effect.Effect<Space, Failure, CurrentActor>
    /**
     * Adds a space beside this one with the same content, independent from then on. Shares all stored content, so it
     * costs the same for any space. Comments, change requests, Git synchronization, sites and what was granted stay
     * with the original.
     * @param version what the copy is a version of its source as; `(copy)` is behind its title without it
     */
    readonly duplicate: (
      id: string,
      version?: string
    ) => Effect.Effect<Space, Failure | Invalid | Conflict, CurrentActor>
    readonly move: (id: string, input: MoveInput) => Effect.Effect<Space, Failure | Invalid | Conflict, CurrentActor>
    /** Gives the space to another organization, or moves it to another collection of its own. */
    readonly transfer: (
      id: string,
      input: SpaceTransfer
    ) => Effect.Effect<Space, Failure | Invalid | Conflict | PreconditionFailed, CurrentActor>
  }
>()("@octavo/core/content/spaces/SpaceLifecycle") {
  static readonly layer = Layer.effect(
    SpaceLifecycle,
    Effect.gen(function* () {
      const store = yield* SpaceStore
      const tree = yield* TreeStore
      const contents = yield* makeContentTree
      const access = yield* Access
      const spaceCopied = yield* SpaceCopied
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance

      const absent = (id: string) => NotFound.of("space", id)

      /** The space after a change that may have altered the caller's role on it. */
      const again = Effect.fnUntraced(function* (id: string, role: Role) {
        const space = (yield* store.get(id)) ?? (yield* absent(id))
        const roles = yield* access.roles([id])
        return toSpace(instance, yield* access.withParent(space), roles.get(id) ?? role)
      })

      const remove = traced("SpaceLifecycle.remove")(function* (id: string) {
        const { organizationId } = yield* access.space(id, "space.delete")
        const at = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            yield* tree.lock([organizationId])
            yield* contents.held({ kind: "space", id }, organizationId)
            const label = (yield* store.get(id))?.title
            yield* store.setDeleted(id, at, at)
            yield* audit.record({ organizationId, action: "space.delete", target: { type: "space", id, label } })
          })
        )
        return true
      })

      const restore = traced("SpaceLifecycle.restore")(function* (id: string) {
        yield* access.scope("space.delete")
        const deleted = yield* store.get(id)
        if (deleted === undefined || deleted.deletedAt === null) {
          yield* access.space(id, "space.delete")
          return yield* new NotFound({ message: "This space is not deleted" })
        }
        // who could not restore it may not know that it is still there
        const { organizationId, role } = yield* access
          .space(id, "space.delete", { deleted: true })
          .pipe(Effect.catchTag("Forbidden", () => absent(id)))
        const at = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            yield* tree.lock([organizationId])
            const space = yield* store.get(id)
            if (space === undefined || space.organizationId !== organizationId) return yield* absent(id)
            if (space.deletedAt === null || !isRestorable(space.deletedAt, at)) return yield* absent(id)
            yield* store.setDeleted(id, null, at)
            yield* audit.record({
              organizationId,
              action: "space.restore",
              target: { type: "space", id, label: space.title }
            })
          })
        )
        return yield* again(id, role)
      })

      const duplicate = traced("SpaceLifecycle.duplicate")(function* (sourceId: string, version?: string) {
        const { organizationId } = yield* access.space(sourceId, "space.view")
        const { parent } = (yield* store.get(sourceId)) ?? (yield* absent(sourceId))
        const role = yield* contents.authorizeStay({ kind: "space", id: sourceId }, organizationId, parent)
        const actor = yield* CurrentActor
        const id = makeId()
        const createdAt = yield* now
        yield* contents.beside(organizationId, parent, { spaceId: sourceId, copyId: id }, (position) =>
          Effect.gen(function* () {
            // read while the tree is held: the copy is of what the source is at this moment
            const source = (yield* store.get(sourceId)) ?? (yield* absent(sourceId))
            const title = version === undefined ? copyTitle(source.title) : versionTitle(source.title, version)
            yield* store.insert({
              id,
              organizationId,
              parent,
              position,
              title,
              emoji: source.emoji,
              icon: source.icon,
              editMode: "live",
              mergeRules: source.mergeRules,
              language: source.language,
              createdAt,
              revisionId: makeId(),
              root: source.head.root,
              author: actor.kind === "user" ? actor.userId : null
            })
            yield* spaceCopied.announce({ spaceId: sourceId, copyId: id })
            yield* audit.record({
              organizationId,
              action: "space.duplicate",
              target: { type: "space", id, label: title },
              payload: { from: sourceId }
            })
          })
        )
        return yield* again(id, role)
      })

      const move = traced("SpaceLifecycle.move")(function* (id: string, input: MoveInput) {
        const allowed = yield* access.space(id, "space.move")
        yield* contents.move({ kind: "space", id }, allowed, input)
        return yield* again(id, allowed.role)
      })

      const transfer = traced("SpaceLifecycle.transfer")(function* (id: string, input: SpaceTransfer) {
        const allowed = yield* access.space(id, "space.transfer")
        const content = { kind: "space", id } as const
        if (input.organization !== allowed.organizationId) {
          yield* contents.transfer(content, allowed, {
            organizationId: input.organization,
            parent: input.parent ?? null
          })
        } else {
          const { parent } = (yield* store.get(id)) ?? (yield* absent(id))
          if (input.parent === undefined || input.parent === parent) {
            return yield* new Conflict({ message: "It is there already" })
          }
          yield* contents.move(content, allowed, { parent: input.parent })
        }
        return yield* again(id, allowed.role)
      })

      return SpaceLifecycle.of({ remove, restore, duplicate, move, transfer })
    })
  )
}
