/** What is worked out over the texts of a whole repository: the plan of a space, and which of its pages were renamed. */

import type { PlannedFacts, SpaceFile } from "@octavo/document"
import { Effect } from "effect"
import { compute, inlineLength } from "../../kernel/compute/Compute.ts"
import { inBatches } from "../../kernel/compute/inBatches.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { readTexts, type TextReading } from "../../kernel/texts/readTexts.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { RevisionTree } from "../revisions/model/RevisionTree.ts"
import type { Known } from "./arrangePages.ts"
import type { TreeEntry } from "./Git.ts"
import { matchedRenames, plannedSpace, surveyedTexts } from "./planTasks.ts"

/** An entry of a tree, and nothing else of it: it may cross to another thread. */
export const toSpaceFile = ({ oid, path, size }: TreeEntry): SpaceFile => ({ path, oid, size })

/** What the plan of a space needs of texts with their paths, in their order. */
type PlanReader = (
  pages: ReadonlyArray<readonly [path: string, text: string]>
) => Effect.Effect<ReadonlyArray<PlannedFacts>, StorageError>

const surveyed: PlanReader = (pages) =>
  inBatches(
    pages.map(([, text]) => text),
    (some, length) => compute(surveyedTexts, { texts: some }, length)
  )

/** UTF-16 units of the texts that a thread reads at once while others are read here: both end at about the same time. */
const sharedLength = 65_536

/**
 * Reads all that texts say, for who will ask for all of it: on a thread from the first one on, and here from the last one
 * on, until they meet.
 * @param take takes what a text says
 */
export const wholeReader = (take: (path: string, reading: TextReading) => Effect.Effect<void>): PlanReader =>
  Effect.fnUntraced(function* (pages) {
    const facts: Array<PlannedFacts> = []
    let [begin, end] = [0, pages.length]
    const readFrom = Effect.fnUntraced(function* (first: number, count: number, length: number) {
      const some = pages.slice(first, first + count)
      const readings = yield* compute(readTexts, { texts: some.map(([, text]) => text) }, length)
      for (const [at, [path]] of some.entries()) {
        const reading = readings[at]!
        facts[first + at] = reading.lint.facts
        yield* take(path, reading)
      }
    })
    const there = Effect.gen(function* () {
      while (begin < end) {
        const first = begin
        let length = 0
        while (begin < end && (length === 0 || length + pages[begin]![1].length <= sharedLength))
          length += pages[begin++]![1].length
        // whatever its length: what is read here is read at the same time
        yield* readFrom(first, begin - first, Math.max(length, inlineLength + 1))
      }
    })
    const here = Effect.gen(function* () {
      while (begin < end && pages[end - 1]![1].length <= inlineLength) {
        end--
        yield* readFrom(end, 1, pages[end]![1].length)
      }
    })
    yield* Effect.all([there, there, here], { concurrency: "unbounded", discard: true })
    return facts
  })

/**
 * The plan of a space. What its pages say is worked out by some of them at a time, so that of a large repository nothing
 * is waited for long.
 * @param settings paths of the files that say what the space is
 * @param read of the other texts
 */
export const planOf = Effect.fnUntraced(function* (
  entries: ReadonlyArray<TreeEntry>,
  texts: ReadonlyMap<string, string>,
  settings: ReadonlyArray<string>,
  read: PlanReader = surveyed
) {
  const own = new Set(settings)
  const pages = Array.from(texts).filter(([path]) => !own.has(path))
  const facts = yield* read(pages)
  const rest = new Map(Array.from(texts).filter(([path]) => own.has(path) || /\.ya?ml$/.test(path)))
  return yield* compute(
    plannedSpace,
    {
      files: entries.map(toSpaceFile),
      texts: rest,
      facts: new Map(pages.map(([path], index) => [path, facts[index]!]))
    },
    Array.from(rest.values()).reduce((sum, { length }) => sum + length, 0)
  )
})

/** So many vanished pages are looked at for renames; more are a new repository rather than renames. */
const mostGone = 500

/** Ids of the pages whose files have other paths now, by these. */
export const renamedPages = Effect.fnUntraced(function* (
  paths: ReadonlySet<string>,
  entries: ReadonlyMap<string, TreeEntry>,
  texts: ReadonlyMap<string, string>,
  known: Known,
  trees: RevisionTree["Service"]
) {
  const without = Array.from(known.pages.values()).filter((page) => !paths.has(page.git!.path))
  const came = Array.from(paths).filter((path) => !known.pages.has(path))
  if (without.length === 0 || came.length === 0) return new Map<string, string>()
  const isRead = without.length <= mostGone
  const gone = yield* Effect.forEach(without, ({ body, git, id }) =>
    Effect.map(
      body === undefined || !isRead ? Effect.succeed({ text: "" }) : missingIsDamage(trees.body(body)),
      ({ text }) => ({
        id,
        oid: git!.oid,
        text
      })
    )
  )
  const added = came.map((path) => ({
    path,
    oid: entries.get(path)?.oid ?? "",
    text: isRead ? (texts.get(path) ?? "") : ""
  }))
  const length = [...gone, ...added].reduce((sum, { text }) => sum + text.length, 0)
  return yield* compute(matchedRenames, { gone, added }, length)
})
