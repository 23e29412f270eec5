import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/change-requests/ChangeRequests"
import type { ContentChange } from "@octavo/core/content/changes/input"
import { History, type HistoryRevision } from "@octavo/core/content/History"
import type { DocumentPage, Page } from "@octavo/core/content/Page"
import { primary } from "@octavo/core/content/Revision"
import { type ContentAt, SpaceContent } from "@octavo/core/content/SpaceContent"
import { Members } from "@octavo/core/members/Members"
import { CurrentActor } from "@octavo/core/shared/Actor"
import { Sites } from "@octavo/core/sites/Sites"
import { Spaces } from "@octavo/core/spaces/Spaces"
import { Effect } from "effect"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  refusal,
  type StoreUnderTest,
  services,
  siteReader,
  web
} from "./harness.ts"
import { changeContent } from "./stored-content.ts"

type Fields = Partial<Extract<ContentChange, { operation: "update_page" }>>

const insert = (markdown: string, more: object = {}): ContentChange => ({
  operation: "insert_page",
  document: { markdown },
  ...more
})
const write = (page: string, markdown: string): ContentChange => ({
  operation: "update_page",
  page,
  document: { markdown }
})
const set = (page: string, fields: Fields): ContentChange => ({ ...fields, operation: "update_page", page })
const remove = (page: string): ContentChange => ({ operation: "delete_page", page })

/** A space with pages by their slugs, made as one batch. */
const newSpace = Effect.fnUntraced(function* (pages: Readonly<Record<string, string>> = {}) {
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
const shown = Effect.fnUntraced(function* (space: string, at?: ContentAt) {
  const content = yield* SpaceContent
  const open = yield* content.open(space, at)
  const texts: Record<string, string> = {}
  const pages = yield* open.pages({})
  const walk = (list: ReadonlyArray<Page>): Effect.Effect<void, unknown> =>
    Effect.forEach(
      list as ReadonlyArray<DocumentPage>,
      (page) =>
        Effect.gen(function* () {
          texts[page.slug] = ((yield* open.page(page.id, {})) as DocumentPage).markdown ?? ""
          yield* walk(page.pages)
        }),
      { discard: true }
    )
  yield* Effect.orDie(walk(pages))
  return { tree: outline(pages), texts, open }
})

/** What of the outcome matters in a story. */
const outcome = ({
  conflicts,
  result
}: {
  readonly result: string
  readonly conflicts?: ReadonlyArray<{ readonly reason: string; readonly title: string }>
}) =>
  // where both named a page, the sides differ in what they call it
  [result, ...(conflicts ?? []).map(({ reason, title }) => (reason === "field" ? reason : `${reason} ${title}`))].join(
    ", "
  )

/**
 * A story of a merge: the space and a change request go apart from the same pages, then the change request is merged.
 * The same is told once more with an update before the merge: it must come to the same.
 */
const merged = Effect.fnUntraced(function* (
  pages: Readonly<Record<string, string>>,
  ours: (ids: Readonly<Record<string, string>>) => ReadonlyArray<ContentChange>,
  theirs: (ids: Readonly<Record<string, string>>) => ReadonlyArray<ContentChange>
) {
  const changeRequests = yield* ChangeRequests
  const contents = yield* ChangeRequestContent
  const told: Array<{ tree: string; texts: Record<string, string>; outcome: string }> = []
  for (const updated of [false, true]) {
    const { ids, space } = yield* newSpace(pages).pipe(asOperator)
    const { id } = yield* changeRequests.create(space, {})
    const [here, there] = [ours(ids), theirs(ids)]
    if (there.length > 0) yield* contents.edit(space, id, { changes: there })
    if (here.length > 0) yield* contents.editSpace(space, { changes: here })
    const first = updated ? yield* changeRequests.pull(space, id) : undefined
    const last = yield* changeRequests.merge(space, id)
    if (first !== undefined) expect(last.result).toBe("merge")
    const { texts, tree } = yield* shown(space)
    told.push({ tree, texts, outcome: outcome(first ?? last).replace("update", "merge") })
  }
  const [merge, afterUpdate] = told
  expect(afterUpdate!.tree).toBe(merge!.tree)
  expect(afterUpdate!.outcome).toBe(merge!.outcome)
  // which side comes first between markers depends on who is called ours
  const unmarked = (texts: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(texts).map(([slug, text]) => [
        slug,
        text
          .split("\n")
          .filter((line) => !/^[<=>]{7}/.test(line))
          .sort()
      ])
    )
  expect(unmarked(afterUpdate!.texts)).toEqual(unmarked(merge!.texts))
  return merge!
})

/** Content of change requests: writing, reading, comparing, history, merging and updating. */
export const changeRequestContentSuite = (under: StoreUnderTest) =>
  describe(`change request content on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("a batch is one revision of the draft, and the space does not change", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const { admin, ids, space } = yield* newSpace({ a: "# A\n" })
          const made = yield* changeRequests.create(space, {}).pipe(as(admin))
          const before = yield* shown(space).pipe(as(admin))
          const { changeRequest, changes } = yield* contents
            .edit(space, "1", {
              changes: [
                write(ids["a"]!, "# A\r\n\r\nMore"),
                insert("# B\n\n[a](/pages/a)", { into: ids["a"]!, ref: "b" }),
                insert("[b](./b.md)")
              ]
            })
            .pipe(as(admin))
          expect(changes.map(({ object }) => object)).toEqual(["updated_page", "created_page", "created_page"])
          expect(changes[1]).toMatchObject({ ref: "b" })
          expect(changeRequest.revision).not.toBe(made.revision)
          expect(changeRequest.updatedAt >= made.updatedAt).toBe(true)
          const draft = yield* shown(space, { changeRequest: "1" }).pipe(as(admin))
          const b = (changes[1] as { page: { id: string } }).page.id
          expect([draft.tree, draft.texts]).toEqual([
            "a(b) untitled",
            { a: "# A\r\n\r\nMore", b: `# B\n\n[a](/pages/${ids["a"]})`, untitled: `[b](/pages/${b})` }
          ])
          expect((changes[1] as { page: { urls: { location: string } } }).page.urls.location).toBe(
            `https://octavo.test/v1/spaces/${space}/change-requests/${made.id}/content/page/${b}`
          )
          const { open, texts, tree } = yield* shown(space).pipe(as(admin))
          expect([open.revision.id, tree, texts]).toEqual([before.open.revision.id, before.tree, before.texts])
          const revision = yield* draft.open.content({})
          expect([revision.id, revision.parents]).toEqual([changeRequest.revision, [made.revision]])
          expect((yield* draft.open.pageByPath("a/b", {})).id).toBe(b)
        })
      )

      it.effect("one wrong entry refuses all of it, and says which", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const { ids, space } = yield* newSpace({ a: "# A\n", b: "# B\n" }).pipe(asOperator)
          const { id, revision } = yield* changeRequests.create(space, {})
          const a = ids["a"]!
          const cases: ReadonlyArray<readonly [ContentChange, string]> = [
            [write("none", "x"), "changes.1.page"],
            [remove("none"), "changes.1.page"],
            [set(a, { into: a }), "changes.1.into"],
            [set(a, { slug: "b" }), "sibling"],
            [set(a, { slug: "x/y" }), "changes.1.slug"],
            [insert("x", { into: "none" }), "changes.1.into"],
            [insert("x", { slug: "b" }), "sibling"],
            [insert("x", { ref: "a" }), "changes.1.ref"],
            [insert("\ud800"), "changes.1.document.markdown"],
            [{ operation: "insert_page", document: { document: { nodes: [] } } }, "changes.1.document.document.object"],
            [{ operation: "revert_page", page: a, block: ["k"] }, "changes.1.block"],
            [{ operation: "revert_page", page: a, revision: "none" }, "changes.1.revision"],
            [{ operation: "insert_files", files: [{ name: "a.png" }] }, "changes.1.files.0"],
            [
              { operation: "insert_files", files: [{ name: "a.png", url: "file:///etc/passwd" }] },
              "changes.1.files.0.url"
            ],
            [{ operation: "insert_files", files: [{ name: "a.png", url: "http://127.0.0.1/" }] }, "private network"],
            [
              { operation: "insert_files", files: [{ name: "a.png", base64: "AAAA" }] },
              "changes.1.files.0.contentType"
            ],
            [
              { operation: "insert_files", files: [{ name: "a.png", base64: "***", contentType: "image/png" }] },
              "base64"
            ],
            [
              { operation: "insert_files", files: [{ name: "a.png", base64: "AAAA", contentType: "image/png" }] },
              "says image/png"
            ],
            [
              { operation: "insert_files", files: [{ name: "../a.png", base64: "AAAA", contentType: "text/plain" }] },
              "changes.1.files.0.name"
            ],
            [
              {
                operation: "insert_files",
                files: [{ name: "a.bin", base64: "A".repeat(1_400_000), contentType: "a/b" }]
              },
              "1000000 bytes"
            ]
          ]
          for (const [change, named] of cases) {
            const error = yield* Effect.flip(contents.edit(space, id, { changes: [insert("# New"), change] }))
            expect([error._tag, error.message.includes(named), error.message]).toEqual(["Invalid", true, error.message])
          }
          expect((yield* changeRequests.get(space, id)).revision).toBe(revision)
        }).pipe(asOperator)
      )

      it.effect("files come in the body or from an address, and are what their bytes are", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const content = yield* SpaceContent
          const { space } = yield* newSpace().pipe(asOperator)
          const { id } = yield* changeRequests.create(space, {})
          const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
          web.set("https://files.test/x", { bytes: new TextEncoder().encode("a,b\n"), contentType: "text/csv" })
          const { insertedFiles = [] } = yield* contents.edit(space, id, {
            changes: [
              insert("![p](./pic) [data](./data)"),
              {
                operation: "insert_files",
                files: [
                  { ref: "pic", name: "p.png", contentType: "image/png", base64: png },
                  { ref: "data", name: "d.csv", url: "https://files.test/x" }
                ]
              }
            ]
          })
          expect(insertedFiles).toMatchObject([
            { name: "p.png", contentType: "image/png", dimensions: { width: 1, height: 1 }, size: 70 },
            { name: "d.csv", contentType: "text/csv", size: 4 }
          ])
          const [pic, data] = insertedFiles
          const { open, texts } = yield* shown(space, { changeRequest: id })
          expect(texts["untitled"]).toBe(`![p](/files/${pic!.id}) [data](/files/${data!.id})`)
          expect((yield* open.file(pic!.id, {})).name).toBe("p.png")
          expect((yield* open.files({}, {})).count).toBe(2)
          const signed = /~files\/([^/]+)\//.exec(pic!.downloadURL)![1]!
          expect((yield* content.download(signed)).contentType).toBe("image/png")
        }).pipe(asOperator)
      )

      it.effect("a page goes back to what it was, also one that was deleted", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const { ids, space } = yield* newSpace({ a: "# A\n", b: "# B\n" }).pipe(asOperator)
          const { id, revision } = yield* changeRequests.create(space, {})
          const before = yield* shown(space, { changeRequest: id })
          yield* contents.edit(space, id, { changes: [write(ids["a"]!, "# Other\n"), remove(ids["b"]!)] })
          yield* contents.edit(space, id, { changes: [{ operation: "revert_page", page: ids["a"]! }] })
          expect((yield* shown(space, { changeRequest: id })).tree).toBe("a")
          yield* contents.edit(space, id, { changes: [{ operation: "revert_page", page: ids["b"]!, revision }] })
          const after = yield* shown(space, { changeRequest: id })
          expect([after.tree, after.texts]).toEqual([before.tree, before.texts])
          // the same content is the same revision by hash
          expect(after.open.revision.root).toBe(before.open.revision.root)
          const live = contents.editSpace(space, { changes: [{ operation: "revert_page", page: ids["a"]! }] })
          expect(yield* refusal(live)).toBe("Invalid")
        }).pipe(asOperator)
      )

      it.effect("a locked space takes drafts, and neither edits nor merges", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const spaces = yield* Spaces
          const history = yield* History
          const { space } = yield* newSpace({ a: "# A\n" }).pipe(asOperator)
          const { revision } = yield* spaces.get(space)
          yield* contents.editSpace(space, { changes: [insert("# B")] })
          yield* spaces.update(space, { editMode: "locked" })
          const { id } = yield* changeRequests.create(space, {})
          yield* contents.edit(space, id, { changes: [insert("# C")] })
          expect(yield* refusal(contents.editSpace(space, { changes: [insert("# D")] }))).toBe("PreconditionFailed")
          expect(yield* refusal(changeRequests.merge(space, id))).toBe("PreconditionFailed")
          expect(yield* refusal(history.restore(space, revision))).toBe("PreconditionFailed")
          yield* spaces.update(space, { editMode: "live" })
          yield* changeRequests.merge(space, id)
          expect((yield* shown(space)).tree).toBe("a b c")
        }).pipe(asOperator)
      )

      it.effect("drafts are not for the visitors of a site", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const content = yield* SpaceContent
          const history = yield* History
          const sites = yield* Sites
          const { admin, organization, space } = yield* newSpace({ a: "# A\n" })
          const site = yield* sites
            .create(organization, { title: "Docs", spaces: [space], visibility: "public" })
            .pipe(as(admin))
          yield* sites.publish(organization, site.id).pipe(as(admin))
          const { id } = yield* changeRequests.create(space, {}).pipe(as(admin))
          const { changeRequest } = yield* contents.edit(space, id, { changes: [insert("# Secret")] }).pipe(as(admin))
          const visitor = Effect.provideService(CurrentActor, siteReader(organization, site.id))
          expect((yield* content.open(space).pipe(visitor)).revision.head).toBe(primary)
          expect(yield* refusal(content.open(space, changeRequest.revisionInitial).pipe(visitor))).toBe(
            "nothing refused it"
          )
          expect(yield* refusal(content.open(space, changeRequest.revision).pipe(visitor))).toBe("NotFound")
          const { id: other } = yield* changeRequests.create(space, {}).pipe(as(admin))
          yield* changeRequests.merge(space, other).pipe(as(admin))
          const shownToAll = yield* (yield* content.open(space).pipe(visitor)).content({})
          expect([shownToAll.type, shownToAll.mergedFrom]).toEqual(["merge", undefined])
          expect((yield* (yield* content.open(space).pipe(as(admin))).content({})).mergedFrom?.id).toBe(other)
          expect(yield* refusal(content.open(space, { changeRequest: id }).pipe(visitor))).toBe("NotFound")
          expect(yield* refusal(history.list(space, {}).pipe(visitor))).toBe("Forbidden")
          expect(yield* refusal(changeRequests.get(space, id).pipe(visitor))).toBe("NotFound")

          // but for the one that a member gave them a preview of, while the member may read it
          const member = yield* newMember(organization, "read")
          const given = { userId: member, space, changeRequest: id, until: 9e9 }
          const previewer = Effect.provideService(CurrentActor, {
            ...siteReader(organization, site.id),
            preview: given
          })
          const seen = changeRequests.get(space, id).pipe(previewer)
          expect((yield* seen).id).toBe(id)
          expect((yield* content.open(space, { changeRequest: id }).pipe(previewer)).changeRequest?.id).toBe(id)
          expect(yield* refusal(changeRequests.get(space, other).pipe(previewer))).toBe("NotFound")
          expect(yield* refusal(changeRequests.list(space, {}, {}).pipe(previewer))).toBe("Forbidden")
          yield* (yield* Members).remove(organization, member).pipe(as(admin))
          expect(yield* refusal(seen)).toBe("NotFound")
        })
      )

      it.effect("what a draft changes is told in words, up to a limit", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const history = yield* History
          const { ids, space } = yield* newSpace({ a: "# A\n", b: "# B\n", c: "# C\n", d: "# D\n" }).pipe(asOperator)
          const { id } = yield* changeRequests.create(space, {})
          expect(yield* contents.changes(space, id)).toEqual({ changes: [] })
          yield* contents.edit(space, id, {
            changes: [
              write(ids["a"]!, "# A\n\nMore\n"),
              set(ids["b"]!, { title: "Bee" }),
              remove(ids["c"]!),
              set(ids["d"]!, { into: ids["a"]! }),
              insert("# New")
            ]
          })
          const { changes } = yield* contents.changes(space, id)
          expect(changes.map(({ type }) => type)).toEqual([
            "page_created",
            "page_edited",
            "page_edited",
            "page_moved",
            "page_deleted"
          ])
          expect(changes[1]).toMatchObject({
            page: { title: "A", path: "a" },
            attributes: { document: { before: expect.any(String), after: expect.any(String) } }
          })
          expect(changes[2]).toMatchObject({ attributes: { title: { before: "B", after: "Bee" } } })
          expect(changes[3]).toMatchObject({ page: { path: "a/d" }, parent: { after: { id: ids["a"] } } })
          expect(yield* contents.changes(space, id, 2)).toMatchObject({ more: 3 })
          const { revision } = yield* changeRequests.merge(space, id)
          const told = yield* history.changes(space, revision)
          expect(told.changes.map(({ type }) => type)).toEqual(changes.map(({ type }) => type))
          expect(told.mergedFrom).toMatchObject({ id, status: "merged" })
          expect((yield* contents.changes(space, id)).changes.length).toBe(5)
        }).pipe(asOperator)
      )

      it.effect("a space's history names who did what, and any of it can come back", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const history = yield* History
          const { admin, ids, organization, space } = yield* newSpace({ a: "# A\n", b: "# B\n" })
          const editor = yield* newMember(organization, "edit")
          yield* contents.editSpace(space, { changes: [write(ids["a"]!, "# A\n\nTwo\n")] }).pipe(as(editor))
          const { id } = yield* changeRequests.create(space, { subject: "Third" }).pipe(as(admin))
          yield* contents.edit(space, id, { changes: [remove(ids["b"]!)] }).pipe(as(editor))
          yield* changeRequests.merge(space, id).pipe(as(admin))
          const { count, items } = yield* history.list(space, {}).pipe(as(admin))
          expect(count).toBe(4)
          expect(items.map(({ author, message, type }) => [type, author?.id, message])).toEqual([
            ["merge", admin, "Merge #1 Third"],
            ["edits", editor, undefined],
            ["edits", admin, undefined],
            ["edits", admin, undefined]
          ])
          expect(items[0]!.changeRequest).toBe(id)
          const first = yield* history.list(space, { limit: 3 }).pipe(as(admin))
          const rest = yield* history.list(space, { limit: 3, page: first.next!.page }).pipe(as(admin))
          expect([...first.items, ...rest.items]).toEqual(items)
          expect((yield* history.changes(space, items[2]!.id).pipe(as(admin))).changes.length).toBe(2)

          const pages = (page: string) =>
            Effect.map(history.page(space, page, {}).pipe(as(admin)), (list) =>
              list.items.map(({ change, id: one }) => [change, one])
            )
          expect(yield* pages(ids["a"]!)).toEqual([
            ["edited", items[1]!.id],
            ["created", items[2]!.id]
          ])
          expect(yield* pages(ids["b"]!)).toEqual([
            ["deleted", items[0]!.id],
            ["created", items[2]!.id]
          ])
          expect(yield* refusal(history.page(space, "none", {}).pipe(as(admin)))).toBe("NotFound")

          expect(yield* refusal(history.restore(space, items[0]!.id).pipe(as(admin)))).toBe("Conflict")
          const restored = yield* history.restore(space, items[2]!.id).pipe(as(editor))
          expect([restored.type, restored.author?.id, restored.parents]).toEqual(["rollback", editor, [items[0]!.id]])
          expect((yield* shown(space).pipe(as(admin))).texts).toEqual({ a: "# A\n", b: "# B\n" })
          expect((yield* pages(ids["b"]!))[0]).toEqual(["created", restored.id])
          const draft = (yield* changeRequests.get(space, id).pipe(as(admin))).revision
          expect(yield* refusal(history.restore(space, draft).pipe(as(admin)))).toBe("NotFound")
          const reader = yield* newMember(organization, "read")
          expect(yield* refusal(history.restore(space, items[1]!.id).pipe(as(reader)))).toBe("Forbidden")
          expect((yield* history.list(space, {}).pipe(as(reader))).count).toBe(5)
        })
      )

      it.effect("a merge revision names both parents and the change request", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const { ids, space } = yield* newSpace({ a: "# A\n" }).pipe(asOperator)
          const { id } = yield* changeRequests.create(space, {})
          const { changeRequest } = yield* contents.edit(space, id, { changes: [insert("# B")] })
          const { revision: main } = yield* contents.editSpace(space, { changes: [set(ids["a"]!, { title: "Ay" })] })
          expect((yield* changeRequests.get(space, id)).outdated).toBe(true)
          const { revision } = yield* changeRequests.merge(space, id)
          const { open } = yield* shown(space)
          const shownRevision = yield* open.content({})
          expect(shownRevision).toMatchObject({
            id: revision,
            type: "merge",
            parents: [main, changeRequest.revision],
            mergedFrom: { id, status: "merged", revisionMerged: revision }
          })
        }).pipe(asOperator)
      )

      it.effect("an update brings the primary content in, and only once", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const { ids, space } = yield* newSpace({ a: "# A\n\nText\n" }).pipe(asOperator)
          const { id } = yield* changeRequests.create(space, {})
          yield* contents.edit(space, id, { changes: [insert("# B")] })
          const { revision: main } = yield* contents.editSpace(space, { changes: [write(ids["a"]!, "# A\n\nOther\n")] })
          const updated = yield* changeRequests.pull(space, id)
          expect(updated.result).toBe("update")
          const after = yield* changeRequests.get(space, id)
          expect(after).toMatchObject({
            status: "draft",
            outdated: false,
            revision: updated.revision,
            revisionMergedAncestor: main
          })
          expect((yield* shown(space, { changeRequest: id })).texts).toEqual({ a: "# A\n\nOther\n", b: "# B" })
          expect(yield* changeRequests.pull(space, id)).toEqual({ revision: updated.revision, result: "update" })
          expect((yield* contents.changes(space, id)).changes.map(({ type }) => type)).toEqual(["page_created"])
        }).pipe(asOperator)
      )

      // --- what comes together ---

      const story = (
        name: string,
        pages: Readonly<Record<string, string>>,
        ours: Parameters<typeof merged>[1],
        theirs: Parameters<typeof merged>[2],
        expected: { readonly tree?: unknown; readonly texts?: Record<string, unknown>; readonly outcome?: unknown }
      ) =>
        it.effect(`merge: ${name}`, () =>
          Effect.gen(function* () {
            const result = yield* merged(pages, ours, theirs)
            expect(result.outcome).toEqual(expected.outcome ?? "merge")
            if (expected.tree !== undefined) expect(result.tree).toEqual(expected.tree)
            if (expected.texts !== undefined) expect(result.texts).toEqual(expected.texts)
          }).pipe(asOperator)
        )

      const ab = { a: "# A\n\nOne\n\nTwo\n", b: "# B\n" }
      story(
        "different pages",
        ab,
        ({ a }) => [write(a!, "# A\n\n1\n\nTwo\n")],
        ({ b }) => [write(b!, "# B\n\nNew\n")],
        {
          texts: { a: "# A\n\n1\n\nTwo\n", b: "# B\n\nNew\n" }
        }
      )
      story(
        "different blocks of one page",
        ab,
        ({ a }) => [write(a!, "# A\n\n1\n\nTwo\n")],
        ({ a }) => [write(a!, "# A\n\nOne\n\n2\n")],
        {
          texts: { a: "# A\n\n1\n\n2\n", b: "# B\n" }
        }
      )
      story(
        "different lines of one block",
        { a: "# A\n\none\ntwo\nthree\n" },
        ({ a }) => [write(a!, "# A\n\n1\ntwo\nthree\n")],
        ({ a }) => [write(a!, "# A\n\none\ntwo\n3\n")],
        { texts: { a: "# A\n\n1\ntwo\n3\n" } }
      )
      story(
        "the same line: both are kept",
        ab,
        ({ a }) => [write(a!, "# A\n\n1\n\nTwo\n")],
        ({ a }) => [write(a!, "# A\n\nI\n\nTwo\n")],
        {
          outcome: "conflicts, text A",
          texts: { a: expect.stringMatching(/<{7} Main content\n1\n={7}\nI\n>{7} Change request #1\n/), b: "# B\n" }
        }
      )
      story(
        "the same change twice",
        ab,
        ({ a }) => [write(a!, "# A\n\n1\n\nTwo\n")],
        ({ a }) => [write(a!, "# A\n\n1\n\nTwo\n")],
        {
          texts: { a: "# A\n\n1\n\nTwo\n", b: "# B\n" }
        }
      )
      story(
        "one edits, the other moves",
        ab,
        ({ a, b }) => [set(b!, { into: a! })],
        ({ b }) => [write(b!, "# B\n\nNew\n")],
        {
          tree: "a(b)",
          texts: { a: ab.a, b: "# B\n\nNew\n" }
        }
      )
      story(
        "one edits, the other renames",
        ab,
        ({ b }) => [set(b!, { title: "Bee", slug: "bee" })],
        ({ b }) => [write(b!, "# B\n\nNew\n")],
        {
          tree: "a bee",
          texts: { a: ab.a, bee: "# B\n\nNew\n" }
        }
      )
      story(
        "one deletes, the other edits: kept, and told",
        ab,
        ({ b }) => [remove(b!)],
        ({ b }) => [write(b!, "# B\n\nNew\n")],
        {
          outcome: "conflicts, deleted B",
          tree: "a b"
        }
      )
      story(
        "one edits, the other deletes: kept, and told",
        ab,
        ({ b }) => [write(b!, "# B\n\nNew\n")],
        ({ b }) => [remove(b!)],
        {
          outcome: "conflicts, deleted B",
          texts: { a: ab.a, b: "# B\n\nNew\n" }
        }
      )
      story(
        "both delete",
        ab,
        ({ b }) => [remove(b!)],
        ({ b }) => [remove(b!)],
        { tree: "a" }
      )
      story(
        "both insert at the same place",
        ab,
        () => [insert("# N", { at: 1 })],
        () => [insert("# M", { at: 1 })],
        {
          tree: expect.stringMatching(/^a (?:n m|m n) b$/)
        }
      )
      story(
        "both insert pages of one name: both are kept",
        ab,
        () => [insert("# N\n\nours")],
        () => [insert("# N\n\ntheirs")],
        {
          tree: "a b n n-1"
        }
      )
      story(
        "both reorder siblings",
        { a: "", b: "", c: "", d: "" },
        ({ d }) => [set(d!, { at: 0 })],
        ({ a }) => [set(a!, { at: 2 })],
        {
          tree: "d b c a"
        }
      )
      story(
        "one deletes a parent, the other adds a child: the parent stays",
        ab,
        ({ a }) => [remove(a!)],
        ({ a }) => [insert("# N", { into: a! })],
        {
          outcome: "conflicts, deleted A",
          tree: "a(n) b"
        }
      )
      story(
        "pages moved below each other: no cycle",
        ab,
        ({ a, b }) => [set(a!, { into: b! })],
        ({ a, b }) => [set(b!, { into: a! })],
        {
          tree: expect.stringMatching(/^(?:a\(b\)|b\(a\))$/),
          outcome: expect.stringMatching(/^conflicts, place [AB]$/)
        }
      )
      story(
        "headers, field by field",
        { a: "---\ndescription: Old\nicon: gear\n---\n\n# A\n" },
        ({ a }) => [write(a!, "---\ndescription: New\nicon: gear\n---\n\n# A\n")],
        ({ a }) => [write(a!, "---\ndescription: Old\nicon: star\n---\n\n# A\n")],
        { texts: { a: "---\ndescription: New\nicon: star\n---\n\n# A\n" } }
      )
      story(
        "both rename: the later counts, and it is told",
        ab,
        ({ a }) => [set(a!, { title: "X" })],
        ({ a }) => [set(a!, { title: "Y" })],
        {
          outcome: "conflicts, field"
        }
      )
      story(
        "nothing on one side",
        ab,
        () => [],
        ({ a }) => [write(a!, "# A\n")],
        { texts: { a: "# A\n", b: "# B\n" } }
      )
      story(
        "nothing at all",
        ab,
        ({ a }) => [write(a!, "# A\n")],
        () => [],
        { texts: { a: "# A\n", b: "# B\n" } }
      )

      it.effect("merge: files of one name and variables of both sides", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const { space } = yield* newSpace({ a: "" }).pipe(asOperator)
          const { id } = yield* changeRequests.create(space, {})
          const files = (base64: string): ContentChange => ({
            operation: "insert_files",
            files: [{ name: "a.txt", contentType: "text/plain", base64 }]
          })
          yield* contents.edit(space, id, { changes: [files("AAAA")] })
          yield* contents.editSpace(space, { changes: [files("BBBB")] })
          yield* changeContent(space, { edits: [{ type: "setVariables", variables: { x: "1" } }] })
          yield* changeContent(space, { edits: [{ type: "setVariables", variables: { y: "2" } }] }, id)
          expect((yield* changeRequests.merge(space, id)).result).toBe("merge")
          const { open } = yield* shown(space)
          expect((yield* open.content({})).variables).toEqual({ x: "1", y: "2" })
          expect((yield* open.files({}, {})).items.map(({ name }) => name)).toEqual(["a.txt", "a.txt"])
        }).pipe(asOperator)
      )

      it.effect("merge: a change request that was updated twice, and others merged between (criss-cross)", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const text = (lines: ReadonlyArray<string>) => `# A\n\n${lines.join("\n\n")}\n`
          const { ids, space } = yield* newSpace({ a: text(["1", "2", "3", "4", "5"]) }).pipe(asOperator)
          const a = ids["a"]!
          const one = (yield* changeRequests.create(space, {})).id
          const two = (yield* changeRequests.create(space, {})).id
          yield* contents.edit(space, one, { changes: [write(a, text(["one", "2", "3", "4", "5"]))] })
          yield* contents.edit(space, two, { changes: [write(a, text(["1", "2", "3", "4", "five"]))] })
          yield* contents.editSpace(space, { changes: [write(a, text(["1", "2", "main", "4", "5"]))] })
          yield* changeRequests.pull(space, one)
          yield* changeRequests.pull(space, two)
          yield* contents.edit(space, one, { changes: [write(a, text(["one", "two", "main", "4", "5"]))] })
          yield* contents.edit(space, two, { changes: [write(a, text(["1", "2", "main", "four", "five"]))] })
          expect((yield* changeRequests.merge(space, one)).result).toBe("merge")
          expect((yield* changeRequests.get(space, two)).outdated).toBe(true)
          expect((yield* changeRequests.pull(space, two)).result).toBe("update")
          expect((yield* changeRequests.merge(space, two)).result).toBe("merge")
          expect((yield* shown(space)).texts["a"]).toBe(text(["one", "two", "main", "four", "five"]))
        }).pipe(asOperator)
      )

      it.effect("merge: the primary content is moved by an import meanwhile", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const { ids, space } = yield* newSpace({ a: "# A\n", b: "# B\n" }).pipe(asOperator)
          const { id } = yield* changeRequests.create(space, {})
          yield* contents.edit(space, id, { changes: [write(ids["a"]!, "# A\n\nDraft\n")] })
          // as an import moves it: made beside the head, shown by a compare-and-swap
          const imports = Effect.forEach(
            Array.from({ length: 5 }, (_, i) => i),
            (i) =>
              changeContent(space, {
                edits: [{ type: "patchPage", id: ids["b"]!, patch: { description: `Import ${i}` } }]
              }),
            { discard: true }
          )
          const [{ result }] = yield* Effect.all([changeRequests.merge(space, id), imports], {
            concurrency: "unbounded"
          })
          expect(result).toBe("merge")
          const { open, texts } = yield* shown(space)
          expect(texts).toEqual({ a: "# A\n\nDraft\n", b: "# B\n" })
          expect(((yield* open.page(ids["b"]!, {})) as DocumentPage).description).toBe("Import 4")
        }).pipe(asOperator)
      )

      it.effect("100 merges of one at once make one merge revision (threat 49)", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const history = yield* History
          const { space } = yield* newSpace({ a: "# A\n" }).pipe(asOperator)
          const { id } = yield* changeRequests.create(space, {})
          yield* contents.edit(space, id, { changes: [insert("# B")] })
          const outcomes = yield* Effect.all(
            Array.from({ length: 100 }, () => refusal(changeRequests.merge(space, id))),
            { concurrency: "unbounded" }
          )
          expect(outcomes.filter((one) => one === "nothing refused it").length).toBe(1)
          expect(outcomes.filter((one) => one === "Conflict").length).toBe(99)
          const { items } = yield* history.list(space, {})
          expect(items.filter(({ type }) => type === "merge").length).toBe(1)
        }).pipe(asOperator)
      )

      it.effect("20 writers of one draft at once: all of it is there", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const { space } = yield* newSpace().pipe(asOperator)
          const { id } = yield* changeRequests.create(space, {})
          yield* Effect.all(
            Array.from({ length: 20 }, (_, i) => contents.edit(space, id, { changes: [insert(`# P${i}`)] })),
            { concurrency: "unbounded" }
          )
          expect(Object.keys((yield* shown(space, { changeRequest: id })).texts).sort()).toEqual(
            Array.from({ length: 20 }, (_, i) => `p${i}`).sort()
          )
        }).pipe(asOperator)
      )

      it.effect("two merged at once, on different pages or on the same line: nothing is lost (random rounds)", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const history = yield* History
          const { ids, space } = yield* newSpace({ a: "# A\n\nstart\n", b: "# B\n\nstart\n" }).pipe(asOperator)
          const random = seeded(42)
          let clean = 0
          for (let round = 0; round < rounds; round++) {
            const same = random() < 0.5
            const made = yield* Effect.forEach([0, 1], (side) =>
              Effect.gen(function* () {
                const { id } = yield* changeRequests.create(space, {})
                const page = same || side === 0 ? "a" : "b"
                const { texts } = yield* shown(space, { changeRequest: id })
                const word = `round ${round} side ${side}`
                const [head, ...lines] = texts[page]!.split("\n\n")
                // the first line of the text, and what was there before goes on below
                const next = [head, `${word} ${lines[0]!.trim()}`, ...lines.slice(1)].join("\n\n")
                yield* contents.edit(space, id, { changes: [write(ids[page]!, next)] })
                return { id, page, word }
              })
            )
            const results = yield* Effect.all(
              made.map(({ id }) => changeRequests.merge(space, id)),
              { concurrency: "unbounded" }
            )
            const { texts } = yield* shown(space)
            for (const { page, word } of made) expect(texts[page]).toContain(word)
            const conflicts = results.filter(({ result }) => result === "conflicts").length
            expect([round, conflicts]).toEqual([round, same ? 1 : 0])
            if (!same) clean++
            // somebody settles it
            yield* contents.editSpace(space, {
              changes: [write(ids["a"]!, "# A\n\nstart\n"), write(ids["b"]!, "# B\n\nstart\n")]
            })
          }
          expect(clean).toBeGreaterThan(0)
          // every merge is on one line of history, each on top of the one before
          const items: Array<HistoryRevision> = []
          for (let page: string | undefined; ; ) {
            const list = yield* history.list(space, { limit: 1000, page })
            items.push(...list.items)
            page = list.next?.page
            if (page === undefined) break
          }
          expect(items.filter(({ type }) => type === "merge").length).toBe(rounds * 2)
          items.slice(0, -1).forEach((revision, i) => expect(revision.parents[0]).toBe(items[i + 1]!.id))
        }).pipe(asOperator)
      )
    })
  })

/** Of the random story; `OCTAVO_ROUNDS=500` for a long run. */
const rounds = Number(globalThis.process?.env["OCTAVO_ROUNDS"] ?? 60)

/** Numbers that look random and are the same each time (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
