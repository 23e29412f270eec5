/** What an import does to a revision: its pages, files and settings as the repository has them now. Pure. */
import { type SpacePlan, settingsFiles, settingsPaths, type TagDefinition } from "@octavo/document"
import type { FileRecord, PageRecord, ReusableRecord, SettingsTexts } from "../revisions/model/Records.ts"
import type { RevisionEdit } from "../revisions/model/RevisionEdit.ts"
import type { Revision } from "../revisions/model/RevisionTree.ts"
import type { Known } from "./arrangePages.ts"

/** What must be done to the old revision. Puts come first: a page that moves must have left before its parent goes. */
export const editsFor = (
  known: Known,
  next: {
    readonly pages: ReadonlyArray<PageRecord>
    readonly files: ReadonlyArray<FileRecord>
    readonly reusables: ReadonlyArray<ReusableRecord>
    readonly variables: Readonly<Record<string, string>>
    readonly tags: ReadonlyArray<TagDefinition>
    readonly settings: SettingsTexts | undefined
  }
): ReadonlyArray<RevisionEdit> => {
  const old = new Map(known.all.map((page) => [page.id, page]))
  const kept = new Set(next.pages.map(({ id }) => id))
  const oldFiles = new Map(Array.from(known.files.values(), (file) => [file.id, file]))
  const keptFiles = new Set(next.files.map(({ id }) => id))
  const oldReusables = new Map(Array.from(known.reusables.values(), (reusable) => [reusable.id, reusable]))
  const keptReusables = new Set(next.reusables.map(({ id }) => id))
  return [
    ...next.pages.flatMap((page): Array<RevisionEdit> => {
      const was = old.get(page.id)
      return was !== undefined && sameRecord(was, page) ? [] : [{ type: "putPage", page }]
    }),
    ...known.all.flatMap(
      (page): Array<RevisionEdit> =>
        kept.has(page.id) || (page.parent !== null && old.has(page.parent) && !kept.has(page.parent))
          ? []
          : [{ type: "removePage", id: page.id }]
    ),
    ...next.files.flatMap(
      (file): Array<RevisionEdit> => (sameRecord(oldFiles.get(file.id), file) ? [] : [{ type: "putFile", file }])
    ),
    ...Array.from(oldFiles.keys()).flatMap(
      (id): Array<RevisionEdit> => (keptFiles.has(id) ? [] : [{ type: "removeFile", id }])
    ),
    ...next.reusables.flatMap(
      (reusableContent): Array<RevisionEdit> =>
        sameRecord(oldReusables.get(reusableContent.id), reusableContent)
          ? []
          : [{ type: "putReusable", reusableContent }]
    ),
    ...Array.from(oldReusables.keys()).flatMap(
      (id): Array<RevisionEdit> => (keptReusables.has(id) ? [] : [{ type: "removeReusable", id }])
    ),
    { type: "setVariables", variables: next.variables },
    { type: "setTags", tags: next.tags },
    { type: "setSettings", texts: next.settings }
  ]
}

/** Equal but for when it was changed. Key order does not matter. */
const sameRecord = (a: object | undefined, b: object): boolean => {
  if (a === undefined) return false
  const text = (value: object) =>
    JSON.stringify(value, (key, inner) =>
      key === "updatedAt"
        ? undefined
        : inner !== null && typeof inner === "object" && !Array.isArray(inner)
          ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
          : inner
    )
  return text(a) === text(b)
}

/** The same files say what is read now. */
export const saidAgain = ({ root: { settings } }: Revision): ReadonlyArray<RevisionEdit> => {
  if (settings === undefined) return []
  const { of: _, ...texts } = settings
  return [{ type: "setSettings", texts }]
}

/** What is kept of the files that say what the space is; nothing where there are no files at all. */
export const settingsOf = (
  plan: SpacePlan,
  entries: ReadonlyMap<string, unknown>,
  bodies: ReadonlyMap<string, { readonly hash: string }>
): SettingsTexts | undefined => {
  if (entries.size === 0) return undefined
  const paths = settingsPaths(plan.config)
  return Object.fromEntries(
    settingsFiles.flatMap((file) => {
      const body = bodies.get(paths[file])
      return body === undefined ? [] : [[file, body.hash]]
    })
  )
}
