/** Edits of pages that others edit at the same time: each says the revision that it was made from. */
import { expect } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import type { DocumentPage } from "@octavo/core/content/space-content/Page"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Effect } from "effect"
import { insert, newDraftedSpace, remove, set, shown, write } from "./drafted-space.ts"
import { asOperator, type Story } from "./harness.ts"

type Edit = Partial<Extract<ContentChange, { operation: "update_page" }>>

/** An edit of a page's Markdown, made from a revision. */
const edited = (page: string, revision: string, markdown: string, more: Edit = {}): ContentChange => ({
  ...more,
  operation: "update_page",
  page,
  revision,
  document: { markdown }
})

/** The document of a page as it was, with words exchanged. */
const documentWith = Effect.fnUntraced(function* (
  space: string,
  revision: string,
  page: string,
  words: Readonly<Record<string, string>>
) {
  const content = yield* SpaceContent
  const { document } = (yield* (yield* content.open(space, revision)).page(page, {})) as DocumentPage
  const json = Object.entries(words).reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(document))
  return JSON.parse(json) as NonNullable<DocumentPage["document"]>
})

/** A draft of a space with one page, and what it says. */
const newDraft = Effect.fnUntraced(function* (text: string) {
  const changeRequests = yield* ChangeRequests
  const { ids, space } = yield* newDraftedSpace({ a: text })
  const { id, revision } = yield* changeRequests.create(space, {})
  return { a: ids["a"]!, id, revision, space }
})

export const editStories = (story: Story) => {
  story("two who change different words of one paragraph both win, and what nobody touched keeps its bytes", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const { a, id, revision, space } = yield* newDraft("# A\n\nThe quick  fox\n\n*  an __odd__ list\n")
      const edit = (words: Readonly<Record<string, string>>) =>
        Effect.gen(function* () {
          const document = yield* documentWith(space, revision, a, words)
          return yield* contents.edit(space, id, {
            changes: [{ operation: "update_page", page: a, revision, document: { document: { ...document } } }]
          })
        })
      const first = yield* edit({ quick: "slow" })
      expect(first.changes).toMatchObject([{ object: "updated_page", page: { id: a } }])
      expect(first.changes[0]).not.toHaveProperty("merged")
      // nobody else wrote: its answer may have been lost
      expect((yield* edit({ quick: "slow" })).changes[0]).not.toHaveProperty("merged")
      const second = yield* edit({ fox: "wolf" })
      expect(second.changes).toMatchObject([{ object: "updated_page", merged: true }])
      const { open, texts } = yield* shown(space, { changeRequest: id })
      expect(texts["a"]).toBe("# A\n\nThe slow  wolf\n\n*  an __odd__ list\n")
      expect(open.revision.id).toBe(second.changeRequest.revision)
      // the same once more is there already
      const again = yield* edit({ fox: "wolf" })
      expect(again.changeRequest.revision).toBe(second.changeRequest.revision)
    }).pipe(asOperator)
  )

  story("edits that come at the same time all win", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const words = Array.from({ length: 8 }, (_, i) => `word${i}`)
      const { a, id, revision, space } = yield* newDraft(`${words.join(" ")}\n`)
      yield* Effect.forEach(
        words,
        (word) =>
          contents.edit(space, id, {
            changes: [edited(a, revision, `${words.map((one) => (one === word ? `new-${one}` : one)).join(" ")}\n`)]
          }),
        { concurrency: "unbounded" }
      )
      const { texts } = yield* shown(space, { changeRequest: id })
      expect(texts["a"]).toBe(`${words.map((word) => `new-${word}`).join(" ")}\n`)
    }).pipe(asOperator)
  )

  story("two who write on and on in one page lose no word", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const begun = "# A\n\nOne two three four.\n\n* five six\n* seven **eight**\n\n> nine ten\n"
      const { a, id, revision: first, space } = yield* newDraft(begun)
      const writer = Effect.fnUntraced(function* (name: string) {
        let [revision, known] = [first, begun]
        for (let at = 0; at < 12; at++) {
          const word = `${name}${at}`
          // behind the nth word that the writer knows of
          const words = Array.from(known.matchAll(/(?<= )[a-z0-9]+(?=[ .\n])/g))
          const { 0: before, index } = words[(at * 7 + name.length) % words.length]!
          const end = index + before.length
          const markdown = `${known.slice(0, end)} ${word}${known.slice(end)}`
          const { changeRequest } = yield* contents.edit(space, id, { changes: [edited(a, revision, markdown)] })
          // whoever comes between is read with the next one
          revision = changeRequest.revision
          known = (yield* shown(space, revision)).texts["a"]!
          expect(known).toContain(word)
        }
      })
      yield* Effect.all([writer("ann"), writer("bob"), writer("cleo")], { concurrency: "unbounded" })
      const { texts } = yield* shown(space, { changeRequest: id })
      const written = texts["a"]!.match(/\w+/g)!
      const wanted = ["ann", "bob", "cleo"].flatMap((name) => Array.from({ length: 12 }, (_, at) => `${name}${at}`))
      expect(written.toSorted()).toEqual([...begun.match(/\w+/g)!, ...wanted].toSorted())
    }).pipe(asOperator)
  )

  story("words that both changed are told with both, nothing is written, and what is decided counts", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const { a, id, revision, space } = yield* newDraft("# A\n\nOne two three\n\nFour\n")
      const { changeRequest } = yield* contents.edit(space, id, { changes: [write(a, "# A\n\nOne 2 three\n\nFour\n")] })
      const mine = "# A\n\nOne zwei three!\n\nFour more\n"
      const refused = yield* Effect.flip(
        contents.edit(space, id, { changes: [insert("# New"), edited(a, revision, mine)] })
      )
      const conflict = { base: "One two three", mine: "One zwei three!", theirs: "One 2 three!" }
      expect(refused).toMatchObject({ _tag: "Conflict", conflicts: [{ path: "changes.1.document", ...conflict }] })
      const after = yield* shown(space, { changeRequest: id })
      expect([after.open.revision.id, after.tree]).toEqual([changeRequest.revision, "a"])
      yield* contents.edit(space, id, {
        changes: [edited(a, revision, mine, { settled: [{ ...conflict, text: "One (2, zwei) three!" }] })]
      })
      expect((yield* shown(space, { changeRequest: id })).texts["a"]).toBe("# A\n\nOne (2, zwei) three!\n\nFour more\n")
    }).pipe(asOperator)
  )

  story("what others did to the page beside its text stays", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const { a, id, revision, space } = yield* newDraft("---\nicon: book\n---\n\n# A\n\nOne\n")
      const document = yield* documentWith(space, revision, a, { One: "Two [b](#)" })
      const made = yield* contents.edit(space, id, {
        changes: [
          edited(a, revision, "---\nicon: bolt\n---\n\n# Other\n\nOne\n"),
          set(a, { description: "Said", slug: "other" }),
          insert("# B", { into: a })
        ]
      })
      const b = made.changes.flatMap((one) => (one.object === "created_page" ? [one.page.id] : []))[0]!
      // a link to a page that was not there when the document was read
      const linked = JSON.parse(
        JSON.stringify(document).replace('{"kind":"anchor","anchor":""}', `{"kind":"page","page":"${b}"}`)
      )
      yield* contents.edit(space, id, {
        changes: [{ operation: "update_page", page: a, revision, document: { document: linked } }]
      })
      const { open, texts } = yield* shown(space, { changeRequest: id })
      expect(yield* open.page(a, {})).toMatchObject({
        title: "Other",
        icon: "bolt",
        description: "Said",
        slug: "other"
      })
      expect(texts["other"]).toMatch(/^---\nicon: bolt\n---\n\n# Other\n\nTwo /)
    }).pipe(asOperator)
  )

  story("a batch may edit one page twice, and the primary content alike", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const { ids, space } = yield* newDraftedSpace({ a: "One two three\n" }).pipe(asOperator)
      const a = ids["a"]!
      const { revision } = (yield* shown(space)).open
      yield* contents.editSpace(space, {
        changes: [edited(a, revision.id, "1 two three\n"), edited(a, revision.id, "One two 3\n")]
      })
      yield* contents.editSpace(space, { changes: [edited(a, revision.id, "One 2 three\n")] })
      expect((yield* shown(space)).texts["a"]).toBe("1 2 3\n")
    }).pipe(asOperator)
  )

  story("an edit of what is not there is refused in words", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const other = yield* newDraft("# Other\n")
      const { a, id, revision, space } = yield* newDraft("# A\n")
      const made = yield* contents.edit(space, id, { changes: [insert("# B")] })
      const b = made.changes.flatMap((one) => (one.object === "created_page" ? [one.page.id] : []))[0]!
      const attempt = (change: ContentChange) =>
        Effect.map(Effect.flip(contents.edit(space, id, { changes: [change] })), ({ _tag, message }) => [_tag, message])
      expect(yield* attempt(edited(a, "none", "x"))).toEqual([
        "Invalid",
        'changes.0.revision: there is no revision "none"'
      ])
      // of another space
      expect(yield* attempt(edited(a, other.revision, "x"))).toEqual([
        "Invalid",
        `changes.0.revision: there is no revision ${JSON.stringify(other.revision)}`
      ])
      expect(yield* attempt(edited(b, revision, "x"))).toEqual([
        "Invalid",
        `changes.0.revision: the revision has no page ${JSON.stringify(b)} that the document could be made from`
      ])
      yield* contents.edit(space, id, { changes: [remove(a)] })
      expect(yield* attempt(edited(a, revision, "x"))).toEqual([
        "Invalid",
        `changes.0.page: there is no page ${JSON.stringify(a)}`
      ])
    }).pipe(asOperator)
  )
}
