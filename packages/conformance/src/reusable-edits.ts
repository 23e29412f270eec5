/** Edits of reusable content: pages that include it show it as it is then. */
import { expect } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { type ContentAt, SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Effect } from "effect"
import { newDraftedSpace } from "./drafted-space.ts"
import { asOperator, type Story } from "./harness.ts"
import { changeContent } from "./stored-content.ts"

type Edit = Partial<Extract<ContentChange, { operation: "update_reusable_content" }>>

const edited = (markdown: string, more: Edit = {}): ContentChange => ({
  operation: "update_reusable_content",
  reusableContent: "shared",
  document: { markdown },
  ...more
})

/** A space with a page that includes what it shares, and a change request of it. */
const scene = Effect.fnUntraced(function* (text: string) {
  const { ids, space } = yield* newDraftedSpace({
    a: 'Before.\n\n{% include "/reusable-content/shared" %}\n',
    b: "B\n"
  })
  yield* changeContent(space, { reusables: [["shared", ".gitbook/includes/shared.md", text]] })
  const { id, revision } = yield* (yield* ChangeRequests).create(space, {})
  return { a: ids["a"]!, b: ids["b"]!, id, revision, space }
})

/** What the reusable content says, and what the page shows that includes it. */
const said = Effect.fnUntraced(function* (space: string, page: string, at?: ContentAt) {
  const open = yield* (yield* SpaceContent).open(space, at)
  const own = yield* open.reusableDocument("shared", {})
  const { markdown } = (yield* open.page(page, { format: "markdown", dereferenced: true })) as { markdown?: string }
  return { own: JSON.stringify(own), title: (yield* open.reusableContent("shared", {})).title, shown: markdown }
})

export const reusableStories = (story: Story) => {
  story("reusable content is edited as Markdown and as a document; what includes it shows that", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const { a, b, id, space } = yield* scene("---\ntitle: Shared\n---\n\nOne  word.\n\n*  an __odd__ list\n")
      const done = yield* contents.edit(space, id, {
        changes: [edited(`---\ntitle: Called\n---\n\nTwo  words, [b](/pages/${b}).\n\n*  an __odd__ list\n`)]
      })
      expect(done.changes).toEqual([{ object: "updated_reusable_content", reusableContent: "shared" }])
      const draft = yield* said(space, a, { changeRequest: id })
      expect([draft.title, draft.shown]).toEqual([
        "Called",
        `Before.\n\nTwo  words, [b](/pages/${b}).\n\n*  an __odd__ list\n`
      ])
      // the live content is what it was, until the draft is merged
      expect((yield* said(space, a)).shown).toContain("One  word.")
      const open = yield* (yield* SpaceContent).open(space, { changeRequest: id })
      const document = JSON.parse(
        JSON.stringify(yield* open.reusableDocument("shared", {})).replace("Two  words", "Three words")
      )
      yield* contents.edit(space, id, { changes: [edited("", { document: { document } })] })
      // an element that nobody touched keeps its bytes
      expect((yield* said(space, a, { changeRequest: id })).shown).toBe(
        `Before.\n\nThree words, [b](/pages/${b}).\n\n*  an __odd__ list\n`
      )
      yield* (yield* ChangeRequests).merge(space, id)
      expect((yield* said(space, a)).shown).toContain("Three words")
    }).pipe(asOperator)
  )

  story("two who edit it from one revision both win, and who edits the same words is told", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const { a, id, revision, space } = yield* scene("The quick fox\n")
      const edit = (markdown: string, more: Edit = {}) =>
        contents.edit(space, id, { changes: [edited(markdown, { revision, ...more })] })
      yield* edit("The slow fox\n")
      expect((yield* edit("The slow fox\n")).changes).toEqual([
        { object: "updated_reusable_content", reusableContent: "shared" }
      ])
      expect((yield* edit("The quick wolf\n")).changes).toEqual([
        { object: "updated_reusable_content", reusableContent: "shared", merged: true }
      ])
      expect((yield* said(space, a, { changeRequest: id })).shown).toContain("The slow wolf")
      const collided = yield* Effect.flip(edit("The brown fox\n"))
      expect(collided).toMatchObject({ _tag: "Conflict" })
      expect((collided as { conflicts?: ReadonlyArray<object> }).conflicts).toMatchObject([
        { path: "changes.0.document", mine: expect.stringContaining("brown"), theirs: expect.stringContaining("slow") }
      ])
    }).pipe(asOperator)
  )

  story("what is not there, or is not said, is refused with its place, and nothing is written", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const { id, space } = yield* scene("One.\n")
      const before = (yield* (yield* SpaceContent).open(space, { changeRequest: id })).revision.id
      for (const [change, path] of [
        [edited("Two.\n", { reusableContent: "nothing" }), "changes.1.reusableContent"],
        [edited("Two.\n", { revision: "nothing" }), "changes.1.revision"],
        [edited("Two.\n", { revision: space }), "changes.1.revision"],
        [edited("\u0000"), "changes.1.document.markdown"],
        [edited("", { document: { document: { object: "block" } } }), "changes.1.document.document"]
      ] as const) {
        const problem = yield* Effect.flip(contents.edit(space, id, { changes: [edited("Three.\n"), change] }))
        expect(problem).toMatchObject({ _tag: "Invalid" })
        expect((problem as { message: string }).message, path).toContain(path)
      }
      expect((yield* (yield* SpaceContent).open(space, { changeRequest: id })).revision.id).toBe(before)
    }).pipe(asOperator)
  )
}
