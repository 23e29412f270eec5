/** Stories of pages that are too long: every way in has the same bound, and leaves nothing behind that was half written. */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { GitImports } from "@octavo/core/content/git/GitImports"
import { ImportRuns } from "@octavo/core/content/imports/ImportRuns"
import { MaxPageBytes } from "@octavo/core/content/revisions/pageSize"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { TemplateLibrary, type TemplateSource } from "@octavo/core/content/templates/Template"
import { Uploads } from "@octavo/core/content/uploads/Uploads"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import type { Invalid } from "@octavo/core/kernel/shared/errors"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect, Layer, Stream } from "effect"
import { insert, newDraftedSpace, shown, write } from "./drafted-space.ts"
import { type Files, snapshotOf } from "./git-snapshot.ts"
import { as, type StoreUnderTest, type Story, services, web } from "./harness.ts"
import { untilEnded } from "./import-runs.ts"
import { changeContent, pageOf } from "./stored-content.ts"
import { fakeProvider, newTranslatedSpace } from "./translated-space.ts"

const most = 2_000
/** A text of so many bytes; letters of two bytes each, so that characters are not what is counted. */
const long = (bytes: number, title = "# A\n\n"): string =>
  `${title}${"é".repeat((bytes - title.length - 1) / 2)}\n`.padEnd(
    bytes - Math.floor((bytes - title.length - 1) / 2),
    "\n"
  )

const template: TemplateSource = {
  id: "long",
  title: "Long",
  description: "",
  contentRefs: {},
  pages: [
    { path: "README.md", markdown: "# Short\n" },
    { path: "long.md", markdown: long(most + 1) }
  ]
} as unknown as TemplateSource

const paragraphs = (letters: string) => ({
  object: "document",
  data: {},
  nodes: Array.from({ length: 30 }, () => ({
    object: "block",
    type: "paragraph",
    isVoid: false,
    data: {},
    nodes: [{ object: "text", leaves: [{ object: "leaf", text: letters, marks: [] }] }]
  }))
})

export const pageSizeSuite = (under: StoreUnderTest) =>
  describe(`The size of pages on ${under.name}`, () => {
    const bounded = Layer.mergeAll(
      Layer.succeed(MaxPageBytes, most),
      fakeProvider,
      Layer.succeed(TemplateLibrary, [template])
    )
    layer(services(under).pipe(Layer.provide(bounded)))((it) => {
      const story: Story = it.effect
      refusedStories(story)
      leftOutStories(story)
    })
  })

const refusedStories = (story: Story) => {
  story("a page of just the bound is taken by every way in that one byte more is refused by", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const edits = yield* EditContent
      const { admin, ids, space } = yield* newDraftedSpace({ a: "# A\n" })
      expect(utf8.encode(long(most)).length).toBe(most)
      const ways: Readonly<Record<string, (text: string) => Effect.Effect<unknown, unknown, CurrentActor>>> = {
        "a new page": (text) => contents.editSpace(space, { changes: [insert(text)] }),
        "a page that is changed": (text) => contents.editSpace(space, { changes: [write(ids["a"]!, text)] }),
        "a text that is replaced": (text) => edits.replaceText(space, ids["a"]!, text)
      }
      for (const [name, way] of Object.entries(ways)) {
        const error = (yield* Effect.flip(way(long(most + 1)).pipe(as(admin)))) as Invalid
        expect([name, error._tag, error.tooLarge]).toEqual([name, "Invalid", true])
        expect(error.message, name).toContain("has 2,001 bytes as Markdown, and a page has at most 2,000 here")
        yield* way(long(most)).pipe(as(admin))
      }
    })
  )

  story("texts that come to be too long here are refused as they are, and nothing of the batch is written", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const changeRequests = yield* ChangeRequests
      const { admin, ids, space } = yield* newDraftedSpace({ a: "# A\n" })
      const body = (letters: string) => ({ document: { document: paragraphs(letters) } })
      const links = Array.from({ length: 60 }, () => "[b](./b)").join("\n\n")
      const edit = (...changes: ReadonlyArray<object>) =>
        contents.editSpace(space, { changes: [insert("# Before"), ...changes] as never })
      yield* changeRequests.create(space, { subject: "Draft" }).pipe(as(admin))
      const attempts: Readonly<Record<string, Effect.Effect<unknown, unknown, CurrentActor>>> = {
        "a document that is printed": edit({ operation: "insert_page", ...body("x".repeat(80)) }),
        "a document whose letters are escaped": edit({
          operation: "update_page",
          page: ids["a"],
          ...body("*".repeat(40))
        }),
        "links by ids": edit(insert("# B", { ref: "b" }), insert(links)),
        "a draft": contents.edit(space, "1", { changes: [insert("# Before"), insert(long(most + 1))] }),
        "a template": changeRequests.create(space, { subject: "T", template: { id: "long" } })
      }
      const before = (yield* shown(space).pipe(as(admin))).tree
      for (const [name, attempt] of Object.entries(attempts)) {
        const error = (yield* Effect.flip(attempt.pipe(as(admin)))) as Invalid
        expect([name, error._tag, error.tooLarge, error.message]).toEqual([
          name,
          "Invalid",
          true,
          expect.stringContaining("a page has at most 2,000 here")
        ])
      }
      expect((yield* shown(space).pipe(as(admin))).tree).toBe(before)
      expect((yield* shown(space, { changeRequest: "1" }).pipe(as(admin))).tree).toBe(before)
      yield* edit({ operation: "insert_page", ...body("x".repeat(60)) }).pipe(as(admin))
    })
  )

  story("blocks that go back and make a page too long are refused", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const { admin, ids, space } = yield* newDraftedSpace({ a: long(1_500) })
      const old = yield* shown(space).pipe(as(admin))
      const page = yield* old.open.page(ids["a"]!, { format: "document" })
      const [key] = (page as unknown as { document: { nodes: ReadonlyArray<{ key: string }> } }).document.nodes.map(
        ({ key }) => key
      )
      yield* contents.editSpace(space, { changes: [write(ids["a"]!, long(1_500, "# A\n\nNew\n\n"))] }).pipe(as(admin))
      yield* contents.editSpace(space, { changes: [write(ids["a"]!, `# A\n\n${"b".repeat(1_500)}\n`)] }).pipe(as(admin))
      const back = contents.editSpace(space, {
        changes: [
          write(ids["a"]!, `# A\n\n${"b\n\n".repeat(450)}\n`),
          { operation: "revert_page", page: ids["a"]!, revision: old.open.revision.id, block: [key!] }
        ]
      })
      const error = (yield* Effect.flip(back.pipe(as(admin)))) as Invalid
      expect([error.tooLarge, error.message]).toEqual([true, expect.stringContaining("at most 2,000")])
    })
  )

  story("merging what is too long together is refused in words; either side alone stays as it is", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const changeRequests = yield* ChangeRequests
      const { admin, ids, space } = yield* newDraftedSpace({ a: "# A\n\nOne\n\nTwo\n\nThree\n" })
      yield* changeRequests.create(space, {}).pipe(as(admin))
      const side = (one: string, three: string) => write(ids["a"]!, `# A\n\n${one}\n\nTwo\n\n${three}\n`)
      yield* contents.edit(space, "1", { changes: [side("1".repeat(1_200), "Three")] }).pipe(as(admin))
      yield* contents.editSpace(space, { changes: [side("One", "3".repeat(1_200))] }).pipe(as(admin))
      for (const attempt of [changeRequests.pull(space, "1"), changeRequests.merge(space, "1")]) {
        const error = yield* Effect.flip((attempt as Effect.Effect<unknown, Invalid, CurrentActor>).pipe(as(admin)))
        expect([error._tag, error.tooLarge, error.message]).toEqual([
          "Invalid",
          true,
          expect.stringMatching(
            /^This cannot be merged as it is: The text of "A", both sides together, has 2,\d+ bytes/
          )
        ])
      }
      yield* contents.editSpace(space, { changes: [side("One", "3")] }).pipe(as(admin))
      yield* changeRequests.merge(space, "1").pipe(as(admin))
    })
  )

  story("what was stored when pages could be longer is read, moved, copied and gone back to as ever", () =>
    Effect.gen(function* () {
      const contents = yield* ChangeRequestContent
      const { admin, space } = yield* newDraftedSpace({})
      yield* changeContent(space, { pages: [[pageOf("old"), long(most + 500)]] })
      const old = yield* shown(space).pipe(as(admin))
      expect(utf8.encode(old.texts["old"]!).length).toBe(most + 500)
      const edit = (...changes: ReadonlyArray<object>) =>
        contents.editSpace(space, { changes: changes as never }).pipe(as(admin))
      yield* edit({ operation: "update_page", page: "old", title: "Named" })
      yield* edit(write("old", "# Short\n"))
      yield* edit({ operation: "revert_page", page: "old", revision: old.open.revision.id })
      expect((yield* shown(space).pipe(as(admin))).texts["old"]).toBe(long(most + 500))
      const copy = yield* (yield* SpaceLifecycle).duplicate(space).pipe(as(admin))
      expect((yield* shown(copy.id).pipe(as(admin))).texts["old"]).toBe(long(most + 500))
    })
  )
}

const leftOutStories = (story: Story) => {
  const summary = "# Summary\n\n* [A](a.md)\n* [B](b.md)\n"

  story("an import leaves out a page that is too long and says so; all others come in, then and later", () =>
    Effect.gen(function* () {
      const imports = yield* GitImports
      const { admin, space } = yield* newDraftedSpace({})
      const bring = (files: Files) =>
        imports.importSnapshot(space, snapshotOf(files), () => Effect.void).pipe(as(admin))
      const first = yield* bring({ "SUMMARY.md": summary, "a.md": long(most + 1), "b.md": long(most, "# B\n\n") })
      expect(first.counts.warnings).toContainEqual({
        path: "a.md",
        message: expect.stringContaining("left out: it has 2,001 bytes as Markdown")
      })
      expect((yield* shown(space).pipe(as(admin))).texts["b"]).toBe(long(most, "# B\n\n"))
      // only texts changed, so that such an import reads nothing else
      const second = yield* bring({ "SUMMARY.md": summary, "a.md": "# A\n", "b.md": long(most + 9, "# B\n\n") })
      expect(second.counts.warnings.map(({ path }) => path)).toContain("b.md")
      // what the space had of it stays, and Git's file is not written over
      const { texts } = yield* shown(space).pipe(as(admin))
      expect([texts["a"], texts["b"]]).toEqual(["# A\n", long(most, "# B\n\n")])
      const third = yield* bring({ "SUMMARY.md": summary, "a.md": "# A\n", "b.md": "# B\n" })
      expect(third.counts.warnings).toEqual([])
      expect((yield* shown(space).pipe(as(admin))).texts).toMatchObject({ a: "# A\n", b: "# B\n" })
    })
  )

  story("uploads and websites leave out the same; their other pages come in", () =>
    Effect.gen(function* () {
      const imports = yield* ImportRuns
      const uploads = yield* Uploads
      const { admin, organization, space } = yield* newDraftedSpace({})
      const upload = Effect.fnUntraced(function* (name: string, text: string) {
        const data = utf8.encode(text)
        const file = { name, type: "text/markdown", size: data.length }
        const { key, url } = yield* uploads.create(organization, { file, kind: "import_file" }).pipe(as(admin))
        yield* uploads.receive(url.slice(url.lastIndexOf("/") + 1), {}, Stream.make(data))
        return key
      })
      const html = (title: string, words: string) =>
        web.set(`https://long.test/${title}`, {
          bytes: utf8.encode(
            `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${words}</p><a href="/Long">l</a></main></body></html>`
          ),
          contentType: "text/html"
        })
      html("Site", "Short")
      html("Long", "word ".repeat(500))
      const files = [yield* upload("long.md", long(most + 1)), yield* upload("fits.md", "# Fits\n")]
      const sources = [
        { type: "file" as const, files },
        { type: "website" as const, url: "https://long.test/Site" }
      ]
      for (const source of sources) {
        const begun = yield* imports.start(organization, { source, target: { space } }).pipe(as(admin))
        const run = yield* untilEnded(organization, admin, begun.id)
        expect([run.status, run.reason]).toEqual(["completed", undefined])
        expect(run.warnings!.map(({ message }) => message).join("\n")).toContain("a page has at most 2,000 here")
      }
      const { texts } = yield* shown(space).pipe(as(admin))
      expect(Object.values(texts).filter((text) => utf8.encode(text).length > most)).toEqual([])
      expect(Object.values(texts).join("\n")).toContain("Fits")
      expect(Object.values(texts).join("\n")).toContain("Short")
    })
  )

  story("a translation that is too long leaves the text as it is, and says so", () =>
    Effect.gen(function* () {
      // its capital has three bytes in place of two
      const text = `# One\n\n${"ŉ".repeat(900)}\n`
      const { admin, id, org, run, textIn, translations } = yield* newTranslatedSpace({ id: "one", text })
      const done = yield* run
      expect(yield* textIn(done.result!.space, "one")).toBe(text)
      const [last] = (yield* translations.runs(org, id, {}).pipe(as(admin))).items
      expect(last!.problems.map(({ message }) => message)).toEqual([expect.stringContaining("its translation has 2,7")])
    })
  )
}
