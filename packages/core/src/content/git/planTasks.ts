/** What is worked out over the texts of a whole repository: tasks. */
import {
  neededPaths,
  type PlannedFacts,
  pageFactsOf,
  planSpace,
  type SpaceInput,
  type SpacePlan
} from "@octavo/document"
import { task } from "../../kernel/compute/Task.ts"
import { linesOf, matchRenames } from "./identity.ts"

/** What the plan of a space needs of each text. */
export const surveyedTexts = task(
  "surveyed",
  ({ texts }: { readonly texts: ReadonlyArray<string> }): ReadonlyArray<PlannedFacts> =>
    texts.map((text) => pageFactsOf(text))
)

/** What else a plan reads, by a table of contents. */
export const neededTexts = task(
  "needed",
  ({
    config,
    files,
    summary
  }: {
    readonly files: SpaceInput["files"]
    readonly config: string | undefined
    readonly summary: string | undefined
  }): ReadonlyArray<string> => neededPaths(files, config, summary)
)

/** The plan of a space. */
export const plannedSpace = task("planned", (input: SpaceInput): SpacePlan => planSpace(input))

/** Which pages that are gone are which that came, by what their texts have in common: ids by paths. */
export const matchedRenames = task(
  "renamed",
  ({
    added,
    gone
  }: {
    readonly gone: ReadonlyArray<{ readonly id: string; readonly oid: string; readonly text: string }>
    readonly added: ReadonlyArray<{ readonly path: string; readonly oid: string; readonly text: string }>
  }): ReadonlyMap<string, string> =>
    matchRenames(
      gone.map(({ id, oid, text }) => ({ id, oid, lines: () => linesOf(text) })),
      added.map(({ oid, path, text }) => ({ path, oid, lines: () => linesOf(text) }))
    )
)
