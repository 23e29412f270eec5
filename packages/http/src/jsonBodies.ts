/**
 * Long bodies of requests: what is to be known of them before they are parsed, and without the documents in them. Parsing
 * takes up to two microseconds a name, the longest body has a million, and all who wait for this thread would wait.
 */
import { standInFor } from "@octavo/core/kernel/shared/sentDocuments"

/** What a JSON text is like. Of a text that is no JSON it says something, too; the parser refuses that. */
export interface JsonBodyScan {
  readonly depth: number
  /** Whether every store can keep its strings. */
  readonly storable: boolean
  /** Documents of pages and comments: where they begin and end. */
  readonly documents: ReadonlyArray<readonly [start: number, end: number]>
  /** Values and names, other than those in these documents. */
  readonly valuesOutside: number
}

/** Shortest document that is worth to be left out, in characters. */
const shortest = 4_096

/** Where documents stand: members of objects by their names, items of lists without. */
const documentPaths: ReadonlyArray<ReadonlyArray<string | undefined>> = [
  ["changes", undefined, "document", "document"],
  ["body", "document"]
]
const deepestPath = Math.max(...documentPaths.map(({ length }) => length))

const quote = 34
const comma = 44
const colon = 58
const openList = 91
const backslash = 92
const closeList = 93
const openObject = 123
const closeObject = 125

/**
 * Looks through a JSON text once. A text that was read as UTF-8 has no lone surrogates, and JSON no NUL: only escapes
 * can make them.
 */
export const scanJsonBody = (text: string): JsonBodyScan => {
  const documents: Array<readonly [number, number]> = []
  /** The name that was read last, of each level that a document can be below. */
  const path: Array<string | undefined> = []
  let depth = 0
  let deepest = 0
  let storable = true
  let values = 0
  let quoted = false
  let quotedFrom = 0
  /** Where the document begins that this is in, and how many values came before it. */
  let begun: { readonly at: number; readonly depth: number; readonly values: number } | undefined
  let nextQuote = -1
  let nextBackslash = -1
  for (let i = 0; i < text.length; i++) {
    if (quoted) {
      // nothing between them can end a string
      if (nextQuote < i) nextQuote = indexIn(text, '"', i)
      if (nextBackslash < i) nextBackslash = indexIn(text, "\\", i)
      i = Math.min(nextQuote, nextBackslash)
    }
    const c = text.charCodeAt(i)
    if (quoted) {
      if (c === backslash) {
        const unit = escapedUnit(text, i)
        if (unit === undefined) i++
        else {
          i += 5
          if (isHigh(unit) && isLow(escapedUnit(text, i + 1))) i += 6
          else if (unit === 0 || isHigh(unit) || isLow(unit)) storable = false
        }
      } else if (c === quote) {
        quoted = false
        if (begun === undefined && depth <= deepestPath) path[depth] = text.slice(quotedFrom, i).slice(0, 10)
      }
      continue
    }
    switch (c) {
      case quote:
        quoted = true
        quotedFrom = i + 1
        break
      case comma:
      case colon:
        values++
        break
      case openObject:
      case openList:
        if (c === openObject && begun === undefined && isDocument(path, depth)) begun = { at: i, depth, values }
        values++
        deepest = Math.max(deepest, ++depth)
        path[depth] = undefined
        break
      case closeObject:
      case closeList:
        depth--
        if (begun?.depth === depth) {
          if (i + 1 - begun.at >= shortest) {
            documents.push([begun.at, i + 1])
            values = begun.values
          }
          begun = undefined
        }
        break
    }
  }
  return { depth: deepest, storable, documents, valuesOutside: values }
}

/** Where a text has a character next; where it ends, when it has none. */
const indexIn = (text: string, character: string, from: number): number => {
  const at = text.indexOf(character, from)
  return at === -1 ? text.length : at
}

/** Whether what begins at this depth is a document, by the names on the way to it. */
const isDocument = (path: ReadonlyArray<string | undefined>, depth: number): boolean =>
  documentPaths.some((wanted) => wanted.length === depth && wanted.every((name, at) => path[at + 1] === name))

/**
 * A text with something else in the place of its documents, and the documents. What stands for them nobody can have
 * thought of who wrote the text.
 */
export const withoutDocuments = (text: string, found: JsonBodyScan["documents"]) => {
  const documents = new Map<string, string>()
  let rest = ""
  let from = 0
  for (const [start, end] of found) {
    const name = crypto.randomUUID()
    documents.set(name, text.slice(start, end))
    rest += text.slice(from, start) + JSON.stringify(standInFor(name))
    from = end
  }
  return { documents: documents as ReadonlyMap<string, string>, rest: rest + text.slice(from) }
}

/** The value of a JSON text, or what is wrong with it, in words. */
export const parseJson = (text: string): { readonly value: unknown } | { readonly problem: string } => {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { problem: `The body is not JSON: ${(error as Error).message.slice(0, 200)}` }
  }
}

/** What `\uXXXX` at a place stands for; `undefined` where there is none. */
const escapedUnit = (text: string, at: number): number | undefined =>
  text.charCodeAt(at) === backslash && text.charCodeAt(at + 1) === 117
    ? Number.parseInt(text.slice(at + 2, at + 6), 16)
    : undefined

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number | undefined): boolean => unit !== undefined && unit >= 0xdc00 && unit < 0xe000
