/**
 * The tree under fire (threat: tree races): a hundred random changes at once. Whatever comes first, no change leaves a cycle,
 * something that nobody can reach, or two that stand in the same place.
 */
import { expect } from "@effect/vitest"
import { Collections } from "@octavo/core/content/collections/Collections"
import type { Neighbour } from "@octavo/core/content/collections/input"
import { TreeStore } from "@octavo/core/content/collections/TreeStore"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Effect } from "effect"
import fc from "fast-check"
import { asOperator, newOrganization } from "./harness.ts"

const size = 12
const seeds = [1, 20, 300]

const index = fc.nat(size - 1)
const neighbour = fc.record({ kind: fc.constantFrom("space", "collection"), index })
const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom("move-space", "move-collection"),
      index,
      parent: fc.option(index, { nil: null }),
      before: fc.option(neighbour, { nil: undefined, freq: 2 }),
      after: fc.option(neighbour, { nil: undefined, freq: 1 })
    })
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom("delete-space", "restore-space"), index }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("duplicate-space", "delete-collection"), index }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("new-space", "new-collection"), index }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("give-space", "give-collection"), index }) }
)

/** Everything in the tree of an organization, found from its root; fails where the order is not total. */
const reachable = Effect.fnUntraced(function* (organization: string) {
  const tree = yield* TreeStore
  const found: Array<string> = []
  const visit = (parent: string | null): Effect.Effect<void, unknown> =>
    Effect.gen(function* () {
      const siblings = yield* tree.siblings(organization, parent)
      const positions = siblings.map(({ position }) => position)
      expect(new Set(positions).size).toBe(positions.length)
      for (const sibling of siblings) {
        expect(found).not.toContain(sibling.id)
        found.push(sibling.id)
        if (sibling.kind === "collection") yield* visit(sibling.id)
      }
    })
  yield* visit(null)
  return found
})

/** Everything that belongs to an organization, wherever it stands. */
const owned = Effect.fnUntraced(function* (organization: string, everything: ReadonlyArray<string>) {
  const tree = yield* TreeStore
  const found: Array<string> = []
  for (const id of everything) {
    const content = (yield* tree.get({ kind: "space", id })) ?? (yield* tree.get({ kind: "collection", id }))
    if (content?.organizationId === organization) found.push(id)
  }
  return found
})

export const treeRaces = (
  story: <E>(
    name: string,
    body: () => Effect.Effect<
      void,
      E,
      Collections | Spaces | SpaceLifecycle | TreeStore | Effect.Services<ReturnType<typeof newOrganization>>
    >
  ) => void
) => {
  for (const seed of seeds) {
    story(`a hundred random changes at once leave a tree (seed ${seed})`, () =>
      Effect.gen(function* () {
        const collections = yield* Collections
        const spaces = yield* Spaces
        const lifecycle = yield* SpaceLifecycle
        const here = (yield* newOrganization()).id
        const there = (yield* newOrganization()).id
        const folders: Array<string> = []
        const leaves: Array<string> = []
        for (let i = 0; i < size; i++) {
          const parent = i < 3 ? null : folders[i % 3]!
          folders.push((yield* collections.create(here, { parent })).id)
          leaves.push((yield* spaces.create(here, { parent: i % 2 === 0 ? null : folders[i]! })).id)
        }
        const everything = [...folders, ...leaves]
        const note = <E, R>(effect: Effect.Effect<{ readonly id: string }, E, R>) =>
          Effect.tap(effect, ({ id }) => Effect.sync(() => everything.push(id)))

        const ref = (it: { readonly kind: string; readonly index: number } | undefined): Neighbour | undefined =>
          it === undefined
            ? undefined
            : it.kind === "space"
              ? { type: "space", space: leaves[it.index]! }
              : { type: "collection", collection: folders[it.index]! }
        const run = (
          it: ReturnType<typeof sample>[number]
        ): Effect.Effect<unknown, { readonly _tag: string }, CurrentActor> => {
          const space = leaves[it.index]!
          const folder = folders[it.index]!
          if ("parent" in it) {
            const before = ref(it.before)
            const after = ref(it.after)
            const input = {
              parent: it.parent === null ? null : folders[it.parent]!,
              position: defined({ before, after })
            }
            return it.type === "move-space" ? lifecycle.move(space, input) : collections.move(folder, input)
          }
          switch (it.type) {
            case "delete-space":
              return lifecycle.remove(space)
            case "restore-space":
              return lifecycle.restore(space)
            case "duplicate-space":
              return note(lifecycle.duplicate(space))
            case "delete-collection":
              return collections.remove(folder)
            case "new-space":
              return note(spaces.create(here, { parent: folder }))
            case "new-collection":
              return note(collections.create(here, { parent: folder }))
            case "give-space":
              return lifecycle.transfer(space, { organization: there })
            default:
              return collections.transfer(folder, { organization: there })
          }
        }
        const outcomes = yield* Effect.forEach(
          sample(seed),
          (it) => Effect.match(run(it), { onFailure: (error) => error._tag, onSuccess: () => "done" }),
          { concurrency: "unbounded" }
        )
        expect(outcomes.filter((it) => it === "done").length).toBeGreaterThan(20)
        // refused, or done: never half done, never a failure of the store
        for (const it of outcomes)
          expect(["done", "Invalid", "NotFound", "Conflict", "PreconditionFailed"]).toContain(it)
        for (const organization of [here, there]) {
          const found = yield* reachable(organization)
          expect([...found].sort()).toEqual((yield* owned(organization, everything)).sort())
        }
        // spaces are never lost: each is somewhere, deleted or not
        const tree = yield* TreeStore
        for (const id of leaves) expect(yield* tree.get({ kind: "space", id })).toBeDefined()
      }).pipe(asOperator)
    )
  }
}

const sample = (seed: number) => fc.sample(change, { seed, numRuns: 100 })
