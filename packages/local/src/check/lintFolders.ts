/** The folders of a project, looked at by all rules; again at the cost of what changed. */
import { isUtf8 } from "node:buffer"
import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { lintedDescriptions, lintedPages } from "@octavo/core/content/checks/lintTask"
import type { TreeEntry } from "@octavo/core/content/git/Git"
import { compute } from "@octavo/core/kernel/compute/Compute"
import {
  isMarkdown,
  isSilenced,
  type LintedSpace,
  type LintProblem,
  lintSpace,
  type PageLint,
  silencedInYaml,
  summaryPath
} from "@octavo/document"
import { Effect } from "effect"
import { makeMeantFilter } from "./meantFiles.ts"
import { textOf } from "./textOf.ts"

/** A folder with what is in it. */
export interface ListedFolder {
  /** Below the directory; empty for itself. */
  readonly folder: string
  readonly files: ReadonlyArray<TreeEntry>
}

export interface LintedFolder extends Pick<LintedSpace, "external" | "plan"> {
  readonly folder: string
  /** How many texts were looked at. */
  readonly pages: number
}

export interface LintedFolders {
  readonly folders: ReadonlyArray<LintedFolder>
  /** With paths below the directory. */
  readonly problems: ReadonlyArray<LintProblem>
}

/** What was read of a file with an id. */
interface KnownFile {
  /** Of settings alone: texts of pages would fill the memory. */
  readonly text?: string
  readonly page?: PageLint
  readonly problems: ReadonlyArray<Omit<LintProblem, "path">>
}

/** UTF-16 units of texts that are looked at together, and files that are read before others have their turn. */
const batchLength = 262_144
const atOnce = 50

/** Files that say what a folder is: a table of contents may have any name. */
const isSettings = (path: string): boolean =>
  /(?:^|\/)\.gitbook\.yaml$|(?:^|\/)\.gitbook\/(?:vars|tags)\.yaml$/.test(path)

const replacement = "\uFFFD"

/**
 * @param directory absolute path
 * @param read what the rules see in texts that somebody else has read, by their ids
 */
export const makeFolderLinter = (directory: string, read: ReadonlyMap<string, PageLint> = new Map()) => {
  const known = new Map<string, KnownFile & { readonly oid: string }>()

  const readFile = (path: string): KnownFile & { readonly text: string } => {
    const bytes = readFileSync(join(directory, path))
    const text = textOf(bytes)
    const start = text.indexOf(replacement)
    const isUnreadable = start !== -1 && !bytes.includes(replacement)
    const message =
      bytes.includes(0) && isUtf8(bytes)
        ? "NUL is no letter: take it out"
        : "These bytes are no UTF-8: save the file as UTF-8"
    return { text, problems: isUnreadable ? [{ rule: "encoding", start, end: start + 1, message }] : [] }
  }

  /** Looks at what is new or changed, on another thread where there is one. */
  const look = Effect.fnUntraced(function* (files: ReadonlyArray<TreeEntry>) {
    let batch: Array<{ readonly path: string; readonly oid: string } & ReturnType<typeof readFile>> = []
    let length = 0
    const lint = Effect.suspend(() => {
      const texts = batch.map(({ text }) => text)
      return Effect.map(compute(lintedPages, { texts }, length), (pages) => {
        for (const [index, { oid, path, problems }] of batch.entries()) {
          known.set(path, { oid, problems, page: pages[index]! })
        }
        batch = []
        length = 0
      })
    })
    for (const [index, { oid, path }] of files.entries()) {
      if (index % atOnce === 0) yield* Effect.yieldNow
      if (known.get(path)?.oid === oid) continue
      const page = isMarkdown(path) ? read.get(oid) : undefined
      if (page !== undefined) {
        known.set(path, { oid, page, problems: [] })
        continue
      }
      const file = readFile(path)
      if (!isMarkdown(path)) {
        known.set(path, { ...file, oid })
        continue
      }
      batch.push({ ...file, oid, path })
      length += file.text.length
      if (length > batchLength) yield* lint
    }
    yield* lint
  })

  /** What is wrong with a description, by its path and the id of its text. */
  const described = new Map<
    string,
    { readonly oid: string; readonly problem: KnownFile["problems"][number] | undefined }
  >()

  /** Looks at descriptions of APIs that are new or changed. */
  const lookAtDescriptions = Effect.fnUntraced(function* (all: ReadonlyArray<{ path: string; oid: string }>) {
    const files = all.filter(({ oid, path }) => described.get(path)?.oid !== oid)
    if (files.length === 0) return
    const texts = files.map(({ path }) => textOf(readFileSync(join(directory, path))))
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    const problems = yield* compute(lintedDescriptions, { texts }, length)
    for (const [index, { oid, path }] of files.entries()) described.set(path, { oid, problem: problems[index] })
  })

  const withoutMeant = makeMeantFilter(directory)

  return Effect.fnUntraced(function* (listed: ReadonlyArray<ListedFolder>) {
    const problems: Array<LintProblem> = []
    const pages = new Map<string, PageLint>()
    const paths = new Set<string>()
    const looked: Array<
      ListedFolder & { readonly own: Map<string, PageLint>; readonly settings: Map<string, string> }
    > = []
    for (const { files, folder } of listed) {
      const own = new Map<string, PageLint>()
      const settings = new Map<string, string>()
      const ours = files.filter(({ path }) => isMarkdown(path) || isSettings(path))
      yield* look(ours.map((file) => ({ ...file, path: posix.join(folder, file.path) })))
      for (const { path } of ours) {
        const whole = posix.join(folder, path)
        paths.add(whole)
        const { page, problems: found, text } = known.get(whole)!
        if (text !== undefined) settings.set(path, text)
        if (page !== undefined) {
          own.set(path, page)
          pages.set(whole, page)
        }
        if (found.length === 0) continue
        const silenced = page?.silenced ?? silencedInYaml(text!)
        for (const problem of found)
          if (!isSilenced(silenced, problem.rule, problem.start)) problems.push({ ...problem, path: whole })
      }
      const summary = summaryPath(files, settings.get(".gitbook.yaml"))
      if (summary !== undefined) settings.set(summary, textOf(readFileSync(join(directory, folder, summary))))
      looked.push({ files, folder, own, settings })
    }
    for (const path of known.keys()) if (!paths.has(path)) known.delete(path)
    const descriptions = new Map<string, string>()
    const folders = looked.map(({ files, folder, own, settings }): LintedFolder => {
      const outside = (path: string) => {
        const found = posix.join(folder, path)
        return pages.get(found) ?? pages.get(posix.join(found, "README.md"))
      }
      const {
        descriptions: shown,
        external,
        plan,
        problems: found
      } = lintSpace({
        files,
        settings,
        pages: own,
        outside: listed.length > 1 ? outside : undefined
      })
      for (const problem of found) problems.push({ ...problem, path: posix.join(folder, problem.path) })
      for (const { oid, path } of files) if (shown.has(path)) descriptions.set(posix.join(folder, path), oid)
      return { folder, pages: own.size, external, plan }
    })
    yield* lookAtDescriptions(Array.from(descriptions, ([path, oid]) => ({ path, oid })))
    for (const path of descriptions.keys()) {
      const { problem } = described.get(path)!
      if (problem !== undefined) problems.push({ ...problem, path })
    }
    for (const path of described.keys()) if (!descriptions.has(path)) described.delete(path)
    // a file of two folders has its problems once
    const each = new Map(problems.map((one) => [[one.rule, one.path, one.start, one.end, one.message].join("\0"), one]))
    return { folders, problems: yield* withoutMeant([...each.values()], listed) } satisfies LintedFolders
  })
}
