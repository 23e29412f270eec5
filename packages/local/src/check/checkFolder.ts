/** `octavo check`: what is wrong in a folder of docs, and what can be mended without doubt. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join, posix } from "node:path"
import { defined } from "@octavo/core/kernel/shared/defined"
import {
  type LintProblem,
  type LintRule,
  lintRules,
  offsetAt,
  placeAt,
  type Severity,
  type TextPlace
} from "@octavo/document"
import { GitCli } from "@octavo/git-cli"
import { buildFile } from "@octavo/static-site/outputFolder"
import { Effect } from "effect"
import { readText } from "../folderSpace.ts"
import { foldersOf, picturesOf, projectFile, readProject } from "../project.ts"
import { checkExternal, type ExternalLink } from "./external.ts"
import { type LintedFolder, type ListedFolder, makeFolderLinter } from "./lintFolders.ts"
import { lintRedirects } from "./redirects.ts"
import { makeSeverityOf } from "./severity.ts"
import { textOf } from "./textOf.ts"

/** Something that is wrong, as people and programs are told. */
export interface Finding {
  readonly rule: LintRule
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

/** A link that leads to a page again may name a heading that can be mended, too. */
const mostTurns = 5

export const checkFolder = Effect.fnUntraced(function* ({ directory, external, fix, report }: CheckOptions) {
  let looked = yield* lookAt(directory)
  let fixed = 0
  for (let turn = 0; fix === true && turn < mostTurns; turn++) {
    const mended = mend(directory, looked)
    if (mended === 0) break
    fixed += mended
    looked = yield* lookAt(directory)
  }
  const { folders, problems, project, said } = looked
  const severityOf = makeSeverityOf(project)
  const isAsked = ({ path }: ExternalLink) => severityOf({ rule: "external-link", path }) !== undefined
  const asked = external === true ? yield* checkExternal(externalLinks(folders).filter(isAsked), report) : []
  const texts = makeTexts(directory)
  const findings = [
    ...said.map(({ column, line, message }) =>
      findingOf({ rule: "settings", path: projectFile, message, line, column })
    ),
    ...[...problems, ...asked].map((problem) => withPlace(problem, texts))
  ].flatMap((finding) => {
    const severity = severityOf(finding)
    return severity === undefined ? [] : [{ ...finding, severity }]
  })
  return {
    findings: findings.sort(inOrder),
    pages: folders.reduce((sum, { pages }) => sum + pages, 0),
    fixed
  } satisfies Checked
})

const lookAt = Effect.fnUntraced(function* (directory: string) {
  const text = readText(join(directory, projectFile)) ?? ""
  const { faults, isSilenced, placeOf, project } = readProject(text)
  const said = faults.filter(({ column = 1, line = 1 }) => !isSilenced("settings", { line, column }))
  const problems: Array<LintProblem> = []
  const ofProject = (rule: LintRule, place: TextPlace, message: string): void => {
    if (isSilenced(rule, place)) return
    const start = offsetAt(text, place)
    problems.push({ rule, path: projectFile, start, end: start, message })
  }
  const listed: Array<ListedFolder> = []
  for (const { at, folder } of foldersOf(project)) {
    const snapshot = yield* GitCli.readDirectory(join(directory, folder), {
      known: new Map(),
      exceptWith: buildFile
    }).pipe(
      Effect.catchIf(
        ({ reason }) => reason === "DirectoryNotFound",
        () => Effect.undefined
      )
    )
    if (snapshot === undefined)
      ofProject("settings", placeOf(at), `There is no folder ${folder}: name one that is there`)
    else listed.push({ folder, files: snapshot.entries })
  }
  for (const { file, path } of picturesOf(project.look)) {
    if (!existsSync(join(directory, file)))
      ofProject("missing-file", placeOf(["look", ...path]), `There is no file ${file}: name one that is there`)
  }
  const linted = yield* makeFolderLinter(directory)(listed)
  for (const { from, message } of lintRedirects(project, linted.folders))
    ofProject("redirect-loop", placeOf(["redirects", from]), message)
  return { folders: linted.folders, problems: [...problems, ...linted.problems], project, said }
})

const externalLinks = (folders: ReadonlyArray<LintedFolder>): ReadonlyArray<ExternalLink> =>
  folders.flatMap(({ external, folder }) =>
    external.map(({ link: { end, start }, path, url }) => ({ url, path: posix.join(folder, path), start, end }))
  )

/** The texts that problems are in, each read once. */
const makeTexts = (directory: string) => {
  const texts = new Map<string, string>()
  return (path: string): string => {
    let text = texts.get(path)
    if (text === undefined) {
      text = textOf(readFileSync(join(directory, path)))
      texts.set(path, text)
    }
    return text
  }
}

const findingOf = (given: {
  readonly rule: LintRule
  readonly path: string
  readonly message: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}): Finding => ({
  rule: given.rule,
  severity: lintRules[given.rule][0],
  path: given.path,
  ...defined({ line: given.line, column: given.column }),
  message: given.message,
  fixable: false
})

const withPlace = (
  { end, fix, message, path, rule, start }: LintProblem,
  textAt: (path: string) => string
): Finding => {
  const whole = start === 0 && end === 0
  const text = whole ? "" : textAt(path)
  const from = placeAt(text, start)
  const to = placeAt(text, Math.max(start, end))
  return {
    ...findingOf({ rule, path, message, ...(whole ? {} : from) }),
    ...(whole ? {} : { endLine: to.line, endColumn: to.column }),
    fixable: fix !== undefined
  }
}

const inOrder = (a: Finding, b: Finding): number =>
  compare(a.path, b.path) ||
  (a.line ?? 0) - (b.line ?? 0) ||
  (a.column ?? 0) - (b.column ?? 0) ||
  compare(a.rule, b.rule)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Mends what is told in place, each file whole or not at all; answers how many problems are mended. */
const mend = (directory: string, { problems, project }: Effect.Success<ReturnType<typeof lookAt>>): number => {
  const severityOf = makeSeverityOf(project)
  let fixed = 0
  for (const [path, ofFile] of Map.groupBy(problems, ({ path }) => path)) {
    const fixes = ofFile
      .filter((problem) => severityOf(problem) !== undefined)
      .flatMap(({ end, fix, repeats = [], start }) =>
        fix === undefined ? [] : [{ fix, places: [{ start, end }, ...repeats] }]
      )
    if (fixes.length === 0) continue
    const file = join(directory, path)
    const bytes = readFileSync(file)
    // offsets are of a text: one whose bytes are no text is left as it is
    const text = bytes.toString("utf8")
    if (!Buffer.from(text, "utf8").equals(bytes) || text !== textOf(bytes)) continue
    const edits = fixes.flatMap(({ fix, places }) => places.map((place) => ({ ...place, fix })))
    let mended = text
    let last = text.length + 1
    for (const { end, fix, start } of edits.sort((a, b) => b.start - a.start)) {
      if (end > last) continue
      mended = mended.slice(0, start) + fix + mended.slice(end)
      last = start
    }
    fixed += fixes.length
    const next = `${file}.octavo-${process.pid}`
    writeFileSync(next, mended)
    renameSync(next, file)
  }
  return fixed
}
