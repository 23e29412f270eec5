import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { primary } from "@octavo/core/content/revisions/Revision"
import { History } from "@octavo/core/content/space-content/History"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { conflictStories } from "./draft-conflicts.ts"
import { editStories } from "./draft-edits.ts"
import { historyStories } from "./draft-history.ts"
import { mergeStories } from "./draft-merges.ts"
import { raceStories } from "./draft-races.ts"
import { treeStories } from "./draft-tree.ts"
import { insert, newDraftedSpace, remove, set, shown, write } from "./drafted-space.ts"
import {
  as,
  asOperator,
  newMember,
  refusal,
  type StoreUnderTest,
  type Story,
  services,
  siteReader,
  web
} from "./harness.ts"
import { reusableStories } from "./reusable-edits.ts"

/** Content of change requests: writing, reading, comparing, history, merging and updating. */
export const changeRequestContentSuite = (under: StoreUnderTest) =>
  describe(`change request content on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      writingStories(story)
      editStories(story)
      reusableStories(story)
      treeStories(story)
      historyStories(story)
      mergeStories(story)
      conflictStories(story)
      raceStories(story)
    })
  })

const writingStories = (story: Story) => {
  story("a batch is one revision of the draft, and the space does not change", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const { admin, ids, space } = yield* newDraftedSpace({ a: "# A\n" })
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

  story("one wrong entry refuses all of it, and says which", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const { ids, space } = yield* newDraftedSpace({ a: "# A\n", b: "# B\n" }).pipe(asOperator)
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
        [{ operation: "insert_files", files: [{ name: "a.png", storageKey: "uploads/none" }] }, "files.0.storageKey"],
        [
          {
            operation: "insert_files",
            files: [
              { name: "a.png", storageKey: "uploads/none" },
              { name: "b.png", storageKey: "uploads/none" }
            ]
          },
          "changes.1.files.1.storageKey"
        ],
        [{ operation: "insert_files", files: [{ name: "a.png", url: "file:///etc/passwd" }] }, "changes.1.files.0.url"],
        [{ operation: "insert_files", files: [{ name: "a.png", url: "http://127.0.0.1/" }] }, "private network"],
        [{ operation: "insert_files", files: [{ name: "a.png", base64: "AAAA" }] }, "changes.1.files.0.contentType"],
        [{ operation: "insert_files", files: [{ name: "a.png", base64: "***", contentType: "image/png" }] }, "base64"],
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

  story("files come in the body or from an address, and are what their bytes are", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const content = yield* SpaceContent
      const { space } = yield* newDraftedSpace().pipe(asOperator)
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

  story("a page goes back to what it was, also one that was deleted", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const { ids, space } = yield* newDraftedSpace({ a: "# A\n", b: "# B\n" }).pipe(asOperator)
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

  story("a locked space takes drafts, and neither edits nor merges", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const spaces = yield* Spaces
      const history = yield* History
      const { space } = yield* newDraftedSpace({ a: "# A\n" }).pipe(asOperator)
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

  story("drafts are not for the visitors of a site", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const content = yield* SpaceContent
      const history = yield* History
      const sites = yield* Sites
      const { admin, organization, space } = yield* newDraftedSpace({ a: "# A\n" })
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

  story("what a draft changes is told in words, up to a limit", () =>
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const contents = yield* ChangeRequestContent
      const history = yield* History
      const { ids, space } = yield* newDraftedSpace({ a: "# A\n", b: "# B\n", c: "# C\n", d: "# D\n" }).pipe(asOperator)
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
      expect(yield* contents.changes(space, id, { limit: 2 })).toEqual({ changes: changes.slice(0, 2), more: 3 })
      expect(yield* contents.changes(space, id, { limit: 2, skip: 2 })).toEqual({
        changes: changes.slice(2, 4),
        more: 1
      })
      expect(yield* contents.changes(space, id, { limit: 2, skip: 4 })).toEqual({ changes: changes.slice(4) })
      expect(yield* contents.changes(space, id, { skip: 9 })).toEqual({ changes: [] })
      const { revision } = yield* changeRequests.merge(space, id)
      const told = yield* history.changes(space, revision)
      expect(told.changes.map(({ type }) => type)).toEqual(changes.map(({ type }) => type))
      expect(told.mergedFrom).toMatchObject({ id, status: "merged" })
      expect((yield* contents.changes(space, id)).changes.length).toBe(5)
    }).pipe(asOperator)
  )
}
