/** Names that may not be imported: what could leave the directory, or mean something else to a file system. */
import { utf8 } from "../../kernel/shared/hash.ts"

/** Code points that HFS+ ignores when it compares names: `.g<ZWNJ>it` opens `.git` there. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

const controls = /[\u0000-\u001f\u007f-\u009f]/

/** Longest path in bytes; no file system takes more. */
const longest = 4096

/** Whether a `/`-separated path from a tree or an archive is safe to keep: every component an ordinary name. */
export const isSafePath = (path: string): boolean =>
  path.length <= longest &&
  utf8.encode(path).length <= longest &&
  path.isWellFormed() &&
  !controls.test(path) &&
  !path.includes("\\") &&
  path.split("/").every(isSafeName)

/** A path in a message: in quotes, without control characters, cut short. */
export const printablePath = (path: string): string => {
  const text = JSON.stringify(path.toWellFormed()).replace(/[\u007f-\u009f]/g, "")
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…"`
}

// ---------------------------------------------------------------------------------------------------------------------

const longestShown = 300

const isSafeName = (name: string): boolean => name !== "" && name !== "." && name !== ".." && !isDotGit(name)

/** `.git` in any case, as HFS+ reads it, and as NTFS reads it (`git~1`, trailing dots and spaces, streams). */
const isDotGit = (name: string): boolean => /^(\.git|git~1)[. ]*(:.*)?$/i.test(name.replace(ignoredByHfs, ""))
