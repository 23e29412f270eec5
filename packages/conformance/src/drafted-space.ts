/** A space with pages, changes of them, and what is there then. */
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import type { DocumentPage, Page } from "@octavo/core/content/space-content/Page"
import { type ContentAt, SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Effect } from "effect"
import { as, newOrganization } from "./harness.ts"

type Fields = Partial<Extract<ContentChange, { operation: "update_page" }>>

export const insert = (markdown: string, more: object = {}): ContentChange => ({
  operation: "insert_page",
  document: { markdown },
  ...more
})
export const write = (page: string, markdown: string): ContentChange => ({
  operation: "update_page",
  page,
  document: { markdown }
})
export const set = (page: string, fields: Fields): ContentChange => ({ ...fields, operation: "update_page", page })
export const remove = (page: string): ContentChange => ({ operation: "delete_page", page })

/** A space with pages by their slugs, made as one batch. */
export const newDraftedSpace = Effect.fnUntraced(function* (pages: Readonly<Record<string, string>> = {}) {
  const spaces = yield* Spaces
  const contents = yield* ChangeRequestContent
  const { admin, id: organization } = yield* newOrganization()
  const { id: space } = yield* spaces.create(organization, {}).pipe(as(admin))
  const slugs = Object.keys(pages)
  const ids: Record<string, string> = {}
  if (slugs.length > 0) {
    const { changes } = yield* contents
      .editSpace(space, { changes: slugs.map((slug) => insert(pages[slug]!, { slug, title: slug })) })
      .pipe(as(admin))
    changes.forEach((change, i) => {
      ids[slugs[i]!] = change.object === "created_page" ? change.page.id : ""
    })
  }
  return { admin, organization, space, ids }
})

const outline = (pages: ReadonlyArray<Page>): string =>
  pages
    .map((page) => {
      const { pages: below, slug } = page as DocumentPage
      return slug + (below.length === 0 ? "" : `(${outline(below)})`)
    })
    .join(" ")

/** The tree and the texts of some content. */
export const shown = Effect.fnUntraced(function* (space: string, at?: ContentAt) {
  const content = yield* SpaceContent
  const open = yield* content.open(space, at)
  const texts: Record<string, string> = {}
  const pages = yield* open.pages({})
  const walk = (list: ReadonlyArray<Page>): Effect.Effect<void, unknown> =>
    Effect.forEach(
      list as ReadonlyArray<DocumentPage>,
      (page) =>
        Effect.gen(function* () {
          texts[page.slug] = ((yield* open.page(page.id, { format: "markdown" })) as DocumentPage).markdown ?? ""
          yield* walk(page.pages)
        }),
      { discard: true }
    )
  yield* Effect.orDie(walk(pages))
  return { tree: outline(pages), texts, open }
})
