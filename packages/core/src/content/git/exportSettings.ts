/**
 * The files that say what a space is, in an export: where things are, the table of contents, variables and tags. One
 * that is at the target is edited there. Where there is none, the one that the content was read from, or was last
 * written as, takes its place and is edited in the same way.
 */
import {
  editYaml,
  moveRedirects,
  parseSpaceConfig,
  parseTags,
  printSummary,
  printTags,
  type SettingsFile,
  type SpaceConfig,
  settingsFiles,
  settingsPaths,
  summaryPath,
  type TagDefinition
} from "@octavo/document"
import { Effect } from "effect"
import { carriedBytes } from "../revisions/carriedBytes.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { type Body, bodyOf, type Revision, RevisionTree } from "../revisions/model/RevisionTree.ts"
import type { ExportPaths } from "./exportPaths.ts"
import { summaryNodes } from "./exportSummary.ts"
import type { GitSnapshot } from "./Git.ts"
import { maxTextBytes, readKnown } from "./importSpace.ts"
import { pageFinder } from "./redirectTargets.ts"

/** What is at the target, and what is kept with the content. */
export interface ExportSettings {
  /** Where the target has, or is to have, its files. */
  readonly config: SpaceConfig
  readonly there: ReadonlyMap<SettingsFile, Body>
  readonly kept: ReadonlyMap<SettingsFile, Body>
  /** Where the content had its files that are kept. */
  readonly keptConfig: SpaceConfig
}

/** Reads them; which settings count at the target is decided here. */
export const readSettings = Effect.fnUntraced(function* (
  snapshot: Pick<GitSnapshot, "entries" | "read">,
  { root: { settings } }: Revision
) {
  const trees = yield* RevisionTree
  const entries = new Map(snapshot.entries.map((entry) => [entry.path, entry]))
  const there = new Map<SettingsFile, Body>()
  const kept = new Map<SettingsFile, Body>()
  const read = Effect.fnUntraced(function* (file: SettingsFile, path: string) {
    const entry = entries.get(path)
    if (entry === undefined) return
    there.set(file, bodyOf(yield* snapshot.read(entry, maxTextBytes)))
  })
  for (const file of settingsFiles) {
    const hash = settings?.[file]
    if (hash !== undefined) kept.set(file, yield* missingIsDamage(trees.body(hash)))
  }
  yield* read("config", settingsPaths(defaults).config)
  const keptConfig = parseSpaceConfig(kept.get("config")?.text ?? "")
  // they would take the place of the table of contents that a target without settings has
  const misleads = summaryPath(snapshot.entries, undefined) !== undefined && !isAsDefault(keptConfig)
  if (misleads) kept.delete("config")
  const own = there.get("config")
  const config = own === undefined ? (misleads ? defaults : keptConfig) : parseSpaceConfig(own.text)
  const paths = settingsPaths(config)
  for (const file of settingsFiles) if (file !== "config") yield* read(file, paths[file])
  const result: ExportSettings = { config, there, kept, keptConfig }
  return result
})

/**
 * What the files are to be.
 * @param was what the target says
 * @param is what it is to say, with its files at `paths`
 */
export const exportSettings = Effect.fnUntraced(function* (
  { config, kept, keptConfig, there }: ExportSettings,
  was: Revision,
  is: Revision,
  paths: ExportPaths
) {
  const trees = yield* RevisionTree
  const files = new Map<
    SettingsFile,
    { readonly bytes: Uint8Array; readonly path: string; readonly isWritten: boolean }
  >()
  const at = settingsPaths(config)
  const { settings } = is.root
  const before = settings === undefined ? undefined : yield* missingIsDamage(trees.open(settings.of))

  /** The text that is edited, the content that it says, and where that has its files. */
  const from = (file: SettingsFile) => {
    const own = there.get(file)
    if (own !== undefined) return { body: own, said: was, root: config.root }
    const other = kept.get(file)
    return other === undefined || before === undefined
      ? { body: noFile, said: was, root: config.root }
      : { body: other, said: before, root: keptConfig.root }
  }
  /** What is printed anew keeps its byte order mark and what is no text of it. */
  const put = Effect.fnUntraced(function* (file: SettingsFile, { bytes, exact, text }: Body, edited: string) {
    const isSame = edited === text
    if (isSame && !there.has(file) && !kept.has(file)) return
    const mark = text.startsWith(byteOrderMark) && !edited.startsWith(byteOrderMark) ? byteOrderMark : ""
    const next = isSame ? bytes : yield* carriedBytes(mark + edited, [exact])
    files.set(file, { bytes: next, path: at[file], isWritten: !isSame || !there.has(file) })
  })

  // people write it: of the paths in it only those of pages that moved are ours
  const settingsFile = from("config")
  const said = yield* readKnown(settingsFile.said)
  const pageAt = pageFinder(said.all.flatMap(({ git, id }) => (git === undefined ? [] : [[git.path, id] as const])))
  const movedTo = (path: string) => {
    const found = pageAt(settingsFile.root === "" ? path : `${settingsFile.root}/${path}`)
    const to = found === undefined ? undefined : paths.of.get(found.id)
    return to === undefined || to === found?.path ? undefined : below(config.root, to)
  }
  yield* put("config", settingsFile.body, moveRedirects(settingsFile.body.text, movedTo))

  const variables = from("variables")
  const changes = changesOf(yield* missingIsDamage(variables.said.variables()), yield* missingIsDamage(is.variables()))
  yield* put("variables", variables.body, editYaml(variables.body.text, changes, { texts: true }))

  const tags = from("tags")
  const wanted = yield* missingIsDamage(is.tags())
  const isSaid =
    sameTags(yield* missingIsDamage(tags.said.tags()), wanted) || sameTags(parseTags(tags.body.text).tags, wanted)
  yield* put("tags", tags.body, isSaid ? tags.body.text : printTags(wanted))

  const summary = from("summary")
  const known = summary.said === settingsFile.said ? said : yield* readKnown(summary.said)
  const oldPaths = new Map(
    [...known.all, ...known.allFiles].flatMap(({ git, id }) => (git === undefined ? [] : [[id, git.path] as const]))
  )
  const nodesBefore = summaryNodes(yield* missingIsDamage(summary.said.pages()), (id) =>
    below(summary.root, oldPaths.get(id))
  )
  const nodesAfter = summaryNodes(yield* missingIsDamage(is.pages()), (id) => below(config.root, paths.of.get(id)))
  const isEdited = JSON.stringify(nodesBefore) !== JSON.stringify(nodesAfter)
  const { text } = summary.body
  yield* put("summary", summary.body, isEdited ? printSummary(text, nodesBefore, nodesAfter) : text)
  return files
})

// ---------------------------------------------------------------------------------------------------------------------

const defaults = parseSpaceConfig("")
const noFile = bodyOf(new Uint8Array())
const byteOrderMark = "\uFEFF"

const isAsDefault = ({ readme, root, summary }: SpaceConfig): boolean =>
  root === defaults.root && readme === defaults.readme && summary === defaults.summary

/** A path as it is below the root of the content, where it is there. */
const below = (root: string, path: string | undefined): string | undefined =>
  path !== undefined && root !== "" && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path

/** Keys whose values differ; `undefined` for those that went. */
const changesOf = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((key) => before[key] !== after[key])
      .map((key) => [key, after[key]])
  )

/** Whatever their order. */
const sameTags = (first: ReadonlyArray<TagDefinition>, second: ReadonlyArray<TagDefinition>): boolean => {
  const lines = (tags: ReadonlyArray<TagDefinition>) => [
    ...new Map(tags.map(({ color, icon, label, tag }) => [tag, JSON.stringify([tag, label, icon, color])])).values()
  ]
  return lines(first).sort().join("\n") === lines(second).sort().join("\n")
}
