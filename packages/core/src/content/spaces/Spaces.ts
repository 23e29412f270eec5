/** Spaces: create, list, get, patch. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import { commentsPart, Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { levelOf, type Role } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { MemberStore } from "../../people/members/MemberStore.ts"
import { checkMergeRules } from "../../people/organizations/mergeRules.ts"
import { Access } from "../../people/permissions/Access.ts"
import { SiteReaders } from "../../people/permissions/SiteReaders.ts"
import { makeContentTree } from "../collections/contentTree.ts"
import { emptyRoot } from "../revisions/model/Records.ts"
import { makeFirstContent } from "./firstContent.ts"
import type { NewSpaceInput, SpaceUpdate } from "./input.ts"
import { type Space, type SpacePatch, type SpaceRecord, toSpace } from "./Space.ts"
import { SpaceStore } from "./SpaceStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class Spaces extends Context.Service<
  Spaces,
  {
    /** Adds a space at the organization's root or in a collection, last among its siblings; empty when nothing is said. */
    readonly create: (
      organizationId: string,
      input: NewSpaceInput
    ) => Effect.Effect<Space, Failure | Invalid, CurrentActor>
    /** The organization's spaces that the caller may see, oldest first. */
    readonly list: (
      organizationId: string,
      params: ListParams
    ) => Effect.Effect<Page<Space>, Failure | Invalid, CurrentActor>
    /** The spaces that stand in a collection, in their order; not those of collections in it. */
    readonly listIn: (
      collectionId: string,
      params: ListParams
    ) => Effect.Effect<Page<Space>, Failure | Invalid, CurrentActor>
    /** @param shareKey of a share link: the published URL begins with it, if it is one of its site. */
    readonly get: (id: string, shareKey?: string) => Effect.Effect<Space, Failure, CurrentActor>
    readonly update: (id: string, input: SpaceUpdate) => Effect.Effect<Space, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/content/spaces/Spaces") {
  static readonly layer = Layer.effect(
    Spaces,
    Effect.gen(function* () {
      const store = yield* SpaceStore
      const members = yield* MemberStore
      const contents = yield* makeContentTree
      const firstContent = yield* makeFirstContent
      const access = yield* Access
      const readers = yield* SiteReaders
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      const known = makePartCache<SpaceRecord | null>(yield* Epoch, 10_000)

      const shownOne = Effect.fnUntraced(function* (space: SpaceRecord, role: Role, shareKey?: string) {
        const { published } = space
        const key = published === null ? undefined : yield* readers.keyOf(published.siteId, shareKey)
        const opened = published === null || key === undefined ? published : { ...published, shareKey: key }
        return toSpace(instance, yield* access.withParent({ ...space, published: opened }), role)
      })

      const require = Effect.fnUntraced(function* (id: string, role: Role, shareKey?: string) {
        const space = yield* store.get(id)
        return space === undefined ? yield* NotFound.of("space", id) : yield* shownOne(space, role, shareKey)
      })

      const create = traced("Spaces.create")(function* (organizationId: string, input: NewSpaceInput) {
        const parent = input.parent ?? null
        const role = yield* contents.authorizeNew(organizationId, parent)
        const actor = yield* CurrentActor
        const id = makeId()
        const title = input.title ?? "Untitled"
        const createdAt = yield* now
        const fill = yield* firstContent({ id, organizationId, title, createdAt }, input)
        const revisionId = makeId()
        yield* contents.append(organizationId, parent, 0, (position) =>
          Effect.gen(function* () {
            yield* store.insert({
              id,
              organizationId,
              parent,
              position,
              title,
              emoji: input.emoji ?? "",
              icon: null,
              editMode: input.editMode ?? "live",
              mergeRules: { type: "inherit" },
              language: input.language ?? null,
              createdAt,
              revisionId,
              root: emptyRoot.root,
              author: actor.kind === "user" ? actor.userId : null
            })
            yield* fill({ revisionId, root: emptyRoot.root, sequence: 0 })
            yield* audit.record({ organizationId, action: "space.create", target: { type: "space", id, label: title } })
          })
        )
        return yield* require(id, role)
      })

      const shown = Effect.fnUntraced(function* (page: Page<SpaceRecord>) {
        const roles = yield* access.roles(page.items.map((space) => space.id))
        const items = yield* access.withParents(page.items)
        return { ...page, items: items.map((space) => toSpace(instance, space, roles.get(space.id) ?? "read")) }
      })

      const list = traced("Spaces.list")(function* (organizationId: string, params: ListParams) {
        const scope = yield* access.list(organizationId, "space.view")
        const page = yield* paginate(
          ["spaces", organizationId, scope.all ? null : scope.grantedTo],
          params,
          (space: SpaceRecord) => [space.id],
          (slice) => store.list(organizationId, scope, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return yield* shown(page)
      })

      const listIn = traced("Spaces.listIn")(function* (collectionId: string, params: ListParams) {
        // whoever sees the collection sees what stands in it: no nearer level takes that away
        yield* access.collection(collectionId, "collection.view")
        const page = yield* paginate(
          ["collection-spaces", collectionId],
          params,
          (space: SpaceRecord) => [space.position, space.id],
          (slice) => store.listIn(collectionId, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return yield* shown(page)
      })

      const get = traced("Spaces.get")(function* (id: string, shareKey?: string) {
        const { role } = yield* access.space(id, "space.view")
        const space = yield* known(
          [id, commentsPart(id)],
          id,
          Effect.suspend(() => Effect.map(store.get(id), (found) => found ?? null))
        )
        return space === null ? yield* NotFound.of("space", id) : yield* shownOne(space, role, shareKey)
      })

      const update = traced("Spaces.update")(function* (id: string, input: SpaceUpdate) {
        const { organizationId, role } = yield* access.space(id, "space.settings")
        const { emoji, icon, mergeRules } = input
        if (emoji != null && emoji !== "" && icon != null) {
          return yield* new Invalid({ message: "A space has an emoji or an icon; send one of them, the other as null" })
        }
        if (mergeRules !== undefined) yield* checkMergeRules(members, organizationId, mergeRules)
        const patch = toPatch(input)
        const at = yield* now
        const changed = yield* transaction.run(
          Effect.gen(function* () {
            const before = yield* store.lock(id)
            if (before === undefined || before.deletedAt !== null || before.organizationId !== organizationId) {
              return yield* NotFound.of("space", id)
            }
            yield* store.update(id, patch, at)
            yield* audit.record({
              organizationId,
              action: "space.update",
              target: { type: "space", id, label: patch.title ?? before.title },
              payload: changes({ ...before }, { ...patch })
            })
            return { ...before, ...patch, updatedAt: at }
          })
        )
        return yield* shownOne(changed, role)
      })

      return Spaces.of({ create, list, listIn, get, update })
    })
  )
}

/** What is set, and nothing else that came with it. An emoji takes the icon away, and an icon the emoji. */
const toPatch = ({ emoji, icon, defaultLevel, editMode, language, mergeRules, title }: SpaceUpdate): SpacePatch => ({
  ...defined({ editMode, language, mergeRules, title }),
  ...ifDefined(defaultLevel, (level) => ({ defaultLevel: levelOf(level) })),
  ...(emoji === undefined ? (icon == null ? {} : { emoji: "" }) : { emoji: emoji ?? "" }),
  ...(icon === undefined ? (emoji == null || emoji === "" ? {} : { icon: null }) : { icon })
})
