/** What is worked out over the texts of a whole repository: the plan of a space, and which of its pages were renamed. */

import type { SpaceFile } from "@octavo/document"
import { Effect } from "effect"
import { compute } from "../../kernel/compute/Compute.ts"
import { inBatches } from "../../kernel/compute/inBatches.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { RevisionTree } from "../revisions/model/RevisionTree.ts"
import type { Known } from "./arrangePages.ts"
import type { TreeEntry } from "./Git.ts"
import { matchedRenames, plannedSpace, surveyedTexts } from "./planTasks.ts"

/** An entry of a tree, and nothing else of it: it may cross to another thread. */
export const toSpaceFile = ({ oid, path, size }: TreeEntry): SpaceFile => ({ path, oid, size })

/**
 * The plan of a space. What its pages say is worked out by some of them at a time, so that of a large repository nothing
 * is waited for long.
 * @param settings paths of the files that say what the space is
 */
export const planOf = Effect.fnUntraced(function* (
  entries: ReadonlyArray<TreeEntry>,
  texts: ReadonlyMap<string, string>,
  settings: ReadonlyArray<string>
) {
  const own = new Set(settings)
  const pages = Array.from(texts).filter(([path]) => !own.has(path))
  const facts = yield* inBatches(
    pages.map(([, text]) => text),
    (some, length) => compute(surveyedTexts, { texts: some }, length)
  )
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
