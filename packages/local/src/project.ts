/**
 * `octavo.yaml`: what a folder of docs is as a site, where its files alone don't say it. Everything in it may be left out,
 * and so may the file (`docs/reference/octavo-yaml.md`).
 */

import { Language } from "@octavo/core/content/spaces/Space"
import { maxSource, sourceKey, sourcePattern, sourceProblem } from "@octavo/core/delivery/redirects/source"
import { SiteCustomizationOverride } from "@octavo/core/delivery/sites/customization"
import { pathPattern } from "@octavo/core/delivery/sites/names"
import { defined } from "@octavo/core/kernel/shared/defined"
import { externalProblem, maxAddress } from "@octavo/core/kernel/shared/externalAddress"
import { problemsOf } from "@octavo/core/kernel/shared/problems"
import { Text } from "@octavo/core/kernel/shared/text"
import {
  isSilenced,
  type LintRule,
  lintRules,
  offsetAt,
  type PlacedYaml,
  readPlacedYaml,
  silencedInYaml,
  type TextPlace
} from "@octavo/document"
import type { Fault } from "@octavo/reader"
import { Result, Schema } from "effect"

/** What it is called, in the folder itself. */
export const projectFile = "octavo.yaml"

const isInside = (path: string): boolean => {
  const parts = path.replace(/\/$/, "").split("/")
  return (
    !path.startsWith("/") && parts.every((part, at) => (part !== "" && part !== "..") || (at === 0 && path === "."))
  )
}

const Folder = Schema.String.check(
  Schema.makeFilter((path) => isInside(path) || "must be a folder below this file, like guides", {
    toJsonSchema: () => ({ pattern: "^(?!/)(?!(?:.*/)?\\.\\.(?:/|$))(?!.*//)[\\s\\S]+$" })
  })
).annotate({ description: "A folder below this file that holds Markdown" })
const Title = Text(2, 128)
const Path = Text(1, 100)
  .check(
    Schema.isPattern(pathPattern, { expected: "one path segment of letters, digits, hyphens, dots and underscores" })
  )
  .annotate({ description: "Where it is on the site; made of the title when left out. The first one is at the root" })

const Variant = Schema.Struct({
  folder: Folder,
  title: Schema.optionalKey(Title),
  path: Schema.optionalKey(Path),
  language: Schema.optionalKey(Language),
  version: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "A version of the first variant of its language without this: readers are led to the newest"
    })
  )
}).annotate({ description: "A version or a language of the same docs" })
export type Variant = typeof Variant.Type

const Variants = Schema.Array(Variant).check(Schema.isMinLength(1), Schema.isMaxLength(100))

const Section = Schema.Struct({
  folder: Schema.optionalKey(Folder),
  variants: Schema.optionalKey(Variants),
  title: Schema.optionalKey(Title),
  path: Schema.optionalKey(Path),
  icon: Schema.optionalKey(Text(0, 50).annotate({ description: "Name of an icon, like book" })),
  description: Schema.optionalKey(Text(0, 256)),
  language: Schema.optionalKey(Language)
})
  .check(
    Schema.makeFilter(
      ({ folder, variants }) => (folder === undefined) !== (variants === undefined) || "must have a folder or variants",
      { toJsonSchema: () => ({ oneOf: [{ required: ["folder"] }, { required: ["variants"] }] }) }
    )
  )
  .annotate({ description: "A part of the site with a tab of its own" })
export type Section = typeof Section.Type

const Target = Schema.String.check(
  Schema.makeFilter(
    (to) => /^(?:\/|https?:\/\/[^/\s])/i.test(to) || "must be a path like /new, or an http(s) address",
    {
      // spaces, backslashes and control characters as `redirectProblems` says it
      toJsonSchema: () => ({
        maxLength: maxAddress,
        pattern: "^(?:/|[hH][tT][tT][pP][sS]?://[^/\\s])[^\\s\\\\\\p{Cc}]*$"
      })
    }
  )
)
/** What is wrong with one is said by `redirectProblems`, of all of them together. */
const Source = Schema.String.check(
  Schema.makeFilter(() => true, {
    toJsonSchema: () => ({ pattern: `^(?=.{1,${maxSource}}(?:/\\*)?$)${sourcePattern.source.slice(1, -1)}(?:/\\*)?$` })
  })
)
const RedirectTo = Schema.Union([Target, Schema.Struct({ to: Target, permanent: Schema.Boolean })])

const ruleNames = Object.keys(lintRules) as ReadonlyArray<LintRule>
const Check = Schema.Struct({
  rules: Schema.optionalKey(
    Schema.Struct(
      Object.fromEntries(
        ruleNames.map((name) => [
          name,
          Schema.optionalKey(Schema.Literals(["off", "warning", "error"]).annotate({ description: lintRules[name][1] }))
        ])
      ) as { readonly [Name in LintRule]: Schema.optionalKey<Schema.Literals<["off", "warning", "error"]>> }
    ).annotate({ description: "How bad a rule is" })
  ),
  ignore: Schema.optionalKey(
    Schema.Array(Text(1, 512))
      .check(Schema.isMaxLength(100))
      .annotate({ description: "Paths that nothing is told of, like archive/**" })
  )
}).annotate({ description: "What octavo check looks for" })

export const Project = Schema.Struct({
  title: Schema.optionalKey(Title.annotate({ description: "Of the site; made of the folder's name when left out" })),
  language: Schema.optionalKey(Language),
  sections: Schema.optionalKey(Schema.Array(Section).check(Schema.isMinLength(1), Schema.isMaxLength(100))),
  variants: Schema.optionalKey(Variants),
  look: Schema.optionalKey(
    SiteCustomizationOverride.annotate({
      description: "How the site looks: the customization of the API. A picture may be a file: /assets/logo.svg"
    })
  ),
  authors: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Whether pages name who wrote them, as the history of the repository says" })
  ),
  check: Schema.optionalKey(Check),
  redirects: Schema.optionalKey(
    Schema.Record(Source, RedirectTo).annotate({
      description: "From a path to another one, or to an address; /old/* leads everything below along"
    })
  )
})
  .check(
    Schema.makeFilter(
      ({ sections, variants }) =>
        sections === undefined || variants === undefined || "has sections and variants: variants belong into a section",
      { toJsonSchema: () => ({ not: { required: ["sections", "variants"] } }) }
    )
  )
  .annotate({ title: "octavo.yaml", description: "What a folder of docs is as a site" })
export type Project = typeof Project.Type

/** The sections that a project names; the folder itself where it names none. */
export const sectionsOf = ({ language, sections, variants }: Project): ReadonlyArray<Section> =>
  sections ?? [{ variants: variants ?? [{ folder: ".", ...defined({ language }) }] }]

/** What is shown in a section, with where the file names it. */
export const variantsOf = (
  { folder = ".", language, title, variants }: Section,
  place: ReadonlyArray<PropertyKey>
): ReadonlyArray<{ readonly variant: Variant; readonly at: ReadonlyArray<PropertyKey> }> =>
  variants === undefined
    ? [{ variant: { folder, ...defined({ language, title }) }, at: [...place, "folder"] }]
    : variants.map((variant, n) => ({ variant, at: [...place, "variants", n, "folder"] }))

/** The folders that a project names, with where it names them; empty is the folder of the file itself. */
export const foldersOf = (
  project: Project
): ReadonlyArray<{ readonly folder: string; readonly at: ReadonlyArray<PropertyKey> }> => {
  const named = sectionsOf(project).flatMap((section, index) =>
    variantsOf(section, project.sections === undefined ? [] : ["sections", index])
  )
  const folders = new Map(named.map(({ at, variant }) => [pathOf(variant), at]))
  return Array.from(folders, ([folder, at]) => ({ folder, at }))
}

/** The folder of a variant below the file; empty for the file's own. */
export const pathOf = ({ folder }: Pick<Variant, "folder">): string => (folder === "." ? "" : folder.replace(/\/$/, ""))

/** A folder as it is read, with what is wrong in it. */
export interface ReadProject {
  readonly project: Project
  readonly faults: ReadonlyArray<Fault>
  /** Where something in it stands, for what is wrong with what it leads to. */
  readonly placeOf: PlacedYaml["placeOf"]
  /** Whether a comment in it silences a rule at a place. */
  readonly isSilenced: (rule: LintRule, place: TextPlace) => boolean
}

const decode = Schema.decodeUnknownResult(Project, { errors: "all", onExcessProperty: "error" })

/** The library's word for a key that the schema does not have. */
const unknownKey = "Expected no excess property"

/** @param text of the file; `undefined` where there is none */
export const readProject = (text = ""): ReadProject => {
  const { error, placeOf, value } = readPlacedYaml(text)
  const silenced = silencedInYaml(text)
  const places: Pick<ReadProject, "isSilenced" | "placeOf"> = {
    placeOf,
    isSilenced: (rule, place) => isSilenced(silenced, rule, offsetAt(text, place))
  }
  const fault = (message: string, { column, line }: TextPlace): Fault => ({
    path: projectFile,
    line,
    column,
    message,
    severity: "error"
  })
  if (error !== undefined) {
    const { message, ...place } = error
    return { project: {}, faults: [fault(message, place)], ...places }
  }
  const read = decode(value ?? {})
  if (Result.isSuccess(read)) {
    const wrong = [
      ...pathProblems(read.success).map(({ at, message }) => fault(message, placeOf(at))),
      ...redirectProblems(read.success).map(({ isKey, key, message }) =>
        fault(message, placeOf(["redirects", key], isKey))
      )
    ]
    return { project: wrong.length === 0 ? read.success : {}, faults: wrong, ...places }
  }
  return {
    project: {},
    faults: problemsOf(read.failure.issue)
      .map(({ message, path }) => {
        const isUnknown = message === unknownKey
        const name = path.map(String).join(".")
        const place = placeOf(path, isUnknown)
        return isUnknown
          ? fault(`${name} is no setting`, place)
          : fault(name === "" ? `It ${message}` : `${name} ${message}`, place)
      })
      .sort((a, b) => a.line! - b.line! || a.column! - b.column!),
    ...places
  }
}

/** Paths that two parts of the site would have, each told at the second: those of the first section are at the root. */
const pathProblems = ({ sections, variants }: Project) => {
  type At = ReadonlyArray<PropertyKey>
  const problems: Array<{ readonly at: At; readonly message: string }> = []
  const takeIn = (taken: Map<string, string>, parts: ReadonlyArray<{ readonly path?: string }>, above: At): void => {
    for (const [index, { path }] of parts.entries()) {
      const at = [...above, index]
      const other = path === undefined ? undefined : taken.get(path)
      if (other !== undefined) {
        const message = `${[...at, "path"].join(".")} is the path of ${other} already: give one of them another`
        problems.push({ at: [...at, "path"], message })
      } else if (path !== undefined) taken.set(path, at.join("."))
    }
  }
  const atRoot = new Map<string, string>()
  takeIn(atRoot, sections ?? [], ["sections"])
  const own = sections?.[0]?.path
  if (own !== undefined) atRoot.delete(own)
  for (const [index, { variants = [] }] of (sections ?? []).entries())
    takeIn(index === 0 ? atRoot : new Map(), variants, ["sections", index, "variants"])
  takeIn(new Map(), variants ?? [], ["variants"])
  return problems
}

/** What is wrong with redirects by themselves, each in words that name it. */
const redirectProblems = ({ redirects = {} }: Project) => {
  const known = new Map<string, string>()
  return Object.entries(redirects).flatMap(([key, target]) => {
    const source = key.replace(/\/\*$/, "")
    const problem = sourceProblem(source)
    if (problem !== undefined) return [{ key, isKey: true, message: `${key} ${problem}` }]
    const same = known.get(sourceKey(source))
    known.set(sourceKey(source), key)
    if (same !== undefined) return [{ key, isKey: true, message: `${key} is the same path as ${same}` }]
    const { to } = redirectTo(target)
    const wrong = externalProblem(to.startsWith("/") ? `http://localhost${to}` : to)
    return wrong === undefined ? [] : [{ key, isKey: false, message: `redirects.${key} ${wrong}` }]
  })
}

/** Where a redirect leads, and whether it stays so. */
export const redirectTo = (target: NonNullable<Project["redirects"]>[string]) =>
  typeof target === "string" ? { to: target, permanent: false } : target

/** Places of a look that have pictures. */
const pictures = [
  ["header", "logo", "light"],
  ["header", "logo", "dark"],
  ["footer", "logo", "light"],
  ["footer", "logo", "dark"],
  ["favicon", "icon", "light"],
  ["favicon", "icon", "dark"],
  ["socialPreview", "url"]
]

/** The files of the folder that a look shows, with where it names them. */
export const picturesOf = (
  look: unknown
): ReadonlyArray<{ readonly file: string; readonly path: ReadonlyArray<string> }> =>
  pictures.flatMap((path) => {
    const file = path.reduce<unknown>(
      (value, step) => (value as Readonly<Record<string, unknown>> | undefined | null)?.[step],
      look
    )
    return typeof file === "string" && file.startsWith("/") ? [{ file, path }] : []
  })

/** The JSON Schema of the file, for editors (draft 2020-12). */
export const projectSchema = () => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Project, { onExcessProperty: "error" })
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema, $defs: definitions }
}
