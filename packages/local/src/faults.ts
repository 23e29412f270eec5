/** What is wrong in a folder, as whoever writes it is told: in the terminal, and over the page. */
import { join } from "node:path"
import type { ImportCounts } from "@octavo/core/content/git/GitOperation"
import { defined } from "@octavo/core/kernel/shared/defined"
import { type LintProblem, type LintRule, placeAt } from "@octavo/document"
import type { Fault } from "@octavo/reader"
import type { LintedFolders } from "./check/lintFolders.ts"
import { pathBelow } from "./check/pathsOfReaders.ts"
import { readText } from "./folderSpace.ts"

/** What can be better, and does not keep a reader from anything: `octavo check` tells of it, not who writes at each save. */
const later: ReadonlySet<LintRule> = new Set([
  "image-alt",
  "heading-level",
  "not-in-summary",
  "unused-file",
  "duplicate-slug",
  "duplicate-id",
  "redirect-over-page"
])

/** Most that are told at once. */
const most = 200

/**
 * What is wrong in folders that were looked at.
 * @param directory absolute path, which paths are below
 * @param isTold what the project says of a rule and a path
 */
export const faultsOfRules = (
  directory: string,
  { folders, problems }: LintedFolders,
  isTold: (problem: LintProblem) => boolean
): ReadonlyArray<Fault> => {
  const pages = new Map(
    folders.flatMap(({ folder, plan }) =>
      pagesOf(plan.pages).map(({ file, path }) => [join(folder, file), path] as const)
    )
  )
  const texts = new Map<string, string>()
  return problems
    .filter((problem) => !later.has(problem.rule) && isTold(problem))
    .sort((a, b) => (a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1))
    .slice(0, most)
    .map(({ end, message, path, start }): Fault => {
      const text = texts.get(path) ?? readText(join(directory, path)) ?? ""
      texts.set(path, text)
      const page = pages.get(path)
      return {
        path,
        ...(start === 0 && end === 0 ? {} : placeAt(text, start)),
        message,
        severity: "warning",
        ...defined({ page })
      }
    })
}

type Pages = LintedFolders["folders"][number]["plan"]["pages"]

const pagesOf = (pages: Pages): ReadonlyArray<{ readonly file: string; readonly path: string }> =>
  pages.flatMap(({ children, file, path }) => [
    ...(file === undefined ? [] : [{ file, path: path === "readme" ? "" : path }]),
    ...pagesOf(children)
  ])

/** What an import of a folder tells, but for what the rules tell with its place. */
export const faultsOfImport = (
  warnings: ImportCounts["warnings"],
  { folders, problems }: LintedFolders,
  folder: string
): ReadonlyArray<Fault> => {
  const { plan } = folders.find((one) => one.folder === folder)!
  const told = new Set(plan.warnings.map(({ message, path }) => `${path}\n${message}`))
  const unreadable = new Set(problems.flatMap(({ path, rule }) => (rule === "encoding" ? [path] : [])))
  return warnings
    .filter(({ message, path }) => !told.has(`${path}\n${message}`))
    .map(({ message, path }): Fault => ({ path: join(folder, path), message, severity: "warning" }))
    .filter(({ message, path }) => !(unreadable.has(path) && message.includes("not UTF-8")))
}

/**
 * `path:line:column: what is wrong`, as compilers say it and editors find it.
 * @param prefix what paths begin with, seen from where somebody stands
 */
export const formatFault = ({ column, line, message, path }: Fault, prefix = ""): string =>
  `${[pathBelow(prefix, path), line, column].filter((part) => part !== undefined).join(":")}: ${message}`
