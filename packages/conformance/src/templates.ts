import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import type { ContentReference } from "@octavo/core/content/revisions/model/Records"
import { History } from "@octavo/core/content/space-content/History"
import { type ContentAt, SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { TemplateLibrary, type TemplateSource } from "@octavo/core/content/templates/Template"
import { Templates } from "@octavo/core/content/templates/Templates"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect, Layer } from "effect"
import { as, asOperator, newMember, newOrganization, refusal, type StoreUnderTest, services } from "./harness.ts"

const library: ReadonlyArray<TemplateSource> = [
  {
    id: "one",
    title: "One",
    description: "A page",
    contentRefs: {},
    pages: [{ path: "README.md", markdown: "# Home\n" }]
  },
  {
    id: "book",
    title: "Book",
    description: "Pages that link",
    contentRefs: { help: { description: "Where to get help" }, more: { description: "More" } },
    pages: [
      { path: "README.md", markdown: "# Book\n\n[First](part/first.md) and [help](param:help)\n" },
      { path: "part/README.md", markdown: "---\nicon: book\n---\n\n# Part\n" },
      { path: "part/first.md", markdown: "# First\n\n[Back](../README.md#top), [more](param:more)\n" }
    ]
  }
]

const flat = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<PageNode> =>
  nodes.flatMap((node) => [node, ...flat(node.pages)])

/** Templates: what there are, what they write, and what they may link to. */
export const templatesSuite = (under: StoreUnderTest) =>
  describe(`templates on ${under.name}`, () => {
    layer(services(under).pipe(Layer.provide(Layer.succeed(TemplateLibrary, library))))((it) => {
      const newSpace = Effect.fnUntraced(function* () {
        const spaces = yield* Spaces
        const { admin, id: organization } = yield* newOrganization()
        const { id: space } = yield* spaces.create(organization, {}).pipe(as(admin))
        return { admin, organization, space }
      })

      /** Every page in order, with its text. */
      const pagesOf = Effect.fnUntraced(function* (space: string, at?: ContentAt) {
        const contents = yield* SpaceContent
        const { tree } = yield* contents.open(space, at)
        return yield* Effect.forEach(flat(yield* tree.pages()), ({ page, path = "" }) =>
          Effect.map(page.body === undefined ? Effect.succeed({ text: "" }) : tree.body(page.body), ({ text }) => ({
            id: page.id,
            title: page.title,
            path,
            text
          }))
        )
      }, asOperator)

      it.effect("the list has all of them, for everybody", () =>
        Effect.gen(function* () {
          const templates = yield* Templates
          const { count, items } = yield* templates.list({})
          expect(count).toBe(2)
          expect(items[1]).toEqual({
            object: "template",
            id: "book",
            title: "Book",
            description: "Pages that link",
            contentRefs: { help: { description: "Where to get help" }, more: { description: "More" } },
            pages: [
              { title: "Book", depth: 0 },
              { title: "Part", depth: 0 },
              { title: "First", depth: 1 }
            ]
          })
          const first = yield* templates.list({ limit: 1 })
          const rest = yield* templates.list({ limit: 1, page: first.next!.page })
          expect([...first.items, ...rest.items]).toEqual(items)
          expect(rest.next).toBeUndefined()
        }).pipe(asOperator)
      )

      it.effect("a template writes its pages below each other, as one revision, also twice", () =>
        Effect.gen(function* () {
          const contents = yield* ChangeRequestContent
          const spaces = yield* Spaces
          const { admin, space } = yield* newSpace()
          const params = { contentRefs: { help: { kind: "url", url: "https://example.org/a (b)" } } } as const
          yield* contents.applyTemplate(space, { id: "book", params }).pipe(as(admin))
          const [book, part, first] = yield* pagesOf(space)
          expect([book?.path, part?.path, first?.path]).toEqual(["book", "part", "part/first"])
          expect(book?.text).toBe(
            `# Book\n\n[First](/pages/${first!.id}) and [help](https://example.org/a%20%28b%29)\n`
          )
          expect(first?.text).toBe(`# First\n\n[Back](/pages/${book!.id}#top), more\n`)
          const { revision } = yield* spaces.get(space).pipe(as(admin))
          yield* contents.applyTemplate(space, { id: "book" }).pipe(as(admin))
          const again = yield* pagesOf(space)
          expect(again.map(({ path }) => path)).toEqual([
            "book",
            "part",
            "part/first",
            "book-1",
            "part-1",
            "part-1/first"
          ])
          expect(again[3]?.text).toBe(`# Book\n\n[First](/pages/${again[5]!.id}) and help\n`)
          expect((yield* spaces.get(space).pipe(as(admin))).revision).not.toBe(revision)
        })
      )

      it.effect("a space starts with one, or is not made", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const { admin, organization } = yield* newSpace()
          const make = (input: Parameters<typeof spaces.create>[1]) =>
            spaces.create(organization, input).pipe(as(admin))
          const made = yield* make({ title: "Handbook", template: { id: "book" } })
          expect((yield* pagesOf(made.id)).map(({ path }) => path)).toEqual(["book", "part", "part/first"])
          const history = yield* (yield* History).list(made.id, {}).pipe(as(admin))
          expect(history.items.map(({ type, id }) => [type, id === made.revision])).toEqual([
            ["edits", true],
            ["edits", false]
          ])
          const { count } = yield* spaces.list(organization, {}).pipe(as(admin))
          const refused = [
            make({ template: { id: "none" } }),
            make({ template: { id: "book", params: { contentRefs: { other: { kind: "url", url: "https://a.b" } } } } }),
            make({ template: { id: "book", params: { contentRefs: { help: { kind: "page", page: "none" } } } } }),
            make({ template: { id: "book" }, empty: true }),
            make({ template: { id: "book" }, computedSource: { type: "builtin:openapi" } }),
            make({ computedSource: { type: "builtin:nothing" } })
          ]
          for (const attempt of refused) expect((yield* Effect.flip(attempt))._tag).toBe("Invalid")
          expect((yield* spaces.list(organization, {}).pipe(as(admin))).count).toBe(count)
        })
      )

      it.effect("a change request starts with one, or gets one later", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const { admin, organization, space } = yield* newSpace()
          const made = yield* changeRequests.create(space, { subject: "New", template: { id: "book" } }).pipe(as(admin))
          expect(made).toMatchObject({ subject: "New", status: "draft", outdated: false })
          expect(made.revision).not.toBe(made.revisionInitial)
          const titles = Effect.map(pagesOf(space, { changeRequest: made.id }), (all) => all.map(({ title }) => title))
          expect(yield* titles).toEqual(["Book", "Part", "First"])
          expect(yield* pagesOf(space)).toEqual([])
          yield* contents.applyTemplate(space, { id: "one", changeRequestId: "1" }).pipe(as(admin))
          expect(yield* titles).toEqual(["Book", "Part", "First", "Home"])
          const { items } = yield* audit.list(organization, { target: made.id }, {}).pipe(as(admin))
          expect(items.map(({ action }) => action)).toEqual(["change-request.edit", "change-request.create"])
          // one that does not exist makes nothing, and takes no number
          const none = changeRequests.create(space, { template: { id: "none" } }).pipe(as(admin))
          expect((yield* Effect.flip(none)).message).toBe(`There is no template "none"; there are one, book`)
          expect((yield* changeRequests.create(space, {}).pipe(as(admin))).number).toBe(2)
        })
      )

      it.effect(
        "a template may link to what the caller may see, and to nothing else (threat: foreign ids in bodies)",
        () =>
          Effect.gen(function* () {
            const changeRequests = yield* ChangeRequests
            const contents = yield* ChangeRequestContent
            const grants = yield* Grants
            const spaces = yield* Spaces
            const { admin, organization, space } = yield* newSpace()
            const foreign = yield* newSpace()
            const { id: other } = yield* spaces.create(organization, {}).pipe(as(admin))
            const guest = yield* newMember(organization, null)
            yield* grants.grant({ kind: "space", id: space }, { role: "edit", users: [guest] }).pipe(as(admin))
            for (const [one, by] of [
              [space, admin],
              [other, admin],
              [foreign.space, foreign.admin]
            ] as const) {
              yield* contents.applyTemplate(one, { id: "book" }).pipe(as(by))
            }
            const page = (yield* pagesOf(space))[2]!.id
            const near = (yield* pagesOf(other))[2]!.id
            const far = (yield* pagesOf(foreign.space))[2]!.id
            const before = yield* spaces.get(space).pipe(as(admin))
            const use = (help: ContentReference) => ({ id: "book", params: { contentRefs: { help } } })
            const refused: ReadonlyArray<ContentReference> = [
              { kind: "page", page: "none" },
              { kind: "page", page: far },
              { kind: "page", page: near },
              { kind: "page", page: far, space: foreign.space },
              { kind: "page", page: near, space: other },
              { kind: "anchor", page: near, anchor: "x", space: other },
              { kind: "space", space: other },
              { kind: "space", space: foreign.space },
              { kind: "space", space: "none" },
              { kind: "file", file: "none" },
              { kind: "file", file: "none", space: foreign.space },
              { kind: "url", url: "javascript:alert(1)" },
              { kind: "url", url: "data:text/html,x" },
              { kind: "url", url: "not an address" },
              { kind: "url", url: `https://example.org/${"x".repeat(3000)}` },
              { kind: "user", user: admin },
              { kind: "collection", collection: "none" },
              { kind: "openapi", spec: "none" }
            ]
            const messages = new Set<string>()
            for (const reference of refused) {
              const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly message: string }, CurrentActor>> = [
                contents.applyTemplate(space, use(reference)),
                changeRequests.create(space, { template: use(reference) })
              ]
              for (const attempt of attempts) {
                const problem = yield* Effect.flip(attempt.pipe(as(guest)))
                expect(problem).toMatchObject({ _tag: "Invalid", details: [{ path: "params.contentRefs.help" }] })
                messages.add(problem.message)
              }
            }
            expect(messages.size).toBe(1)
            // names that no template has, and those of a prototype (threat: prototype pollution)
            for (const name of ["nope", "__proto__", "constructor"]) {
              const contentRefs = Object.fromEntries([[name, { kind: "page" as const, page }]])
              const problem = yield* Effect.flip(
                contents.applyTemplate(space, { id: "book", params: { contentRefs } }).pipe(as(admin))
              )
              expect(problem.message).toContain("is no reference of this template; it has help, more")
            }
            expect(yield* spaces.get(space).pipe(as(admin))).toEqual(before)
            for (const [reference, href] of [
              [{ kind: "page", page }, `/pages/${page}`],
              [{ kind: "page", page, space }, `/pages/${page}`],
              [{ kind: "anchor", page, anchor: "a b" }, `/pages/${page}#a%20b`],
              [{ kind: "space", space: other }, `https://app.gitbook.com/s/${other}`],
              [{ kind: "page", page: near, space: other }, `https://app.gitbook.com/s/${other}/part/first`],
              [{ kind: "url", url: "mailto:help@example.org" }, "mailto:help@example.org"]
            ] as ReadonlyArray<[ContentReference, string]>) {
              yield* contents.applyTemplate(space, use(reference)).pipe(as(admin))
              const texts = (yield* pagesOf(space)).map(({ text }) => text)
              expect(
                texts.some((text) => text.includes(`[help](${href})`)),
                href
              ).toBe(true)
            }
          })
      )

      it.effect("who may: edit, where it may be edited", () =>
        Effect.gen(function* () {
          const changeRequests = yield* ChangeRequests
          const contents = yield* ChangeRequestContent
          const spaces = yield* Spaces
          const { admin, organization, space } = yield* newSpace()
          const b = yield* newSpace()
          const { id } = yield* changeRequests.create(space, {}).pipe(as(admin))
          const apply = (more = {}) => contents.applyTemplate(space, { id: "one", ...more })
          for (const role of ["read", "comment", "edit", "review"] as const) {
            const member = yield* newMember(organization, role)
            const expected = role === "read" || role === "comment" ? "Forbidden" : "nothing refused it"
            expect(yield* refusal(apply().pipe(as(member)))).toBe(expected)
            expect(yield* refusal(apply({ changeRequestId: id }).pipe(as(member)))).toBe(expected)
          }
          expect(yield* refusal(apply().pipe(as(b.admin)))).toBe("NotFound")
          const elsewhere = contents.applyTemplate(b.space, { id: "one", changeRequestId: id })
          expect(yield* refusal(elsewhere.pipe(as(b.admin)))).toBe("NotFound")
          yield* spaces.update(space, { editMode: "locked" }).pipe(as(admin))
          expect(yield* refusal(apply().pipe(as(admin)))).toBe("PreconditionFailed")
          expect(yield* refusal(apply({ changeRequestId: id }).pipe(as(admin)))).toBe("nothing refused it")
          yield* changeRequests.update(space, id, { status: "archived" }).pipe(as(admin))
          expect(yield* refusal(apply({ changeRequestId: id }).pipe(as(admin)))).toBe("PreconditionFailed")
        })
      )
    })
  })
