/** A folder of this machine as the site that it will be, in a store of its own; again whenever a file was saved. */
import { existsSync } from "node:fs"
import { basename, join } from "node:path"
import { ContentIndex } from "@octavo/core/content/content-index/ContentIndex"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import type { Fault } from "@octavo/reader"
import type { Report } from "@octavo/runtime/imports"
import { spaceTitle } from "@octavo/runtime/setup"
import { Data, Effect } from "effect"
import { makeFolderLinter } from "./check/lintFolders.ts"
import { lintRedirects } from "./check/redirects.ts"
import { makeSeverityOf } from "./check/severity.ts"
import { faultsOfImport, faultsOfRules, formatFault } from "./faults.ts"
import { type FolderReading, type FolderSpace, folderSpace, readText } from "./folderSpace.ts"
import type { Folders } from "./neighbours.ts"
import { type Project, pathOf, projectFile, type ReadProject, readProject, sectionsOf, variantsOf } from "./project.ts"
import { makeProjectSite, type ShownSection } from "./projectSite.ts"
import type { Changes } from "./watch.ts"

/** What the only site is called in the store: no address says it. */
export const siteName = "docs"

/** What a folder is shown as. */
export interface Shown {
  /** Changes with what is shown. */
  readonly version: string
  readonly pages: number
  /** What is wrong in its `octavo.yaml`. */
  readonly refused: ReadonlyArray<Fault>
  /** All that is wrong in it: looked for when it is asked for, so that what was saved is seen first. */
  readonly faults: Effect.Effect<ReadonlyArray<Fault>, StorageError>
  /** Makes what readers search in, of a large folder: until then they find what is in it so far. */
  readonly indexed: Effect.Effect<void, StorageError>
}

/** `octavo.yaml` says nothing that the folder could be shown as. */
export class WrongProject extends Data.TaggedError("WrongProject")<{ readonly faults: ReadonlyArray<Fault> }> {
  override get message(): string {
    return this.faults.map((fault) => formatFault(fault)).join("\n")
  }
}

/**
 * Makes a store hold a folder as its only site. What it answers reads the folder again, and costs what changed: where it is
 * told that nothing came, went or moved since the last time, the folder is not even listed.
 * @param directory absolute path
 * @param beside its folders: what shows the site is given the same
 */
export const followFolder = Effect.fnUntraced(
  function* (directory: string, report: Report, beside: Folders, reading: FolderReading = {}) {
    const admin = yield* (yield* Users).ensure({ email: "writer@localhost.localdomain", displayName: "Writer" })
    const { id: organization } = yield* (yield* Organizations).create({ title: "Local" }, admin.id)
    const spaces = yield* Spaces
    const index = yield* ContentIndex
    const makeSite = yield* makeProjectSite(organization, directory, siteName)
    const lint = makeFolderLinter(directory, reading.lints)
    /** By their paths below the folder. */
    const folders = new Map<string, { readonly space: string; readonly read: FolderSpace }>()
    /** What the file said when nothing was wrong in it. */
    let good: ReadProject | undefined
    /** What the site was made for. */
    let made: { readonly shown: string; readonly faults: ReadonlyArray<Fault> } | undefined

    const folderAt = Effect.fnUntraced(function* (path: string) {
      const known = folders.get(path)
      if (known !== undefined) return known
      const whole = join(directory, path)
      const { id: space } = yield* spaces.create(organization, { title: spaceTitle(basename(whole)) })
      beside.add(path, space)
      const read = yield* folderSpace(space, whole, report, below(reading, path, namesAuthors(good?.project)))
      const folder = { space, read }
      folders.set(path, folder)
      return folder
    })

    return Effect.fnUntraced(
      function* (changes: Changes) {
        const text = yield* Effect.sync(() => readText(join(directory, projectFile)))
        const said = readProject(text)
        if (said.faults.length > 0 && good === undefined) {
          return yield* new WrongProject({ faults: said.faults })
        }
        // what is wrong is told over the site as it was
        const read = said.faults.length > 0 ? good! : said
        good = read
        const { isSilenced, placeOf, project } = read
        const faults: Array<Fault> = [...said.faults]
        const shown: Array<ShownSection> = []
        const held: Array<
          { readonly folder: string; readonly space: string } & Effect.Success<ReturnType<FolderSpace>>
        > = []
        for (const [index, section] of sectionsOf(project).entries()) {
          const variants: Array<ShownSection["variants"][number]> = []
          const place = project.sections === undefined ? [] : ["sections", index]
          for (const { at, variant } of variantsOf(section, place)) {
            const path = pathOf(variant)
            if (path !== "" && !existsSync(join(directory, path))) {
              faults.push(faultAt(read, at, `There is no folder ${variant.folder}: name one that is there`))
              continue
            }
            const folder = yield* folderAt(path)
            held.push({ folder: path, space: folder.space, ...(yield* folder.read(inFolder(changes, path))) })
            variants.push({ ...variant, space: folder.space, at: at.slice(0, -1) })
          }
          if (variants.length > 0) shown.push({ ...section, variants, at: place })
        }
        if (shown.length === 0) return yield* new WrongProject({ faults })
        const names = JSON.stringify([project, shown])
        if (made?.shown !== names) {
          const refused = yield* makeSite(project, shown, project.sections !== undefined)
          made = { shown: names, faults: refused.map(({ message, path }) => faultAt({ placeOf }, path, message)) }
        }
        faults.push(...made.faults)
        const severityOf = makeSeverityOf(project)
        const isTold = (problem: Parameters<typeof severityOf>[0]) => severityOf(problem) !== undefined
        const inFolders = Effect.map(lint(held), (linted) => [
          ...lintRedirects(project, linted.folders).flatMap(({ from, message }): ReadonlyArray<Fault> => {
            const at = ["redirects", from]
            return isTold({ rule: "redirect-loop", path: projectFile }) && !isSilenced("redirect-loop", placeOf(at))
              ? [{ ...faultAt(read, at, message), severity: "warning" }]
              : []
          }),
          ...faultsOfRules(directory, linted, isTold),
          ...held.flatMap(({ folder, warnings }) => faultsOfImport(warnings, linted, folder))
        ])
        return {
          version: [contentHash(utf8.encode(names)), ...held.map(({ root }) => root)].join(" "),
          pages: held.reduce((sum, { pages }) => sum + pages, 0),
          refused: faults,
          faults: Effect.map(inFolders, (found) => [...faults, ...found]),
          indexed: Effect.forEach(held, ({ root, space }) => index.complete(space, root), { discard: true })
        } satisfies Shown
      },
      Effect.provideService(CurrentActor, operator)
    )
  },
  Effect.provideService(CurrentActor, operator)
)

const faultAt = (
  { placeOf }: Pick<ReadProject, "placeOf">,
  path: ReadonlyArray<PropertyKey>,
  message: string
): Fault => ({
  path: projectFile,
  ...placeOf(path),
  message,
  severity: "error"
})

/** Whether pages name who wrote them. */
const namesAuthors = (project: Project | undefined): boolean =>
  project?.authors === true || project?.look?.git?.showAuthors === true

/** Changes of a folder below. */
const inFolder = (changes: Changes, path: string): Changes => {
  if (changes === "whole" || path === "") return changes
  const prefix = `${path}/`
  return new Set([...changes].flatMap((file) => (file.startsWith(prefix) ? [file.slice(prefix.length)] : [])))
}

/**
 * The same for a folder below.
 * @param named whether readers are told who wrote a page
 */
const below = ({ except, lints, origin: whole }: FolderReading, path: string, named: boolean): FolderReading => {
  const origin = whole && (named ? whole : { ...whole, authorsOf: undefined })
  if (path === "") return { except, lints, origin }
  const prefix = `${path}/`
  return {
    lints,
    except: except?.startsWith(prefix) === true ? except.slice(prefix.length) : undefined,
    origin: origin && {
      changedAt: (file) => origin.changedAt(file === undefined ? undefined : prefix + file),
      authorsOf: origin.authorsOf && ((file) => origin.authorsOf!(prefix + file)),
      idOf: (name) => origin.idOf(prefix + name)
    }
  }
}
