import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { importSpace } from "../../../src/content/git/importSpace.ts"
import { ContentMerge } from "../../../src/content/revisions/merge/ContentMerge.ts"
import { Objects } from "../../../src/content/revisions/model/Objects.ts"
import { emptyRoot } from "../../../src/content/revisions/model/Records.ts"
import { RevisionTree } from "../../../src/content/revisions/model/RevisionTree.ts"
import { contentHash, utf8 } from "../../../src/kernel/shared/hash.ts"
import { outline, snapshotOf, textOf, world } from "./support.ts"

const silent = () => Effect.void
const run = <A, E>(effect: Effect.Effect<A, E, Effect.Services<ReturnType<typeof bring>> | ContentMerge>) =>
  Effect.runPromise(Effect.provide(effect, world()) as Effect.Effect<A, E>)

const bring = (
  files: Record<string, string>,
  base: string = emptyRoot.root,
  current: string = base,
  shape: string | null = null
) => importSpace(snapshotOf(files), base, current, shape, silent)

const summary = (...lines: ReadonlyArray<string>) => `# Table of contents\n\n${lines.join("\n")}\n`
const long = (word: string) => Array.from({ length: 8 }, (_, i) => `Line ${i} of the page about ${word}.`).join("\n")

const book = {
  "SUMMARY.md": summary("* [Home](README.md)", "* [A](a.md)", "  * [B](b.md)"),
  "README.md": "# Home\n\nHello\n",
  "a.md": `# A\n\n${long("a")}\n`,
  "b.md": `# B\n\n${long("b")}\n`
}

/** Changes the text of a page as an editor would. */
const edit = Effect.fnUntraced(function* (root: string, title: string, text: string) {
  const objects = yield* Objects
  const trees = yield* RevisionTree
  const { ids } = yield* outline(root)
  const bytes = utf8.encode(text)
  yield* objects.put(new Map([[contentHash(bytes), bytes]]))
  const edited = yield* trees.edit(root, [
    { type: "patchPage", id: ids[title]!, patch: { body: contentHash(bytes), bodySize: bytes.length } }
  ])
  yield* objects.put(edited.created)
  return edited.root
})

describe("an import", () => {
  it("of the same tree is the same content", () =>
    run(
      Effect.gen(function* () {
        const one = yield* bring(book)
        const two = yield* bring(book, one.root)
        expect(two.root).toBe(one.root)
        expect(two.counts).toMatchObject({ pages: 3, created: 0, updated: 0, deleted: 0 })
      })
    ))

  it("keeps the ids of pages that were edited, moved, retitled or renamed", () =>
    run(
      Effect.gen(function* () {
        const one = yield* bring(book)
        const before = yield* outline(one.root)
        const two = yield* bring(
          {
            "SUMMARY.md": summary("* [Home](README.md)", "* [B](b.md)", "* [New A](guide/renamed.md)"),
            "README.md": "# Home\n\nHello again\n",
            // renamed, and edited in one of its lines
            "guide/renamed.md": `# New A\n\n${long("a")}\nOne more.\n`,
            "b.md": book["b.md"]
          },
          one.root
        )
        const after = yield* outline(two.root)
        expect(after.titles).toEqual(["Home", "B", "New A"])
        expect([after.ids["Home"], after.ids["B"], after.ids["New A"]]).toEqual([
          before.ids["Home"],
          before.ids["B"],
          before.ids["A"]
        ])
        expect(two.counts).toMatchObject({ created: 0, deleted: 0 })
      })
    ))

  it("removes what the summary no longer lists, and what stood below it goes on", () =>
    run(
      Effect.gen(function* () {
        const one = yield* bring(book)
        const before = yield* outline(one.root)
        const two = yield* bring({ ...book, "SUMMARY.md": summary("* [Home](README.md)", "* [B](b.md)") }, one.root)
        const after = yield* outline(two.root)
        expect(after.titles).toEqual(["Home", "B"])
        expect(after.ids["B"]).toBe(before.ids["B"])
      })
    ))

  it("keeps files by their path, and by their bytes when they move", () =>
    run(
      Effect.gen(function* () {
        const trees = yield* RevisionTree
        const withImage = (path: string) => ({ ...book, "README.md": `# Home\n\n![x](${path})\n`, [path]: "PNG" })
        const filesOf = Effect.fnUntraced(function* (root: string) {
          return yield* (yield* trees.open(root)).files(undefined, 10)
        })
        const one = yield* bring(withImage(".gitbook/assets/a.png"))
        const two = yield* bring(withImage(".gitbook/assets/b.png"), one.root)
        const [before, after] = [yield* filesOf(one.root), yield* filesOf(two.root)]
        expect(before.map(({ name }) => name)).toEqual(["a.png"])
        expect(after.map(({ id, name }) => ({ id, name }))).toEqual([{ id: before[0]!.id, name: "b.png" }])
      })
    ))

  it("is merged with what was edited here since the last one", () =>
    run(
      Effect.gen(function* () {
        const merging = yield* ContentMerge
        const one = yield* bring(book)
        const current = yield* edit(one.root, "A", book["a.md"].replace("Line 1", "LINE 1"))
        const two = yield* bring({ ...book, "a.md": book["a.md"].replace("Line 5", "LINE 5") }, one.root, current)
        const merged = yield* merging.merge(one.root, current, two.root, { ours: "Octavo", theirs: "Git" })
        expect(merged.conflicts).toEqual([])
        expect(yield* textOf(merged.root, "A")).toBe(
          book["a.md"].replace("Line 1", "LINE 1").replace("Line 5", "LINE 5")
        )
      })
    ))

  it("names the page that both sides changed in one line, and can take Git's", () =>
    run(
      Effect.gen(function* () {
        const merging = yield* ContentMerge
        const one = yield* bring(book)
        const current = yield* edit(one.root, "A", book["a.md"].replace("Line 1", "Mine 1"))
        const two = yield* bring({ ...book, "a.md": book["a.md"].replace("Line 1", "Yours 1") }, one.root, current)
        const sides = { ours: "Octavo", theirs: "Git" }
        const merged = yield* merging.merge(one.root, current, two.root, sides)
        expect(merged.conflicts.map(({ reason, title }) => [title, reason])).toEqual([["A", "text"]])
        const forced = yield* merging.merge(one.root, current, two.root, sides, { prefer: "theirs" })
        expect(yield* textOf(forced.root, "A")).toBe(book["a.md"].replace("Line 1", "Yours 1"))
      })
    ))

  it("knows a page that was exported from here since the last synchronization", () =>
    run(
      Effect.gen(function* () {
        const one = yield* bring(book)
        // the page got its file here, and its commit came back before the synchronization was noted
        const current = (yield* bring(
          { ...book, "c.md": "# C\n", "SUMMARY.md": `${book["SUMMARY.md"]}* [C](c.md)\n` },
          one.root
        )).root
        const again = yield* bring(
          { ...book, "c.md": "# C\n", "SUMMARY.md": `${book["SUMMARY.md"]}* [C](c.md)\n` },
          one.root,
          current
        )
        expect((yield* outline(again.root)).ids["C"]).toBe((yield* outline(current)).ids["C"])
      })
    ))

  it("after a change of contents alone equals an import of everything", () =>
    run(
      Effect.gen(function* () {
        const one = yield* bring({ ...book, "x.png": "PNG", "README.md": "# Home\n\n![x](x.png)\n" })
        const next = {
          ...book,
          "x.png": "PNG 2",
          "README.md": "---\ndescription: new\nicon: star\n---\n\n# Home\n\n![x](x.png) and [A](a.md)\n"
        }
        const quick = yield* bring(next, one.root, one.root, one.shape)
        const whole = yield* bring(next, one.root)
        expect(quick.counts).toMatchObject({ pages: 3, files: 1, created: 0, updated: 1, deleted: 0 })
        const trees = yield* RevisionTree
        const difference = yield* trees.diff(quick.root, whole.root)
        const fields = difference.pages.edited.flatMap((edited) => edited.fields)
        expect(fields.filter((field) => field !== "updatedAt")).toEqual([])
        expect([difference.files, difference.pages.created, difference.pages.deleted].flat()).toEqual([
          { created: [], deleted: [], edited: [] }
        ])
        expect(quick.shape).toBe(whole.shape)
      })
    ))

  it("reads everything when a change shows a file that no page showed before", () =>
    run(
      Effect.gen(function* () {
        const trees = yield* RevisionTree
        const one = yield* bring({ ...book, "x.png": "PNG" })
        const two = yield* bring(
          { ...book, "x.png": "PNG", "README.md": "# Home\n\n![x](x.png)\n" },
          one.root,
          one.root,
          one.shape
        )
        expect((yield* (yield* trees.open(two.root)).files(undefined, 10)).map(({ name }) => name)).toEqual(["x.png"])
      })
    ))

  it("infers the tree of a folder without a summary", () =>
    run(
      Effect.gen(function* () {
        const one = yield* bring({ "README.md": "# Home\n", "guide/README.md": "# Guide\n", "guide/one.md": "# One\n" })
        expect((yield* outline(one.root)).titles).toEqual(["Home", { Guide: ["One"] }])
      })
    ))

  it("of nothing is an empty space", () =>
    run(
      Effect.gen(function* () {
        const one = yield* bring({})
        expect(one.root).toBe(emptyRoot.root)
      })
    ))
})
