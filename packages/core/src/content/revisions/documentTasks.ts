/** Documents and texts of each other: tasks. */
import {
  parsePage,
  type RichProblem,
  type RichRef,
  readDocument,
  readPage,
  readShape,
  revertBlocks,
  writeDocument
} from "@octavo/document"
import type { AskingTask } from "../../kernel/compute/AskingTask.ts"
import { task } from "../../kernel/compute/Task.ts"
import { currentIdsOf, mayHoldEarlierId } from "../../kernel/shared/currentIds.ts"
import type { DocumentJson } from "../../kernel/shared/documentJson.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"

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

/** A text to make a document of. */
export interface DocumentWork {
  readonly text: string
  readonly refs: Refs
  readonly titled: boolean
}

const documentOf = ({ refs, text, titled }: DocumentWork) =>
  // what the text leads to was asked of it just before
  readDocument(text, { refOf: (href) => refs.get(href), hrefOf: () => undefined }, { titled, parsed: readPage(text) })

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

/** The document of a text. */
export const documentTask = task("document", (work: DocumentWork) => {
  const json = utf8.encode(JSON.stringify(documentOf(work))) as Uint8Array<ArrayBuffer>
  return { json, hash: contentHash(json) } satisfies DocumentJson
})

/**
 * The documents of many texts, one after the other, with the byte that each ends before. Asks once what the hrefs of all
 * of them lead to.
 */
export const documentsTask: AskingTask<
  { readonly texts: ReadonlyArray<string>; readonly titled: boolean },
  { readonly json: Uint8Array<ArrayBuffer>; readonly ends: ReadonlyArray<number> },
  ReadonlyArray<string>,
  Refs
> = {
  name: "documents",
  run: async ({ texts, titled }, ask) => {
    const pages = texts.map((text) => ({ text, parsed: parsePage(text) }))
    const hrefs = new Set(pages.flatMap(({ parsed }) => parsed.links.map(({ href }) => href)))
    const refs: Refs = hrefs.size === 0 ? new Map() : await ask(Array.from(hrefs))
    const references = { refOf: (href: string) => refs.get(href), hrefOf: () => undefined }
    const documents = pages.map(({ parsed, text }) =>
      utf8.encode(JSON.stringify(readDocument(text, references, { parsed, titled })))
    )
    const ends: Array<number> = []
    for (const { length } of documents) ends.push((ends.at(-1) ?? 0) + length)
    const json = new Uint8Array(ends.at(-1) ?? 0)
    for (const [index, document] of documents.entries()) json.set(document, ends[index]! - document.length)
    return { json, ends }
  }
}

/** The document of a text with some of its blocks as they were in another one; or which of them are in neither. */
export const revertedBlocks = task(
  "reverted",
  ({
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
  }
)

/** Everything in a document that may be a reference, by its name. */
export const documentRefs = task(
  "refs",
  (document: DocumentInJson): ReadonlyMap<string, RichRef> | { readonly problem: RichProblem } => {
    const read = readJson(document)
    if ("problem" in read) return read
    const found = refsIn(read.value)
    if (found.size <= mostRefs) return found
    return { problem: { path: "", message: `refers to more than ${mostRefs} things: write it as several pages` } }
  }
)

/** The text of a document, written into the one that is there. */
export const writtenText = task(
  "written",
  ({
    base,
    hrefs,
    nearest,
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
    readonly nearest: boolean
    /** Of the page, for a text that does not say it. */
    readonly title: string | undefined
  }): { readonly text: string } | { readonly problem: RichProblem } => {
    const read = readJson(document)
    if ("problem" in read) return read
    return writeDocument(
      read.value,
      { refOf: (href) => refs.get(href), hrefOf: (ref) => hrefs.get(nameOf(ref)) },
      { base, titled, title, nearest }
    )
  }
)
