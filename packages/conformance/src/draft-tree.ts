/** What a batch says of pages beside their text: groups and links of the page tree, covers, layouts, tags and the like. */
import { expect } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import type { DocumentPage, Page } from "@octavo/core/content/space-content/Page"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Effect } from "effect"
import { insert, newDraftedSpace, remove, set, write } from "./drafted-space.ts"
import { asOperator, type Story } from "./harness.ts"

/** A page tree in a few words: titles, and what links lead to. */
const told = (pages: ReadonlyArray<Page>): ReadonlyArray<unknown> =>
  pages.map((page) => {
    if (page.type === "link") return [page.title, page.target]
    return "pages" in page && page.pages.length > 0 ? [page.title, told(page.pages)] : page.title
  })

const made = ({ changes }: { readonly changes: ReadonlyArray<{ readonly object: string; readonly page?: unknown }> }) =>
  changes.flatMap(({ object, page }) => (object === "created_page" ? [(page as { readonly id: string }).id] : []))

export const treeStories = (story: Story) => {
  const newDraft = Effect.fnUntraced(function* () {
    const changeRequests = yield* ChangeRequests
    const contents = yield* ChangeRequestContent
    const content = yield* SpaceContent
    const { ids, space } = yield* newDraftedSpace({ a: "# A\n" })
    const { id } = yield* changeRequests.create(space, {})
    const edit = (...changes: ReadonlyArray<ContentChange>) => contents.edit(space, id, { changes })
    const open = content.open(space, { changeRequest: id })
    return {
      a: ids["a"]!,
      edit,
      merge: changeRequests.merge(space, id),
      page: (page: string) => Effect.flatMap(open, (it) => it.page(page, {})),
      refusal: (...changes: ReadonlyArray<ContentChange>) =>
        Effect.map(Effect.flip(edit(...changes)), ({ _tag, message }) => `${_tag} ${message}`),
      tree: Effect.map(
        Effect.flatMap(open, (it) => it.pages({})),
        told
      ),
      live: Effect.map(
        Effect.flatMap(content.open(space), (it) => it.pages({})),
        told
      )
    }
  })

  story("groups and links of the page tree are made, changed, moved and deleted", () =>
    Effect.gen(function* () {
      const { a, edit, live, merge, page, tree } = yield* newDraft()
      const [group, link, inside, other] = made(
        yield* edit(
          { operation: "insert_group", title: "Guides", emoji: "1f600", ref: "guides", at: 0 },
          { operation: "insert_link", title: "Source", url: "https://example.org/", icon: "code" },
          insert("# Inside", { into: "guides", ref: "inside" }),
          { operation: "insert_link", title: "There", target: { kind: "page", page: "inside" }, into: "guides", at: 0 }
        )
      ) as [string, string, string, string]
      const there = ["There", { kind: "page", page: inside }]
      const source = ["Source", { kind: "url", url: "https://example.org/" }]
      expect(yield* tree).toEqual([["Guides", [there, "Inside"]], "A", source])
      expect(yield* page(group)).toMatchObject({ type: "group", slug: "guides", path: "guides", emoji: "1f600" })
      expect(yield* page(link)).toMatchObject({ type: "link", icon: "code", href: "https://example.org/" })
      expect(yield* page(inside)).toMatchObject({ path: "guides/inside" })

      yield* edit(
        { operation: "update_page", page: group, title: "Handbook", slug: "" },
        {
          operation: "update_page",
          page: link,
          title: "Here",
          target: { kind: "anchor", page: a, anchor: "b" },
          into: group,
          at: 0
        },
        { operation: "update_page", page: other, url: `/pages/${a}`, hidden: true }
      )
      const here = ["Here", { kind: "anchor", page: a, anchor: "b" }]
      expect(yield* tree).toEqual([["Handbook", [here, ["There", { kind: "page", page: a }], "Inside"]], "A"])
      expect(yield* page(group)).toMatchObject({ slug: "handbook" })
      expect(yield* page(link)).not.toHaveProperty("href")
      expect(yield* page(other)).toMatchObject({ hidden: true })
      yield* edit(remove(other), { operation: "update_page", page: group, at: 1 })
      expect(yield* tree).toEqual(["A", ["Handbook", [here, "Inside"]]])
      yield* merge
      expect(yield* live).toEqual(["A", ["Handbook", [here, "Inside"]]])
    }).pipe(asOperator)
  )

  story("groups and links that cannot be are refused in words", () =>
    Effect.gen(function* () {
      const { a, edit, refusal, tree } = yield* newDraft()
      const group = (more: object = {}): ContentChange => ({ operation: "insert_group", title: "G", ...more })
      const link = (more: object): ContentChange => ({ operation: "insert_link", title: "L", ...more })
      const [made1, made2] = made(yield* edit(group(), link({ url: "guide.md" }))) as [string, string]
      const cases: ReadonlyArray<readonly [ContentChange, string]> = [
        [group({ into: a }), "group"],
        [group({ slug: "a/b" }), "changes.0.slug"],
        [group({ into: "none" }), "changes.0.into"],
        [link({}), "needs a url or a target"],
        [link({ url: "https://a.example/", target: { kind: "url", url: "https://b.example/" } }), "not both"],
        [link({ url: "javascript:alert(1)" }), "changes.0.url"],
        [link({ target: { kind: "url", url: " JavaScript:alert(1)" } }), "changes.0.target"],
        [link({ target: { kind: "page", page: "none" } }), "changes.0.target.page"],
        [link({ target: { kind: "file", file: "none" } }), "changes.0.target.file"],
        [link({ target: { kind: "anchor", anchor: "x" } }), "changes.0.target"],
        [set(made1, { document: { markdown: "x" } }), "a group page has no text"],
        [set(made2, { document: { markdown: "x" } }), "a link page has no text"],
        [set(made1, { url: "https://example.org/" }), "changes.0.url"],
        [set(a, { target: { kind: "page", page: a } }), "changes.0.target"],
        [set(made1, { tags: [] }), "changes.0.tags"],
        [set(made2, { layout: { width: "wide" } }), "changes.0.layout"],
        [insert("x", { into: made2 }), "page"],
        [set(a, { variables: { "not a name": "x" } }), "changes.0.variables"],
        [set(a, { cover: { ref: { kind: "file", file: "none" } } }), "changes.0.cover.ref.file"],
        [
          set(a, { metaLinks: { alternates: [{ kind: "page", page: "none" }] } }),
          "changes.0.metaLinks.alternates.0.page"
        ]
      ]
      for (const [change, named] of cases) {
        const message = yield* refusal(change)
        expect([message, message.includes(named), message.startsWith("Invalid")]).toEqual([message, true, true])
      }
      expect(yield* tree).toEqual(["A", "G", ["L", { kind: "url", url: "guide.md" }]])
    }).pipe(asOperator)
  )

  story("cover, layout, tags, variables and meta links are set as pages show them, and taken away", () =>
    Effect.gen(function* () {
      const { a, edit, page } = yield* newDraft()
      const { insertedFiles = [], changes } = yield* edit(
        {
          operation: "insert_files",
          files: [{ ref: "pic", name: "p.txt", contentType: "text/plain", base64: "YQ==" }]
        },
        set(a, {
          cover: { ref: { kind: "file", file: "pic" }, yPos: 12.5, height: 300 },
          layout: { width: "wide", outline: false, title: true },
          tags: [{ tag: "beta", primary: true }, { tag: { kind: "tag", tag: "api" } }],
          variables: { version: "2" },
          metaLinks: {
            canonical: { kind: "url", url: "https://example.org/a" },
            alternates: [{ kind: "page", page: "b" }]
          }
        }),
        insert("# B", {
          ref: "b",
          layout: { pagination: false },
          cover: { ref: { kind: "url", url: "https://example.org/c.png" } }
        })
      )
      const b = made({ changes } as never)[0]!
      const before = (yield* page(a)) as DocumentPage
      expect(before).toMatchObject({
        cover: { ref: { kind: "file", file: insertedFiles[0]!.id }, yPos: 12.5, height: 300 },
        layout: { width: "wide", outline: false, title: true, pagination: true },
        tags: [{ tag: { kind: "tag", tag: "beta" }, primary: true }, { tag: { kind: "tag", tag: "api" } }],
        variables: { version: "2" },
        metaLinks: { canonical: { kind: "url", url: "https://example.org/a" }, alternates: [{ kind: "page", page: b }] }
      })
      expect(yield* page(b)).toMatchObject({
        layout: { pagination: false },
        cover: { ref: { kind: "url", url: "https://example.org/c.png" }, yPos: 0 }
      })
      // as it was read it may come back
      const { layout, metaLinks, tags, variables } = before
      const again = yield* edit(set(a, { layout, metaLinks: metaLinks!, tags, variables: variables! }))
      expect(yield* page(a)).toMatchObject({ layout, metaLinks, tags, variables })
      expect(again.changes).toHaveLength(1)
      // parts of a layout that are not said stay; what the header of a text says goes before
      yield* edit(set(a, { layout: { width: "default" } }), {
        ...write(b, "---\ntags:\n  - said\n---\n\n# B\n"),
        tags: [{ tag: "beside" }],
        variables: { kept: "yes" }
      } as ContentChange)
      expect(yield* page(a)).toMatchObject({ layout: { width: "default", outline: false } })
      expect(yield* page(b)).toMatchObject({
        tags: [{ tag: { kind: "tag", tag: "said" } }],
        variables: { kept: "yes" }
      })
      yield* edit(set(a, { cover: null, layout: null, metaLinks: null, tags: [], variables: {} }))
      const after = (yield* page(a)) as DocumentPage
      expect([after.cover, after.layout.outline, after.metaLinks, after.tags, after.variables]).toEqual([
        undefined,
        true,
        undefined,
        [],
        undefined
      ])
    }).pipe(asOperator)
  )
}
