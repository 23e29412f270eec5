/** What the use cases of spaces and of collections share: where they may stand, moving them, handing them over. */
import { Effect } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { Conflict, Forbidden, Invalid, NotFound, PreconditionFailed } from "../../kernel/shared/errors.ts"
import { positionBetween, positionsBetween } from "../../kernel/shared/position.ts"
import { type Role, rank } from "../../kernel/shared/roles.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import type { Allowed } from "../../people/permissions/decisions.ts"
import type { ContentPosition, MoveInput } from "./input.ts"
import { longPosition, neighbour, nestingProblem, placeAmong } from "./placement.ts"
import { type Content, type Subtree, TreeStore } from "./TreeStore.ts"
import { transferRefusal } from "./transferRules.ts"

/** How many roles are asked for at once. */
const batch = 1000

export const makeContentTree = Effect.gen(function* () {
  const access = yield* Access
  const audit = yield* Audit
  const tree = yield* TreeStore
  const transaction = yield* Transaction

  const rolesOf = (kind: Content["kind"], ids: ReadonlyArray<string>) =>
    kind === "space" ? access.roles(ids) : access.collectionRoles(ids)

  /** The caller's role where something is to stand; it takes `create` there. */
  const authorizePlace = Effect.fnUntraced(function* (organizationId: string, parent: string | null) {
    if (parent === null) return (yield* access.organization(organizationId, "space.create")).role
    const allowed = yield* access.collection(parent, "collection.create")
    return allowed.organizationId === organizationId ? allowed.role : yield* NotFound.of("collection", parent)
  })

  /** The same for where content stands already, which the caller may not know of. */
  const authorizeStay = (content: Content, organizationId: string, parent: string | null) =>
    authorizePlace(organizationId, parent).pipe(
      Effect.catchTag("NotFound", () =>
        Effect.gen(function* () {
          const { parent: now } = yield* held(content, organizationId)
          return yield* now === parent ? staysHidden : movedMeanwhile
        })
      )
    )

  /** The same for something new: a parent that is none, or that nobody may know of, is wrong input. */
  const authorizeNew = Effect.fnUntraced(function* (organizationId: string, parent: string | null) {
    yield* access.list(organizationId, "space.create")
    return yield* authorizePlace(organizationId, parent).pipe(
      Effect.catchTag("NotFound", (error) => Effect.fail(parent === null ? error : noParent))
    )
  })

  /** Inside a transaction that holds the tree: whether the parent is still there and may hold what comes. */
  const checkParent = Effect.fnUntraced(function* (
    organizationId: string,
    parent: string | null,
    moved: Content | undefined,
    height: number
  ) {
    const path = parent === null ? [] : yield* tree.path(parent)
    if (parent !== null && path[0]?.organizationId !== organizationId) return yield* NotFound.of("collection", parent)
    const problem = nestingProblem(path, moved, height)
    if (problem !== undefined) return yield* new Invalid({ message: problem })
  })

  const lastPosition = (organizationId: string, parent: string | null) =>
    Effect.map(tree.last(organizationId, parent), (last) => positionBetween(last, null))

  /** Runs `insert` with the last position of the parent, while nothing else changes the tree. */
  const append = <A, E, R>(
    organizationId: string,
    parent: string | null,
    height: number,
    insert: (position: string) => Effect.Effect<A, E, R>
  ) =>
    transaction.run(
      Effect.gen(function* () {
        yield* tree.lock([organizationId])
        yield* checkParent(organizationId, parent, undefined, height).pipe(Effect.catchTag("NotFound", () => noParent))
        return yield* insert(yield* lastPosition(organizationId, parent))
      })
    )

  /** The content as it stands now; the tree is held. */
  const held = Effect.fnUntraced(function* (content: Content, organizationId: string) {
    const placed = yield* tree.get(content)
    return placed === undefined || placed.deleted || placed.organizationId !== organizationId
      ? yield* NotFound.of(content.kind, content.id)
      : placed
  })

  const heightOf = (content: Content) => (content.kind === "space" ? Effect.succeed(0) : tree.height(content.id))

  /** Neighbours that the caller may not see are as good as absent. */
  const checkNeighbours = Effect.fnUntraced(function* (position: ContentPosition) {
    for (const [name, ref] of Object.entries(position)) {
      if (ref === undefined) continue
      const { id, kind } = neighbour(ref)
      if (!(yield* rolesOf(kind, [id])).has(id)) {
        return yield* new Invalid({ message: `position.${name} names no space or collection there` })
      }
    }
  })

  /** Nobody gets a higher role by moving something to where they have one (threat: role escalation). */
  const checkRaise = Effect.fnUntraced(function* (content: Content, before: Role) {
    const after = (yield* rolesOf(content.kind, [content.id])).get(content.id)
    if (rank(after) > rank(before)) {
      return yield* new Forbidden({ message: "Moving it there would raise your own role on it; ask an admin of it" })
    }
  })

  /** A position among the siblings; when positions have become long, all of the parent's are made new first. */
  const findPosition = Effect.fnUntraced(function* (
    organizationId: string,
    parent: string | null,
    content: Content,
    asked: ContentPosition
  ) {
    const siblings = yield* tree.siblings(organizationId, parent)
    const position = yield* Effect.fromResult(placeAmong(siblings, content, asked))
    if (position.length <= longPosition) return position
    const positions = positionsBetween(null, null, siblings.length)
    yield* tree.renumber(siblings, positions)
    return yield* Effect.fromResult(
      placeAmong(
        siblings.map((sibling, i) => ({ ...sibling, position: positions[i]! })),
        content,
        asked
      )
    )
  })

  /** Runs `insert` with the position right after a space, for a copy of it. */
  const beside = <A, E, R>(
    organizationId: string,
    parent: string | null,
    { copyId, spaceId }: { readonly spaceId: string; readonly copyId: string },
    insert: (position: string) => Effect.Effect<A, E, R>
  ) =>
    transaction.run(
      Effect.gen(function* () {
        yield* tree.lock([organizationId])
        const placed = yield* held({ kind: "space", id: spaceId }, organizationId)
        if (placed.parent !== parent) return yield* movedMeanwhile
        const copy = { kind: "space", id: copyId } as const
        return yield* insert(
          yield* findPosition(organizationId, parent, copy, { after: { type: "space", space: spaceId } })
        )
      })
    )

  /** Moves content within its organization; the caller was allowed to move it. */
  const move = Effect.fnUntraced(function* (
    content: Content,
    { organizationId, role }: { readonly organizationId: string; readonly role: Role },
    input: MoveInput
  ) {
    const at = yield* now
    const asked = input.position ?? {}
    const seen = (yield* tree.get(content)) ?? (yield* NotFound.of(content.kind, content.id))
    const parent = input.parent === undefined ? seen.parent : input.parent
    yield* input.parent === undefined
      ? authorizeStay(content, organizationId, parent)
      : authorizePlace(organizationId, parent)
    yield* checkNeighbours(asked)
    yield* transaction.run(
      Effect.gen(function* () {
        yield* tree.lock([organizationId])
        const placed = yield* held(content, organizationId)
        if (input.parent === undefined && placed.parent !== parent) return yield* movedMeanwhile
        if (placed.parent !== parent) yield* checkParent(organizationId, parent, content, yield* heightOf(content))
        const position = yield* findPosition(organizationId, parent, content, asked)
        yield* tree.place(content, { parent, position }, at)
        if (placed.parent !== parent) yield* checkRaise(content, role)
        yield* audit.record({
          organizationId,
          action: `${content.kind}.move`,
          target: { type: content.kind, id: content.id, label: placed.title },
          payload: { parent: { before: placed.parent, after: parent } }
        })
      })
    )
  })

  /** On how many of these the caller is not admin. */
  const notAdmin = Effect.fnUntraced(function* ({ collections, spaces }: Subtree) {
    let count = 0
    for (const [kind, ids] of [["collection", collections] as const, ["space", spaces] as const]) {
      for (let start = 0; start < ids.length; start += batch) {
        const some = ids.slice(start, start + batch)
        const roles = yield* rolesOf(kind, some)
        count += some.filter((id) => roles.get(id) !== "admin").length
      }
    }
    return count
  })

  /** Makes content another organization's; the caller was allowed to give it away. It stands last where it comes. */
  const transfer = Effect.fnUntraced(function* (
    content: Content,
    from: Allowed & { readonly organizationId: string },
    to: { readonly organizationId: string; readonly parent: string | null }
  ) {
    const at = yield* now
    const actor = yield* CurrentActor
    const there = yield* authorizePlace(to.organizationId, to.parent).pipe(
      Effect.catchTag("Forbidden", () => Effect.succeed(null))
    )
    if (there !== "admin") {
      return yield* new PreconditionFailed({ message: "It takes the role admin where it is transferred to" })
    }
    yield* transaction.run(
      Effect.gen(function* () {
        yield* tree.lock([from.organizationId, to.organizationId])
        const { title } = yield* held(content, from.organizationId)
        yield* checkParent(to.organizationId, to.parent, content, yield* heightOf(content))
        const subtree =
          content.kind === "space" ? { collections: [], spaces: [content.id] } : yield* tree.below(content.id)
        const everything = actor.kind === "operator" || from.membership?.role === "admin"
        const refusal = transferRefusal({
          ...(yield* tree.ties(subtree.spaces)),
          notAdmin: everything ? 0 : yield* notAdmin(subtree)
        })
        if (refusal !== undefined) return yield* new PreconditionFailed({ message: refusal })
        yield* tree.detachDeleted(from.organizationId, subtree.collections)
        const position = yield* lastPosition(to.organizationId, to.parent)
        yield* tree.handOver(subtree, to.organizationId, at)
        yield* tree.place(content, { parent: to.parent, position }, at)
        for (const organizationId of [from.organizationId, to.organizationId]) {
          yield* audit.record({
            organizationId,
            action: `${content.kind}.transfer`,
            target: { type: content.kind, id: content.id, label: title },
            payload: { organization: { before: from.organizationId, after: to.organizationId } }
          })
        }
      })
    )
  })

  return { authorizeStay, authorizeNew, append, beside, held, move, transfer }
})

const noParent = new Invalid({ message: "parent names no collection of this organization" })
const staysHidden = new Forbidden({ message: "This needs the role create in the collection around it" })
const movedMeanwhile = new Conflict({ message: "It was moved by someone else meanwhile; try again" })
