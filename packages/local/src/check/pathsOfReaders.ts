/** Paths of a folder as those who read them find the files: from where somebody stands, or from the root of a repository. */
import { existsSync } from "node:fs"
import { dirname, isAbsolute, join, relative, sep } from "node:path"
import type { CheckFormat } from "./formatNames.ts"

/** What paths below a folder begin with, seen from another one; empty where both are the same. */
export const pathFrom = (from: string, directory: string): string => relative(from, directory).split(sep).join("/")

/** A path below a folder with what it begins with; addresses and absolute paths as they are. */
export const pathBelow = (prefix: string, path: string): string =>
  prefix === "" || isAbsolute(path) || /^https?:\/\//.test(path) ? path : `${prefix}/${path}`

/** The repository that a folder is in. */
const repositoryOf = (directory: string): string | undefined => {
  if (existsSync(join(directory, ".git"))) return directory
  const above = dirname(directory)
  return above === directory ? undefined : repositoryOf(above)
}

/**
 * What paths of a report begin with: GitHub knows files from the root of their repository, people and other programs from
 * where the command was given. Reports for programs of one's own have the paths of the folder.
 * @param directory absolute path of what was checked
 * @param here where the command was given
 */
export const prefixOf = (format: CheckFormat, directory: string, here: string): string => {
  if (format === "json") return ""
  const isOfRepository = format === "github" || format === "sarif"
  return pathFrom((isOfRepository ? repositoryOf(directory) : undefined) ?? here, directory)
}
