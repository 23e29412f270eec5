/** What `git log` says of the files of a folder, read as it comes. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { StringDecoder } from "node:string_decoder"
import type { FileHistory } from "@octavo/core/content/git/Git"

/** Most authors that are named of a file, the latest ones. */
const mostAuthors = 10
const longestName = 100
/** Longest path that is read, in UTF-16 units: those of an import are shorter. */
const longestPath = 16_384

/**
 * Arguments of the log that `historyReader` reads, of a folder of a repository; all of it where it is empty.
 * @param mark what no path of the repository begins with
 */
export const logArguments = (mark: string, commit: string, directory: string): ReadonlyArray<string> => [
  "log",
  "-z",
  // a commit is its id, a date and a name before a zero byte, then the paths that it changed, each before one, too
  `--format=${mark}%H %ct %aN`,
  "--name-only",
  "--no-renames",
  // the repository of somebody else may name the program that checks them
  "--no-show-signature",
  commit,
  "--",
  directory === "" ? "." : `:(top,literal)${directory}`
]

/** What commits begin with in one log: nobody who names files knows it. */
export const newMark = (): string => `${crypto.randomUUID()} `

/** Ids of the commits that a shallow repository ends with: they seem to have written all that there was. */
export const lastOfShallow = async (gitDirectory: string): Promise<ReadonlySet<string>> =>
  new Set((await readFile(join(gitDirectory, "shallow"), "utf8").catch(() => "")).split("\n"))

export interface HistoryReader {
  /** Takes the next piece of what git writes. */
  readonly add: (chunk: Buffer) => void
  /** Of each path below the folder. What an output says that was cut off is in it as far as it goes. */
  readonly histories: ReadonlyMap<string, FileHistory>
}

/**
 * Reads a log that has the newest commits first. It costs what the output is long, and keeps what is wanted.
 * @param mark what commits begin with
 * @param directory of the repository, which paths are below
 * @param wanted the paths that are asked for; all of them without it
 * @param unknown ids of commits of which it is not known what they changed
 * @param nameless ids of commits that date what they changed, and name nobody
 */
export const historyReader = (
  mark: string,
  directory: string,
  {
    nameless,
    unknown,
    wanted
  }: {
    readonly wanted?: ReadonlySet<string>
    readonly unknown?: ReadonlySet<string>
    readonly nameless?: ReadonlySet<string>
  } = {}
): HistoryReader => {
  const root = directory === "" ? "" : `${directory}/`
  const histories = new Map<string, { readonly changedAt: string; readonly authors: Array<string> }>()
  const decoder = new StringDecoder("utf8")
  let commit: { readonly changedAt: string; readonly name: string | undefined } | undefined
  let isFirst = false
  let rest = ""

  const takePath = (path: string): void => {
    if (commit === undefined || !path.startsWith(root)) return
    const own = path.slice(root.length)
    if (wanted !== undefined && !wanted.has(own)) return
    const known = histories.get(own) ?? { changedAt: commit.changedAt, authors: [] }
    histories.set(own, known)
    const { authors } = known
    const { name } = commit
    if (name !== undefined && authors.length < mostAuthors && !authors.includes(name)) authors.push(name)
  }

  const take = (text: string): void => {
    if (text.startsWith(mark)) {
      const [, id = "", seconds = "", written = ""] = /^([0-9a-f]+) (\d+) ([^\n]*)/.exec(text.slice(mark.length)) ?? []
      const time = new Date(Number(seconds) * 1000)
      commit =
        id === "" || unknown?.has(id) === true || Number.isNaN(time.getTime())
          ? undefined
          : { changedAt: time.toISOString(), name: nameless?.has(id) === true ? undefined : personOf(written) }
      isFirst = true
      return
    }
    takePath(isFirst ? text.replace(/^\n/, "") : text)
    isFirst = false
  }

  return {
    add: (chunk) => {
      const texts = decoder.write(chunk).split("\0")
      const last = texts.pop()!
      for (const [index, text] of texts.entries()) take(index === 0 ? rest + text : text)
      rest = texts.length === 0 ? (rest + last).slice(0, longestPath) : last.slice(0, longestPath)
    },
    histories
  }
}

// ---------------------------------------------------------------------------------------------------------------------

/** The name of a person; `undefined` for programs, and for an address in the place of a name. */
const personOf = (written: string): string | undefined => {
  const name = written
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ")
    .trim()
    .slice(0, longestName)
    .toWellFormed()
  return name === "" || name.endsWith("[bot]") || /[^\s@]@[^\s@]/.test(name) ? undefined : name
}
