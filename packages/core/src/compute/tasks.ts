/**
 * What takes a processor long when texts are long: plain functions on plain data, which a thread of its own can do as
 * well. Trees of nodes stay where they are made: bringing one over costs as much as making it.
 */
import {
  carryBytes,
  chooseBranches,
  cutBranches,
  editTitle,
  hasConditions,
  hrefsIn,
  type Include,
  type MergedText,
  type MergeOptions,
  mergeText,
  neededPaths,
  type ParsedPage,
  type PlannedFacts,
  pageFactsOf,
  pageSegments,
  parsePage,
  planSpace,
  type RichProblem,
  type RichRef,
  type Root,
  readDocument,
  readShape,
  revertBlocks,
  rewriteReferences,
  type SideNames,
  type SpaceInput,
  type SpacePlan,
  sections,
  translatePage,
  visit,
  writeDocument
} from "@octavo/document"
import { evaluateExpressions, expressionsIn, mayHaveExpressions } from "../content/evaluate.ts"
import type { PageRecord } from "../content/model/Records.ts"
import { linesOf, matchRenames } from "../git/identity.ts"
import { whatIsLost } from "../imports/whatIsLost.ts"
import { type SearchDocument, toSearchDocument } from "../search/SearchDocument.ts"
import { currentIdsOf, mayHoldEarlierId } from "../shared/currentIds.ts"
import { contentHash, utf8 } from "../shared/hash.ts"
import { conditionsIn } from "./conditionsIn.ts"

/** What is said of a page by its text, without its tree. */
export interface PageFacts extends Omit<ParsedPage, "root"> {
  /** Each destination once, those of definitions too. */
  readonly hrefs: ReadonlyArray<string>
  /** In order. */
  readonly includes: ReadonlyArray<Pick<Include, "path" | "position">>
  /** Conditions of its `{% if %}` blocks, each once; `undefined` when there is none. */
  readonly conditions: ReadonlyArray<string> | undefined
  /** What its inline expressions ask for, each once; `undefined` when there is none. */
  readonly expressions: ReadonlyArray<string> | undefined
  /** Where the first block begins; the length of a text without any. */
  readonly begin: number
}

const factsOf = (parsed: ParsedPage, text: string): PageFacts => {
  const { root, ...page } = parsed
  return {
    ...page,
    hrefs: Array.from(hrefsIn(parsed)),
    includes: includesIn(root).map(({ path, position }) => ({ path, position })),
    conditions: hasConditions(root) ? conditionsIn(root) : undefined,
    expressions: mayHaveExpressions(text) ? expressionsIn(text, root) : undefined,
    begin: root.children[0]?.position.start ?? text.length
  }
}

/** Includes of a tree, in order. */
const includesIn = (root: Root): ReadonlyArray<Include> => {
  const found: Array<Include> = []
  visit(root, (node) => {
    if (node.type === "include") found.push(node)
    return true
  })
  return found
}

/** What hrefs of a text lead to; those that are not in it lead out of the space, or nowhere. */
export type Refs = ReadonlyMap<string, RichRef | undefined>

const refFields = [
  "kind",
  "url",
  "page",
  "anchor",
  "file",
  "user",
  "collection",
  "space",
  "reusableContent",
  "tag",
  "spec",
  "query"
]

/** One name for equal references. */
export const nameOf = (ref: RichRef): string =>
  refFields.map((field) => (ref as unknown as Record<string, unknown>)[field] ?? "").join("\0")

/** Whether a value of a document may be a reference. */
export const isRef = (value: object): value is RichRef => {
  const record = value as Readonly<Record<string, unknown>>
  return (
    typeof record["kind"] === "string" &&
    refFields.every((field) => ["string", "undefined"].includes(typeof record[field]))
  )
}

/** A document as it is sent, with the hash of that. */
export interface DocumentJson {
  readonly json: Uint8Array<ArrayBuffer>
  readonly hash: string
}

/** A text to make a document of. */
export interface DocumentWork {
  readonly text: string
  readonly refs: Refs
  readonly titled: boolean
}

const documentOf = ({ refs, text, titled }: DocumentWork) =>
  readDocument(text, { refOf: (href) => refs.get(href), hrefOf: () => undefined }, { titled })

/** A document in JSON. */
export interface DocumentInJson {
  readonly document: string
  /** Nobody has looked into it since it came: it may be anything. */
  readonly isSent: boolean
}

const readJson = ({
  document,
  isSent
}: DocumentInJson): { readonly value: unknown } | { readonly problem: RichProblem } => {
  if (!isSent) return { value: JSON.parse(document) }
  try {
    const value: unknown = JSON.parse(document)
    const current = mayHoldEarlierId(document) ? currentIdsOf(value) : value
    const shape = readShape(current)
    return "path" in shape ? { problem: shape } : { value: current }
  } catch (error) {
    return { problem: { path: "", message: `is not JSON: ${(error as Error).message.slice(0, 200)}` } }
  }
}

const deepest = 200

/** Most things that a document refers to, texts in lists included: whoever answers looks for each. */
const mostRefs = 50_000

/** Everything in a document that may be a reference, by its name; files of tables are ids alone. */
const refsIn = (value: unknown): ReadonlyMap<string, RichRef> => {
  const found = new Map<string, RichRef>()
  const add = (ref: RichRef): void => void found.set(nameOf(ref), ref)
  const walk = (one: unknown, depth: number): void => {
    if (typeof one !== "object" || one === null || depth > deepest) return
    if (Array.isArray(one)) {
      for (const item of one) {
        if (typeof item === "string") add({ kind: "file", file: item })
        else walk(item, depth + 1)
      }
      return
    }
    if (isRef(one)) add(one)
    for (const item of Object.values(one)) walk(item, depth + 1)
  }
  walk(value, 0)
  return found
}

export const tasks = {
  facts: ({ text }: { readonly text: string }): PageFacts => factsOf(parsePage(text), text),

  /** The text with destinations exchanged. */
  rewrite: ({ renamed, text }: { readonly text: string; readonly renamed: ReadonlyMap<string, string> }): string =>
    rewriteReferences(text, (href) => renamed.get(href)),

  /** The text with another title. */
  retitled: ({
    emoji,
    text,
    title
  }: {
    readonly text: string
    readonly title: string
    readonly emoji: string | undefined
  }): string => editTitle(text, title, emoji),

  /** What the plan of a space needs of each text. */
  surveyed: ({ texts }: { readonly texts: ReadonlyArray<string> }): ReadonlyArray<PlannedFacts> =>
    texts.map(pageFactsOf),

  /** What else a plan reads, by a table of contents. */
  needed: ({
    config,
    files,
    summary
  }: {
    readonly files: SpaceInput["files"]
    readonly config: string | undefined
    readonly summary: string | undefined
  }): ReadonlyArray<string> => neededPaths(files, config, summary),

  planned: (input: SpaceInput): SpacePlan => planSpace(input),

  /** Which pages that are gone are which that came, by what their texts have in common: ids by paths. */
  renamed: ({
    added,
    gone
  }: {
    readonly gone: ReadonlyArray<{ readonly id: string; readonly oid: string; readonly text: string }>
    readonly added: ReadonlyArray<{ readonly path: string; readonly oid: string; readonly text: string }>
  }): ReadonlyMap<string, string> =>
    matchRenames(
      gone.map(({ id, oid, text }) => ({ id, oid, lines: () => linesOf(text) })),
      added.map(({ oid, path, text }) => ({ path, oid, lines: () => linesOf(text) }))
    ),

  /** What an answer of a language model lost of a text. */
  lost: ({ after, before }: { readonly before: string; readonly after: string }): string | undefined =>
    whatIsLost(before, after),

  /** What of a text is translated. */
  segments: ({ text }: { readonly text: string }): ReadonlyArray<string> => pageSegments(text),

  /** A text in another language; `found` has the translations of its segments. */
  translated: ({ found, text }: { readonly text: string; readonly found: ReadonlyMap<string, string> }) =>
    translatePage(text, (segment) => found.get(segment)),

  /** The text without what is not shown of its `{% if %}` blocks. */
  cut: ({
    decided,
    text
  }: {
    readonly text: string
    readonly decided: ReadonlyMap<string, boolean | undefined>
  }): string => cutBranches(text, parsePage(text).root, (condition) => decided.get(condition)),

  /** The text with the bytes of the files that it was made of; see `carryBytes`. */
  carried: ({ sources, text }: { readonly text: string; readonly sources: ReadonlyArray<string> }): string =>
    carryBytes(text, sources),

  /** The text with its expressions replaced by what they come to. */
  evaluated: ({ text, values }: { readonly text: string; readonly values: ReadonlyMap<string, string | undefined> }) =>
    evaluateExpressions(text, (expression) => values.get(expression)),

  merge: ({
    base,
    names,
    options,
    ours,
    theirs
  }: {
    readonly base: string
    readonly ours: string
    readonly theirs: string
    readonly names: SideNames
    readonly options: MergeOptions
  }): MergedText => mergeText(base, ours, theirs, names, options),

  /** The document of a text. */
  document: (work: DocumentWork): DocumentJson => {
    const json = utf8.encode(JSON.stringify(documentOf(work))) as Uint8Array<ArrayBuffer>
    return { json, hash: contentHash(json) }
  },

  /** The document of a text with some of its blocks as they were in another one; or which of them are in neither. */
  reverted: ({
    before,
    keys,
    now
  }: {
    readonly now: DocumentWork
    readonly before: DocumentWork
    readonly keys: ReadonlyArray<string>
  }): { readonly json: Uint8Array<ArrayBuffer> } | { readonly unknown: ReadonlyArray<string> } => {
    const reverted = revertBlocks(documentOf(now), documentOf(before), keys)
    return "unknown" in reverted
      ? reverted
      : { json: utf8.encode(JSON.stringify(reverted.document)) as Uint8Array<ArrayBuffer> }
  },

  /** Everything in a document that may be a reference, by its name. */
  refs: (document: DocumentInJson): ReadonlyMap<string, RichRef> | { readonly problem: RichProblem } => {
    const read = readJson(document)
    if ("problem" in read) return read
    const found = refsIn(read.value)
    if (found.size <= mostRefs) return found
    return { problem: { path: "", message: `refers to more than ${mostRefs} things: write it as several pages` } }
  },

  /** The text of a document, written into the one that is there. */
  written: ({
    base,
    hrefs,
    refs,
    title,
    titled,
    ...document
  }: DocumentInJson & {
    readonly base: string
    readonly refs: Refs
    /** How references are written, by their names. */
    readonly hrefs: ReadonlyMap<string, string | undefined>
    readonly titled: boolean
    /** Of the page, for a text that does not say it. */
    readonly title: string | undefined
  }): { readonly text: string } | { readonly problem: RichProblem } => {
    const read = readJson(document)
    if ("problem" in read) return read
    return writeDocument(
      read.value,
      { refOf: (href) => refs.get(href), hrefOf: (ref) => hrefs.get(nameOf(ref)) },
      { base, titled, title }
    )
  },

  /**
   * What search has of a page, its includes in place. `shown` has, for each include of each text in order, which of the
   * texts it shows; the first text is the page. With `decided` only branches count whose conditions hold.
   */
  searched: ({
    decided,
    hash,
    page,
    shown,
    texts,
    varies
  }: {
    readonly page: PageRecord
    readonly hash: string
    readonly texts: ReadonlyArray<string>
    readonly shown: ReadonlyArray<ReadonlyArray<number | undefined>>
    readonly varies: boolean
    readonly decided: ReadonlyMap<string, boolean | undefined> | undefined
  }): SearchDocument | undefined => {
    const parsed = texts.map((text) => parsePage(text).root)
    const roots =
      decided === undefined ? parsed : parsed.map((root) => chooseBranches(root, (condition) => decided.get(condition)))
    const targets = new Map<Include, Root | undefined>()
    for (const [index, root] of parsed.entries()) {
      for (const [n, include] of includesIn(root).entries()) {
        const target = shown[index]?.[n]
        targets.set(include, target === undefined ? undefined : roots[target])
      }
    }
    const found = roots.length === 0 ? [] : sections({ root: roots[0]! }, (include) => targets.get(include))
    return toSearchDocument(page, hash, found, varies)
  }
}

export type Tasks = typeof tasks
export type TaskName = keyof Tasks
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0]
export type TaskOutput<Name extends TaskName> = ReturnType<Tasks[Name]>
