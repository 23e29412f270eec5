/**
 * Files that are longer than pages are here: what is in them is never written over, and an edit of their pages is never
 * left out without a word.
 */
import { Effect, type Result, Stream } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { blobOid } from "../../../src/content/git/blobOid.ts"
import { exportSpace } from "../../../src/content/git/exportSpace.ts"
import type { GitError, GitSnapshot } from "../../../src/content/git/Git.ts"
import { importSpace } from "../../../src/content/git/importSpace.ts"
import { Objects } from "../../../src/content/revisions/model/Objects.ts"
import type { PageNode } from "../../../src/content/revisions/model/PageTree.ts"
import type { PageRecord } from "../../../src/content/revisions/model/Records.ts"
import type { PagePatch, RevisionEdit } from "../../../src/content/revisions/model/RevisionEdit.ts"
import { emptyRoot, RevisionTree } from "../../../src/content/revisions/model/RevisionTree.ts"
import { MaxPageBytes } from "../../../src/content/revisions/pageSize.ts"
import { contentHash, utf8 } from "../../../src/kernel/shared/hash.ts"
import { world } from "./support.ts"

type Files = Readonly<Record<string, string>>

const silent = () => Effect.void
const small = 60
const large = 10_000
const long = (words: string): string => `# A\n\n${`${words} `.repeat(20)}\n`

const book = {
  "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n* [B](b.md)\n",
  "README.md": "# Home\n",
  "a.md": "# A\n\nShort.\n",
  "b.md": "# B\n"
}

/** With the ids that Git gives. */
const snapshotOf = (files: Files): GitSnapshot => {
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, utf8.encode(text)]))
  return {
    tree: contentHash(utf8.encode(JSON.stringify(files))),
    entries: Array.from(bytes, ([path, data]) => ({ path, oid: blobOid(data, false), size: data.length })),
    skipped: [],
    read: ({ path }) => Effect.succeed(bytes.get(path)!),
    stream: ({ path }) => Stream.succeed(bytes.get(path)!)
  }
}

/** What a place held when it was met last, and what the space says. */
interface State {
  readonly base: string
  readonly current: string
}

const pagesOf = Effect.fnUntraced(function* (root: string) {
  const trees = yield* RevisionTree
  const all: Array<PageRecord> = []
  const walk = (nodes: ReadonlyArray<PageNode>): void => {
    for (const { page, pages } of nodes) {
      all.push(page)
      walk(pages)
    }
  }
  walk(yield* (yield* trees.open(root)).pages())
  return all
})

const importing = (files: Files, { base, current }: State, bound: number) =>
  importSpace(snapshotOf(files), base, current, null, silent).pipe(
    Effect.provideService(MaxPageBytes, bound),
    Effect.map((made) => ({ root: made.root, warnings: made.counts.warnings.map(({ message }) => message) }))
  )

/** The files of the place afterwards, and what it holds then; or why nothing is written. */
const exporting = Effect.fnUntraced(function* (files: Files, { base, current }: State, bound: number, isFirst = false) {
  const objects = yield* Objects
  const from = isFirst ? (yield* importing(files, { base: current, current }, bound)).root : base
  const made = yield* exportSpace(
    snapshotOf(files),
    { base: from, current, others: [], isFirst, removes: () => !isFirst },
    silent
  ).pipe(Effect.provideService(MaxPageBytes, bound), Effect.result)
  if (made._tag === "Failure") return made as Result.Result<never, GitError>
  yield* objects.put(made.success.created)
  const after: Record<string, string> = { ...files }
  for (const { bytes, path } of made.success.changes) {
    if (bytes === null) delete after[path]
    else after[path] = utf8.decode(Uint8Array.from((yield* Stream.runCollect(bytes)).flatMap((piece) => [...piece])))
  }
  return { files: after, root: made.success.root }
})

const edit = Effect.fnUntraced(function* (root: string, title: string, change: string | null | PagePatch) {
  const trees = yield* RevisionTree
  const objects = yield* Objects
  const page = (yield* pagesOf(root)).find((one) => one.title === title)!
  const bytes = utf8.encode(typeof change === "string" ? change : "")
  const made: RevisionEdit =
    change === null
      ? { type: "removePage", id: page.id }
      : typeof change === "string"
        ? { type: "patchPage", id: page.id, patch: { body: contentHash(bytes), bodySize: bytes.length } }
        : { type: "patchPage", id: page.id, patch: change }
  const edited = yield* trees.edit(root, [made])
  yield* objects.put(new Map([...edited.created, [contentHash(bytes), bytes]]))
  return edited.root
})

const run = <A>(effect: Effect.Effect<A, unknown, any>): Promise<A> =>
  Effect.runPromise(Effect.provide(effect, world()) as Effect.Effect<A, unknown>)

const nothing: State = { base: emptyRoot.root, current: emptyRoot.root }
const theirs = long("theirs")
const withLong: Files = { ...book, "a.md": theirs }

/** The space and the branch once the file was longer than pages are, and was not taken over. */
const unread = Effect.gen(function* () {
  const { root } = yield* importing(book, nothing, small)
  const again = yield* importing(withLong, { base: root, current: root }, small)
  expect(again.warnings).toEqual([expect.stringContaining("not taken over")])
  return again.root
})

/** The space and the branch once it was, since pages could be longer. */
const taken = Effect.map(importing(withLong, nothing, large), ({ root }) => root)

type Case = readonly [
  what: string,
  start: typeof unread,
  change: Parameters<typeof edit>[2] | undefined,
  place: "met" | "first",
  after: Files | "refused"
]

const ours = "# A\n\nOurs.\n"
const cases: ReadonlyArray<Case> = [
  ["a file that was not taken over stays", unread, undefined, "met", withLong],
  ["an edit of its page is refused", unread, ours, "met", "refused"],
  ["another title of its page is refused", unread, { title: "Other" }, "met", "refused"],
  ["a description of its page is refused", unread, { description: "Ours" }, "met", "refused"],
  [
    "it stays when its page goes",
    unread,
    null,
    "met",
    { ...withLong, "SUMMARY.md": book["SUMMARY.md"].replace("* [A](a.md)\n", "") }
  ],
  ["at a place that was not met it is told of", unread, undefined, "first", "refused"],
  ["and an edit of its page, too", unread, ours, "first", "refused"],
  ["a file that was taken over when pages could be longer stays", taken, undefined, "met", withLong],
  ["an edit of its page is written", taken, ours, "met", { ...withLong, "a.md": ours }],
  ["a long edit of it is", taken, long("ours"), "met", { ...withLong, "a.md": long("ours") }],
  [
    "it goes with its page",
    taken,
    null,
    "met",
    {
      "SUMMARY.md": book["SUMMARY.md"].replace("* [A](a.md)\n", ""),
      "README.md": book["README.md"],
      "b.md": book["b.md"]
    }
  ],
  ["at a place that was not met it is the page that it says", taken, undefined, "first", withLong],
  ["where it says something else it is told of", taken, ours, "first", "refused"]
]

describe("a file that is longer than pages are", () => {
  it.each(cases)("%s", (_, start, change, place, after) =>
    run(
      Effect.gen(function* () {
        const base = yield* start
        const current = change === undefined ? base : yield* edit(base, "A", change)
        const made = yield* exporting(withLong, { base, current }, small, place === "first")
        if ("files" in made) expect(made.files).toEqual(after)
        else {
          expect(after).toBe("refused")
          const { failure } = made as Result.Failure<never, GitError>
          expect([failure.reason, failure.message]).toEqual([
            "TooLarge",
            expect.stringMatching(
              /^"a\.md" is longer in the repository .* shorten it there, or have the operator allow/
            )
          ])
        }
      })
    )
  )

  it("is taken over when it is shorter, or pages may be longer", () =>
    run(
      Effect.gen(function* () {
        const base = yield* unread
        for (const [files, bound] of [
          [{ ...book, "a.md": "# A\n\nTheirs.\n" }, small],
          [withLong, large]
        ] as const) {
          const { root, warnings } = yield* importing(files, { base, current: base }, bound)
          expect(warnings).toEqual([])
          const made = yield* exporting(files, { base: root, current: yield* edit(root, "A", ours) }, small)
          expect("files" in made && made.files).toEqual({ ...files, "a.md": ours })
        }
      })
    ))

  it("takes part in any story in which no edit is left out without a word, and no text of others is written over", () => {
    const step = fc.record({
      do: fc.constantFrom("push", "edit", "import", "export", "export elsewhere"),
      words: fc.nat(3),
      isLong: fc.boolean(),
      bound: fc.constantFrom(small, small, large)
    })
    return fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), (steps) =>
        run(
          Effect.gen(function* () {
            let files: Files = book
            const { root } = yield* importing(files, nothing, large)
            let state: State = { base: root, current: root }
            let isEdited = false
            /** What others wrote and the space has not read. */
            let theirs: string | undefined
            for (const { bound, do: what, isLong, words } of steps) {
              const text = (who: string) => (isLong ? long(`${who}${words}`) : `# A\n\n${who} ${words}.\n`)
              if (what === "push") {
                theirs = text("They")
                files = { ...files, "a.md": theirs }
              }
              if (what === "edit" && !isLong) {
                const before = state.current
                state = { ...state, current: yield* edit(before, "A", text("We")) }
                isEdited ||= before !== state.current
              }
              // Git's content replaces what is here
              if (what === "import") {
                const made = yield* importing(files, { base: state.current, current: state.current }, bound)
                state = { base: made.root, current: made.root }
                if (made.warnings.length === 0) theirs = undefined
                isEdited = false
              }
              const isFirst = what === "export elsewhere"
              // a place that has been met is merged with before: it has nothing that was not read, but for its length
              if (!isFirst && (what !== "export" || (theirs !== undefined && theirs.length <= bound))) continue
              const made = yield* exporting(files, state, bound, isFirst)
              if (!("files" in made)) continue
              const page = (yield* pagesOf(state.current)).find(({ title }) => title === "A")!
              const said = yield* (yield* RevisionTree).body(page.body!)
              const isThere = made.files["a.md"] === said.text
              if (!isThere) expect([what, isEdited, made.files["a.md"]]).toEqual(["export", false, files["a.md"]])
              // what nobody has read is not gone
              if (theirs !== undefined && theirs.length > bound) expect(made.files["a.md"]).toBe(theirs)
              if (isFirst) continue
              isEdited &&= !isThere
              files = made.files
              state = { base: made.root, current: made.root }
            }
          })
        )
      ),
      { numRuns: 200, seed: 20_261_126 }
    )
  })
})
