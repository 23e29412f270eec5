import { describe, expect, layer } from "@effect/vitest"
import { Objects } from "@octavo/core/content/revisions/model/Objects"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { Effect } from "effect"
import { as, newMember, newOrganization, refusal, type StoreUnderTest, services } from "./harness.ts"

const at = "2026-01-01T00:00:00.000Z"

const first = "---\ndescription: Before\n---\n\n# Start\r\n\r\nNo newline at the end"

const page = (id: string, fields: Partial<PageRecord> = {}): PageRecord => ({
  id,
  type: "document",
  title: id,
  slug: id,
  parent: null,
  order: "a0",
  createdAt: at,
  updatedAt: at,
  ...fields
})

/** A space with the pages `start`, whose table of contents calls it otherwise, and `other`, and a group. */
const newSpace = Effect.fnUntraced(function* () {
  const spaces = yield* Spaces
  const trees = yield* RevisionTree
  const objects = yield* Objects
  const revisions = yield* RevisionStore
  const { admin, id: organization } = yield* newOrganization()
  const { id } = yield* spaces.create(organization, {}).pipe(as(admin))
  const body = utf8.encode(first)
  const hash = contentHash(body)
  const text = { body: hash, bodySize: body.length }
  const { created, root } = yield* trees.edit(null, [
    { type: "putPage", page: page("start", { ...text, title: "Get started", description: "Before" }) },
    { type: "putPage", page: page("other", { ...text, git: { oid: "1", path: "guide/other.md" } }) },
    { type: "putPage", page: page("empty") },
    { type: "putPage", page: page("group", { type: "group" }) }
  ])
  yield* objects.put(new Map(created).set(hash, body))
  const head = (yield* revisions.head(id, primary))!
  const revision = makeId()
  yield* revisions.advance(primary, head.sequence, {
    id: revision,
    spaceId: id,
    root,
    parents: [head.revisionId],
    type: "edits",
    author: null,
    message: null,
    git: null,
    createdAt: at
  })
  return { organization, admin, id, revision }
})

/** A document page with its text, of the primary content or of a revision. */
const read = Effect.fnUntraced(function* (spaceId: string, pageId: string, revisionId?: string) {
  const content = yield* SpaceContent
  const open = yield* content.open(spaceId, revisionId)
  const found = yield* open.page(pageId, { format: "markdown" })
  if (found.type !== "document") return yield* Effect.die(new Error(`${pageId} is a ${found.type}`))
  return { ...found, revision: open.revision }
})

/** Editing live content: the text of a page. */
export const contentSuite = (under: StoreUnderTest) =>
  describe(`content on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("an edit makes a revision; old and new text are read byte for byte", () =>
        Effect.gen(function* () {
          const { replaceText } = yield* EditContent
          const { admin, id, revision } = yield* newSpace()
          const texts = ["\uFEFF# A\r\n\r\n", "", "no heading 😀 \t \n\n\n", `# B\n\n${"x".repeat(300_000)}`]
          const ids: Array<string> = []
          for (const text of texts) ids.push(yield* replaceText(id, "start", text).pipe(as(admin)))
          for (const [i, text] of texts.entries()) {
            const found = yield* read(id, "start", ids[i]).pipe(as(admin))
            expect(found.markdown).toBe(text)
            expect(found.revision).toMatchObject({ parents: [ids[i - 1] ?? revision], author: admin, type: "edits" })
          }
          expect((yield* read(id, "start", revision).pipe(as(admin))).markdown).toBe(first)
          expect((yield* read(id, "start").pipe(as(admin))).markdown).toBe(texts.at(-1))
          expect((yield* read(id, "other").pipe(as(admin))).markdown).toBe(first)
          yield* replaceText(id, "empty", "now it has text").pipe(as(admin))
          expect((yield* read(id, "empty").pipe(as(admin))).markdown).toBe("now it has text")
        })
      )

      it.effect("title and fields follow the text where it changed", () =>
        Effect.gen(function* () {
          const { replaceText } = yield* EditContent
          const { admin, id } = yield* newSpace()
          const edit = (text: string) =>
            Effect.andThen(replaceText(id, "start", text), read(id, "start")).pipe(as(admin))
          expect(yield* edit(`${first}, more`)).toMatchObject({
            title: "Get started",
            description: "Before",
            slug: "start"
          })
          const fields = "---\ndescription: After\nhidden: true\ncover: guide/other.md\n---\n"
          const changed = yield* edit(`${fields}\n# Start\n`)
          expect(changed).toMatchObject({ title: "Get started", description: "After", hidden: true })
          expect(changed.cover?.ref).toEqual({ kind: "page", page: "other" })
          expect(yield* edit(`${fields}\n# 🚀 Take off\n`)).toMatchObject({
            title: "Take off",
            emoji: "🚀",
            description: "After"
          })
          const bare = yield* edit("# Land\n")
          expect([bare.title, bare.emoji, bare.description, bare.hidden]).toEqual([
            "Land",
            undefined,
            undefined,
            undefined
          ])
          expect((yield* edit("no title")).title).toBe("Land")
          expect(bare.createdAt).toBe(at)
          expect(bare.updatedAt).not.toBe(at)
        })
      )

      it.effect("an edit that changes nothing makes no revision", () =>
        Effect.gen(function* () {
          const { replaceText } = yield* EditContent
          const { admin, id, revision } = yield* newSpace()
          expect(yield* replaceText(id, "start", first).pipe(as(admin))).toBe(revision)
          expect(yield* replaceText(id, "empty", "").pipe(as(admin))).toBe(revision)
          const next = yield* replaceText(id, "start", "# Next").pipe(as(admin))
          expect(yield* replaceText(id, "start", "# Next").pipe(as(admin))).toBe(next)
          expect((yield* read(id, "start").pipe(as(admin))).revision.id).toBe(next)
        })
      )

      it.effect("20 edits at once all land, in some order", () =>
        Effect.gen(function* () {
          const { replaceText } = yield* EditContent
          const { admin, id, revision } = yield* newSpace()
          const edits = Array.from({ length: 20 }, (_, i) => replaceText(id, "start", `# Edit ${i}`))
          const ids = yield* Effect.all(edits, { concurrency: "unbounded" }).pipe(as(admin))
          const order: Array<string> = []
          for (let at = (yield* read(id, "start").pipe(as(admin))).revision.id; at !== revision; ) {
            order.push(at)
            const found = yield* read(id, "start", at).pipe(as(admin))
            expect(found.markdown).toBe(`# Edit ${ids.indexOf(at)}`)
            at = found.revision.parents[0]!
          }
          expect(order.toSorted()).toEqual(ids.toSorted())
        })
      )

      it.effect("an edit on top of an expected revision is refused when the space has moved on", () =>
        Effect.gen(function* () {
          const { replaceText } = yield* EditContent
          const { admin, id, revision } = yield* newSpace()
          const next = yield* replaceText(id, "other", "# First", revision).pipe(as(admin))
          expect(yield* refusal(replaceText(id, "start", "# Late", revision)).pipe(as(admin))).toBe("Conflict")
          expect((yield* read(id, "start").pipe(as(admin))).revision.id).toBe(next)
          const both = ["# A", "# B"].map((text) => refusal(replaceText(id, "start", text, next)))
          const outcomes = yield* Effect.all(both, { concurrency: 2 }).pipe(as(admin))
          expect(outcomes.toSorted()).toEqual(["Conflict", "nothing refused it"])
        })
      )

      it.effect("a locked space, a wrong page and a bad text are refused and change nothing", () =>
        Effect.gen(function* () {
          const { replaceText } = yield* EditContent
          const spaces = yield* Spaces
          const { admin, id, revision } = yield* newSpace()
          const refused = (pageId: string, text: string) => refusal(replaceText(id, pageId, text)).pipe(as(admin))
          expect(yield* refused("none", "x")).toBe("NotFound")
          expect(yield* refused("group", "x")).toBe("Invalid")
          expect(yield* refused("start", "a\0b")).toBe("Invalid")
          expect(yield* refused("start", "a\uD800b")).toBe("Invalid")
          expect(yield* refused("start", "x".repeat(10_000_001))).toBe("Invalid")
          yield* spaces.update(id, { editMode: "locked" }).pipe(as(admin))
          expect(yield* refused("start", "x")).toBe("PreconditionFailed")
          expect((yield* read(id, "start").pipe(as(admin))).revision.id).toBe(revision)
        })
      )

      it.effect("it takes the role edit and the scope space:write", () =>
        Effect.gen(function* () {
          const { replaceText } = yield* EditContent
          const { admin, id, organization } = yield* newSpace()
          const allowed = "nothing refused it"
          const table = [
            [null, "NotFound"],
            ["read", "Forbidden"],
            ["comment", "Forbidden"],
            ["edit", allowed],
            ["review", allowed],
            ["create", allowed],
            ["admin", allowed]
          ] as const
          for (const [role, outcome] of table) {
            const member = yield* newMember(organization, role)
            expect([role, yield* refusal(replaceText(id, "start", `# By ${role}`)).pipe(as(member))]).toEqual([
              role,
              outcome
            ])
          }
          const stranger = yield* newOrganization()
          expect(yield* refusal(replaceText(id, "start", "x")).pipe(as(stranger.admin))).toBe("NotFound")
          expect(yield* refusal(replaceText(id, "start", "x")).pipe(as(admin, new Set()))).toBe("Forbidden")
        })
      )
    })
  })
