/** YAML read with care: never throws, bounded in size and aliases, keys such as `__proto__` are plain names. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml"
import type { TextPlace } from "./places.ts"

export type Data = Record<string, unknown>

const MAX_LENGTH = 200_000

export interface Yaml {
  value: unknown
  error?: string
}

/** `texts` reads every scalar as the text that is written. */
export const readYaml = (text: string, texts = false): Yaml => {
  if (text.length > MAX_LENGTH) return { value: undefined, error: "too large to read" }
  const plain = readPlain(text)
  if (plain !== undefined) return { value: plain }
  try {
    const lineCounter = new LineCounter()
    const document = parseDocument(text, {
      schema: texts ? "failsafe" : "core",
      uniqueKeys: false,
      logLevel: "silent",
      lineCounter,
      // each would show its line, which may be the whole text
      prettyErrors: false
    })
    const [error] = document.errors
    if (error !== undefined) {
      const { col, line } = lineCounter.linePos(error.pos[0])
      return { value: undefined, error: `${error.message.split("\n")[0]!.trim()} at line ${line}, column ${col}:` }
    }
    return { value: isolate(document.toJS({ maxAliasCount: 100 }), []) }
  } catch (error) {
    return { value: undefined, error: error instanceof Error ? error.message.split("\n")[0]! : "cannot be read" }
  }
}

/** A key and words that YAML reads as they stand: no character means anything to it where it may be here. */
const plainLine = /^([A-Za-z][\w-]*): (\p{L}[\p{L}\p{N} ,.;!?()'"/&+-]*)$/u

/** Words that are no text where they stand alone. */
const meant = new Set(["null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE"])

/** Lines of keys with one plain text each, as most headers are: many times faster. `undefined` for anything else. */
const readPlain = (text: string): Data | undefined => {
  const lines = text.split("\n")
  if (lines.pop() !== "" || lines.length === 0) return undefined
  const data: Data = Object.create(null)
  for (const line of lines) {
    const [, key, value] = plainLine.exec(line) ?? []
    if (key === undefined || value!.endsWith(" ") || meant.has(key) || meant.has(value!)) return undefined
    data[key] = value
  }
  return data
}

export interface PlacedYaml extends Omit<Yaml, "error"> {
  error?: TextPlace & { message: string }
  /** Where the value at a path stands, or its key; or else what is above it. */
  placeOf: (path: ReadonlyArray<PropertyKey>, isKey?: boolean) => TextPlace
}

/** The same with the places of what it says, for files whose writers are told where they are wrong. */
export const readPlacedYaml = (text: string): PlacedYaml => {
  const lineCounter = new LineCounter()
  const placeAt = (offset: number): TextPlace => {
    const { col, line } = lineCounter.linePos(offset)
    return { line, column: col }
  }
  const top = () => ({ line: 1, column: 1 })
  if (text.length > MAX_LENGTH) {
    return { value: undefined, error: { message: "is too large to read", ...top() }, placeOf: top }
  }
  try {
    const document = parseDocument(text, {
      schema: "core",
      uniqueKeys: true,
      logLevel: "silent",
      lineCounter,
      prettyErrors: false
    })
    const placeOf: PlacedYaml["placeOf"] = (path, isKey = false) => {
      let node: unknown = document.contents
      let at = document.contents?.range[0] ?? 0
      for (const [index, step] of path.entries()) {
        const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === step) : undefined
        const own: unknown = isKey && index === path.length - 1 ? undefined : pair?.value
        const next: unknown = own ?? pair?.key ?? itemAt(node, step)
        const range = (next as { readonly range?: readonly [number, number, number] } | null | undefined)?.range
        if (range == null) break
        at = range[0]
        node = next
      }
      return placeAt(at)
    }
    const [error] = document.errors
    if (error !== undefined) {
      const message = error.message.split("\n")[0]!.trim()
      return { value: undefined, error: { message, ...placeAt(error.pos[0]) }, placeOf }
    }
    return { value: isolate(document.toJS({ maxAliasCount: 100 }), []), placeOf }
  } catch (error) {
    const message = error instanceof Error ? error.message.split("\n")[0]! : "cannot be read"
    return { value: undefined, error: { message, ...top() }, placeOf: top }
  }
}

const itemAt = (node: unknown, step: PropertyKey): unknown =>
  isSeq(node) && typeof step === "number" ? node.items[step] : undefined

const MAX_DEPTH = 50

/**
 * A copy of plain data whose records have no prototype.
 * @param above what it is in, outermost first: an alias there stands for what has no end (threat: aliases that multiply)
 */
const isolate = (value: unknown, above: ReadonlyArray<unknown>): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (above.includes(value)) throw new Error("an alias stands within what it names")
  if (above.length > MAX_DEPTH) return null
  const within = [...above, value]
  if (Array.isArray(value)) return value.map((item) => isolate(item, within))
  const copy: Data = Object.create(null)
  for (const [key, item] of Object.entries(value)) copy[key] = isolate(item, within)
  return copy
}

export const isRecord = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value)
