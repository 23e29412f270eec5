/** The space that a body puts on a site: one that there is, or a new one for `null`, with what can be said of either. */
import { Effect } from "effect"
import { Spaces } from "../../content/spaces/Spaces.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { Invalid } from "../../kernel/shared/errors.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { makeCheckHome } from "../site-records/homePage.ts"
import type { NewSiteSpaceInput } from "./input.ts"
import { makeTitleOf } from "./siteTree.ts"

/** A site names its spaces longer than they are named themselves. */
const longestSpaceTitle = 50

type ChosenSpace = Pick<NewSiteSpaceInput, "spaceId" | "template" | "pageId"> & {
  readonly title?: string | null | undefined
}

export const makeChosenSpace = Effect.gen(function* () {
  const spaces = yield* Spaces
  const transaction = yield* Transaction
  const titleOf = yield* makeTitleOf
  const checkHome = yield* makeCheckHome

  /** Runs what puts the space in its place; a new space is made in the same transaction, and titled as it is there. */
  return <A, E, R>(
    organizationId: string,
    { pageId, spaceId, template, title }: ChosenSpace,
    put: (spaceId: string) => Effect.Effect<A, E, R>
  ) =>
    Effect.gen(function* () {
      if (spaceId !== null) {
        if (template !== undefined) return yield* only("template", "is for a new space: leave it out, or spaceId null")
        yield* titleOf(organizationId, spaceId)
        if (pageId != null) yield* checkHome(spaceId, pageId)
        return yield* put(spaceId)
      }
      if (pageId != null) return yield* only("pageId", "is a page of an existing space: leave it out for a new one")
      return yield* transaction.run(
        Effect.gen(function* () {
          const space = yield* spaces.create(organizationId, {
            ...(title == null ? {} : { title: Array.from(title).slice(0, longestSpaceTitle).join("") }),
            ...defined({ template })
          })
          return yield* put(space.id)
        })
      )
    })
})

const only = (path: string, message: string) =>
  new Invalid({ message: `${path} ${message}`, details: [{ path, message }] })
