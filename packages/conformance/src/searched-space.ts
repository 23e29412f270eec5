/** Spaces that are searched. */
import { Search } from "@octavo/core/content/search/Search"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Effect } from "effect"
import { as, asOperator, newOrganization } from "./harness.ts"
import { changeContent, pageOf } from "./stored-content.ts"

/** A new space with pages of these titles and texts; the ids are `p0`, `p1`, and so on. */
export const newBook = Effect.fnUntraced(function* (
  pages: ReadonlyArray<readonly [title: string, text: string]>,
  organization?: { readonly id: string; readonly admin: string }
) {
  const spaces = yield* Spaces
  const { admin, id: organizationId } = organization ?? (yield* newOrganization())
  const { id } = yield* spaces.create(organizationId, {}).pipe(as(admin))
  if (pages.length > 0) {
    yield* changeContent(id, {
      pages: pages.map(([title, text], i) => [pageOf(`p${String(i).padStart(4, "0")}`, { title }), text] as const)
    })
  }
  return { id, admin, organizationId }
})

export const search = (spaceId: string, query: string, limit?: number) =>
  Effect.flatMap(Search, (service) => service.space(spaceId, query, defined({ limit }))).pipe(asOperator)

export const titles = (spaceId: string, query: string) =>
  Effect.map(search(spaceId, query), ({ items }) => items.map(({ title }) => title))
