/** A farm whose animals are computed pages, and ways to find them. */
import { expect } from "@effect/vitest"
import type { ComputedSource } from "@octavo/core/content/revisions/computed/ComputedSources"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import type { RevisionEdit } from "@octavo/core/content/revisions/model/RevisionEdit"
import { Search } from "@octavo/core/content/search/Search"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { makeJudge } from "@octavo/core/kernel/conditions/Judge"
import type { Claims } from "@octavo/core/kernel/conditions/Visitor"
import { StorageError } from "@octavo/core/kernel/shared/errors"
import { Effect } from "effect"
import { as, newOrganization } from "./harness.ts"
import { pageOf } from "./stored-content.ts"

/** Animals with what is said of each; who changes them commits something, as whoever changes what is in the store. */
export const farm = {
  animals: new Map<string, string>(),
  /** The texts of these cannot be made. */
  fails: new Set<string>(),
  documents: 0
}

/** Pages that are computed of the farm: one of all animals, and one of each. */
export const source: ComputedSource = {
  type: "integration:farm:animals",
  resolve: (_, { farm: dependency }) =>
    Effect.sync(() =>
      dependency === undefined || farm.animals.size === 0
        ? undefined
        : { farm: { ref: "farm", value: Object.fromEntries(farm.animals) } }
    ),
  pages: ({ dependencies }) =>
    Effect.sync(() => {
      const { value } = dependencies["farm"] as { readonly value: Record<string, string> }
      return [
        {
          key: "all",
          title: "Animals",
          document: { animal: "" },
          pages: Object.keys(value).map((name) => ({ key: name, title: `The ${name}`, document: { animal: name } }))
        }
      ]
    }),
  document: ({ dependencies, props }) =>
    Effect.suspend(() => {
      farm.documents++
      const name = String(props["animal"])
      if (farm.fails.has(name)) return new StorageError({ operation: "farm", retryable: true, cause: "closed" })
      const { value } = dependencies["farm"] as { readonly value: Record<string, string> }
      return Effect.succeed(name === "" ? "All of the farm.\n" : `## Habits\n\nA farm animal: ${value[name]}\n`)
    })
}

/** The place of all animals of the farm in a tree of pages. */
export const stub = (id: string, fields: Partial<PageRecord> = {}): RevisionEdit => ({
  type: "putPage",
  page: pageOf(id, {
    type: "computed",
    title: "",
    slug: "",
    order: "a5",
    computed: { type: source.type, props: {}, dependencies: { farm: { ref: "farm" } } },
    ...fields
  })
})

/** A space with nothing in it yet, and these animals. */
export const newFarm = Effect.fnUntraced(function* (
  animals: Record<string, string>,
  organization?: { readonly id: string; readonly admin: string }
) {
  farm.animals = new Map(Object.entries(animals))
  farm.fails.clear()
  const { admin, id: organizationId } = organization ?? (yield* newOrganization())
  const spaces = yield* Spaces
  const { id } = yield* spaces.create(organizationId, {}).pipe(as(admin))
  /** What is said of the animals from now on. */
  const tell = (said: Record<string, string>) => {
    farm.animals = new Map(Object.entries(said))
    return Effect.asVoid(spaces.update(id, { emoji: "🐄" }).pipe(as(admin)))
  }
  /** Id of a page by its path. */
  const idAt = (path: string) =>
    Effect.flatMap(SpaceContent, (content) => content.open(id)).pipe(
      Effect.flatMap((open) => open.pageByPath(path, {})),
      Effect.map((page) => page.id),
      as(admin)
    )
  return { id, admin, organizationId, tell, idAt }
})

/** Titles that the search of an organization finds, by space. */
export const acrossBy = (user: string, organizationId: string, query: string) =>
  Effect.flatMap(Search, (service) => service.organization(organizationId, query, {})).pipe(
    as(user),
    Effect.map(({ count, items }) => {
      expect(count).toBe(items.length)
      return items.flatMap(({ pages }) => pages.map(({ title }) => title)).toSorted()
    })
  )

/** Titles that a visitor with claims finds. */
export const visiting = (spaceId: string, query: string, claims: Claims = {}) =>
  Effect.flatMap(Search, (service) =>
    service.published(
      [spaceId],
      query,
      makeJudge({ claims, unsigned: {} }, { adaptiveContent: true, schema: undefined })
    )
  ).pipe(Effect.map(({ items }) => items.flatMap(({ pages }) => pages.map(({ title }) => title)).toSorted()))
