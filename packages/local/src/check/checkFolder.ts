/** `octavo check`: what is wrong in a folder of docs, and what can be mended without doubt. */
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { join, posix } from "node:path"
import {
  displayText,
  exactText,
  isLintRule,
  type LintedSpace,
  type LintProblem,
  type LintRule,
  lintPage,
  lintRules,
  lintSpace,
  offsetAt,
  type PageLint,
  placeAt,
  type Severity
} from "@octavo/document"
import { GitCli } from "@octavo/git-cli"
import { Effect } from "effect"
import picomatch from "picomatch"
import { readText } from "../folderSpace.ts"
import { foldersOf, type Project, projectFile, readProject } from "../project.ts"
import { checkExternal, type ExternalLink } from "./external.ts"
import { lintRedirects } from "./redirects.ts"

/** Something that is wrong, as people and programs are told. */
export interface Finding {
  readonly rule: string
  readonly severity: Severity
  /** Below the folder. */
  readonly path: string
  /** From 1; absent for what is about the whole file. */
  readonly line?: number
  readonly column?: number
  readonly endLine?: number
  readonly endColumn?: number
  readonly message: string
  /** Whether `--fix` mends it. */
  readonly fixable: boolean
}

export interface CheckOptions {
  /** Absolute path. */
  readonly directory: string
  /** Mends what can be mended without doubt. */
  readonly fix?: boolean | undefined
  /** Asks other hosts whether links to them lead somewhere. */
  readonly external?: boolean | undefined
  readonly report?: ((message: string) => Effect.Effect<void>) | undefined
}

export interface Checked {
  readonly findings: ReadonlyArray<Finding>
  /** How many pages were looked at, and how many problems were mended. */
  readonly pages: number
  readonly fixed: number
}

/** A folder as it was read. */
interface ReadFolder {
  /** Below the directory; empty for itself. */
  readonly folder: string
  readonly linted: LintedSpace
  /** Texts by their paths below the folder. */
  readonly texts: ReadonlyMap<string, string>
}

/** So many pages are read before others have their turn. */
const atOnce = 50

const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path)

const isSettings = (path: string): boolean =>
  /(?:^|\/)\.gitbook\.yaml$|(?:^|\/)\.gitbook\/(?:vars|tags)\.yaml$/.test(path)

export const checkFolder = Effect.fnUntraced(function* ({ directory, external, fix, report }: CheckOptions) {
  const first = yield* lookAt(directory)
  const fixed = fix === true ? yield* Effect.sync(() => mend(directory, first.problems)) : 0
  const { folders, problems, project, said } = fixed === 0 ? first : yield* lookAt(directory)
  const asked = external === true ? yield* checkExternal(externalLinks(folders), report) : []
  const judged = judge(project)
  const findings = [
    ...said.map(({ column, line, message }) =>
      findingOf({ rule: "settings", path: projectFile, message, line, column })
    ),
    ...[...problems, ...asked].map((problem) => withPlace(problem, problem.text))
  ].flatMap((finding) => judged(finding) ?? [])
  return {
    findings: findings.sort(inOrder),
    pages: folders.reduce((sum, { texts }) => sum + texts.size, 0),
    fixed
  } satisfies Checked
})

/** A problem below the directory, with the text that its offsets are of. */
export interface PlacedProblem extends LintProblem {
  readonly text: string
}

const lookAt = Effect.fnUntraced(function* (directory: string) {
  const text = readText(join(directory, projectFile))
  const { faults: said, placeOf, project } = readProject(text)
  const wanted = foldersOf(project)
  const listed = yield* Effect.forEach(wanted, ({ at, folder }) =>
    GitCli.readDirectory(join(directory, folder)).pipe(
      Effect.map((snapshot) => ({ folder, files: snapshot.entries })),
      Effect.catchIf(
        ({ reason }) => reason === "DirectoryNotFound",
        () => Effect.succeed({ folder, files: undefined, at })
      )
    )
  )
  const pages = new Map<string, PageLint>()
  const read: Array<{
    folder: string
    files: ReadonlyArray<{ path: string; oid: string; size: number }>
    texts: Map<string, string>
    settings: Map<string, string>
  }> = []
  const problems: Array<PlacedProblem> = []
  for (const one of listed) {
    if (one.files === undefined) {
      const start = offsetAt(text ?? "", placeOf(one.at))
      problems.push({
        rule: "settings",
        path: projectFile,
        start,
        end: start,
        message: `There is no folder ${one.folder}`,
        text: text ?? ""
      })
      continue
    }
    const texts = new Map<string, string>()
    const settings = new Map<string, string>()
    for (const [index, { path }] of one.files.entries()) {
      const markdown = isMarkdown(path)
      if (!markdown && !isSettings(path)) continue
      const bytes = yield* Effect.sync(() => readFileSync(join(directory, one.folder, path)))
      const page = displayText(exactText(bytes))
      settings.set(path, page)
      if (!markdown) continue
      texts.set(path, page)
      const linted = lintPage(page)
      pages.set(posix.join(one.folder, path), linted)
      if (page.includes("\uFFFD") && !bytes.includes("\uFFFD")) {
        const start = page.indexOf("\uFFFD")
        const message = "These bytes are no UTF-8: save the file as UTF-8"
        problems.push({
          rule: "encoding",
          path: posix.join(one.folder, path),
          start,
          end: start + 1,
          message,
          text: page
        })
      }
      if (index % atOnce === 0) yield* Effect.yieldNow
    }
    read.push({ folder: one.folder, files: one.files, texts, settings })
  }
  const folders = read.map(({ files, folder, settings, texts }): ReadFolder => {
    const own = new Map(Array.from(texts.keys(), (path) => [path, pages.get(posix.join(folder, path))!]))
    const outside = (path: string) => {
      const found = posix.join(folder, path)
      return pages.get(found) ?? pages.get(posix.join(found, "README.md"))
    }
    return {
      folder,
      texts,
      linted: lintSpace({ files, settings, pages: own, outside: read.length > 1 ? outside : undefined })
    }
  })
  for (const { folder, linted, texts } of folders) {
    const { settings } = read.find((one) => one.folder === folder)!
    for (const problem of linted.problems) {
      const path = posix.join(folder, problem.path)
      problems.push({ ...problem, path, text: texts.get(problem.path) ?? settings.get(problem.path) ?? "" })
    }
  }
  const ofProject = lintRedirects(project).map(({ keys, message, rule }): PlacedProblem => {
    const start = offsetAt(text ?? "", placeOf(keys, true))
    return { rule, path: projectFile, start, end: start, message, text: text ?? "" }
  })
  return { folders, problems: [...problems, ...ofProject], project, said }
})

const externalLinks = (folders: ReadonlyArray<ReadFolder>): ReadonlyArray<ExternalLink> =>
  folders.flatMap(({ folder, linted, texts }) =>
    linted.external.map(({ link, path, url }) => ({
      url,
      path: posix.join(folder, path),
      start: link.start,
      end: link.end,
      text: texts.get(path) ?? ""
    }))
  )

const findingOf = (given: {
  readonly rule: string
  readonly path: string
  readonly message: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}): Finding => ({
  rule: given.rule,
  severity: isLintRule(given.rule) ? lintRules[given.rule][0] : "error",
  path: given.path,
  ...(given.line === undefined || given.column === undefined ? {} : { line: given.line, column: given.column }),
  message: given.message,
  fixable: false
})

const withPlace = ({ end, fix, message, path, rule, start }: LintProblem, text: string): Finding => {
  const whole = start === 0 && end === 0
  const from = placeAt(text, start)
  const to = placeAt(text, Math.max(start, end))
  return {
    ...findingOf({ rule, path, message, ...(whole ? {} : from) }),
    ...(whole ? {} : { endLine: to.line, endColumn: to.column }),
    fixable: fix !== undefined
  }
}

/** What `octavo.yaml` says of rules and paths; `undefined` for what is not told. */
const judge = ({ check }: Project): ((finding: Finding) => Finding | undefined) => {
  const { ignore = [], rules = {} } = check ?? {}
  const isIgnored = ignore.length === 0 ? () => false : picomatch([...ignore], { dot: true })
  return (finding) => {
    const severity = (rules as Readonly<Record<string, Severity | "off">>)[finding.rule] ?? finding.severity
    return severity === "off" || isIgnored(finding.path) ? undefined : { ...finding, severity }
  }
}

const inOrder = (a: Finding, b: Finding): number =>
  compare(a.path, b.path) ||
  (a.line ?? 0) - (b.line ?? 0) ||
  (a.column ?? 0) - (b.column ?? 0) ||
  compare(a.rule, b.rule)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Mends files in place, whole or not at all; answers how many problems are mended. */
const mend = (directory: string, problems: ReadonlyArray<PlacedProblem>): number => {
  let fixed = 0
  for (const [path, ofFile] of Map.groupBy(problems, ({ path }) => path)) {
    const fixes = ofFile.filter(({ fix }) => fix !== undefined).sort((a, b) => b.start - a.start)
    if (fixes.length === 0) continue
    const file = join(directory, path)
    const bytes = readFileSync(file)
    // offsets are of a text: one whose bytes are no text is left as it is
    const text = bytes.toString("utf8")
    if (!Buffer.from(text, "utf8").equals(bytes) || fixes.some((one) => one.text !== text)) continue
    let mended = text
    let last = text.length + 1
    for (const { end, fix, start } of fixes) {
      if (end > last) continue
      mended = mended.slice(0, start) + fix + mended.slice(end)
      last = start
      fixed++
    }
    const next = `${file}.octavo-${process.pid}`
    writeFileSync(next, mended)
    renameSync(next, file)
  }
  return fixed
}

export type { LintRule }
